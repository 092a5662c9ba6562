import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { CompileContext, CompileResult } from '../compile.ts'
import type { ImageFacts } from '../message/message.ts'
import type { ImageMemory, ImageStore } from './images.ts'

/** What of a result is kept: a template is as long as its message and is not needed to lint. */
type KeptResult = Omit<CompileResult, 'template'>

/** A result and the message that it is of. */
type CompiledSource = CompileResult & { readonly source: string }

interface Entry {
  /** The state of the file; absent where it was so young that another change could have left it the same. */
  readonly state?: string
  /** A hash of the settings. */
  readonly settings: string
  /** A hash of the message. */
  readonly source: string
  /** YYYY-MM-DD, where the result holds for that day alone. */
  readonly today?: string
  /** What looking for each image found, as JSON. */
  readonly images: { readonly [path: string]: string }
  readonly result: KeptResult
}

interface ImageEntry {
  readonly state: string
  readonly facts: ImageFacts
}

interface CacheFile {
  /** The program that wrote it: another version may find other things. */
  readonly version: string
  readonly entries: { readonly [path: string]: Entry }
  readonly images: { readonly [path: string]: ImageEntry }
}

/** A message with more findings is linted again rather than kept. */
const maxKeptFindings = 200
/** Entries that a run did not ask for are kept up to so many: somebody may lint the folders of a project in turn. */
const maxUnusedEntries = 20_000

/** Clocks of file systems are coarse: a file that changes twice within so long may look as if it had not. */
const youngMs = 2000

/** A larger file is no cache of ours. */
const maxCacheBytes = 256 * 1024 * 1024

/**
 * The file of a project's cache, in the user's own cache folder: one inside the project could be part of what a
 * pull request brings, and would then say what lint finds.
 */
export function cacheFileOf(root: string, { env, platform, homedir }: CachePlace): string {
  const usual = platform === 'darwin' ? join(homedir, 'Library/Caches') : join(homedir, '.cache')
  const folder = env['XDG_CACHE_HOME'] || (platform === 'win32' && env['LOCALAPPDATA']) || usual
  const name = encodeURIComponent(root)
  // Hashing takes longer to load than to name a file; file systems take names of 255 bytes.
  return join(folder, 'friendtalk', `lint-${name.length > 200 ? hashOf(root) : name}.json`)
}

/** The machine's, where its user keeps caches. */
export interface CachePlace {
  readonly env: { readonly [name: string]: string | undefined }
  readonly platform: string
  readonly homedir: string
}

/** A hash of every setting that a result depends on. */
export function settingsKey({ lang, senders, readings, rules }: Omit<CompileContext, 'path' | 'image'>): string {
  return hashOf(JSON.stringify({ lang, senders, readings, rules }))
}

/** A message of which a result is asked. */
export interface Asked {
  /** Relative to the root. */
  readonly path: string
  /** See `settingsKey`. */
  readonly settings: string
  /** YYYY-MM-DD. */
  readonly today: string
}

/**
 * Results of linting, kept from run to run in one file, which is read and written as a whole: of two processes that
 * write it the later wins, and neither reads half of it.
 */
export class ResultCache implements ImageMemory {
  readonly #file: string
  readonly #version: string
  readonly #before: CacheFile
  readonly #entries = new Map<string, Entry>()
  readonly #images = new Map<string, ImageEntry>()
  #isChanged = false

  /** @param file see `cacheFileOf` */
  constructor(file: string, version: string) {
    this.#file = file
    this.#version = version
    this.#before = readCache(file, version)
  }

  /** The result of a file that has not changed since: the message need not be read. */
  unchanged(asked: Asked, file: string, images: ImageStore): KeptResult | undefined {
    const entry = this.#entryOf(asked)
    if (entry?.state === undefined || entry.state !== stateOf(file)) return undefined
    return this.#use(asked.path, entry, images)
  }

  get(asked: Asked, source: string, images: ImageStore): KeptResult | undefined {
    const entry = this.#entryOf(asked)
    if (entry?.source !== hashOf(source)) return undefined
    return this.#use(asked.path, entry, images)
  }

  /** @param file absolute, absent where the source is of no file */
  set(asked: Asked, found: CompiledSource, images: ImageStore, file?: string): void {
    const { template: _, source, ...result } = found
    if (result.diagnostics.length > maxKeptFindings) return
    const looked = result.images.map((image) => [image, JSON.stringify(images.look(image))])
    const state = file === undefined ? undefined : stateOf(file)
    this.#entries.set(asked.path, {
      settings: asked.settings,
      source: hashOf(source),
      images: Object.fromEntries(looked),
      result,
      ...(state !== undefined && { state }),
      // The day matters to nothing but suppressions that expire.
      ...(source.includes('(until ') && { today: asked.today }),
    })
    this.#isChanged = true
  }

  #entryOf({ path, settings, today }: Asked): Entry | undefined {
    const entry = own(this.#before.entries, path)
    return entry?.settings === settings && (entry.today === undefined || entry.today === today) ? entry : undefined
  }

  #use(path: string, entry: Entry, images: ImageStore): KeptResult | undefined {
    for (const image in entry.images) {
      if (JSON.stringify(images.look(image)) !== entry.images[image]) return undefined
    }
    this.#entries.set(path, entry)
    return entry.result
  }

  factsOf(path: string, state: string): ImageFacts | undefined {
    const entry = own(this.#before.images, path)
    if (entry?.state !== state) return undefined
    this.#images.set(path, entry)
    return entry.facts
  }

  remember(path: string, state: string, facts: ImageFacts): void {
    this.#images.set(path, { state, facts })
    this.#isChanged = true
  }

  /** Writes what the next run may use; a folder that cannot be written costs time and nothing else. */
  async save(): Promise<void> {
    if (!this.#isChanged) return
    const content: CacheFile = {
      version: this.#version,
      entries: withUnused(this.#entries, this.#before.entries),
      images: withUnused(this.#images, this.#before.images),
    }
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      await writeFileAtomic(this.#file, JSON.stringify(content), { fsync: false, mode: 0o600 })
    } catch {
      // A read-only checkout, as some CI jobs have: the next run starts afresh.
    }
  }
}

/** Removes what is kept of a project. */
export function removeCache(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // It cannot be removed, a folder say: then nothing reads it either.
  }
}

function readCache(file: string, version: string): CacheFile {
  const empty = { version, entries: {}, images: {} }
  let descriptor: number | undefined
  try {
    // A named pipe would wait for a writer for ever.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size > maxCacheBytes) return empty
    const content = JSON.parse(readFileSync(descriptor, 'utf8')) as Partial<CacheFile> | null
    return content?.version === version && content.entries && content.images ? (content as CacheFile) : empty
  } catch {
    // None yet, or cut off by a full disk: everything is linted again.
    return empty
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What changes whenever a file's content does; nothing for a file that changed just now, or that cannot be looked at. */
function stateOf(file: string): string | undefined {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file)
    return Date.now() - Math.max(mtimeMs, ctimeMs) < youngMs ? undefined : [ino, size, mtimeMs, ctimeMs].join(' ')
  } catch {
    return undefined
  }
}

function withUnused<T>(used: ReadonlyMap<string, T>, before: { readonly [path: string]: T }): { [path: string]: T } {
  const unused = Object.entries(before).filter(([path]) => !used.has(path))
  return Object.fromEntries([...used, ...unused.slice(0, maxUnusedEntries)])
}

function own<T>(record: { readonly [path: string]: T }, path: string): T | undefined {
  return Object.hasOwn(record, path) ? record[path] : undefined
}
