import { hash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CompileContext, CompileResult } from '../../compile.ts'
import { ruleUrl } from '../../rules/rule-url.ts'
import type { ImageFacts, ImageLookup } from '../../message/message.ts'
import type { Language } from '../../words/language.ts'
import {
  type CacheContent,
  type Entry,
  entryIn,
  type ImageEntry,
  type Look,
  readCacheFile,
  writeCacheFile,
} from './cache-file.ts'
import type { ImageMemory, ImageStore } from '../images/images.ts'
import { KeptFile, type KeptIn, packFindings, packLocated } from './kept-file.ts'

/** A result and the message that it is of. */
type CompiledSource = CompileResult & { readonly source: string }

/** A message with more findings is linted again rather than kept. */
const maxKeptFindings = 200
/** Entries that a run did not ask for are kept up to so many: somebody may lint the folders of a project in turn. */
const maxUnusedEntries = 20_000

/** Clocks of file systems are coarse: a file that changes twice within so long may look as if it had not. */
const youngMs = 2000

/** The file of a project's cache: one inside the project would say what lint finds. */
export function cacheFileOf(root: string, folder: string): string {
  const name = encodeURIComponent(root)
  // Hashing takes longer to load than to name a file; file systems take names of 255 bytes.
  return join(folder, `lint-${name.length > 200 ? hashOf(root) : name}.cache`)
}

/** A hash of every setting that a result depends on. */
export function settingsKey({ lang, senders, readings, rules }: Omit<CompileContext, 'path' | 'image'>): string {
  return hashOf(JSON.stringify({ lang, senders, readings, rules }))
}

/** A message of which a result is asked. */
export interface Asked {
  /** The project's folder. */
  readonly root: string
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
  /** What is new or another than it was. */
  readonly #changed = new Map<string, Entry>()
  /** The paths of what was as it is kept. */
  readonly #used = new Set<string>()
  readonly #images = new Map<string, ImageEntry>()
  /** What an image was when it was compared with a look of the file: many messages share one. */
  readonly #compared = new Map<Look, { readonly lookup: ImageLookup; readonly isSame: boolean }>()
  #lastKeptIn: (KeptIn & { readonly lang: Language }) | undefined
  #isChanged = false

  /** @param file see `cacheFileOf` */
  constructor(file: string, version: string) {
    this.#file = file
    this.#version = version
    this.#before = readCacheFile(file, version)
  }

  /** What is kept of a file that has not changed since: the message need not be read. */
  unchanged(asked: Asked, file: string, images: ImageStore): KeptFile | undefined {
    const entry = this.#entryOf(asked)
    if (entry === undefined || entry.state === '' || entry.state !== stateOf(file)) return undefined
    if (!this.#isAsSeen(entry, images)) return undefined
    this.#used.add(asked.path)
    return new KeptFile(entry, this.#keptIn(asked))
  }

  /** @param file absolute, absent where the source is of no file */
  get(asked: Asked, { source, file }: { source: string; file?: string }, images: ImageStore): KeptFile | undefined {
    const entry = this.#entryOf(asked)
    if (entry?.source !== hashOf(source) || !this.#isAsSeen(entry, images)) return undefined
    const state = (file !== undefined && stateOf(file)) || entry.state
    this.#used.add(asked.path)
    if (state !== entry.state) {
      // Written again as it was, or too young when it was kept: the next run need not read it.
      const { path, seen, id, recipients, source: sourceHash, diagnostics, suppressed } = entry
      this.#changed.set(path, { path, state, seen, id, recipients, source: sourceHash, diagnostics, suppressed })
      this.#isChanged = true
    }
    return new KeptFile(entry, this.#keptIn(asked), source)
  }

  /** @param file absolute, absent where the source is of no file */
  set({ path, settings, today }: Asked, { source, ...found }: CompiledSource, images: ImageStore, file?: string): void {
    if (found.diagnostics.length > maxKeptFindings) return
    const looks = found.images.map((image) => ({ image, found: JSON.stringify(images.look(image)) }))
    // The day matters to nothing but suppressions that expire.
    const seen = { settings, today: source.includes('(until ') ? today : '', looks, images: found.images }
    this.#changed.set(path, {
      path,
      seen,
      source: hashOf(source),
      state: (file !== undefined && stateOf(file)) || '',
      id: packLocated(found.id),
      recipients: packLocated(found.recipients),
      diagnostics: packFindings(found.diagnostics),
      suppressed: packFindings(found.suppressed),
    })
    this.#isChanged = true
  }

  #entryOf({ path, settings, today }: Asked): Entry | undefined {
    const entry = entryIn(this.#before, path)
    if (entry?.seen.settings !== settings) return undefined
    return entry.seen.today === '' || entry.seen.today === today ? entry : undefined
  }

  #isAsSeen({ seen }: Entry, images: ImageStore): boolean {
    for (const look of seen.looks) if (!this.#isAsItWas(look, images)) return false
    return true
  }

  #keptIn({ root, lang }: Asked): KeptIn {
    if (this.#lastKeptIn?.root === root && this.#lastKeptIn.lang === lang) return this.#lastKeptIn
    // Thousands of findings share the addresses of few rules.
    const urls = new Map<string, string>()
    const urlOf = (rule: string): string => {
      const url = urls.get(rule) ?? ruleUrl(rule, lang)
      urls.set(rule, url)
      return url
    }
    this.#lastKeptIn = { root, lang, urlOf }
    return this.#lastKeptIn
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
  save(): void {
    if (!this.#isChanged) return
    const { lines, images } = this.#before
    const unused = pathsBut([...lines.keys()], (path) => this.#used.has(path) || this.#changed.has(path))
    const unusedImages = pathsBut(Object.keys(images), (path) => this.#images.has(path))
    writeCacheFile(this.#file, {
      version: this.#version,
      entries: this.#entriesAt(new Set([...this.#used, ...this.#changed.keys(), ...unused])),
      images: [...this.#images, ...unusedImages.map((path) => [path, images[path]] as const).filter(isKnown)],
    })
  }

  *#entriesAt(paths: Iterable<string>): Generator<Entry> {
    for (const path of paths) {
      const entry = this.#changed.get(path) ?? entryIn(this.#before, path)
      if (entry !== undefined) yield entry
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

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url')
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
function pathsBut(paths: readonly string[], isUsed: (path: string) => boolean): string[] {
  return paths.filter((path) => !isUsed(path)).slice(0, maxUnusedEntries)
}

function isKnown<T>(row: readonly [string, T | undefined]): row is readonly [string, T] {
  return row[1] !== undefined
}
