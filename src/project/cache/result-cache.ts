import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CompileContext, CompileResult } from '../../compile.ts'
import type { CustomRule } from '../../rules/custom-rule.ts'
import { pageOf } from '../../rules/rule-url.ts'
import type { ImageFacts, ImageLookup } from '../../message/message.ts'
import type { Language } from '../../words/language.ts'
import type { Diagnostic } from '../../diagnostic.ts'
import type { Located } from '../../message/located.ts'
import { stateOf, statOf } from '../files/paths.ts'
import { readSource } from '../files/read-file.ts'
import type { CompiledFile } from '../workspace.ts'
import {
  type CacheContent,
  type CachedLookup,
  type CacheEntry,
  entryIn,
  fieldOf,
  type ImageEntry,
  isWhole,
  packDiagnostics,
  packFields,
  packLocated,
  readCacheFile,
  unpackDiagnostics,
  unpackLocated,
  writeCacheFile,
} from './cache-file.ts'
import type { ImageMemory, ImageStore } from '../images/images.ts'

/** A result and the message that it is of. */
type CompiledSource = CompileResult & { readonly path: string; readonly source: string }

/**
 * The result of linting a message as text, as the cache holds it: it takes a fraction of the memory of its objects, and
 * of the time to transfer them from thread to thread.
 */
export interface PackedResult {
  readonly path: string
  readonly images: readonly string[]
  readonly packed: string
  /** Whether it holds for its day alone. */
  readonly isOfDay: boolean
  /** Whether there is too much of it to be cached from run to run. */
  readonly isLarge: boolean
}

/**
 * Packs the result of linting a message.
 *
 * @param keptFor a cache compares the hash of the message; within a run nobody does
 */
export function packResult({ path, source, images, ...found }: CompiledSource, keptFor: 'run' | 'cache'): PackedResult {
  const packed = packFields({
    source: keptFor === 'cache' ? hashOf(source) : '',
    id: packLocated(found.id),
    recipients: packLocated(found.recipients),
    diagnostics: packDiagnostics(found.diagnostics),
    suppressed: packDiagnostics(found.suppressed),
  })
  // The day matters to nothing but suppressions that expire.
  const isOfDay = source.includes('(until ')
  return { path, images, packed, isOfDay, isLarge: found.diagnostics.length > maxCachedDiagnostics }
}

