import type { Redact } from '../contract/contract.ts'

const masked = '***'
/** More than any description of the interface; what is longer would only fill the ledger. */
const defaultMaxCharacters = 500
/** The rest of a text is neither searched nor shown. */
const maxReadUnits = 20_000
/** Longer than a number with all that may stand between its digits. */
const maxNumberUnits = 32

// `010-1234-5678`, `01012345678`, `+82 10 1234 5678`, `011 234 5678`. Neither `0101234567` nor `1012345678`: keys and orders.
const mobileNumber =
  /(?<!\d)(?:(?:\+|00)?82[ ().-]{0,3}0?|0)[ ().-]{0,3}(?:10[ ().-]{0,3}\d{4}|1[16-9][ ().-]{0,3}\d{3,4})[ ().-]{0,3}\d{4}(?!\d)/g

/** Takes secrets and mobile numbers out of texts: a service may quote the header or the recipient that it did not like. */
export function redactor(secrets: readonly string[]): Redact {
  const forms = secrets.flatMap(formsOf)
  const pattern = patternOf(forms)
  const maxFormUnits = Math.max(maxNumberUnits, ...forms.map(({ length }) => length))
  return (text, maxCharacters = defaultMaxCharacters) => {
    const read = text.slice(0, maxReadUnits).replace(pattern, masked).replace(mobileNumber, masked)
    // A number or secret that the cut divides was not found.
    const whole = text.length > maxReadUnits ? read.slice(0, -maxFormUnits) : read
    // No ledger keeps a NUL as it is: SQLite ends a text there, and PostgreSQL takes none.
    const plain = whole.replaceAll('\0', '\uFFFD').toWellFormed()
    // Most texts are short, whatever their units are.
    if (plain.length <= maxCharacters) return plain
    const points = Array.from(plain)
    return points.length > maxCharacters ? `${points.slice(0, maxCharacters - 1).join('')}…` : plain
  }
}

/** Takes mobile numbers out of what a person writes as a reason: it is kept, and shown to others. */
export function withoutNumbers(text: string): string {
  return redactor([])(text, Number.POSITIVE_INFINITY)
}

/** A shorter secret, or a part of one in base64, may stand in a text by chance. */
const minTellingUnits = 8

/** Prepares to tell whether a text that has to stay as it is, such as a URL, holds a secret. */
export function secretDetector(secrets: readonly string[]): (text: string) => boolean {
  const pattern = patternOf(secrets.filter(({ length }) => length >= minTellingUnits).flatMap(formsOf))
  return (text) => text.search(pattern) >= 0
}

/** A secret as it is, as in a URL, and in base64, also within something longer: `user;secret`. */
function formsOf(secret: string): readonly string[] {
  if (secret === '') return []
  const bytes = Buffer.from(secret)
  const parts = [bytes.toString('base64url'), ...[0, 1, 2].map((before) => base64Core(bytes, before))]
  const telling = parts.filter(({ length }) => length >= minTellingUnits)
  return [secret, encodeURIComponent(secret.toWellFormed()), bytes.toString('base64'), ...telling]
}

/** The characters of base64 that hold these bytes alone, when so many others (modulo 3) come before them. */
function base64Core(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const isLastShared = (before + bytes.length) % 3 > 0
  return all.slice(Math.ceil((before * 8) / 6), isLastShared ? -1 : undefined)
}

/** Matches any of some texts in any letter case, and base64 as URLs have it too. */
function patternOf(forms: readonly string[]): RegExp {
  if (forms.length === 0) return /(?!)/g
  const longestFirst = [...new Set(forms)].toSorted((a, b) => b.length - a.length)
  const escaped = longestFirst.map((form) => form.replaceAll(/[\\^$.*?()[\]{}|]/g, String.raw`\$&`))
  return new RegExp(escaped.map((form) => form.replaceAll('+', '[+-]').replaceAll('/', '[/_]')).join('|'), 'gi')
}
