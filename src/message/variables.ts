import { type Fault, fault } from '../fault.ts'
import type { Piece } from '../language/document.ts'
import { suggester } from '../language/nearest.ts'
import { variableName } from '../language/pieces.ts'
import type { Draft, PayloadText } from './draft.ts'
import { literalRuns, spanIn } from './literal-runs.ts'
import type { Message, VariableDeclaration } from './message.ts'

/** A variable that a payload uses. */
export interface TemplateVariable {
  readonly name: string
  /** The most characters a value may have. */
  readonly max?: number
  readonly fallback?: string
}

/** Fields that are sent as they are: the language gives them no variables. */
const fixedFields: ReadonlySet<string> = new Set(['chat_extra', 'chat_event', 'biz_form_key'])

/** Whether variables are replaced in a field of a payload. */
export function takesVariables(field: string): boolean {
  return !fixedFields.has(field)
}

type VariablePiece = Piece & { readonly type: 'variable' }

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

/** What is wrong with the variables of a message, each at its place. */
export function variableFaults(message: Message, draft: Draft): Fault[] {
  const texts = draft.texts.filter(mayBeWrong)
  if (texts.length === 0) return fixedTextFaults(message)
  const names = message.variables.map(({ name }: VariableDeclaration) => name)
  const declared: Declared = { names: new Set(names), suggest: suggester(names) }
  const used = usedNames(draft)
  // Two fields may share one text: the link of an app is that of both platforms.
  const distinct = [...new Map(texts.map((entry) => [entry.text, entry])).values()]
  return [
    ...distinct.flatMap((text) => text.text.pieces.flatMap((piece) => pieceFault(piece, text, declared) ?? [])),
    ...distinct.flatMap(({ text }) => literalFaults(text.pieces, used)),
    ...fixedTextFaults(message),
  ]
}

/** Whether a text holds a variable, or what could be taken for one: most hold none. */
function mayBeWrong({ template }: PayloadText): boolean {
  return template.includes('{')
}

interface Declared {
  readonly names: ReadonlySet<string>
  /** The name that a misspelt one is near. */
  readonly suggest: (name: string) => { suggestion?: string }
}

function pieceFault(piece: Piece, { field }: PayloadText, { names, suggest }: Declared): Fault | undefined {
  switch (piece.type) {
    case 'text':
      return undefined
    case 'unclosedVariable':
      return fault('variable-unclosed', piece.span, {})
    case 'variable': {
      const name = nameOf(piece)
      if (!takesVariables(field)) return fault('variable-not-allowed', piece.span, { name, field })
      if (!variableName.test(name)) return fault('variable-name-invalid', piece.span, { name })
      if (names.has(name)) return undefined
      return fault('variable-undeclared', piece.span, { name, ...suggest(name) })
    }
  }
}

/** A template writes `\#{name}` as `#{name}`: beside a variable of that name nobody could tell the two apart. */
function literalFaults(pieces: readonly Piece[], used: ReadonlySet<string>): Fault[] {
  const mayHold = pieces.some((piece) => piece.type === 'text' && piece.value.includes('{'))
  if (used.size === 0 || !mayHold) return []
  return literalRuns(pieces).flatMap((run) =>
    [...run.text.matchAll(/#\{([^{}|]*)(?:\|[^{}]*)?\}/g)].flatMap(({ index, 0: all, 1: raw = '' }) => {
      const name = raw.normalize('NFC')
      const span = spanIn(run, index, index + all.length)
      return used.has(name) && span ? [fault('variable-ambiguous', span, { name })] : []
    }),
  )
}

/** The fallback service's own fields are passed through: a variable there would reach people as it stands. */
function fixedTextFaults({ failback }: Message): Fault[] {
  return (failback?.fields ?? []).flatMap(({ name: field, value: { span, value } }) => {
    const name = /#\{([^{}|]+)(?:\|[^{}]*)?\}/.exec(JSON.stringify(value))?.[1]
    return name === undefined ? [] : [fault('variable-not-allowed', span, { name, field })]
  })
}

function nameOf({ name }: VariablePiece): string {
  return name.normalize('NFC')
}
