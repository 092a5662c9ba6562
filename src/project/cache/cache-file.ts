import { basename, dirname } from 'node:path'
import { makeFolder } from '../../make-folder.ts'
import { HeldFolder } from '../files/held-folder.ts'
import { placeFile } from '../files/partial-file.ts'
import { textIfAny } from '../files/read-file.ts'
import type { Diagnostic } from '../../diagnostic.ts'
import type { Located } from '../../message/located.ts'
import type { ImageFacts } from '../../message/message.ts'

/** An image that a message refers to, and what looking it up gave, as JSON. */
export interface CachedLookup {
  readonly image: string
  readonly lookup: string
}

/** What a result depends on beside the text; many messages have the same. */
export interface CacheContext {
  /** See `settingsKey`. */
  readonly settings: string
  /** YYYY-MM-DD, where the result holds for that day alone; empty otherwise. */
  readonly today: string
  /** All images of the message. */
  readonly lookups: readonly CachedLookup[]
  /** Their paths. */
  readonly images: readonly string[]
}

/** The cached result of one message. */
export interface CacheEntry {
  readonly path: string
  /** The state of the file; empty where it was so young that another change could have left it the same. */
  readonly state: string
  readonly context: CacheContext
  /** The result itself, of which `fieldOf` cuts out a part: of most messages only the first few are asked for. */
  readonly packed: string
}

/** The parts of a result: `source` is a hash of the message, the others are packed. */
const fieldNames = ['id', 'recipients', 'source', 'diagnostics', 'suppressed'] as const
type FieldName = (typeof fieldNames)[number]

export interface ImageEntry {
  readonly state: string
  readonly facts: ImageFacts
}

/** A context whose lookups are given by their index in the list of all. */
type PackedContext = readonly [settings: string, today: string, lookups: readonly number[]]

/** The first line of a cache's file: what all entries share. */
interface Head {
  /** The program that wrote it: another version may find other things. */
  readonly version: string
  readonly lookups: readonly CachedLookup[]
  readonly contexts: readonly PackedContext[]
  readonly images: { readonly [path: string]: ImageEntry }
  /** How many lines of entries follow. */
  readonly entries: number
}

/** The content of a cache's file. */
export interface CacheContent {
  readonly images: Head['images']
  readonly contexts: readonly CacheContext[]
  /** The line of each entry by its path. */
  readonly lines: ReadonlyMap<string, string>
}

/** A larger file is no cache of ours. */
const maxCacheBytes = 256 * 1024 * 1024

/** Between the fields of an entry. JSON has none of them; a message whose path or id has one is not cached. */
const fieldEnd = '\t'
const lineEnd = '\n'

/** Returns the parts of a result as an entry holds them. */
export function packFields(fields: { readonly [F in FieldName]: string }): string {
  return fieldNames.map((name) => fields[name]).join(fieldEnd)
}

/** Whether every part of a result is where it was packed: a name may hold what ends a field. */
export function isWhole(packed: string): boolean {
  return packed.split(fieldEnd).length === fieldNames.length
}

/** Returns a part of a result. */
export function fieldOf(packed: string, name: FieldName): string {
  let start = 0
  for (let nth = fieldNames.indexOf(name); nth > 0; nth--) start = packed.indexOf(fieldEnd, start) + 1
  const end = packed.indexOf(fieldEnd, start)
  return packed.slice(start, end < 0 ? undefined : end)
}

/** Stands in place of what a list does not reach: it is of no settings. */
const unknownContext: CacheContext = { settings: '', today: '', lookups: [], images: [] }

/** Returns the entry of a path; undefined where there is none. */
export function entryIn({ lines, contexts }: CacheContent, path: string): CacheEntry | undefined {
  const line = lines.get(path)
  if (line === undefined) return undefined
  const afterState = line.indexOf(fieldEnd, path.length + 1)
  const afterContext = line.indexOf(fieldEnd, afterState + 1)
  return {
    path,
    state: line.slice(path.length + 1, afterState),
    context: contexts[Number(line.slice(afterState + 1, afterContext))] ?? unknownContext,
    packed: line.slice(afterContext + 1),
  }
}

/** What a cache's file holds; nothing where there is none, or where another version wrote it. */
export function readCacheFile(file: string, version: string): CacheContent {
  const empty: CacheContent = { images: {}, contexts: [], lines: new Map() }
  const text = textIfAny(file, maxCacheBytes)
  try {
    return contentIn(text, version) ?? empty
  } catch {
    // None yet, or cut off by a full disk: everything is linted again.
    return empty
  }
}

function contentIn(text: string, version: string): CacheContent | undefined {
  const [first = '', ...entries] = text.split(lineEnd)
  const head = JSON.parse(first) as Partial<Head> | null
  // What a crash cut off has fewer lines, and what it never wrote is made of zeros.
  if (!isOf(head, version) || head.entries !== entries.length - 1 || text.includes('\0')) return undefined
  const lines = new Map<string, string>()
  for (const line of entries) if (line !== '') lines.set(line.slice(0, line.indexOf(fieldEnd)), line)
  const contexts = head.contexts.map(([settings, today, indexes]): CacheContext => {
    const lookups = indexes.map((index) => head.lookups[index] ?? { image: '', lookup: '' })
    return { settings, today, lookups, images: lookups.map(({ image }) => image) }
  })
  return { images: head.images, contexts, lines }
}

