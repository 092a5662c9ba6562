import type { Fix } from '../../diagnostic.ts'
import { spanOf } from '../../language/document.ts'
import { suggestionFor } from '../../language/nearest.ts'
import { suggestionIn } from '../../words/suggestion.ts'
import { type ForeignVariable, foreignVariables } from '../foreign-variables.ts'
import { defineRule, type Subject } from '../rule.ts'

interface Args {
  readonly text: string
  readonly name: string
  readonly isDeclared: boolean
  readonly suggestion?: string
}

export const variableWrittenOtherwise = defineRule<Args>({
  id: 'variable-written-otherwise',
  tier: 'craft',
  severity: 'warning',
  summary: {
    en: 'A variable is written as in another tool, and is sent as it stands.',
    ko: '변수를 다른 도구의 표기로 적어 그대로 발송됩니다.',
  },
  why: {
    en: 'Only "#{name}" is replaced for each recipient: readers see "{{name}}", "${name}", "{name}" and "%name%" themselves. The last two are reported where the name is declared. Escape the brace ("\\{") where the characters are meant.',
    ko: '수신자마다 바뀌는 것은 "#{이름}" 표기뿐입니다. "{{이름}}", "${이름}", "{이름}", "%이름%"은 수신자에게 그대로 보입니다. 마지막 두 표기는 선언한 이름일 때만 알립니다. 일부러 쓴 것이라면 "\\{"처럼 이스케이프하세요.',
  },
  bad: {
    source: '---\nkind: ft-text\nvars:\n  이름: { max: 10 }\n---\n{{이름}} 고객님, 주문하신 상품이 준비되었습니다.\n',
  },
  good: {
    source: '---\nkind: ft-text\nvars:\n  이름: { max: 10 }\n---\n#{이름} 고객님, 주문하신 상품이 준비되었습니다.\n',
  },
  check(subject, report) {
    const declared = subject.message.variables.map(({ name }) => name)
    for (const foreign of foreignVariables(subject)) {
      const { span, text, name, isPlain, entry } = foreign
      const isDeclared = declared.includes(name)
      if (!isDeclared && !isPlain) continue
      const args = { text, name, isDeclared, ...(!isDeclared && suggestionFor(name, declared)) }
      // Of a name that is not declared the right form would be an error.
      const fix = isDeclared ? inRightForm(foreign, subject) : undefined
      report({ span, pointer: entry.pointer, args, ...(fix && { fix }) })
    }
  },
  words: {
    en: ({ text, name, isDeclared, suggestion }) => ({
      message: `"${text}" is sent as it stands; write the variable as "#{${name}}"${
        isDeclared ? '' : ' and declare it under "vars"'
      }.${suggestionIn.en(suggestion)}`,
      ...(!isDeclared && { help: declaration(name) }),
    }),
    ko: ({ text, name, isDeclared, suggestion }) => ({
      message: `"${text}" 부분은 그대로 발송됩니다. ${
        isDeclared ? '' : '"vars"에 변수를 선언하고 '
      }"#{${name}}"처럼 쓰세요.${suggestionIn.ko(suggestion)}`,
      ...(!isDeclared && { help: declaration(name) }),
    }),
  },
})

function declaration(name: string): string {
  return `vars:\n  ${name}: { max: 10, example: … }`
}

/** The form that is replaced: what is sent changes, so nobody's fix but that of who asks for it. */
function inRightForm({ span, name, hasMore, entry }: ForeignVariable, { document }: Subject): Fix | undefined {
  const { source, frontmatter, lines } = document
  // Behind a blank YAML reads "#" as the start of a comment, unless the text is in quotes or a block of its own.
  const isPlainYaml = !/["'|>]/.test(source.charAt(entry.text.span.start))
  const blocks = lines.flatMap((line) => (line.type === 'block' ? [spanOf(line)] : []))
  const isYaml = [...(frontmatter ? [frontmatter.span] : []), ...blocks].some(
    ({ start, end }) => start <= span.start && span.end <= end,
  )
  if (hasMore || (isYaml && isPlainYaml && /\s/.test(source.charAt(span.start - 1)))) return undefined
  return { safe: false, edits: [{ ...span, text: `#{${name}}` }] }
}
