import { codePointsOf } from '../../contract/text.ts'
import { literalRuns, matchesIn } from '../../message/located.ts'
import { lastStart } from '../lines.ts'
import { isForm } from '../markdown-fixes.ts'
import { defineRule } from '../rule.ts'
import { lineBreakOf, type WrittenLine } from '../source-text.ts'

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

/** What starts a form shows within as many units. */
const maxStartUnits = 300
/** Characters that start a new line in a word processor or in other systems. */
const lineSeparators: ReadonlySet<string> = new Set(['\v', '\f', '\u0085', '\u2028', '\u2029'])

/** Texts that have one line. */
const oneLineFields: ReadonlySet<string> = new Set(['name', 'title', 'header'])
const breaks = /[\n\r\t]/

export const invisibleCharacter = defineRule<{ codes: string; count: number; isLineBreak?: true }>()({
  id: 'invisible-character',
  tier: 'style',
  severity: 'warning',
  check({ document: { source }, draft, isPlain, lines }, report) {
    // YAML writes these in plain characters.
    for (const { field, text } of draft.texts) {
      if (!oneLineFields.has(field) || !text.pieces.some((piece) => piece.type === 'text' && breaks.test(piece.value)))
        continue
      for (const { match, span } of matchesIn(literalRuns(text.pieces), /[\n\r\t]+/g)) {
        const [found] = match
        report({ span, args: { codes: codePointsOf(found), count: found.length } })
      }
    }
    if (isPlain) return
    for (const { index, 0: found, groups } of source.matchAll(pattern)) {
      if (groups?.['emoji'] !== undefined || groups?.['joiner'] !== undefined) continue
      const span = { start: index, end: index + found.length }
      const characters = Array.from(found)
      const args = { codes: codePointsOf(found), count: characters.length }
      const line = characters.every((one) => lineSeparators.has(one)) ? lineOfText(lines, index) : undefined
      const rest = line?.text.slice(span.end - line.start, span.end - line.start + maxStartUnits).trim() ?? ''
      if (rest === '') report({ span, args, fix: { safe: false, edits: [{ ...span, text: '' }] } })
      else {
        const fix = { safe: false, edits: [{ ...span, text: lineBreakOf(source) }] }
        report({ span, args: { ...args, isLineBreak: true }, ...(!isForm(rest) && { fix }) })
      }
    }
  },
  words: {
    en: ({ codes, count, isLineBreak }) => ({
      message: isLineBreak
        ? `A line break that phones do not know stands here (${codes}); start a new line.`
        : `${count === 1 ? 'An invisible character stands' : `${count} invisible characters stand`} here (${codes}); remove ${count === 1 ? 'it' : 'them'}.`,
    }),
    ko: ({ codes, count, isLineBreak }) => ({
      message: isLineBreak
        ? `휴대폰에서 줄바꿈이 되지 않는 문자가 있습니다(${codes}). 줄을 바꿔 쓰세요.`
        : `보이지 않는 문자가 ${count}개 있습니다(${codes}). 지우세요.`,
    }),
  },
})

/** The line of text that holds a place, which a line break may divide. */
function lineOfText(lines: readonly WrittenLine[], offset: number): WrittenLine | undefined {
  const line = lastStart(lines, offset)
  return line !== undefined && !line.isTitle && offset < line.start + line.text.length ? line : undefined
}
