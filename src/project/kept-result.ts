import type { CompileResult } from '../compile.ts'
import type { Diagnostic } from '../diagnostic.ts'
import type { Traced } from '../message/traced.ts'

/** What of a result is kept from run to run: what lint says. Images stand beside it, with what was found of them. */
export type KeptResult = Pick<CompileResult, 'id' | 'recipients' | 'images' | 'diagnostics' | 'silenced'>

/**
 * A result as it stands in a file that holds thousands of them: without the names of its fields, and without what
 * follows from elsewhere. Reading it takes a third of the time.
 */
export type PackedResult = readonly [
  id: PackedTraced | 0,
  recipients: PackedTraced | 0,
  diagnostics: readonly PackedDiagnostic[],
  silenced: readonly PackedDiagnostic[],
]

type PackedTraced = readonly [value: string, start: number, end: number]
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

/** What a packed result leaves out. */
export interface UnpackedWith {
  /** Of the message. */
  readonly path: string
  /** The page about a rule. */
  readonly urlOf: (rule: string) => string
  readonly images: readonly string[]
}

export function packResult({ id, recipients, diagnostics, silenced }: KeptResult): PackedResult {
  return [id ? packTraced(id) : 0, recipients ? packTraced(recipients) : 0, diagnostics.map(pack), silenced.map(pack)]
}

export function unpackResult([id, recipients, found, silenced]: PackedResult, others: UnpackedWith): KeptResult {
  const unpacked = (one: PackedDiagnostic): Diagnostic => unpack(one, others)
  return {
    images: others.images,
    diagnostics: found.map(unpacked),
    silenced: silenced.map(unpacked),
    ...(id !== 0 && { id: unpackTraced(id) }),
    ...(recipients !== 0 && { recipients: unpackTraced(recipients) }),
  }
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

function packTraced({ value, span }: Traced<string>): PackedTraced {
  return [value, span.start, span.end]
}

function unpackTraced([value, start, end]: PackedTraced): Traced<string> {
  return { span: { start, end }, value }
}
