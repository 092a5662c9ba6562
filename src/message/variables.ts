import { contractOf } from '../contract/contracts.ts'
import type { Span } from '../diagnostic.ts'
import type { Piece, VariablePiece } from '../language/document.ts'
import { suggestionFor } from '../language/nearest.ts'
import { isVariableName, namesMeant } from '../language/pieces.ts'
import { type Violation, violation } from '../violation.ts'
import type { Draft, PayloadText } from './draft.ts'
import { literalRuns, type LocatedText, matchesIn } from './located.ts'
import type { Constants, Message } from './message.ts'

/** A variable that a payload uses. */
export interface TemplateVariable {
  readonly name: string
  /** The most characters a value may have. */
  readonly max?: number
  readonly fallback?: string
}

/** The variables of a payload, in order of first use. */
export function usedVariables(message: Message, draft: Draft): TemplateVariable[] {
  const declared = new Map(message.variables.map((variable) => [variable.name, variable]))
  return Array.from(usedNames(draft), (name) => {
    const { max, fallback } = declared.get(name) ?? {}
    return { name, ...(max !== undefined && { max }), ...(fallback !== undefined && { fallback }) }
  })
}

/** The names of the variables of a payload, in order of first use. */
export function usedNames({ texts }: Draft): Set<string> {
  const names = new Set<string>()
  for (const { text, hasVariable } of texts) {
    if (!hasVariable) continue
    for (const piece of text.pieces) if (piece.type === 'variable') names.add(nameOf(piece))
  }
  return names
}

/** Checks the variables of a message. */
export function variableViolations(message: Message, draft: Draft, constants: Constants = {}): Violation[] {
  const names = [...message.variables.map(({ name }) => name), ...Object.keys(constants)]
  const violations = fixedTextViolations(message)
  // Two fields may share one text: the link of an app is that of both platforms.
  const seen = new Set<LocatedText>()
  for (const entry of draft.texts) {
    if (seen.has(entry.text) || !entry.template.includes('{')) continue
    seen.add(entry.text)
    const { pieces } = entry.text
    for (const [index, piece] of pieces.entries()) {
      if (piece.type === 'unclosedVariable') violations.push(unclosed(piece.span, pieces[index + 1], names))
      else if (piece.type === 'variable') {
        const isRefused = entry.role === 'fixed' || contractOf(message.kind).withoutVariables?.test(entry.pointer)
        violations.push(...(isRefused ? [notAllowed(piece, entry)] : pieceViolations(piece, names)))
      }
    }
    violations.push(...literalViolations(pieces, draft))
  }
  return violations
}

function notAllowed(piece: VariablePiece, { field }: PayloadText): Violation {
  return violation('variable-not-allowed', piece.span, { name: nameOf(piece), field })
}

function pieceViolations(piece: VariablePiece, names: readonly string[]): Violation[] {
  const { span } = piece
  const name = nameOf(piece)
  if (names.includes(name)) return []
  if (isVariableName(name)) {
    return [violation('variable-undeclared', span, { name, ...suggestionFor(name, names) })]
  }
  const meant = namesMeant(name).find((known) => names.includes(known))
  return [violation('variable-name-invalid', span, { name, ...(meant !== undefined && { suggestion: meant }) })]
}

/** A `#{` that nothing closes; a declared name behind it says where it ends. */
function unclosed({ start, end }: Span, behind: Piece | undefined, names: readonly string[]): Violation {
  const found = violation('variable-unclosed', { start, end }, {})
  const [name] = names
    .filter((known) => behind?.type === 'text' && behind.value.startsWith(known))
    .toSorted((a, b) => b.length - a.length)
  if (name === undefined) return found
  const at = end + name.length
  return { ...found, fix: { safe: false, edits: [{ start: at, end: at, text: '}' }] } }
}

/** A template writes `\#{name}` as `#{name}`: beside a variable of that name the two could not be told apart. */
function literalViolations(pieces: readonly Piece[], draft: Draft): Violation[] {
  const used = usedNames(draft)
  if (used.size === 0) return []
  return matchesIn(literalRuns(pieces), /#\{([^{}|]*)(?:\|[^{}]*)?\}/g).flatMap(({ match: [, raw = ''], span }) => {
    const name = raw.normalize('NFC')
    return used.has(name) ? [violation('variable-ambiguous', span, { name })] : []
  })
}

/** Values that are passed through as they are: a variable there would reach people as it stands. */
function fixedTextViolations({ settings }: Message): Violation[] {
  const values = Object.values(settings).flatMap((setting) => ('fields' in setting ? setting.fields : []))
  return values.flatMap(({ name: field, value }) => {
    if ('pieces' in value) return []
    const name = /#\{([^{}|]+)(?:\|[^{}]*)?\}/.exec(JSON.stringify(value.value))?.[1]
    return name === undefined ? [] : [violation('variable-not-allowed', value.span, { name, field })]
  })
}

function nameOf({ name }: VariablePiece): string {
  return name.normalize('NFC')
}
