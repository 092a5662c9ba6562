/** The national form of a Korean mobile number: 010 with 8 digits, or an older prefix with 7 or 8. */
const mobile = /^01(?:0\d{8}|[16-9]\d{7,8})$/
const hyphenated = /^01\d-\d{3,4}-\d{4}$/
const countryCode = /^(?:\+|00)?82(?=0?1)0?/
/** Separators between digits: blanks, dots, brackets, dashes and invisible marks. */
const separators = /[\s.·()\p{Pd}\u2212\p{Cf}]/gu
const exponent = /^\d+(?:\.\d+)?E\+?\d+$/i
/** Programs that take a column for decimal numbers write the zero behind the point. */
const decimal = /^\d{9,10}(?=\.0$)/

export const mobileNumbers: RegExp = /(?<!\d)(?:(?:\+|00)?82[-. ]?\(?0?\)?|0)1[016-9][-. ]?\d{3,4}[-. ]?\d{4}(?!\d)/g

/** Longer texts hold no number, and bringing them to the usual form may take long. */
const maxNumberUnits = 64

const landline = /^0(?:2|[3-6][1-5])\d{7,8}$/
const otherService = /^(?:070\d{8}|050\d{8,9}|080\d{7,8}|1[5-9]\d{6})$/

export type NumberViolation = 'exponent' | 'formula' | 'not-digits' | 'not-mobile' | 'digit-count'

export type NumberVerdict =
  /** `hasLostZero`: ten digits that begin with 10, from which a spreadsheet took the zero. */
  | { readonly type: 'mobile'; readonly number: string; readonly hasLostZero?: true }
  /** The text would be an older mobile number with a zero before it. */
  | { readonly type: 'lost-zero' }
  | { readonly type: 'invalid'; readonly reason: NumberViolation; readonly digits: number }

/**
 * The national form of a Korean mobile number, digits alone: `+82 10-1234-5678` → `01012345678`.
 *
 * @returns undefined for anything else
 */
export function normalizeMobileNumber(text: string): string | undefined {
  const verdict = judgeNumber(text)
  return verdict.type === 'mobile' && !verdict.hasLostZero ? verdict.number : undefined
}

/** Returns whether a text is a mobile number, or holds one. */
export function holdsMobileNumber(text: string): boolean {
  return text.search(mobileNumbers) >= 0 || normalizeMobileNumber(text) !== undefined
}

/** Reads a text as a mobile number, or tells why it is none. */
export function judgeNumber(text: string): NumberVerdict {
  // Nearly every number is written in one of these two ways; the others take longer.
  const usual = hyphenated.test(text) ? text.replaceAll('-', '') : text
  if (mobile.test(usual)) return { type: 'mobile', number: usual }
  if (text.length > maxNumberUnits) return { type: 'invalid', reason: 'not-digits', digits: 0 }
  // Full-width digits, signs and brackets become the usual ones.
  const plain = textIn(text.normalize('NFKC').trim())
  const compact = plain.replace(separators, '')
  const number = compact.replace(countryCode, '0')
  if (mobile.test(number)) return { type: 'mobile', number }
  const withZero = `0${decimal.exec(plain)?.[0] ?? compact}`
  if (/^010\d{8}$/.test(withZero)) return { type: 'mobile', number: withZero, hasLostZero: true }
  if (mobile.test(withZero)) return { type: 'lost-zero' }
  return { type: 'invalid', reason: reasonOf(plain, number), digits: number.replace(/\D/g, '').length }
}

/** Reads a cell that is marked as text for a spreadsheet: `="01012345678"`, `'01012345678`. */
function textIn(plain: string): string {
  return /^="([^"]*)"$/.exec(plain)?.[1] ?? plain.replace(/^['‘’](?=[+\d])/, '')
}

function reasonOf(plain: string, number: string): NumberViolation {
  if (exponent.test(plain)) return 'exponent'
  if (plain.startsWith('=')) return 'formula'
  if (!/^\d+$/.test(number)) return 'not-digits'
  return /^01[016-9]/.test(number) ? 'digit-count' : 'not-mobile'
}

/** A phone number that may be printed: `010-****-5678`. Its first three and last four digits stay. */
export function maskNumber(number: string): string {
  const digits = number.replace(/\D/g, '')
  if (digits.length < 9) return '*'.repeat(digits.length)
  return `${digits.slice(0, 3)}-${'*'.repeat(digits.length - 7)}-${digits.slice(-4)}`
}

/**
 * Returns whether a text is a Korean phone number as a sender has one: mobile, landline, 070, 050, 080 or a number for all
 * of the country such as 1588-1234; digits, with or without hyphens.
 */
export function isPhoneNumber(text: string): boolean {
  if (!/^\d+(?:-\d+)*$/.test(text)) return false
  const digits = text.replaceAll('-', '')
  return mobile.test(digits) || landline.test(digits) || otherService.test(digits)
}
