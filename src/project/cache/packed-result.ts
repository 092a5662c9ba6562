import { hash } from 'node:crypto'
import type { CompileResult } from '../../compile.ts'
import type { Diagnostic } from '../../diagnostic.ts'
import type { Located } from '../../message/located.ts'
import { pageOf } from '../../rules/rule-url.ts'
import { readSource } from '../files/read-file.ts'
import type { CompiledFile } from '../workspace.ts'
import {
  type CacheEntry,
  fieldOf,
  isWhole,
  packDiagnostics,
  packFields,
  packLocated,
  unpackDiagnostics,
  unpackLocated,
} from './cache-file.ts'
import type { CustomRule } from '../../rules/custom-rule.ts'
import type { Language } from '../../words/language.ts'

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

/** What results leave out, because it is the same for all of a project. */
export interface ResultsProject {
  /** Its folder. */
  readonly root: string
  readonly lang: Language
  readonly plugins: readonly CustomRule[]
}

/** What is needed to unpack the results of a project, the same for all of them. */
export interface Unpacking {
  readonly root: string
  /** The page about a rule. */
  readonly urlOf: (rule: string) => string | undefined
}

export function unpackingFor({ root, lang, plugins }: ResultsProject): Unpacking {
  // Thousands of diagnostics share the addresses of few rules.
  const urls = new Map<string, string | undefined>()
  const urlOf = (rule: string): string | undefined => {
    if (!urls.has(rule)) urls.set(rule, pageOf(rule, lang, plugins))
    return urls.get(rule)
  }
  return { root, urlOf }
}

/** Returns what unpacks results of this run; undefined for one that only its objects can hold. */
export function unpackerFor(project: ResultsProject): (result: PackedResult) => CachedFile | undefined {
  const unpacking = unpackingFor(project)
  return ({ path, images, packed }) => {
    if (!isWhole(packed)) return undefined
    return new CachedFile({ path, images, packed, ...locatedIn(packed) }, unpacking)
  }
}

/** Returns what unpacks batches of this run. */
export function batchUnpackerFor(project: ResultsProject): (batch: PackedBatch) => readonly CachedFile[] {
  const unpacking = unpackingFor(project)
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
export function fileOf({ path, context, packed }: CacheEntry, unpacking: Unpacking, source?: string): CachedFile {
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

/** What messages are compared by. */
export function hashOf(text: string): string {
  return hash('sha256', text, 'base64url')
}
