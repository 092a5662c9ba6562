import type { VariableValues } from '../../message/render.ts'
import { statOf } from '../../project/files/paths.ts'
import { streamInput } from '../../project/files/read-file.ts'
import { maskNumber } from '../../text/phone-number.ts'
import { readRecipients } from '../../recipients/read.ts'
import { type RecipientColumns, type RecipientSource, recipientVariables } from '../../recipients/recipient.ts'
import type { Sketch } from '../../sketch.ts'

/** A recipient as the preview shows one: the number is masked. */
interface RecipientRow {
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

export interface RecipientList {
  /** Absolute path. */
  readonly file: string
  /** Names of columns by what the file calls them. */
  readonly columns: RecipientColumns
}

interface MessageRows {
  readonly sketch: Sketch
  readonly list: RecipientList
}

/** The rows of recipients files, of which a few at a time are kept. */
export class RecipientRows {
  #page: Page | undefined

  /**
   * Returns a row, or the last one where there are not so many; undefined where no row can be read.
   */
  async at({ sketch, list }: MessageRows, index: number): Promise<RecipientRow | undefined> {
    const variables = recipientVariables(sketch.template)
    const key = JSON.stringify([list, stateOf(list.file), variables])
    const from = Math.floor(index / rowsAtOnce) * rowsAtOnce
    if (this.#page?.key !== key || this.#page.from !== from) {
      const { rows, count } = await read(list, { variables, from })
      if (rows.length === 0 && count > 0) return this.at({ sketch, list }, count - 1)
      this.#page = { key, from, rows }
    }
    const { rows } = this.#page
    return rows[index - from] ?? rows.at(-1)
  }
}

interface Reading {
  readonly variables: ReturnType<typeof recipientVariables>
  readonly from: number
}

/** Reads on to one row more than is kept, to know whether there is one; `count` is how many were found up to there. */
async function read(
  list: RecipientList,
  { variables, from }: Reading,
): Promise<{ readonly rows: readonly RecipientRow[]; readonly count: number }> {
  const rows: Omit<RecipientRow, 'isLast'>[] = []
  let index = 0
  try {
    for await (const { row, line, receiver_number, values } of readRecipients(sourceOf(list), {
      variables,
      maxViolations: 0,
    }).rows()) {
      if (index >= from) {
        rows.push({ index, row, line, number: maskNumber(receiver_number), values: Object.fromEntries(values) })
      }
      index++
      if (rows.length > rowsAtOnce) break
    }
  } catch {
    // Gone or unreadable: there are no rows to show, and `lint` says what is wrong with the file.
    return { rows: [], count: 0 }
  }
  return {
    rows: rows.slice(0, rowsAtOnce).map((row, at) => ({ ...row, isLast: at === rows.length - 1 })),
    count: index,
  }
}

function sourceOf({ file, columns }: RecipientList): RecipientSource {
  return { path: file, columns, open: () => streamInput(file, { shown: file }) }
}

function stateOf(file: string): string {
  const stats = statOf(file)
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}
