import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { suggested } from '../word-fixes.ts'

export const variableNameInvalid = defineRule<{ name: string; suggestion?: string }>()({
  id: 'variable-name-invalid',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ name, suggestion }) => ({
      message: `"${name}" is not a variable name; use 1 to 32 letters, digits or "_".${
        suggestion === undefined ? ' For a literal "#{" write "\\#{".' : suggestionIn.en(suggestion)
      }`,
    }),
    ko: ({ name, suggestion }) => ({
      message: `"${name}": 변수 이름으로 쓸 수 없습니다. 글자, 숫자, "_" 1~32자로 쓰세요.${
        suggestion === undefined ? ' "#{" 문자 자체는 "\\#{"로 씁니다.' : suggestionIn.ko(suggestion)
      }`,
    }),
  },
  fix: ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
})
