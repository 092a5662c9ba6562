import { contractCheck } from '../../contract.ts'
import { isAdvertising } from '../advertising.ts'

const number = String.raw`080[-. )]? ?\d{3,4}[-. ]?\d{4}`
/** `(광고)` in front of a text, and how to opt out: `무료수신거부 080-…`, `[수신거부: …]`. */
const pattern = new RegExp(
  String.raw`(?<label>^[^\p{L}\p{N}\n]*[(（[［【<]?광 ?고[)）\]］】>])|(?:무료 ?)?(?:수신 ?)?거부(?: ?안내)?(?:\P{L}{0,8}${number}|[^\p{L}\n]{0,3}$)|${number}`,
  'mu',
)

export const textRepeatsAdLabel = contractCheck<{ text: string; isLabel: boolean }>({
  id: 'text-repeats-ad-label',
  tier: 'platform',
  check({ content, texts }, report) {
    if (!isAdvertising(content)) return
    for (const { pointer, role, text } of texts) {
      const match = role === 'shown' && /광 ?고|거부/.test(text) ? pattern.exec(text) : null
      if (!match) continue
      const range = { start: match.index, end: match.index + match[0].length }
      report({ pointer, range, args: { text: match[0].trim(), isLabel: match.groups?.['label'] !== undefined } })
      // One of a message says it: an advertisement has both.
      return
    }
  },
  words: {
    en: ({ text, isLabel }) => ({
      message: `With "ad_flag: Y" the platform adds ${isLabel ? '"(광고)"' : 'how to opt out'} itself, so readers may see it twice. Remove "${text}" where the law does not ask for it.`,
    }),
    ko: ({ text, isLabel }) => ({
      message: `"ad_flag: Y"이면 플랫폼이 ${isLabel ? '(광고) 표시를' : '수신거부 안내를'} 붙여 두 번 보일 수 있습니다. "${text}" 문구가 꼭 필요하지 않으면 지우세요.`,
    }),
  },
})
