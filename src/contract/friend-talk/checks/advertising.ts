import { inQuotes } from '../../../text/text.ts'
import { contractCheck } from '../../contract.ts'
import { adLabel, isAdvertising, optOutNumber } from '../advertising.ts'
import { repeatedIn } from '../kinds.ts'

export const adFlagNeeded = contractCheck<{ kind: string }>({
  id: 'ad-flag-needed',
  check({ kind, content }, report) {
    if (repeatedIn(kind) !== undefined && !isAdvertising(content)) report({ pointer: '/ad_flag', args: { kind } })
  },
  en: ({ kind }) =>
    `Some services may refuse ${kind} with "ad_flag: N". Write Y, or choose another kind for information.`,
  ko: ({ kind }) =>
    `"ad_flag: N"인 ${kind} 메시지는 일부 서비스에서 거절될 수 있습니다. Y로 바꾸거나, 정보만 알린다면 다른 종류를 쓰세요.`,
})

const words = ['할인', '특가', '이벤트', '쿠폰', '세일', '혜택'] as const
// 19세일 때 is an age, 세일즈 and 세일러 are no offers.
const offers = new RegExp(
  words.map((word) => (word === '세일' ? String.raw`(?<!\d)세일(?![즈러])` : word)).join('|'),
  'g',
)

export const looksLikeAdvertising = contractCheck<{ found: readonly string[] }>({
  id: 'looks-like-advertising',
  check({ content, texts }, report) {
    if (isAdvertising(content)) return
    for (const { pointer, role, text } of texts) {
      const matches = role === 'shown' ? [...text.matchAll(offers)] : []
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

/** `(광고)` in front of a text, and how to opt out: `무료수신거부 080-…`, `[수신거부: …]`. */
const labels = new RegExp(
  String.raw`(?<label>^${adLabel})|(?:무료 ?)?(?:수신 ?)?거부(?: ?안내)?(?:\P{L}{0,8}${optOutNumber}|[^\p{L}\n]{0,3}$)|${optOutNumber}`,
  'mu',
)
/** A free number alone may be that of the shop. */
const hint = new RegExp(`^${adLabel}|광 ?고|거부`, 'mu')

export const textRepeatsAdLabel = contractCheck<{ text: string; isLabel: boolean; isHidden: boolean }>({
  id: 'text-repeats-ad-label',
  check({ content, texts }, report) {
    if (!isAdvertising(content)) return
    for (const { pointer, role, text } of texts) {
      const match = role === 'shown' && hint.test(text) ? labels.exec(text) : null
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

const otherLabel = new RegExp(`^${adLabel}`, 'u')
/** The number may be a variable's value. */
const optOut = new RegExp(String.raw`${optOutNumber}|거부\P{L}{0,8}#\{`, 'u')

interface Missing {
  /** The text in place of `(광고)`; empty if there is none. */
  readonly label?: string
  readonly optOut?: true
}

export const fallbackWithoutAdNotice = contractCheck<Missing>({
  id: 'fallback-without-ad-notice',
  check({ content, texts }, report) {
    const fallback = texts.find(({ role }) => role === 'fallback')
    if (!isAdvertising(content) || fallback === undefined) return
    const { pointer, template } = fallback
    const args: Missing = {
      ...(!template.startsWith('(광고)') && { label: otherLabel.exec(template)?.[0].trim() ?? '' }),
      ...(!optOut.test(template) && { optOut: true }),
    }
    if (args.label !== undefined || args.optOut) report({ pointer, args })
  },
  en: ({ label, optOut: isWithoutNumber }) =>
    `The fallback of an advertisement is one too, and nobody adds what the law asks of it. ${[
      ...(label === undefined
        ? []
        : [`Start it with "(광고)" and your name${label === '' ? '' : ` in place of "${label}"`}`]),
      ...(isWithoutNumber ? ['end it with a free number: "무료수신거부 080-000-0000"'] : []),
    ].join('; ')}.`,
  ko: ({ label, optOut: isWithoutNumber }) =>
    `광고의 대체 문자도 광고이지만 표시를 대신 붙여 주는 곳이 없습니다. ${[
      ...(label === undefined
        ? []
        : [`맨 앞에 ${label === '' ? '' : `"${label}" 대신 `}"(광고)"와 보내는 곳의 이름을`]),
      ...(isWithoutNumber ? ['끝에 "무료수신거부 080-000-0000"처럼 무료 번호를'] : []),
    ].join(', ')} 쓰세요.`,
})
