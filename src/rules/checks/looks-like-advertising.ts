import type { Span } from '../../diagnostic.ts'
import { literalRuns, type LocatedText, spanIn } from '../../message/located.ts'
import { defineRule } from '../rule.ts'
import { isShownText } from '../shown-texts.ts'
import { inQuotes } from '../terms.ts'

const words = ['할인', '특가', '이벤트', '쿠폰', '세일', '혜택'] as const
// 19세일 때 is an age, 세일즈 and 세일러 are no offers. A decomposed word goes on where a final consonant follows.
const pattern = new RegExp(
  words
    .map((word) =>
      word === '세일' ? `(?<!\\d)(?:${either(word)})(?![즈러]|\\u110c\\u1173|\\u1105\\u1165)` : either(word),
    )
    .join('|'),
  'g',
)

export const looksLikeAdvertising = defineRule<{ found: readonly string[] }>()({
  id: 'looks-like-advertising',
  tier: 'platform',
  severity: 'warning',
  check({ message, draft }, report) {
    if (message.adFlag.value === 'Y') return
    for (const { pointer, text, template } of draft.texts) {
      // Most texts need no closer look.
      if (!isShownText(pointer) || !words.some((word) => template.includes(word))) continue
      const { first, found } = wordsIn(text)
      if (first !== undefined) report({ span: first, pointer, args: { found } })
    }
  },
  words: {
    en: ({ found }) => ({
      message: `With "ad_flag: N", ${inQuotes(found)} may pass for advertising, for which a channel can be restricted. Write "ad_flag: Y" or reword the text.`,
    }),
    ko: ({ found }) => ({
      message: `"ad_flag: N"인데 ${inQuotes(found)} 같은 말이 있어 광고로 볼 수 있습니다. 채널 이용이 제한되지 않도록 "ad_flag: Y"로 바꾸거나 문구를 고치세요.`,
    }),
  },
})

/** Where the first of the words stands, and all of them. */
function wordsIn({ pieces }: LocatedText): { first?: Span; found: readonly string[] } {
  const found = new Set<string>()
  let span: Span | undefined
  for (const run of literalRuns(pieces)) {
    for (const { index, 0: word } of run.text.matchAll(pattern)) {
      span ??= spanIn(run, index, index + word.length)
      found.add(word.normalize('NFC'))
    }
  }
  return { found: [...found], ...(span && { first: span }) }
}

function either(word: string): string {
  return `${word}|${word.normalize('NFD')}(?![\\u11a8-\\u11ff])`
}
