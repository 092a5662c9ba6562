import {
  type Diagnostic as ProtocolDiagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type Position,
} from 'vscode-languageserver/node'
import type { Diagnostic } from '../diagnostic.ts'
import type { UsageError } from '../project/usage-error.ts'
import type { Language } from '../words/language.ts'
import type { Positions } from './positions.ts'

const source = 'friendtalk'
const unnecessary: ReadonlySet<string> = new Set(['variable-unused', 'suppression-unused'])

export function protocolDiagnostic(diagnostic: Diagnostic, positions: Positions): ProtocolDiagnostic {
  const { start, end } = diagnostic
  return { ...factsOf(diagnostic), range: positions.rangeOf({ start: start.offset, end: end.offset }) }
}

/** As `protocolDiagnostic`, for a file that is not open: its columns count UTF-16 units. */
export function diagnosticElsewhere(diagnostic: Diagnostic): ProtocolDiagnostic {
  const placeOf = ({ line, column }: Diagnostic['start']): Position => ({ line: line - 1, character: column - 1 })
  return { ...factsOf(diagnostic), range: { start: placeOf(diagnostic.start), end: placeOf(diagnostic.end) } }
}

function factsOf({ rule, severity, message, url, ...rest }: Diagnostic): Omit<ProtocolDiagnostic, 'range'> {
  const { actual, limit, unit, pointer, help } = rest
  const data = {
    ...(actual !== undefined && { actual, limit, unit }),
    ...(pointer !== undefined && { pointer }),
    ...(help !== undefined && { help }),
  }
  return {
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    source,
    code: rule,
    message,
    ...(url !== undefined && { codeDescription: { href: url } }),
    ...(unnecessary.has(rule) && { tags: [DiagnosticTag.Unnecessary] }),
    ...(Object.keys(data).length > 0 && { data }),
  }
}

/** Returns the diagnostics of a configuration, at their places as far as they are known. */
export function configDiagnostics({ code, values, text }: UsageError, lang: Language): ProtocolDiagnostic[] {
  const whole = text[lang].join('\n')
  const wrong =
    values.length > 0
      ? values.map((value) => ({ place: value.place, message: value.message[lang] }))
      : [{ place: /^\S+:\d+(?::\d+)?(?=: )/.exec(whole)?.[0] ?? '', message: whole }]
  // The user decided not to trust the folder: that is no error.
  const severity = code === 'not-trusted' ? DiagnosticSeverity.Warning : DiagnosticSeverity.Error
  return wrong.map(({ place, message }) => {
    const [, line = '1', column = '1'] = /:(\d+)(?::(\d+))?$/.exec(place) ?? []
    const start = { line: Number(line) - 1, character: Number(column) - 1 }
    return { range: { start, end: start }, severity, source, message }
  })
}
