import { lastStart } from '../lines.ts'
import { defineRule } from '../rule.ts'
import { codesOf, lineBreakOf, type WrittenLine } from '../source-text.ts'

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

/** Characters that start a new line in a word processor or in other systems. */
const lineSeparators: ReadonlySet<string> = new Set(['\v', '\f', '\u0085', '\u2028', '\u2029'])

export const invisibleCharacter = defineRule<{ codes: string; count: number }>()({
  id: 'invisible-character',
  tier: 'style',
  severity: 'warning',
  check({ document: { source }, isPlain, lines }, report) {
    if (isPlain) return
    const lineBreak = lineBreakOf(source)
    for (const { index, 0: found, groups } of source.matchAll(pattern)) {
      if (groups?.['emoji'] !== undefined || groups?.['joiner'] !== undefined) continue
      const span = { start: index, end: index + found.length }
      const characters = Array.from(found)
      const isLineBreak = characters.every((one) => lineSeparators.has(one)) && isInText(lines, index)
      report({
        span,
        args: { codes: codesOf(found), count: characters.length },
        fix: { safe: false, edits: [{ ...span, text: isLineBreak ? lineBreak : '' }] },
      })
    }
  },
  words: {
    en: ({ codes, count }) => ({
      message: `${count === 1 ? 'An invisible character stands' : `${count} invisible characters stand`} here (${codes}); remove ${count === 1 ? 'it' : 'them'}.`,
    }),
    ko: ({ codes, count }) => ({ message: `보이지 않는 문자가 ${count}개 있습니다(${codes}). 지우세요.` }),
  },
})

/** Whether a place is in a line of text, which a line break may divide. */
function isInText(lines: readonly WrittenLine[], offset: number): boolean {
  const line = lastStart(lines, offset)
  return line !== undefined && !line.isTitle && offset < line.start + line.text.length
}
