import type { Position, TextEdit } from '../../diagnostic.ts'
import { LineIndex } from '../../language/document.ts'
import { edited } from '../../rules/edits.ts'
import { jsonText } from '../terminal/printable.ts'
import { printable, printableLines } from '../../words/printable.ts'
import type { Flagged } from '../../project/reported-file.ts'
import { flaggedOf, type LintReport } from './report.ts'

const severities = { error: 'ERROR', warning: 'WARNING' } as const

/**
 * The Reviewdog Diagnostic Format, a whole result as one object. Its columns count the bytes of UTF-8, from 1.
 * https://github.com/reviewdog/reviewdog/blob/master/proto/rdf/reviewdog.proto
 */
export function rdjsonReport(report: LintReport): string {
  const flagged = flaggedOf(report)
  const worst = flagged.some(({ diagnostic }) => diagnostic.severity === 'error') ? 'error' : 'warning'
  const placesBySource = new Map<string, SourcePlaces>()
  return jsonText({
    source: { name: 'friendtalk' },
    ...(flagged.length > 0 && { severity: severities[worst] }),
    diagnostics: flagged.map((one) => {
      const places = placesBySource.get(one.source) ?? new SourcePlaces(one.source)
      placesBySource.set(one.source, places)
      return entryOf(one, places)
    }),
  })
}

function entryOf({ diagnostic }: Flagged, places: SourcePlaces): object {
  const { path, rule, severity, message, help, url, start, end, fix } = diagnostic
  return {
    message: help === undefined ? printable(message) : `${printable(message)}\n${printableLines(help)}`,
    location: { path, range: { start: places.of(start), end: places.of(end) } },
    severity: severities[severity],
    code: { value: rule, ...(url !== undefined && { url }) },
    ...(fix && { suggestions: [places.suggestionOf(fix.edits)] }),
  }
}

interface Place {
  readonly line: number
  readonly column: number
}

/** Turns places of a source that count UTF-16 units into ones that count bytes, in constant time each. */
class SourcePlaces {
  readonly #source: string
  readonly #lines: LineIndex
  readonly #bytesBefore: Uint32Array

  constructor(source: string) {
    this.#source = source
    this.#lines = new LineIndex(source)
    this.#bytesBefore = bytesBefore(source)
  }

  /** One replacement for all edits of a fix: a reader of the format may take each suggestion by itself. */
  suggestionOf(edits: readonly TextEdit[]): object {
    const start = Math.min(...edits.map((edit) => edit.start))
    const end = Math.max(...edits.map((edit) => edit.end))
    const moved = edits.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text }))
    const text = edited(this.#source.slice(start, end), moved)
    return { range: { start: this.at(start), end: this.at(end) }, text }
  }

  at(offset: number): Place {
    return this.of(this.#lines.at(offset))
  }

  of({ line, column, offset }: Position): Place {
    const bytes = this.#bytesBefore
    return { line, column: (bytes[offset] ?? 0) - (bytes[offset - (column - 1)] ?? 0) + 1 }
  }
}

/** For each UTF-16 unit, and the end, how many bytes of UTF-8 stand before it. */
function bytesBefore(source: string): Uint32Array {
  const before = new Uint32Array(source.length + 1)
  let bytes = 0
  let unit = 0
  for (const char of source) {
    before.fill(bytes, unit, unit + char.length)
    bytes += Buffer.byteLength(char)
    unit += char.length
  }
  before[unit] = bytes
  return before
}
