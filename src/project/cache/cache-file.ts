import { basename, dirname } from 'node:path'
import { HeldFolder, makeFolder } from '../files/held-folder.ts'
import { placeFile } from '../files/partial-file.ts'
import { textIfAny } from '../files/read-file.ts'
import type { ImageFacts } from '../../message/message.ts'

/** An image that a message refers to, and what looking for it found, as JSON. */
export interface Look {
  readonly image: string
  readonly found: string
}

/** What of a result many messages have the same. */
export interface Seen {
  /** A hash of the settings. */
  readonly settings: string
  /** YYYY-MM-DD, where the result holds for that day alone; empty otherwise. */
  readonly today: string
  /** All images of the message. */
  readonly looks: readonly Look[]
  /** Their paths. */
  readonly images: readonly string[]
}

/** What is kept of one message. */
export interface Entry {
  readonly path: string
  /** The state of the file; empty where it was so young that another change could have left it the same. */
  readonly state: string
  readonly seen: Seen
  /** A hash of the message. */
  readonly source: string
  /** These are packed, see packed-findings.ts. */
  readonly id: string
  readonly recipients: string
  readonly diagnostics: string
  readonly suppressed: string
}

export interface ImageEntry {
  readonly state: string
  readonly facts: ImageFacts
}

/** Looks by their place in the list of all. */
type PackedSeen = readonly [settings: string, today: string, looks: readonly number[]]

/** The first line of a cache's file: what all entries share. */
interface Head {
  /** The program that wrote it: another version may find other things. */
  readonly version: string
  readonly looks: readonly Look[]
  readonly seen: readonly PackedSeen[]
  readonly images: { readonly [path: string]: ImageEntry }
  /** How many lines of entries follow. */
  readonly entries: number
}

/** The content of a cache's file. */
export interface CacheContent {
  readonly images: Head['images']
  readonly seen: readonly Seen[]
  /** The line of each entry by its path. */
  readonly lines: ReadonlyMap<string, string>
}

/** A larger file is no cache of ours. */
const maxCacheBytes = 256 * 1024 * 1024

/** Between the fields of an entry. JSON has none of them; a path or an id that has one is not kept. */
const fieldEnd = '\t'
const lineEnd = '\n'

/**
 * An entry as it stands in its line: a field is cut out when somebody asks for it, for of most messages only the first
 * few are looked at.
 */
class LineEntry implements Entry {
  readonly path: string
  readonly state: string
  readonly seen: Seen
  readonly #line: string
  readonly #end: number

  constructor(line: string, path: string, allSeen: readonly Seen[]) {
    const afterState = line.indexOf(fieldEnd, path.length + 1)
    this.#end = line.indexOf(fieldEnd, afterState + 1)
    this.#line = line
    this.path = path
    this.state = line.slice(path.length + 1, afterState)
    this.seen = allSeen[Number(line.slice(afterState + 1, this.#end))] ?? unknownSeen
  }

  get id(): string {
    return this.#field(0)
  }

  get recipients(): string {
    return this.#field(1)
  }

  get source(): string {
    return this.#field(2)
  }

  get diagnostics(): string {
    return this.#field(3)
  }

  get suppressed(): string {
    return this.#field(4)
  }

  #field(nth: number): string {
    let start = this.#end + 1
    for (let i = 0; i < nth; i++) start = this.#line.indexOf(fieldEnd, start) + 1
    const end = this.#line.indexOf(fieldEnd, start)
    return this.#line.slice(start, end < 0 ? undefined : end)
  }
}

/** What stands in place of what a list does not reach: it is of no settings. */
const unknownSeen: Seen = { settings: '', today: '', looks: [], images: [] }

/** The entry of a path; undefined where there is none. */
export function entryIn({ lines, seen }: CacheContent, path: string): Entry | undefined {
  const line = lines.get(path)
  return line === undefined ? undefined : new LineEntry(line, path, seen)
}

/** What a cache's file holds; nothing where there is none, or where another version wrote it. */
export function readCacheFile(file: string, version: string): CacheContent {
  const empty: CacheContent = { images: {}, seen: [], lines: new Map() }
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
  const seen = head.seen.map(([settings, today, places]): Seen => {
    const looks = places.map((place) => head.looks[place] ?? { image: '', found: '' })
    return { settings, today, looks, images: looks.map(({ image }) => image) }
  })
  return { images: head.images, seen, lines }
}

function isOf(head: Partial<Head> | null, version: string): head is Head {
  if (head?.version !== version || typeof head.images !== 'object' || head.images === null) return false
  return Array.isArray(head.looks) && Array.isArray(head.seen)
}

/** What is to be written. */
interface Kept {
  readonly version: string
  readonly entries: Iterable<Entry>
  readonly images: Iterable<readonly [path: string, image: ImageEntry]>
}

/** Writes a cache's file, whole or not at all; a folder that cannot be written costs time and nothing else. */
export function writeCacheFile(file: string, { version, entries, images }: Kept): void {
  const looks = new Places(({ image, found }: Look) => `${image}\n${found}`)
  const allSeen = new Places((one: PackedSeen) => JSON.stringify(one))
  const lines: string[] = []
  for (const { path, state, seen, id, recipients, source, diagnostics, suppressed } of entries) {
    const place = allSeen.placeOf([seen.settings, seen.today, seen.looks.map((look) => looks.placeOf(look))])
    const fields = [path, state, place, id, recipients, source, diagnostics, suppressed]
    // A name may hold whatever ends a field.
    const line = fields.join(fieldEnd)
    if (line.split(fieldEnd).length === fields.length && !line.includes(lineEnd)) lines.push(line + lineEnd)
  }
  const head: Head = {
    version,
    looks: looks.all,
    seen: allSeen.all,
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

/** Things of which many are the same, each once. */
class Places<T> {
  readonly all: T[] = []
  readonly #keyOf: (one: T) => string
  readonly #places = new Map<string, number>()

  constructor(keyOf: (one: T) => string) {
    this.#keyOf = keyOf
  }

  placeOf(one: T): number {
    const key = this.#keyOf(one)
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#places.set(key, this.all.length)
    return this.all.push(one) - 1
  }
}
