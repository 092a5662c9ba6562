import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { ImageFacts } from '../message/message.ts'
import type { PackedResult } from './kept-result.ts'

/** An image that a message refers to, and what looking for it found, as JSON. */
export interface Look {
  readonly image: string
  readonly found: string
}

/** What is kept of one message. */
export interface Entry {
  /** A hash of the settings. */
  readonly settings: string
  /** A hash of the message. */
  readonly source: string
  /** The state of the file; empty where it was so young that another change could have left it the same. */
  readonly state: string
  /** YYYY-MM-DD, where the result holds for that day alone; empty otherwise. */
  readonly today: string
  readonly looks: readonly Look[]
  readonly result: PackedResult
}

export interface ImageEntry {
  readonly state: string
  readonly facts: ImageFacts
}

/** An entry in the file: its settings and looks by their place in the lists that all entries share. */
type PackedEntry = readonly [
  settings: number,
  source: string,
  state: string,
  today: string,
  looks: readonly number[],
  result: PackedResult,
]

/** The content of a cache's file. */
export interface CacheContent {
  /** The program that wrote it: another version may find other things. */
  readonly version: string
  readonly settings: readonly string[]
  readonly looks: readonly Look[]
  readonly images: { readonly [path: string]: ImageEntry }
  readonly entries: { readonly [path: string]: PackedEntry }
}

/** A larger file is no cache of ours. */
const maxCacheBytes = 256 * 1024 * 1024

const noLooks: readonly Look[] = []
/** Stands where a list does not reach: no image was ever found so. */
const unknownLook: Look = { image: '', found: '' }

/** The entry of a path; undefined where there is none. */
export function entryIn({ settings, looks, entries }: CacheContent, path: string): Entry | undefined {
  const packed = Object.hasOwn(entries, path) ? entries[path] : undefined
  if (packed === undefined) return undefined
  const [nth, source, state, today, places, result] = packed
  return {
    settings: settings[nth] ?? '',
    source,
    state,
    today,
    looks: places.length === 0 ? noLooks : places.map((place) => looks[place] ?? unknownLook),
    result,
  }
}

/** What a cache's file holds; nothing where there is none, or where another version wrote it. */
export function readCacheFile(file: string, version: string): CacheContent {
  const empty = { version, settings: [], looks: [], images: {}, entries: {} }
  let descriptor: number | undefined
  try {
    // A named pipe would wait for a writer for ever.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size > maxCacheBytes) return empty
    const content = JSON.parse(readFileSync(descriptor, 'utf8')) as Partial<CacheContent> | null
    return isOf(content, version) ? content : empty
  } catch {
    // None yet, or cut off by a full disk: everything is linted again.
    return empty
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function isOf(content: Partial<CacheContent> | null, version: string): content is CacheContent {
  if (content?.version !== version || !content.entries || !content.images) return false
  return Array.isArray(content.settings) && Array.isArray(content.looks)
}

/** What is to be written: entries and images by their paths. */
interface Kept {
  readonly version: string
  readonly entries: Iterable<readonly [path: string, entry: Entry]>
  readonly images: Iterable<readonly [path: string, image: ImageEntry]>
}

/** Writes a cache's file, whole or not at all; a folder that cannot be written costs time and nothing else. */
export async function writeCacheFile(file: string, { version, entries, images }: Kept): Promise<void> {
  const settings = new Places((one: string) => one)
  const looks = new Places(({ image, found }: Look) => `${image}\n${found}`)
  const packed: { [path: string]: PackedEntry } = Object.create(null) as object as { [path: string]: PackedEntry }
  for (const [path, { settings: one, source, state, today, looks: seen, result }] of entries) {
    const places = seen.map((look) => looks.placeOf(look))
    packed[path] = [settings.placeOf(one), source, state, today, places, result]
  }
  const content: CacheContent = {
    version,
    settings: settings.all,
    looks: looks.all,
    images: Object.fromEntries(images),
    entries: packed,
  }
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    await writeFileAtomic(file, JSON.stringify(content), { fsync: false, mode: 0o600 })
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
