import { contractCheck } from '../../contract.ts'
import type { Placed, ReadContent } from '../../content.ts'
import { factsOf } from '../kinds.ts'

/** `080-xxx-xxxx`, `080-xxxx-xxxx`, `080xxxxxxx`, `080xxxxxxxx`. */
const freeNumber = /^080(?:-\d{3,4}-\d{4}|\d{7,8})$/
const authCode = /^\d{1,10}$/
/** The most digits by the text of a code of the interface, which is older. */
const oldAuthDigits = 9

function settingOf({ settings }: ReadContent, key: string): Placed | undefined {
  const setting = settings[key]
  return setting && 'value' in setting ? setting : undefined
}

type Wrong = { readonly wrong: 'number' | 'code'; readonly value: string } | { readonly wrong: 'alone' }

export const unsubscribeNotAllowed = contractCheck<Wrong>({
  id: 'unsubscribe-not-allowed',
  tier: 'interface',
  check({ content }, report) {
    const number = settingOf(content, 'unsubscribeNo')
    const code = settingOf(content, 'unsubscribeAuthNo')
    const fallback = content.settings['resendParameter']
    const fields = fallback && 'fields' in fallback ? fallback.fields : []
    const ofFallback = fields.find(({ name }) => name === 'resendUnsubscribeNo')?.value
    for (const one of [number, ofFallback]) {
      const value = String(one?.value)
      if (one && !freeNumber.test(value))
        report({ pointer: one.pointer, code: one === number ? '-3340' : '-1019', args: { wrong: 'number', value } })
    }
    if (code === undefined) return
    const value = String(code.value)
    if (!authCode.test(value)) report({ pointer: code.pointer, code: '-3341', args: { wrong: 'code', value } })
    else if (number === undefined) report({ pointer: code.pointer, code: '-3340', args: { wrong: 'alone' } })
  },
  en: (found) =>
    found.wrong === 'alone'
      ? 'The code of an 080 number stands without the number. Add "unsubscribeNo", or remove the code.'
      : found.wrong === 'number'
        ? `"${found.value}" is no 080 number. Write it as "080-123-4567" or "0801234567".`
        : `"${found.value}" is no code of an 080 number. Write 1 to 10 digits.`,
  ko: (found) =>
    found.wrong === 'alone'
      ? '080 번호 없이 인증 코드만 있습니다. "unsubscribeNo" 항목을 추가하거나 코드를 빼세요.'
      : found.wrong === 'number'
        ? `"${found.value}": 080 번호가 아닙니다. "080-123-4567"이나 "0801234567"처럼 쓰세요.`
        : `"${found.value}": 080 인증 코드가 아닙니다. 숫자 1~10자리로 쓰세요.`,
})

export const unsubscribeCodeLong = contractCheck<{ actual: number }>({
  id: 'unsubscribe-code-long',
  check({ content }, report) {
    const code = settingOf(content, 'unsubscribeAuthNo')
    const actual = String(code?.value).length
    if (code === undefined || !authCode.test(String(code.value)) || actual <= oldAuthDigits) return
    report({ pointer: code.pointer, measure: { actual, limit: oldAuthDigits, unit: 'characters' }, args: { actual } })
  },
  en: ({ actual }) =>
    `The code has ${actual} digits; some answers of the service say at most ${oldAuthDigits}. Check it with your 080 provider.`,
  ko: ({ actual }) =>
    `인증 코드가 ${actual}자리입니다. 서비스의 오류 설명에는 ${oldAuthDigits}자리까지라고 되어 있으니 080 번호 제공사에 확인하세요.`,
})

const fallbackForm = /^\(광고\)(?!\s*\[무료 수신거부\])[^]+\[무료 수신거부\](?:080-?\d{3,4}-?\d{4}|#\{[^{}]*\})$/
const fallbackExample = '(광고)새 원두가 도착했어요.[무료 수신거부]0801234567'

export const resendContentNotAllowed = contractCheck<{ missingIn?: string }>({
  id: 'resend-content-not-allowed',
  tier: 'interface',
  check({ kind, content, texts }, report) {
    const given = texts.find(({ role }) => role === 'fallback')
    if (given && !fallbackForm.test(given.template)) report({ pointer: given.pointer, code: '-4200', args: {} })
    const isInNeed =
      content.settings['resendParameter'] !== undefined && factsOf(kind).sections.message?.text !== 'required'
    if (given || !isInNeed) return
    report({ pointer: '/recipientList/0/resendParameter', code: '-4200', args: { missingIn: kind } })
  },
  en: ({ missingIn }) => ({
    message:
      missingIn === undefined
        ? 'The text of the fallback is no advertisement in its form. Start it with "(광고)", end it with "[무료 수신거부]" and an 080 number.'
        : `${missingIn} has no text that a text message could repeat. Add "resendContent".`,
    help: `resendContent: "${fallbackExample}"`,
  }),
  ko: ({ missingIn }) => ({
    message:
      missingIn === undefined
        ? '대체 문자가 광고 형식이 아닙니다. 맨 앞에 "(광고)"를, 맨 끝에 "[무료 수신거부]"와 080 번호를 쓰세요.'
        : `${missingIn}에는 문자로 보낼 본문이 없습니다. "resendContent" 항목을 추가하세요.`,
    help: `resendContent: "${fallbackExample}"`,
  }),
})
