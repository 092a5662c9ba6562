import { defineRule } from '../rule.ts'
import { codesOf } from '../source-text.ts'

/** What stands for a character that could not be converted, and characters that each font has its own for. */
const pattern = /\uFFFD+|[\uE000-\uF8FF]+/g

export const lostCharacter = defineRule<{ codes: string; isPrivate: boolean }>()({
  id: 'lost-character',
  tier: 'style',
  severity: 'warning',
  check({ document: { source }, isPlain }, report) {
    if (isPlain) return
    for (const { index, 0: found } of source.matchAll(pattern)) {
      const args = { codes: codesOf(found), isPrivate: !found.startsWith('\uFFFD') }
      report({ span: { start: index, end: index + found.length }, args })
    }
  },
  words: {
    en: ({ codes, isPrivate }) => ({
      message: isPrivate
        ? `Phones have no character for ${codes}, which only the font that it was typed in shows; write another one.`
        : `Text was lost here when it was converted (${codes}); type it again.`,
    }),
    ko: ({ codes, isPrivate }) => ({
      message: isPrivate
        ? `원래 프로그램의 글꼴에서만 보이고 휴대폰에서는 보이지 않는 문자입니다(${codes}). 다른 문자로 바꾸세요.`
        : `변환하는 동안 글자가 깨졌습니다(${codes}). 다시 입력하세요.`,
    }),
  },
})