/** What a thread transfers of many results: their text as bytes, which cost neither the heap nor its collector anything. */
export interface PackedBatch {
  readonly parts: readonly PackedPart[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A result whose text stands in the bytes of its batch. */
interface PackedPart extends Pick<CompiledFile, 'path' | 'images' | 'id' | 'recipients'> {
  readonly start: number
  readonly end: number
}

/** Packs the results of linting messages for the run, but for the `rest`, which text cannot hold. */
export function packBatch<T extends CompiledSource>(files: readonly T[]): { packed: PackedBatch; rest: readonly T[] } {
  const parts: PackedPart[] = []
  const texts: Buffer[] = []
  const rest: T[] = []
  let end = 0
  for (const file of files) {
    const { packed } = packResult(file, 'run')
    if (!isWhole(packed)) {
      rest.push(file)
      continue
    }
    const text = Buffer.from(packed)
    const { path, images, id, recipients } = file
    const start = end
    end += text.length
    parts.push({ path, images, start, end, ...(id && { id }), ...(recipients && { recipients }) })
    texts.push(text)
  }
  const bytes = new Uint8Array(end)
  for (const [index, text] of texts.entries()) bytes.set(text, parts[index]?.start)
  return { packed: { parts, bytes }, rest }
}

/** A message with more diagnostics is linted again rather than cached. */
const maxCachedDiagnostics = 200
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
export interface CacheKey {
  /** The project's folder. */
  readonly root: string
  /** Relative to the root. */
  readonly path: string
  /** See `settingsKey`. */
  readonly settings: string
  /** YYYY-MM-DD. */
  readonly today: string
  readonly lang: Language
  readonly plugins: readonly CustomRule[]
}

/** What is needed to unpack the results of a project, the same for all of them. */
interface Unpacking {
  readonly root: string
  /** The page about a rule. */
  readonly urlOf: (rule: string) => string | undefined
}

function unpackingFor({ root, lang, plugins }: Pick<CacheKey, 'root' | 'lang' | 'plugins'>): Unpacking {
  // Thousands of diagnostics share the addresses of few rules.
  const urls = new Map<string, string | undefined>()
  const urlOf = (rule: string): string | undefined => {
    if (!urls.has(rule)) urls.set(rule, pageOf(rule, lang, plugins))
    return urls.get(rule)
  }
  return { root, urlOf }
}

/** Returns what unpacks results of this run; undefined for one that only its objects can hold. */
export function unpackerFor(
  key: Pick<CacheKey, 'root' | 'lang' | 'plugins'>,
): (result: PackedResult) => CachedFile | undefined {
  const unpacking = unpackingFor(key)
  return ({ path, images, packed }) => {
    if (!isWhole(packed)) return undefined
    return new CachedFile({ path, images, packed, ...locatedIn(packed) }, unpacking)
  }
}

/** Returns what unpacks batches of this run. */
export function batchUnpackerFor(
  key: Pick<CacheKey, 'root' | 'lang' | 'plugins'>,
): (batch: PackedBatch) => readonly CachedFile[] {
  const unpacking = unpackingFor(key)
  // Thousands of messages share few images.
  const lists = new Map<string, readonly string[]>()
  const shared = (images: readonly string[]): readonly string[] => {
    const list = images.join('\n')
    const known = lists.get(list) ?? images
    lists.set(list, known)
    return known
  }
  return ({ parts, bytes }) =>
    parts.map(({ path, images, start, end, ...located }) => {
      return new CachedFile({ path, images: shared(images), packed: { bytes, start, end }, ...located }, unpacking)
    })
}

/** A packed text among others. */
interface TextInBytes {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly start: number
  readonly end: number
}

function textIn({ bytes, start, end }: TextInBytes): string {
  return Buffer.from(bytes.buffer).toString('utf8', start, end)
}

/** What is known of a message that was linted. */
interface KnownResult extends Pick<CompiledFile, 'path' | 'images' | 'id' | 'recipients'> {
  readonly packed: string | TextInBytes
}

/** Returns what index and report ask of every message. */
function locatedIn(packed: string): Pick<CompiledFile, 'id' | 'recipients'> {
  const [id, recipients] = [fieldOf(packed, 'id'), fieldOf(packed, 'recipients')]
  return {
    ...(id !== '' && { id: unpackLocated(id) }),
    ...(recipients !== '' && { recipients: unpackLocated(recipients) }),
  }
}

/** The file of an entry of the cache. */
function fileOf({ path, context, packed }: CacheEntry, unpacking: Unpacking, source?: string): CachedFile {
  return new CachedFile({ path, images: context.images, packed, ...locatedIn(packed) }, unpacking, source)
}

/**
 * A message file that is as it was when it was linted. Its source is read, and its diagnostics are unpacked, whenever
 * somebody asks for them, and nobody holds them: of thousands of files most diagnostics are printed once, and the
 * garbage collector would carry them along until then.
 *
 * They are no properties of its own: `{ ...file }` leaves them out.
 */
export class CachedFile implements CompiledFile {
  readonly path: string
  readonly images: readonly string[]
  readonly id?: Located<string>
  readonly recipients?: Located<string>
  readonly #packed: string | TextInBytes
  readonly #unpacking: Unpacking
  readonly #source: string | undefined

  /** @param source where it is known, or is not what is on disk */
  constructor({ path, images, id, recipients, packed }: KnownResult, unpacking: Unpacking, source?: string) {
    this.#packed = packed
    this.#unpacking = unpacking
    this.#source = source
    this.path = path
    this.images = images
    if (id !== undefined) this.id = id
    if (recipients !== undefined) this.recipients = recipients
  }

  get source(): string {
    return this.#source ?? readSource(this.#unpacking.root, this.path).source
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnosticsIn('diagnostics')
  }

  get suppressed(): readonly Diagnostic[] {
    return this.#diagnosticsIn('suppressed')
  }

  #diagnosticsIn(field: 'diagnostics' | 'suppressed'): readonly Diagnostic[] {
    const packed = typeof this.#packed === 'string' ? this.#packed : textIn(this.#packed)
    return unpackDiagnostics(fieldOf(packed, field), this.path, this.#unpacking.urlOf)
  }
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

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url')
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
