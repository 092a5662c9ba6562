import type { Fix, Span } from '../../diagnostic.ts'
import type { PayloadText } from '../../message/draft.ts'
import { literalRuns } from '../../message/located.ts'
import { ComposedText } from '../composed-text.ts'
import { withBlanks, withoutLines } from '../lines.ts'
import { defineRule } from '../rule.ts'
import { isShownText } from '../shown-texts.ts'

/** Fields in blocks: taking the start of a YAML value away may make it something else. */
const inBlocks = /\/(?:coupon\/\w+|name)$/

const open = '[(（[［【<]'
const close = '[)）\\]］】>]'
const number = '080[-. )]? ?\\d{3,4}[-. ]?\\d{4}(?!\\d)'
const opening = new RegExp(`^${open}`)
const closing = new RegExp(`${close}$`)
const sentenceEnd = /[.!?~…)\]）］】]/
const signs = '[:：▶▷►→>☎☏]'
const refusal = '(?:(?:무료 ?)?수신 ?|무료 ?)거부(?: ?(?:안내|방법|번호|전화))?'
const before = `(?:${number} ?)?(?:[※☎☏▶▷■□●○◆◇★☆] ?)?`
/** Nothing but marks and a name in brackets in front, or nothing behind: in a sentence people speak of the label. */
const adLabel =
  `(?<=^[^\\p{L}\\p{N}\\n]{0,20}(?:${open}[^\\n()[\\]]{1,40}${close}[^\\p{L}\\p{N}\\n]{0,20})?)${open} ?광 ?고 ?${close}` +
  `|${open} ?광 ?고 ?${close}(?=[ \\t]*$)`
const optOut = [
  `${before}${open} ?${refusal} ?${close}(?: ?${signs}? ?${number})?`,
  `${before}${open} ?${refusal} ?(?:${signs}[^\\n()（）[\\]［］]{1,60}|${number} ?)?${close}`,
  `${before}${refusal} ?${signs}? ?(?:${number}|[(（] ?${number} ?[)）])`,
  `${before}${refusal}(?=[ \\t]*(?:$|${signs}|${close}))`,
].join('|')
/** What begins as a sentence is none of the labels, but with a number it says how to opt out. */
const sentence = `${refusal}[^\\n]{1,40}?${number}`
/** What every text with a label holds once it is composed: most texts need no closer look. */
const hint = /광 ?고|거부/
const pattern = new RegExp(`(?<label>${adLabel})|(?<optOut>${optOut})|${sentence}`, 'gmu')

export const textRepeatsAdLabel = defineRule<{ text: string; wording: 'label' | 'opt-out' }>()({
  id: 'text-repeats-ad-label',
  tier: 'platform',
  severity: 'warning',
  check({ document: { source }, message, draft }, report) {
    if (message.adFlag.value === 'N') return
    for (const entry of draft.texts) {
      if (!isShownText(entry.pointer) || !hint.test(entry.template)) continue
      const found = labelsIn(entry)
      const isMendable = !inBlocks.test(entry.pointer) && keepsText(entry)
      for (const label of found) {
        const { span, text, wording } = label
        const fix = isMendable && !isPartOfMore(source, label) ? { fix: removal(source, span) } : {}
        report({ span, pointer: entry.pointer, args: { text, wording }, ...fix })
      }
    }
  },
  words: {
    en: ({ text, wording }) => ({
      message:
        wording === 'label'
          ? `With "ad_flag: Y" the platform adds "(광고)" itself, so readers may see it twice. Remove "${text}".`
          : `With "ad_flag: Y" the platform adds how to opt out itself, so readers may see it twice. Remove "${text}".`,
    }),
    ko: ({ text, wording }) => ({
      message:
        wording === 'label'
          ? `"ad_flag: Y"이면 플랫폼이 (광고) 표시를 붙여 두 번 보일 수 있습니다. "${text}" 표시를 지우세요.`
          : `"ad_flag: Y"이면 플랫폼이 수신거부 안내를 붙여 두 번 보일 수 있습니다. "${text}" 문구를 지우세요.`,
    }),
  },
})

interface Label {
  readonly span: Span
  readonly text: string
  readonly wording: 'label' | 'opt-out'
  readonly isSentence: boolean
}

function labelsIn({ text: { pieces } }: PayloadText): Label[] {
  return literalRuns(pieces).flatMap((run) => {
    const composed = new ComposedText(run)
    return [...composed.text.matchAll(pattern)].flatMap(({ index, 0: text, groups }): Label[] => {
      const span = composed.spanOf(index, index + text.length)
      const wording = groups?.['label'] === undefined ? 'opt-out' : 'label'
      const isSentence = wording === 'opt-out' && groups?.['optOut'] === undefined
      return span ? [{ span, text, wording, isSentence }] : []
    })
  })
}

/** Whether anything is left of a text without its labels: an empty one would be the next violation. */
function keepsText({ text: { pieces } }: PayloadText): boolean {
  return (
    pieces.some(({ type }) => type === 'variable') ||
    literalRuns(pieces).some(({ text }) => text.normalize('NFC').replaceAll(pattern, '').trim() !== '')
  )
}

/** Whether words that belong to a label may stand around it: only brackets and the ends of lines say where it ends. */
function isPartOfMore(source: string, { span, text, wording, isSentence }: Label): boolean {
  if (wording === 'label' || isSentence) return isSentence
  const { start, end } = withBlanks(source, span)
  const opens = opening.test(text) || isLineEnding(source[start - 1]) || sentenceEnd.test(source[start - 1] ?? '')
  const closes = closing.test(text) || isLineEnding(source[end])
  return !opens || !closes
}

/** Takes a label away, with the spaces that would be left over, or with its line where it stands alone. */
function removal(source: string, span: Span): Fix {
  const wide = withBlanks(source, span)
  const endsLine = isLineEnding(source[wide.end])
  const isAlone = endsLine && isLineEnding(source[wide.start - 1])
  const start = endsLine ? wide.start : span.start
  return { safe: false, edits: [isAlone ? withoutLines(source, span) : { start, end: wide.end, text: '' }] }
}

function isLineEnding(unit: string | undefined): boolean {
  return unit === undefined || unit === '\n' || unit === '\r'
}
