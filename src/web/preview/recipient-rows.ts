import type { VariableValues } from '../../message/render.ts'
import { maskNumber } from '../../text/phone-number.ts'
import { readRecipients } from '../../recipients/read.ts'
import { type Recipient, type RecipientSource, recipientVariables } from '../../recipients/recipient.ts'
import type { Sketch } from '../../sketch.ts'

/** A recipient as the preview shows one: the number is masked. */
interface ShownRow {
  /** Its place among the rows that can be read, from 0. */
  readonly index: number
  readonly row: number
  readonly number: string
  readonly values: VariableValues
  readonly isLast: boolean
}

/** Returns a row of a list, or the last one where there are not so many; undefined where no row can be read. */
export async function rowAt(
  list: RecipientSource,
  { template }: Sketch,
  wanted: number,
): Promise<ShownRow | undefined> {
  const reading = readRecipients(list, { variables: recipientVariables(template), maxViolations: 0 })
  let found: Recipient | undefined
  let index = -1
  let isLast = true
  try {
    for await (const recipient of reading.rows()) {
      isLast = index < wanted
      if (!isLast) break
      found = recipient
      index++
    }
  } catch {
    // Gone or unreadable: there are no rows to show, and `lint` says what is wrong with the file.
    return undefined
  }
  if (found === undefined) return undefined
  const { row, receiver_number: number, values } = found
  return { index, row, number: maskNumber(number), values: Object.fromEntries(values), isLast }
}
