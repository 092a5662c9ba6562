import type { Fix, Span } from '../../diagnostic.ts'
import type { PayloadText } from '../../message/draft.ts'
import { literalRuns, spanIn } from '../../message/located.ts'
import { withoutLines } from '../lines.ts'
import { defineRule } from '../rule.ts'
import { isShownText } from '../shown-texts.ts'

/** Fields in blocks: taking the start of a YAML value away may make it something else. */
const inBlocks = /\/(?:coupon\/\w+|name)$/

const label = `[(（[［【<] ?${word('광')} ?${word('고')} ?[)）\\]］】>]`
const optOut = `(?:※ ?)?(?:(?:${word('무료')} ?)?${word('수신')} ?|${word('무료')} ?)${word('거부')}`
const number = '(?: ?[:：]? ?080[- ]?\\d{3,4}[- ]?\\d{4})?'
/** What every text with a label holds once it is composed: most texts need no closer look. */
const hint = /광|거부/
const pattern = new RegExp(`(${label})|${optOut}${number}`, 'g')

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
      for (const { span, text, wording } of found) {
        const fix = isMendable ? { fix: removal(source, span) } : {}
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
}

function labelsIn({ text: { pieces } }: PayloadText): Label[] {
  return literalRuns(pieces).flatMap((run) =>
    [...run.text.matchAll(pattern)].flatMap(({ index, 0: found, 1: inBrackets }): Label[] => {
      const span = spanIn(run, index, index + found.length)
      const wording = inBrackets === undefined ? 'opt-out' : 'label'
      return span ? [{ span, text: found.normalize('NFC'), wording }] : []
    }),
  )
}

/** Whether anything is left of a text without its labels: an empty one would be the next violation. */
function keepsText({ text: { pieces } }: PayloadText): boolean {
  return (
    pieces.some(({ type }) => type === 'variable') ||
    literalRuns(pieces).some(({ text }) => text.replaceAll(pattern, '').trim() !== '')
  )
}

/** Takes a label away, with the spaces that would be left over, or with its line where it stands alone. */
function removal(source: string, span: Span): Fix {
  let { start, end } = span
  while (source[end] === ' ' || source[end] === '\t') end++
  const endsLine = isLineEnding(source[end])
  if (endsLine) while (source[start - 1] === ' ' || source[start - 1] === '\t') start--
  const isAlone = endsLine && isLineEnding(source[start - 1])
  return { safe: false, edits: [isAlone ? withoutLines(source, span) : { start, end, text: '' }] }
}

function isLineEnding(unit: string | undefined): boolean {
  return unit === undefined || unit === '\n' || unit === '\r'
}

/** A word composed or decomposed; the latter goes on where a final consonant follows. */
function word(text: string): string {
  return `(?:${text}|${text.normalize('NFD')}(?![\\u11a8-\\u11ff]))`
}
