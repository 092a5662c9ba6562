import type { Fix, Span } from '../../diagnostic.ts'
import { spanOf } from '../../language/document.ts'
import { suggester } from '../../language/nearest.ts'
import { suggestionIn } from '../../words/suggestion.ts'
import { type ForeignVariable, foreignVariables } from '../foreign-variables.ts'
import { lastStart } from '../lines.ts'
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
    const foreigners = foreignVariables(subject)
    if (foreigners.length === 0) return
    const names = subject.message.variables.map(({ name }) => name)
    const declared = new Set(names)
    const suggest = suggester(names)
    const { source } = subject.document
    const place = { source, yaml: yamlOf(subject) }
    for (const foreign of foreigners) {
      const { span, text, name, isPlain, entry } = foreign
      const isDeclared = declared.has(name)
      if (!isDeclared && !isPlain) continue
      const args = { text, name, isDeclared, ...(!isDeclared && suggest(name)) }
      // Of a name that is not declared the right form would be an error.
      const fix = isDeclared ? inRightForm(foreign, place) : undefined
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

/** The stretches of a message that are YAML, in the order of the source. */
function yamlOf({ document: { frontmatter, lines } }: Subject): Span[] {
  const blocks = lines.flatMap((line) => (line.type === 'block' ? [spanOf(line)] : []))
  return frontmatter === undefined ? blocks : [frontmatter.span, ...blocks]
}

/** The form that is replaced: what is sent changes, so nobody's fix but that of who asks for it. */
function inRightForm(
  { span, name, hasMore, entry }: ForeignVariable,
  { source, yaml }: { source: string; yaml: readonly Span[] },
): Fix | undefined {
  // Behind a blank YAML reads "#" as the start of a comment, unless the text is in quotes or a block of its own.
  const isPlainYaml = !/["'|>]/.test(source.charAt(entry.text.span.start))
  const around = lastStart(yaml, span.start)
  const isYaml = around !== undefined && span.end <= around.end
  if (hasMore || (isYaml && isPlainYaml && /\s/.test(source.charAt(span.start - 1)))) return undefined
  return { safe: false, edits: [{ ...span, text: `#{${name}}` }] }
}
