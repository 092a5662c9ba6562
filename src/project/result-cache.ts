import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CompileContext, CompileResult } from '../compile.ts'
import { ruleUrl } from '../lint/rule-url.ts'
import type { ImageLookup } from '../message/context.ts'
import type { ImageFacts } from '../message/message.ts'
import type { Language } from '../words/language.ts'
import {
  type CacheContent,
  type Entry,
  entryIn,
  type ImageEntry,
  type Look,
  readCacheFile,
  writeCacheFile,
} from './cache-file.ts'
import type { ImageMemory, ImageStore } from './images.ts'
import { type KeptResult, packResult, unpackResult } from './kept-result.ts'

/** A result and the message that it is of. */
type CompiledSource = CompileResult & { readonly source: string }

/** A message with more findings is linted again rather than kept. */
const maxKeptFindings = 200
/** Entries that a run did not ask for are kept up to so many: somebody may lint the folders of a project in turn. */
const maxUnusedEntries = 20_000

/** Clocks of file systems are coarse: a file that changes twice within so long may look as if it had not. */
const youngMs = 2000

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
  readonly lang: Language
}

/**
 * Results of linting, kept from run to run in one file, which is read and written as a whole: of two processes that
 * write it the later wins, and neither reads half of it.
 */
export class ResultCache implements ImageMemory {
  readonly #file: string
  readonly #version: string
  readonly #before: CacheContent
  readonly #entries = new Map<string, Entry>()
  readonly #images = new Map<string, ImageEntry>()
  /** What an image was when it was compared with a look of the file: many messages share one. */
  readonly #compared = new Map<Look, { readonly lookup: ImageLookup; readonly isSame: boolean }>()
  readonly #urls = new Map<string, string>()
  #isChanged = false

  /** @param file see `cacheFileOf` */
  constructor(file: string, version: string) {
    this.#file = file
    this.#version = version
    this.#before = readCacheFile(file, version)
  }

  /** The result of a file that has not changed since: the message need not be read. */
  unchanged(asked: Asked, file: string, images: ImageStore): KeptResult | undefined {
    const entry = this.#entryOf(asked)
    if (entry === undefined || entry.state === '' || entry.state !== stateOf(file)) return undefined
    return this.#use(asked, entry, images)
  }

  /** @param file absolute, absent where the source is of no file */
  get(asked: Asked, { source, file }: { source: string; file?: string }, images: ImageStore): KeptResult | undefined {
    const entry = this.#entryOf(asked)
    if (entry?.source !== hashOf(source)) return undefined
    const state = (file !== undefined && stateOf(file)) || ''
    if (state === '' || state === entry.state) return this.#use(asked, entry, images)
    // Written again as it was, or too young when it was kept: the next run need not read it.
    const known = this.#use(asked, { ...entry, state }, images)
    if (known !== undefined) this.#isChanged = true
    return known
  }

  /** @param file absolute, absent where the source is of no file */
  set({ path, settings, today }: Asked, { source, ...found }: CompiledSource, images: ImageStore, file?: string): void {
    if (found.diagnostics.length > maxKeptFindings) return
    this.#entries.set(path, {
      settings,
      source: hashOf(source),
      state: (file !== undefined && stateOf(file)) || '',
      // The day matters to nothing but suppressions that expire.
      today: source.includes('(until ') ? today : '',
      looks: found.images.map((image) => ({ image, found: JSON.stringify(images.look(image)) })),
      result: packResult(found),
    })
    this.#isChanged = true
  }

  #entryOf({ path, settings, today }: Asked): Entry | undefined {
    const entry = entryIn(this.#before, path)
    return entry?.settings === settings && (entry.today === '' || entry.today === today) ? entry : undefined
  }

  #use({ path, lang }: Asked, entry: Entry, store: ImageStore): KeptResult | undefined {
    for (const look of entry.looks) if (!this.#isAsItWas(look, store)) return undefined
    this.#entries.set(path, entry)
    const images = entry.looks.map(({ image }) => image)
    return unpackResult(entry.result, { path, images, urlOf: (rule) => this.#urlOf(rule, lang) })
  }

  /** Thousands of findings share the addresses of few rules. */
  #urlOf(rule: string, lang: Language): string {
    const known = this.#urls.get(rule)
    if (known !== undefined) return known
    const url = ruleUrl(rule, lang)
    this.#urls.set(rule, url)
    return url
  }

  #isAsItWas(look: Look, images: ImageStore): boolean {
    const lookup = images.look(look.image)
    const known = this.#compared.get(look)
    if (known?.lookup === lookup) return known.isSame
    const isSame = JSON.stringify(lookup) === look.found
    this.#compared.set(look, { lookup, isSame })
    return isSame
  }

  factsOf(path: string, state: string): ImageFacts | undefined {
    const { images } = this.#before
    const entry = Object.hasOwn(images, path) ? images[path] : undefined
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
    const before = this.#before
    const unused = pathsBut(this.#entries, before.entries).map((path) => [path, entryIn(before, path)] as const)
    const unusedImages = pathsBut(this.#images, before.images).map((path) => [path, before.images[path]] as const)
    await writeCacheFile(this.#file, {
      version: this.#version,
      entries: [...this.#entries, ...unused.filter(isKnown)],
      images: [...this.#images, ...unusedImages.filter(isKnown)],
    })
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

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** What changes whenever a file's content does; nothing for a file that changed just now, or that cannot be looked at. */
function stateOf(file: string): string | undefined {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file)
    return Date.now() - Math.max(mtimeMs, ctimeMs) < youngMs ? undefined : `${ino} ${size} ${mtimeMs} ${ctimeMs}`
  } catch {
    return undefined
  }
}

/** Paths of the file that a run did not ask for. */
function pathsBut(used: ReadonlyMap<string, unknown>, before: { readonly [path: string]: unknown }): string[] {
  return Object.keys(before)
    .filter((path) => !used.has(path))
    .slice(0, maxUnusedEntries)
}

function isKnown<T>(row: readonly [string, T | undefined]): row is readonly [string, T] {
  return row[1] !== undefined
}
