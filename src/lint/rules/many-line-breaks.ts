import type { Span } from '../../diagnostic.ts'
import type { Message } from '../../message/message.ts'
import type { TracedText } from '../../message/traced.ts'
import { defineRule, type Measure } from '../rule.ts'

/** The most line breaks that some services take, and the most that any is known to take where they differ. */
interface BreakLimit {
  readonly maxBreaks: number
  readonly maxBreaksAnywhere?: number
}

const ofText: BreakLimit = { maxBreaks: 99 }
const ofWideText: BreakLimit = { maxBreaks: 1, maxBreaksAnywhere: 5 }
const ofCardText: BreakLimit = { maxBreaks: 2 }

export const manyLineBreaks = defineRule<Measure & BreakLimit>({
  id: 'many-line-breaks',
  tier: 'platform',
  severity: 'warning',
  source: 'line breaks',
  summary: {
    en: 'A text has more lines than some services show.',
    ko: '본문의 줄이 일부 서비스에서 보여 주는 것보다 많습니다.',
  },
  why: {
    en: 'Sibling services allow 99 line breaks in the text of ft-text and ft-image, 1 to 5 in that of ft-wide, and 2 in that of a card, and refuse or cut what has more. Blank lines count too.',
    ko: '다른 서비스에서 쓸 수 있는 줄바꿈은 ft-text와 ft-image 본문 99번, ft-wide 본문 1~5번, 카드 본문 2번입니다. 더 많으면 거절되거나 잘립니다. 빈 줄도 셉니다.',
  },
  bad: {
    source: `---
kind: ft-wide
---
![회원의 날](members.png)
회원의 날이 돌아왔어요.
오늘 하루 적립금 두 배.
매장에서 만나요.
`,
    image: { width: 800, height: 600 },
  },
  good: {
    source: `---
kind: ft-wide
---
![회원의 날](members.png)
회원의 날이 돌아왔어요.
오늘 하루 적립금 두 배, 매장에서 만나요.
`,
    image: { width: 800, height: 600 },
  },
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
  readonly text: TracedText
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
function countBreaks({ pieces }: TracedText, max: number): { breaks: number; excess?: Span } {
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
