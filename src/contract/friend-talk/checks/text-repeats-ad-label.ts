import { contractCheck } from '../../contract.ts'
import { adLabel, isAdvertising, optOutNumber as number } from '../advertising.ts'

/** `(광고)` in front of a text, and how to opt out: `무료수신거부 080-…`, `[수신거부: …]`. */
const pattern = new RegExp(
  String.raw`(?<label>^${adLabel})|(?:무료 ?)?(?:수신 ?)?거부(?: ?안내)?(?:\P{L}{0,8}${number}|[^\p{L}\n]{0,3}$)|${number}`,
  'mu',
)
/** A free number alone may be that of the shop. */
const hint = new RegExp(`^${adLabel}|광 ?고|거부`, 'mu')

export const textRepeatsAdLabel = contractCheck<{ text: string; isLabel: boolean; isHidden: boolean }>({
  id: 'text-repeats-ad-label',
  check({ content, texts }, report) {
    if (!isAdvertising(content)) return
    for (const { pointer, role, text } of texts) {
      const match = role === 'shown' && hint.test(text) ? pattern.exec(text) : null
      if (!match) continue
      const label = match.groups?.['label']
      const range = { start: match.index, end: match.index + match[0].length }
      const isHidden = label !== undefined && !/광 ?고/.test(label)
      report({ pointer, range, args: { text: match[0].trim(), isLabel: label !== undefined, isHidden } })
      // One of a message says it: an advertisement has both.
      return
    }
  },
  en: ({ text, isLabel, isHidden }) =>
    isHidden
      ? `"${text}" hides the label of an advertisement, which the law forbids. Remove it: with "ad_flag: Y" the platform adds "(광고)" itself.`
      : `With "ad_flag: Y" the platform adds ${isLabel ? '"(광고)"' : 'how to opt out'} itself, so readers may see it twice. Remove "${text}" where the law does not ask for it.`,
  ko: ({ text, isLabel, isHidden }) =>
    isHidden
      ? `"${text}": 광고 표시를 알아보기 어렵게 적는 것은 법으로 금지되어 있습니다. "ad_flag: Y"이면 플랫폼이 (광고) 표시를 붙이니 지우세요.`
      : `"ad_flag: Y"이면 플랫폼이 ${isLabel ? '(광고) 표시를' : '수신거부 안내를'} 붙여 두 번 보일 수 있습니다. "${text}" 문구가 꼭 필요하지 않으면 지우세요.`,
})
