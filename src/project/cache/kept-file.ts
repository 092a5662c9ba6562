import type { Diagnostic } from '../../diagnostic.ts'
import type { Located } from '../../message/located.ts'
import type { Entry } from './cache-file.ts'
import { readSource } from '../files/read-file.ts'
import type { CompiledFile } from '../workspace.ts'

/** What is the same for all kept files of a project. */
export interface KeptIn {
  readonly root: string
  /** The page about a rule. */
  readonly urlOf: (rule: string) => string
}

/**
 * A message file that is as it was when it was linted. Its source is read, and its findings are taken apart, whenever
 * somebody asks for them, and nobody holds them: of thousands of files most findings are printed once, and the
 * garbage collector would carry them along until then.
 *
 * They are no properties of its own: `{ ...file }` leaves them out.
 */
export class KeptFile implements CompiledFile {
  readonly path: string
  readonly images: readonly string[]
  readonly id?: Located<string>
  readonly recipients?: Located<string>
  readonly #entry: Entry
  readonly #keptIn: KeptIn
  readonly #source: string | undefined

  /** @param source where it is known, or is not what is on disk */
  constructor(entry: Entry, keptIn: KeptIn, source?: string) {
    this.#entry = entry
    this.#keptIn = keptIn
    this.#source = source
    this.path = entry.path
    this.images = entry.seen.images
    const { id, recipients } = entry
    if (id !== '') this.id = unpackLocated(id)
    if (recipients !== '') this.recipients = unpackLocated(recipients)
  }

  get source(): string {
    return this.#source ?? readSource(this.#keptIn.root, this.path).source
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#unpacked(this.#entry.diagnostics)
  }

  get suppressed(): readonly Diagnostic[] {
    return this.#unpacked(this.#entry.suppressed)
  }

  #unpacked(packed: string): readonly Diagnostic[] {
    return unpackFindings(packed, { path: this.path, urlOf: this.#keptIn.urlOf })
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

/** What packed findings leave out. */
export interface UnpackedWith {
  /** Of the message. */
  readonly path: string
  /** The page about a rule. */
  readonly urlOf: (rule: string) => string
}

/**
 * Findings as they stand in a file that holds thousands of them: JSON without the names of fields, and without what
 * follows from elsewhere. Nothing where there are none.
 */
export function packFindings(found: readonly Diagnostic[]): string {
  return found.length === 0 ? '' : JSON.stringify(found.map(pack))
}

const nothing: readonly Diagnostic[] = []

function unpackFindings(packed: string, others: UnpackedWith): readonly Diagnostic[] {
  if (packed === '') return nothing
  const found = JSON.parse(packed) as readonly PackedDiagnostic[]
  return found.map((one) => unpack(one, others))
}

/** A value and its place; nothing where there is none. */
export function packLocated(value: Located<string> | undefined): string {
  return value === undefined ? '' : `${value.span.start} ${value.span.end} ${value.value}`
}

function unpackLocated(packed: string): Located<string> {
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

function unpack(packed: PackedDiagnostic, { path, urlOf }: UnpackedWith): Diagnostic {
  const more = packed[9]
  const diagnostic = {
    path,
    rule: packed[0],
    severity: packed[1] === 'e' ? ('error' as const) : ('warning' as const),
    message: packed[2],
    url: urlOf(packed[0]),
    start: { line: packed[3], column: packed[4], offset: packed[5] },
    end: { line: packed[6], column: packed[7], offset: packed[8] },
  }
  return more === undefined ? diagnostic : Object.assign(diagnostic, more)
}
