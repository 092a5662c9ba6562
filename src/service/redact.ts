import { mobileNumbers } from '../recipients/number.ts'

/** Makes a text of the service presentable: without secrets, and no longer than stated. */
export type Redact = (text: string, maxCharacters?: number) => string

const masked = '***'
/** More than any description of the interface; what is longer would only fill the ledger. */
const defaultMaxCharacters = 500

/** Takes secrets and mobile numbers out of texts: a service may quote the header or the recipient that it did not like. */
export function redactor(secrets: readonly string[]): Redact {
  const forms = new Set<string>()
  for (const secret of secrets) {
    if (secret === '') continue
    forms.add(secret).add(encodeURIComponent(secret)).add(JSON.stringify(secret).slice(1, -1))
    forms.add(Buffer.from(secret).toString('base64')).add(Buffer.from(secret).toString('base64url'))
  }
  // The longest first, so that no form leaves a part of another behind.
  const ordered = [...forms].toSorted((a, b) => b.length - a.length)
  const presentable = (text: string, maxCharacters: number): string => {
    const plain = ordered.reduce((rest, form) => rest.replaceAll(form, masked), text).replace(mobileNumbers, masked)
    const points = Array.from(plain.toWellFormed())
    return points.length > maxCharacters ? `${points.slice(0, maxCharacters - 1).join('')}…` : points.join('')
  }
  // A service says the same of nearly every message.
  let last = { text: '', maxCharacters: 0, result: '' }
  return (text, maxCharacters = defaultMaxCharacters) => {
    if (text !== last.text || maxCharacters !== last.maxCharacters) {
      last = { text, maxCharacters, result: presentable(text, maxCharacters) }
    }
    return last.result
  }
}
