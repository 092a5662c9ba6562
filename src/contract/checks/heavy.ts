import { lastKeyOf, objectOf, valueAt } from '../../text/json-text.ts'
import { countBytes } from '../../text/text.ts'
import { type CheckedText, type ContractCheck, contractCheck } from '../contract.ts'

interface HeavyPart {
  readonly actual: number
  readonly limit: number
  readonly part: string
  /** The longest text in it, which is the one to shorten first. */
  readonly text: CheckedText
}

/**
 * Returns the check of how many bytes the JSON text of a payload, or of parts of it, has in UTF-8.
 *
 * @param limits by the pointers of the parts
 * @param left the field of a payload that does not count
 */
export function heavyParts(
  { code, ...facts }: Pick<ContractCheck, 'id' | 'tier'> & { readonly code?: string },
  limits: { readonly [pointer: string]: number },
  left = '',
): ContractCheck {
  const isAdvice = facts.tier === undefined
  return contractCheck<HeavyPart>({
    ...facts,
    check({ payload, texts }, report) {
      for (const [pointer, limit] of Object.entries(limits)) {
        const json = JSON.stringify({ ...objectOf(valueAt(payload, pointer)), [left]: undefined })
        // No unit has more than three bytes: most need not be counted.
        if (json.length * 3 <= limit) continue
        const actual = countBytes(json, 'utf-8')
        const [text] = texts
          .filter((one) => one.pointer.startsWith(`${pointer}/`))
          .toSorted((a, b) => bytesOf(b) - bytesOf(a))
        if (actual <= limit || text === undefined) continue
        const measure = { actual, limit, unit: 'bytes' } as const
        const args = { actual, limit, part: pointer.slice(1), text }
        report({ pointer, at: text.pointer, measure, args, ...(code !== undefined && { code }) })
      }
    },
    en: ({ actual, limit, part, text }) =>
      `${part === '' ? 'The message' : `"${part}"`} has ${actual} bytes of JSON; ${isAdvice ? `some services may take only ${limit}` : `at most ${limit} are allowed`}. Shorten its ${text.role === 'link' ? 'links' : 'texts'}, first of all this "${lastKeyOf(text.pointer)}" of ${bytesOf(text)} bytes.`,
    ko: ({ actual, limit, part, text }) =>
      `${part === '' ? '메시지' : `"${part}"`}의 JSON이 ${actual}바이트입니다. ${limit}바이트까지${isAdvice ? '만 받는 서비스가 있으니' : ' 보낼 수 있으니'}, 가장 긴 이 "${lastKeyOf(text.pointer)}"(${bytesOf(text)}바이트)부터 ${text.role === 'link' ? '링크를' : '문구를'} 줄이세요.`,
  })
}

function bytesOf({ template }: CheckedText): number {
  return countBytes(template, 'utf-8')
}
