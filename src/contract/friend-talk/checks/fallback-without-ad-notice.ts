import { contractCheck } from '../../contract.ts'
import { adLabel, isAdvertising, optOutNumber } from '../advertising.ts'

const otherLabel = new RegExp(`^${adLabel}`, 'u')
/** The number may be a variable's value. */
const optOut = new RegExp(String.raw`${optOutNumber}|거부\P{L}{0,8}#\{`, 'u')

interface Missing {
  /** What stands in the place of `(광고)`; empty where nothing does. */
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
