import { mobileNumbers } from '../text/phone-number.ts'

/** Data of a recipient that must not stay in a text. */
export interface Personal {
  /** Digits alone. */
  readonly number: string
  readonly values: Readonly<Record<string, string>>
}

/** Returns personal data as they are stored. */
export function personalText({ number, values }: Personal): string {
  return JSON.stringify([number, values])
}

/** Reads personal data that are stored; undefined where they are forgotten, or damaged. */
export function personalIn(data: unknown): Personal | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const [number, values] = JSON.parse(data) as [string, Readonly<Record<string, string>>]
    return { number, values }
  } catch {
    return undefined
  }
}

const masked = '***'
const maxDescriptionCharacters = 500
/** A value of one character would take every such letter out of a text. */
const minValueUnits = 2

/**
 * Takes numbers and values of recipients out of a description of the service, which may quote what it did not like: the
 * description stays in the ledger when the number and the values are erased.
 */
export function scrubbed(description: string, people: readonly Personal[]): string {
  const texts = people
    .flatMap(({ number, values }) => [number, ...Object.values(values)])
    .map((text) => text.toWellFormed())
    .filter((text) => text.length >= minValueUnits)
  const forms = new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]))
  // The longest first, so that no value leaves a part of another behind.
  const plain = [...forms]
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, form) => rest.replaceAll(form, masked), description.toWellFormed())
    .replace(mobileNumbers, masked)
  return Array.from(plain).slice(0, maxDescriptionCharacters).join('')
}
