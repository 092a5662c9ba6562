import { suggestionIn } from '../../words/phrases.ts'
import type { Language } from '../../words/language.ts'
import { defineRule } from '../rule.ts'
import { escapeHelp } from './slips.ts'

export interface Written {
  readonly name: string
  readonly isDeclared: boolean
  /** The mark in front of which a backslash makes text of it. */
  readonly escapable?: string
}

/** How the variable is declared, or how its characters are sent. */
function helpFor({ name, isDeclared, escapable }: Written, lang: Language): { help?: string } {
  if (!isDeclared) return { help: `vars:\n  ${name}: { max: 10, example: … }` }
  return escapable === undefined ? {} : { help: escapeHelp[lang]('variable', escapable) }
}

/** `text` stands where `right` is meant. */
export const variableWrittenOtherwise = defineRule<
  Written & {
    text: string
    right: string
    suggestion?: string
    /** Whether it is a condition or a loop. */
    isLogic?: true
  }
>()({
  id: 'variable-written-otherwise',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ text, right, suggestion, isLogic, ...written }) => {
      if (isLogic)
        return {
          message: `"${text}" is a condition of another tool; messages have none. Write a message for each case.`,
        }
      return {
        message: `"${text}" is not how a variable is written; write "${right}"${
          written.isDeclared ? '' : ' and declare it under "vars"'
        }.${suggestionIn.en(suggestion)}`,
        ...helpFor(written, 'en'),
      }
    },
    ko: ({ text, right, suggestion, isLogic, ...written }) => {
      if (isLogic)
        return {
          message: `"${text}" 부분은 다른 도구의 조건문이라 글자 그대로 발송됩니다. 경우마다 메시지를 따로 만드세요.`,
        }
      return {
        message: `"${text}" 부분은 변수 표기가 아닙니다. ${
          written.isDeclared ? '' : '"vars"에 변수를 선언하고 '
        }"${right}"처럼 쓰세요.${suggestionIn.ko(suggestion)}`,
        ...helpFor(written, 'ko'),
      }
    },
  },
})
