import { suggestionIn } from '../../words/phrases.ts'
import type { CustomRuleKey, CustomRuleProblem } from '../custom-rule.ts'
import { defineRule } from '../rule.ts'

const english: { readonly [K in CustomRuleKey]: string } = {
  id: 'has to be kebab-case, as "greeting-missing"',
  tier: "has to be 'style'",
  severity: "has to be 'warning' or 'error'",
  url: 'has to be an address, or absent',
  check: 'has to be a function (message, report)',
  words: 'need "en" and "ko", each with a "summary" and a function "message"',
}

const korean: { readonly [K in CustomRuleKey]: string } = {
  id: '"greeting-missing"처럼 영문 소문자와 하이픈으로 쓰세요',
  tier: "'style'이라고 쓰세요",
  severity: "'warning'이나 'error'를 쓰세요",
  url: 'http나 https 주소를 쓰거나 지우세요',
  check: '(message, report)를 받는 함수를 쓰세요',
  words: '"en"과 "ko"에 각각 "summary"와 함수 "message"를 쓰세요',
}

export const pluginInvalid = defineRule<{ problem: CustomRuleProblem }>()({
  id: 'plugin-invalid',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en({ problem }) {
      switch (problem.type) {
        case 'no-rule':
          return { message: 'This is no rule; write defineRule({ id, tier, severity, check, words }).' }
        case 'key-unknown':
          return { message: `"${problem.key}" is not a key of a rule.${suggestionIn.en(problem.suggestion)}` }
        case 'key-wrong':
          return { message: `The rule's "${problem.key}" ${english[problem.key]}.` }
      }
    },
    ko({ problem }) {
      switch (problem.type) {
        case 'no-rule':
          return { message: '규칙이 아닙니다. defineRule({ id, tier, severity, check, words })로 만드세요.' }
        case 'key-unknown':
          return { message: `"${problem.key}": 규칙에 없는 키입니다.${suggestionIn.ko(problem.suggestion)}` }
        case 'key-wrong':
          return { message: `규칙의 "${problem.key}" 값이 잘못되었습니다. ${korean[problem.key]}.` }
      }
    },
  },
})
