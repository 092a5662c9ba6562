import type { Suggesting } from '../../finding-types.ts'
import { finding, findings } from '../finding.ts'
import { suggestionIn } from '../../words/phrases.ts'
import { suggested } from '../word-fixes.ts'

export const variablesFindings = findings({
  'variable-ambiguous': finding<{ name: string }>({
    en: ({ name }) =>
      `The literal "#{${name}}" cannot be told from the variable "${name}" of this message; rename the variable.`,
    ko: ({ name }) => `글자로 쓴 "#{${name}}" 부분과 "${name}" 변수를 구별할 수 없습니다. 변수 이름을 바꾸세요.`,
  }),
  'variable-name-invalid': finding<Suggesting<{ name: string }>>({
    en: ({ name, suggestion }) =>
      `"${name}" is not a variable name; use 1 to 32 letters, digits or "_".${
        suggestion === undefined ? ' For a literal "#{" write "\\#{".' : suggestionIn.en(suggestion)
      }`,
    ko: ({ name, suggestion }) =>
      `"${name}": 변수 이름으로 쓸 수 없습니다. 글자, 숫자, "_" 1~32자로 쓰세요.${
        suggestion === undefined ? ' "#{" 문자 자체는 "\\#{"로 씁니다.' : suggestionIn.ko(suggestion)
      }`,
    fix: ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
  }),
  'variable-not-allowed': finding<{ name: string; field: string }>({
    en: ({ name, field }) => `"#{${name}}" stands in ${field}, which takes no variables; write the value out.`,
    ko: ({ name, field }) =>
      `변수를 쓸 수 없는 ${field} 값에 "#{${name}}" 변수가 있습니다. 변수 대신 실제 값을 쓰세요.`,
  }),
  'variable-unclosed': {
    en: '"#{" is not closed by "}"; close it, or write "\\#{" for the characters.',
    ko: '"#{"가 "}"로 닫히지 않았습니다. 닫거나, 문자 자체라면 "\\#{"로 쓰세요.',
  },
  'variable-undeclared': finding<Suggesting<{ name: string }>>({
    en: ({ name, suggestion }) => ({
      message: `The variable "${name}" is not declared under "vars".${suggestionIn.en(suggestion)}`,
      help: `vars:\n  ${name}: { max: 10, example: … }`,
    }),
    ko: ({ name, suggestion }) => ({
      message: `"${name}" 변수를 "vars"에 선언하지 않았습니다.${suggestionIn.ko(suggestion)}`,
      help: `vars:\n  ${name}: { max: 10, example: … }`,
    }),
    fix: ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
  }),
})
