import { inQuotes } from '../../../text/text.ts'
import { contractCheck } from '../../contract.ts'
import { isAdvertising } from '../advertising.ts'

const words = ['할인', '특가', '이벤트', '쿠폰', '세일', '혜택'] as const
// 19세일 때 is an age, 세일즈 and 세일러 are no offers.
const pattern = new RegExp(
  words.map((word) => (word === '세일' ? String.raw`(?<!\d)세일(?![즈러])` : word)).join('|'),
  'g',
)

export const looksLikeAdvertising = contractCheck<{ found: readonly string[] }>({
  id: 'looks-like-advertising',
  check({ content, texts }, report) {
    if (isAdvertising(content)) return
    for (const { pointer, role, text } of texts) {
      const matches = role === 'shown' ? [...text.matchAll(pattern)] : []
      const [first] = matches
      if (first === undefined) continue
      const range = { start: first.index, end: first.index + first[0].length }
      report({ pointer, range, args: { found: [...new Set(matches.map(([word]) => word))] } })
    }
  },
  en: ({ found }) =>
    `With "ad_flag: N", ${inQuotes(found)} may pass for advertising, for which a channel can be restricted. Write "ad_flag: Y" or reword the text.`,
  ko: ({ found }) =>
    `"ad_flag: N"인데 ${inQuotes(found)} 같은 말이 있어 광고로 볼 수 있습니다. 채널 이용이 제한되지 않도록 "ad_flag: Y"로 바꾸거나 문구를 고치세요.`,
})
