import type { VariableValues } from '../../message/render.ts'
import { statOf } from '../../project/files/paths.ts'
import { streamInput } from '../../project/files/read-file.ts'
import { maskNumber } from '../../recipients/number.ts'
import { readRecipients } from '../../recipients/read.ts'
import { recipientVariables } from '../../recipients/recipient.ts'
import type { Sketch } from '../../sketch.ts'

/** A recipient as the preview shows one: the number is masked. */
export interface RecipientRow {
  /** Its place among the rows that can be read, from 0. */
  readonly index: number
  readonly row: number
  readonly line: number
  readonly number: string
  readonly values: VariableValues
  readonly isLast: boolean
}

/** How many rows are read at once; paging to and fro reads the file again only at the ends. */
const rowsAtOnce = 100

interface Page {
  readonly key: string
  readonly from: number
  readonly rows: readonly RecipientRow[]
}

/** The rows of recipients files, of which a few at a time are kept. */
export class RecipientRows {
  #page: Page | undefined

  /**
   * A row, or the last one where there are not so many; undefined where no row can be read.
   *
   * @param file absolute path
   */
  async at(sketch: Sketch, file: string, index: number): Promise<RecipientRow | undefined> {
    const variables = recipientVariables(sketch.template)
    const key = JSON.stringify([file, stateOf(file), variables])
    const from = Math.floor(index / rowsAtOnce) * rowsAtOnce
    if (this.#page?.key !== key || this.#page.from !== from) {
      this.#page = { key, from, rows: await read(file, { variables, from }) }
    }
    const { rows } = this.#page
    if (rows.length === 0 && from > 0) return this.at(sketch, file, from - 1)
    return rows[index - from] ?? rows.at(-1)
  }
}

/** Reads on to one row more than is kept, to know whether there is one. */
async function read(
  file: string,
  { variables, from }: { variables: ReturnType<typeof recipientVariables>; from: number },
): Promise<readonly RecipientRow[]> {
  const rows: Omit<RecipientRow, 'isLast'>[] = []
  let index = 0
  try {
    for await (const { row, line, receiver_number, values } of readRecipients(
      { path: file, open: () => streamInput(file, { shown: file }) },
      { variables, maxViolations: 0 },
    ).rows()) {
      if (index >= from) {
        rows.push({ index, row, line, number: maskNumber(receiver_number), values: Object.fromEntries(values) })
      }
      index++
      if (rows.length > rowsAtOnce) break
    }
  } catch {
    // Gone or unreadable: there are no rows to show, and `lint` says what is wrong with the file.
    return []
  }
  return rows.slice(0, rowsAtOnce).map((row, at) => ({ ...row, isLast: at === rows.length - 1 }))
}

function stateOf(file: string): string {
  const stats = statOf(file)
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}
