import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CompileContext } from '../../compile.ts'
import type { ImageFacts, ImageLookup } from '../../message/message.ts'
import type { Language } from '../../words/language.ts'
import { stateOf, statOf } from '../files/paths.ts'
import {
  type CacheContent,
  type CachedLookup,
  type CacheEntry,
  entryIn,
  fieldOf,
  type ImageEntry,
  readCacheFile,
  writeCacheFile,
} from './cache-file.ts'
import {
  type CachedFile,
  fileOf,
  hashOf,
  type ResultsProject,
  type PackedResult,
  type Unpacking,
  unpackingFor,
} from './packed-result.ts'
import type { ImageMemory, ImageStore } from '../images/images.ts'

/** Entries that a run did not ask for stay up to so many: somebody may lint the folders of a project in turn. */
const maxUnusedEntries = 20_000

/** Clocks of file systems are coarse: a file that changes twice within so long may look as if it had not. */
const youngMs = 2000

/** The file of a project's cache: one inside the project would say what lint finds. */
export function cacheFileOf(root: string, folder: string): string {
  const name = encodeURIComponent(root)
  // Hashing takes longer to load than to name a file; file systems take names of 255 bytes.
  return join(folder, `lint-${name.length > 200 ? hashOf(root) : name}.cache`)
}

/** Hashing takes longer to load than it takes to compare so much. */
const maxKeyUnits = 1000

/**
 * Every setting that a result depends on, as a text; a hash of it where it is long.
 *
 * @param programs of custom rules: see `programDigest`; empty where there are none
 */
export function settingsKey(settings: Omit<CompileContext, 'path' | 'image' | 'sha256'>, programs: string): string {
  const { lang, senders, readings, rules, terms, require } = settings
  const text = JSON.stringify({ lang, senders, readings, rules, terms, require, programs })
  return text.length > maxKeyUnits ? hashOf(text) : text
}

/** What the result of a message is looked up by. */
export interface CacheKey extends ResultsProject {
  /** Relative to the root. */
  readonly path: string
  /** See `settingsKey`. */
  readonly settings: string
  /** YYYY-MM-DD. */
  readonly today: string
}

/**
 * Results of linting, cached from run to run in one file, which is read and written as a whole: of two processes that
 * write it the later wins, and neither reads half of it.
 */
export class ResultCache implements ImageMemory {
  readonly #file: string
  readonly #version: string
  readonly #before: CacheContent
  /** What is new or has changed. */
  readonly #changed = new Map<string, CacheEntry>()
  /** The paths of what was as it is cached. */
  readonly #used = new Set<string>()
  readonly #images = new Map<string, ImageEntry>()
  /** What an image was when it was compared with a lookup of the file: many messages share one. */
  readonly #compared = new Map<CachedLookup, { readonly lookup: ImageLookup; readonly isSame: boolean }>()
  #unpacking: (Unpacking & { readonly lang: Language }) | undefined
  #isChanged = false

  /** @param file see `cacheFileOf` */
  constructor(file: string, version: string) {
    this.#file = file
    this.#version = version
    this.#before = readCacheFile(file, version)
  }

  /** Returns the result of a file that has not changed since: the message need not be read. */
  unchanged(key: CacheKey, file: string, images: ImageStore): CachedFile | undefined {
    const entry = this.#entryOf(key)
    if (entry === undefined || entry.state === '' || entry.state !== settledStateOf(file)) return undefined
    if (!this.#isCurrent(entry, images)) return undefined
    this.#used.add(key.path)
    return fileOf(entry, this.#unpackingOf(key))
  }

  /** @param file absolute, absent where the source is of no file */
  get(key: CacheKey, { source, file }: { source: string; file?: string }, images: ImageStore): CachedFile | undefined {
    const entry = this.#entryOf(key)
    if (entry === undefined || fieldOf(entry.packed, 'source') !== hashOf(source) || !this.#isCurrent(entry, images))
      return undefined
    const state = (file !== undefined && settledStateOf(file)) || entry.state
    this.#used.add(key.path)
    if (state !== entry.state) {
      // Written again as it was, or too young when it was cached: the next run need not read it.
      this.#changed.set(entry.path, { ...entry, state })
      this.#isChanged = true
    }
    return fileOf(entry, this.#unpackingOf(key), source)
  }

  /** @param file absolute, absent where the source is of no file */
  set({ path, settings, today }: CacheKey, result: PackedResult, images: ImageStore, file?: string): void {
    if (result.isLarge) return
    const { packed, isOfDay } = result
    const lookups = result.images.map((image) => ({ image, lookup: JSON.stringify(images.look(image)) }))
    const context = { settings, today: isOfDay ? today : '', lookups, images: result.images }
    this.#changed.set(path, { path, state: (file !== undefined && settledStateOf(file)) || '', context, packed })
    this.#isChanged = true
  }

  #entryOf({ path, settings, today }: CacheKey): CacheEntry | undefined {
    const entry = entryIn(this.#before, path)
    if (entry?.context.settings !== settings) return undefined
    return entry.context.today === '' || entry.context.today === today ? entry : undefined
  }

  #isCurrent({ context }: CacheEntry, images: ImageStore): boolean {
    return context.lookups.every((lookup) => this.#isUnchanged(lookup, images))
  }

  #unpackingOf(key: CacheKey): Unpacking {
    if (this.#unpacking?.root === key.root && this.#unpacking.lang === key.lang) return this.#unpacking
    this.#unpacking = { lang: key.lang, ...unpackingFor(key) }
    return this.#unpacking
  }

  #isUnchanged(cached: CachedLookup, images: ImageStore): boolean {
    const lookup = images.look(cached.image)
    const known = this.#compared.get(cached)
    if (known?.lookup === lookup) return known.isSame
    const isSame = JSON.stringify(lookup) === cached.lookup
    this.#compared.set(cached, { lookup, isSame })
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

  *#entriesAt(paths: Iterable<string>): Generator<CacheEntry> {
    for (const path of paths) {
      const entry = this.#changed.get(path) ?? entryIn(this.#before, path)
      if (entry !== undefined) yield entry
    }
  }
}

/** Removes the cache of a project. */
export function removeCache(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // It cannot be removed, a folder say: then nothing reads it either.
  }
}

/** Returns the state of a file; undefined for one that changed just now, or that cannot be looked at. */
function settledStateOf(file: string): string | undefined {
  const stats = statOf(file)
  if (stats === undefined) return undefined
  return Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) < youngMs ? undefined : stateOf(stats)
}

/** Paths of the file that a run did not ask for. */
function pathsBut(paths: readonly string[], isUsed: (path: string) => boolean): string[] {
  return paths.filter((path) => !isUsed(path)).slice(0, maxUnusedEntries)
}

function isKnown<T>(row: readonly [string, T | undefined]): row is readonly [string, T] {
  return row[1] !== undefined
}
