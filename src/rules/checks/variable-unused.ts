import { lineEndOf, lineStartOf, nextLineStartOf } from '../lines.ts'
import { usedNames } from '../../message/variables.ts'
import type { VariableDeclaration } from '../../message/message.ts'
import type { Fix } from '../../diagnostic.ts'
import { defineRule, type Subject } from '../rule.ts'

export const variableUnused = defineRule<{ name: string }>()({
  id: 'variable-unused',
  tier: 'style',
  severity: 'warning',
  check(subject, report) {
    const { message, draft, document } = subject
    const used = usedNames(draft)
    // What stands anywhere below the frontmatter was meant to be used: in another notation, or in a text that is wrong.
    const body = document.source.slice(document.frontmatter?.span.end).normalize('NFC')
    const unused = message.variables.filter(
      ({ name, isMaxWrong }) => !used.has(name) && !isMaxWrong && !body.includes(name),
    )
    for (const variable of unused) {
      const { name, span } = variable
      // Without any entry "vars" would be empty.
      const fix = unused.length < message.variables.length ? removal(variable, subject) : undefined
      report({ span, args: { name }, ...(fix && { fix }) })
    }
  },
  words: {
    en: ({ name }) => ({ message: `The variable "${name}" is used nowhere; remove its declaration.` }),
    ko: ({ name }) => ({ message: `"${name}" 변수를 쓰는 곳이 없습니다. 선언을 지우세요.` }),
  },
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