function isOf(head: Partial<Head> | null, version: string): head is Head {
  if (head?.version !== version || typeof head.images !== 'object' || head.images === null) return false
  return Array.isArray(head.lookups) && Array.isArray(head.contexts)
}

/** What is to be written. */
interface WrittenCache {
  readonly version: string
  readonly entries: Iterable<CacheEntry>
  readonly images: Iterable<readonly [path: string, image: ImageEntry]>
}

/** Writes a cache's file, whole or not at all; a folder that cannot be written costs time and nothing else. */
export function writeCacheFile(file: string, { version, entries, images }: WrittenCache): void {
  const lookups = new UniqueList(({ image, lookup }: CachedLookup) => `${image}\n${lookup}`)
  const contexts = new UniqueList((context: PackedContext) => JSON.stringify(context))
  const lines: string[] = []
  for (const { path, state, context, packed } of entries) {
    const { settings, today } = context
    const index = contexts.indexOf([settings, today, context.lookups.map((lookup) => lookups.indexOf(lookup))])
    const line = [path, state, index, packed].join(fieldEnd)
    // A name may hold whatever ends a field.
    const isReadable = line.split(fieldEnd).length === 3 + fieldNames.length && !line.includes(lineEnd)
    if (isReadable) lines.push(line + lineEnd)
  }
  const head: Head = {
    version,
    lookups: lookups.all,
    contexts: contexts.all,
    images: Object.fromEntries(images),
    entries: lines.length,
  }
  try {
    makeFolder(dirname(file), 0o700)
    const folder = HeldFolder.hold(dirname(file))
    try {
      const content = `${JSON.stringify(head)}${lineEnd}${lines.join('')}`
      placeFile(folder, basename(file), { content, replaces: 'any', flush: 'later', mode: 0o600 })
    } finally {
      folder.close()
    }
  } catch {
    // A read-only checkout, as some CI jobs have: the next run starts afresh.
  }
}

/** A list that holds each of its items once. */
class UniqueList<T> {
  readonly all: T[] = []
  readonly #keyOf: (item: T) => string
  readonly #indexes = new Map<string, number>()

  constructor(keyOf: (item: T) => string) {
    this.#keyOf = keyOf
  }

  /** Returns the index of an item, which is added where it is missing. */
  indexOf(item: T): number {
    const key = this.#keyOf(item)
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    this.#indexes.set(key, this.all.length)
    return this.all.push(item) - 1
  }
}

type Seldom = Omit<Diagnostic, 'path' | 'rule' | 'severity' | 'message' | 'url' | 'start' | 'end'>
type PackedDiagnostic = readonly [
  rule: string,
  severity: 'e' | 'w',
  message: string,
  line: number,
  column: number,
  offset: number,
  endLine: number,
  endColumn: number,
  endOffset: number,
  more?: Seldom,
]

/**
 * Returns diagnostics as they stand in a file that holds thousands of them: JSON without the names of fields, and
 * without what follows from elsewhere. Empty where there are none.
 */
export function packDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.length === 0 ? '' : JSON.stringify(diagnostics.map(pack))
}

const none: readonly Diagnostic[] = []

/**
 * Returns what was packed.
 *
 * @param path of the message
 * @param urlOf gives the page about a rule
 */
export function unpackDiagnostics(
  packed: string,
  path: string,
  urlOf: (rule: string) => string | undefined,
): readonly Diagnostic[] {
  if (packed === '') return none
  return (JSON.parse(packed) as readonly PackedDiagnostic[]).map((one) => unpack(one, path, urlOf))
}

/** Returns a value and its range; empty where there is none. */
export function packLocated(value: Located<string> | undefined): string {
  return value === undefined ? '' : `${value.span.start} ${value.span.end} ${value.value}`
}

/** Returns what was packed; it was not empty. */
export function unpackLocated(packed: string): Located<string> {
  const first = packed.indexOf(' ')
  const second = packed.indexOf(' ', first + 1)
  const span = { start: Number(packed.slice(0, first)), end: Number(packed.slice(first + 1, second)) }
  return { span, value: packed.slice(second + 1) }
}

function pack({ path: _path, url: _url, rule, severity, message, start, end, ...more }: Diagnostic): PackedDiagnostic {
  const place = [start.line, start.column, start.offset, end.line, end.column, end.offset] as const
  const packed = [rule, severity === 'error' ? 'e' : 'w', message, ...place] as const
  return Object.keys(more).length === 0 ? packed : [...packed, more]
}

function unpack(packed: PackedDiagnostic, path: string, urlOf: (rule: string) => string | undefined): Diagnostic {
  const more = packed[9]
  const url = urlOf(packed[0])
  const diagnostic = {
    path,
    rule: packed[0],
    severity: packed[1] === 'e' ? ('error' as const) : ('warning' as const),
    message: packed[2],
    start: { line: packed[3], column: packed[4], offset: packed[5] },
    end: { line: packed[6], column: packed[7], offset: packed[8] },
    ...(url !== undefined && { url }),
  }
  return more === undefined ? diagnostic : Object.assign(diagnostic, more)
}
