import { codePointsOf } from '../../text/text.ts'
import { defineRule } from '../rule.ts'

/** Scripts in which a joiner, or what keeps two letters apart, is part of how a word is spelt. */
const joining = ['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil']
  .concat('Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer')
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const joiner = `(?<=[${joining}]\\p{M}{0,4})[\u200C\u200D](?=[${joining}])`

// A joiner or a variation selector inside an emoji is part of it; so are the tags of a flag.
const emojiOrInvisible =
  /(?<emoji>\p{Extended_Pictographic}[\uFE0F\p{EMod}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]*)*[\u{E0020}-\u{E007F}]*)|(?:\u{34F}|(?![\0\t\n\r])\p{Cc}|[\u{AD}\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200D\u2060-\u2064\u206A-\u206F\u3164\uFEFF\uFFA0\u2028\u2029\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0001}-\u{E007F}])+/u
const pattern = new RegExp(`(?<joiner>${joiner})|${emojiOrInvisible.source}`, 'gu')
/** A line of a Hangul filler, which people type to keep a blank line. */
const filler = /^\u3164+$/

export const invisibleCharacter = defineRule<{ codes: string; count: number }>({
  id: 'invisible-character',
  check({ document: { source }, isPlain }, report) {
    if (isPlain) return
    let hasFiller = false
    for (const { index, 0: found, groups } of source.matchAll(pattern)) {
      if (groups?.['emoji'] !== undefined || groups?.['joiner'] !== undefined) continue
      // The habit is told once.
      if (filler.test(found) && hasFiller) continue
      hasFiller ||= filler.test(found)
      const span = { start: index, end: index + found.length }
      const args = { codes: codePointsOf(found), count: Array.from(found).length }
      report({ span, args, fix: { safe: false, edits: [{ ...span, text: '' }] } })
    }
  },
  en: ({ codes, count }) =>
    `${count === 1 ? 'An invisible character stands' : `${count} invisible characters stand`} here (${codes}); remove ${count === 1 ? 'it' : 'them'}.`,
  ko: ({ codes, count }) => `보이지 않는 문자가 ${count}개 있습니다(${codes}). 지우세요.`,
})
