import { lineEndOf, lineStartOf, nextLineStartOf } from '../lines.ts'
import { suggestionFor } from '../../language/nearest.ts'
import { usedNames } from '../../message/variables.ts'
import type { VariableDeclaration } from '../../message/message.ts'
import type { Fix } from '../../diagnostic.ts'
import { defineRule, type Subject } from '../rule.ts'

export const variableUnused = defineRule<{ name: string; isTyped: boolean }>({
  id: 'variable-unused',
  check(subject, report) {
    const { message, draft, document } = subject
    const used = usedNames(draft)
    const idle = message.variables.filter(({ name, isMaxWrong }) => !used.has(name) && !isMaxWrong)
    if (idle.length === 0) return
    const names = message.variables.map(({ name }) => name)
    // One that is mistyped where it is used.
    const meant = new Set(
      Array.from(used, (name) => (names.includes(name) ? undefined : suggestionFor(name, names).suggestion)),
    )
    const { start, end } = message.variablesSpan ?? { start: 0, end: 0 }
    const rest = (document.source.slice(0, start) + document.source.slice(end))
      .normalize('NFC')
      .replaceAll(/# +\{/g, '#{')
    // It may stand in a line that has no place, or behind a gap.
    const unused = idle.filter(({ name }) => !meant.has(name) && !rest.includes(`#{${name}`))
    for (const variable of unused) {
      const { name, span } = variable
      const isTyped = rest.includes(name)
      // Without any entry "vars" would be empty.
      const fix = !isTyped && unused.length < message.variables.length ? removal(variable, subject) : undefined
      report({ span, args: { name, isTyped }, ...(fix && { fix }) })
    }
  },
  en: ({ name, isTyped }) =>
    `The variable "${name}" is used nowhere; ${isTyped ? `write "#{${name}}" where its value belongs, or ` : ''}remove its declaration.`,
  ko: ({ name, isTyped }) =>
    `"${name}" 변수를 쓰는 곳이 없습니다. ${isTyped ? `값이 들어갈 자리에 "#{${name}}"라고 쓰거나 ` : ''}선언을 지우세요.`,
})

/** Takes an entry away that has its lines to itself. */
function removal(
  { entry: { start, end: last } }: VariableDeclaration,
  { document: { source } }: Subject,
): Fix | undefined {
  // A mapping over several lines ends where the next key starts.
  const end = start + source.slice(start, last).trimEnd().length
  const lineStart = lineStartOf(source, start)
  const isAlone =
    source.slice(lineStart, start).trim() === '' && source.slice(end, lineEndOf(source, end)).trim() === ''
  return isAlone
    ? { safe: true, edits: [{ start: lineStart, end: nextLineStartOf(source, end), text: '' }] }
    : undefined
}
