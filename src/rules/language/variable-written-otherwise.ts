import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'

function declaration(name: string): string {
  return `vars:\n  ${name}: { max: 10, example: … }`
}

/** `text` stands where `right` is meant. */
export const variableWrittenOtherwise = defineRule<{
  text: string
  name: string
  right: string
  isDeclared: boolean
  suggestion?: string
  /** Whether it is a condition or a loop. */
  isLogic?: true
}>()({
  id: 'variable-written-otherwise',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ text, name, right, isDeclared, suggestion, isLogic }) => {
      if (isLogic)
        return {
          message: `"${text}" is a condition of another tool; messages have none. Write a message for each case.`,
        }
      return {
        message: `"${text}" is not how a variable is written; write "${right}"${
          isDeclared ? '' : ' and declare it under "vars"'
        }.${suggestionIn.en(suggestion)}`,
        help: isDeclared ? 'To send it as it is typed, put "\\" in front of its first mark.' : declaration(name),
      }
    },
    ko: ({ text, name, right, isDeclared, suggestion, isLogic }) => {
      if (isLogic)
        return {
          message: `"${text}" 부분은 다른 도구의 조건문이라 글자 그대로 발송됩니다. 경우마다 메시지를 따로 만드세요.`,
        }
      return {
        message: `"${text}" 부분은 변수 표기가 아닙니다. ${
          isDeclared ? '' : '"vars"에 변수를 선언하고 '
        }"${right}"처럼 쓰세요.${suggestionIn.ko(suggestion)}`,
        help: isDeclared ? '입력한 글자 그대로 보내려면 첫 기호 앞에 "\\"를 쓰세요.' : declaration(name),
      }
    },
  },
})
