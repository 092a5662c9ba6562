import type { Language } from '../../words/language.ts'
import { defineRule } from '../rule.ts'
import type { CustomRuleDefect } from '../run-custom.ts'

export const ruleFailed = defineRule<{ rule: string; defect: CustomRuleDefect }>()({
  id: 'rule-failed',
  tier: 'language',
  severity: 'error',
  subject: 'workspace',
  words: {
    en: ({ rule, defect }) => ({
      message: `The custom rule "${rule}" ${what.en(defect)}. Repair the rule, or turn it off.`,
      help: 'What it reported rightly and what all other rules found is complete.',
    }),
    ko: ({ rule, defect }) => ({
      message: `사용자 규칙 "${rule}"에 결함이 있습니다. ${what.ko(defect)} 규칙을 고치거나 끄세요.`,
      help: '이 규칙이 제대로 보고한 내용과 다른 규칙의 결과는 모두 그대로입니다.',
    }),
  },
})

const what: { readonly [L in Language]: (defect: CustomRuleDefect) => string } = {
  en(defect) {
    switch (defect.type) {
      case 'thrown':
        return `failed on this message: ${defect.text.replace(/\.$/, '')}`
      case 'promise':
        return 'returned a promise, which nobody waits for'
      case 'place':
        return `reported a place that is not in this file: ${defect.text}`
      case 'fix':
        return 'offered a fix that is none: its edits overlap, or are not in this file'
      case 'words':
        return 'has no words for what it reported: its message is no text, or empty'
    }
  },
  ko(defect) {
    switch (defect.type) {
      case 'thrown':
        return `이 메시지를 검사하다가 오류가 났습니다: ${defect.text}${/[.!?]$/.test(defect.text) ? '' : '.'}`
      case 'promise':
        return '기다려 주지 않는 프로미스를 반환했습니다.'
      case 'place':
        return `이 파일에 없는 위치를 보고했습니다: ${defect.text}.`
      case 'fix':
        return '수정 내용이 서로 겹치거나 이 파일의 범위를 벗어납니다.'
      case 'words':
        return '보고한 내용의 문구가 텍스트가 아니거나 비어 있습니다.'
    }
  },
}
