import type { Span } from '../../diagnostic.ts'
import type { Message } from '../../message/message.ts'
import type { LocatedText } from '../../message/located.ts'
import { defineRule, type Measure } from '../rule.ts'

/** The most line breaks that some services take, and the most that any is known to take where they differ. */
interface BreakLimit {
  readonly maxBreaks: number
  readonly maxBreaksAnywhere?: number
}

const ofText: BreakLimit = { maxBreaks: 99 }
const ofWideText: BreakLimit = { maxBreaks: 1, maxBreaksAnywhere: 5 }
const ofCardText: BreakLimit = { maxBreaks: 2 }

export const manyLineBreaks = defineRule<Measure & BreakLimit>()({
  id: 'many-line-breaks',
  tier: 'platform',
  severity: 'warning',
  check({ message }, report) {
    for (const { pointer, text, limit } of textsOf(message)) {
      const { breaks, excess } = countBreaks(text, limit.maxBreaks)
      if (excess === undefined) continue
      // A break more is a line more.
      const measure = { actual: breaks + 1, limit: limit.maxBreaks + 1, unit: 'lines' } as const
      report({ span: excess, pointer, measure, args: { ...measure, ...limit } })
    }
  },
  words: {
    en: ({ actual, limit, maxBreaks, maxBreaksAnywhere: most }) => ({
      message: `The text has ${actual} lines; some services may take only ${inEnglish(maxBreaks)}${most === undefined ? '' : `, others up to ${inEnglish(most)}`}. Remove or join ${actual - limit}.`,
    }),
    ko: ({ actual, limit, maxBreaks, maxBreaksAnywhere: most }) => ({
      message: `본문이 ${actual}줄입니다. 줄바꿈을 ${most === undefined ? '' : `${most}번(${most + 1}줄)까지 받는 서비스도 있지만 `}${maxBreaks}번(${maxBreaks + 1}줄)까지만 받는 서비스가 있으니 ${actual - limit}줄을 줄이세요.`,
    }),
  },
})

function inEnglish(breaks: number): string {
  return `${breaks} ${breaks === 1 ? 'line break' : 'line breaks'} (${breaks + 1} lines)`
}

interface LimitedText {
  readonly pointer: string
  readonly text: LocatedText
  readonly limit: BreakLimit
}

/** The texts for which a number is known. */
function textsOf(message: Message): readonly LimitedText[] {
  switch (message.kind) {
    case 'ft-text':
    case 'ft-image':
      return message.msg ? [{ pointer: '/msg', text: message.msg, limit: ofText }] : []
    case 'ft-wide':
      return message.msg ? [{ pointer: '/msg', text: message.msg, limit: ofWideText }] : []
    case 'ft-wide-item-list':
      return []
    case 'ft-carousel-feed':
      return message.cards.flatMap(({ message: text }, index) =>
        text ? [{ pointer: `/carousel/list/${index}/message`, text, limit: ofCardText }] : [],
      )
  }
}

/** Counts line breaks and finds the first line that is one too much; blank ones are none that a span could show. */
function countBreaks({ pieces }: LocatedText, max: number): { breaks: number; excess?: Span } {
  let breaks = 0
  let excess: Span | undefined
  let isOpen = false
  for (const piece of pieces) {
    // Lines are joined by pieces that hold nothing but line breaks.
    if (piece.type === 'text' && piece.value.startsWith('\n')) {
      breaks += piece.value.length
      isOpen = breaks > max && excess === undefined
    } else if (isOpen) excess = { start: excess?.start ?? piece.span.start, end: piece.span.end }
  }
  return { breaks, ...(excess && { excess }) }
}
