import type { VariableValues } from '../../message/render.ts'
import { statOf } from '../../project/files/paths.ts'
import { streamInput } from '../../project/files/read-file.ts'
import { maskNumber } from '../../recipients/number.ts'
import { readRecipients } from '../../recipients/read.ts'
import { type RecipientColumns, type RecipientSource, recipientVariables } from '../../recipients/recipient.ts'
import type { RecipientViolation } from '../../recipients/violations.ts'
import { recipientRule } from '../../rules/violations.ts'
import type { Sketch } from '../../sketch.ts'
import type { Choice } from './page-data.ts'

type WishedRow = Pick<Choice & { readonly type: 'row' }, 'index' | 'search'>

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

/** A recipients file. */
export interface RecipientList {
  /** Absolute path. */
  readonly file: string
  /** Names of columns by what the file calls them. */
  readonly columns: RecipientColumns
}

/** A message and its recipients file. */
interface MessageRows {
  readonly sketch: Sketch
  readonly list: RecipientList
}

/** A file that is looked through for rows that cannot be shown, and what was found. */
interface Looked {
  readonly key: string
  found?: SkippedRows
}

/** The rows of recipients files, of which a few at a time are kept. */
export class RecipientRows {
  #page: Page | undefined
  /** By message. */
  readonly #looked = new Map<string, Looked>()

  /**
   * Returns how many rows `at` never returns, and why the first of them; undefined until the file has been read as a whole.
   *
   * @param path of the message
   * @param onFound called once there are some
   */
  skipped(path: string, { sketch, list }: MessageRows, onFound: () => void): SkippedRows | undefined {
    const variables = recipientVariables(sketch.template)
    const key = JSON.stringify([list, stateOf(list.file), variables])
    const known = this.#looked.get(path)
    if (known?.key === key) return known.found
    const looked: Looked = { key }
    this.#looked.set(path, looked)
    const look = async (): Promise<void> => {
      const found = await skippedIn(list, variables)
      looked.found = found
      if (found.rows > 0 && this.#looked.get(path) === looked) onFound()
    }
    void look()
    return undefined
  }

  /**
   * Returns a row, or the last one where there are not so many; undefined where no row can be read, or none is found.
   */
  async at({ sketch, list }: MessageRows, { index, search = '' }: WishedRow): Promise<RecipientRow | undefined> {
    const variables = recipientVariables(sketch.template)
    const terms = termsOf(search)
    const key = JSON.stringify([list, stateOf(list.file), variables, terms])
    const from = Math.floor(index / rowsAtOnce) * rowsAtOnce
    if (this.#page?.key !== key || this.#page.from !== from) {
      const { rows, count } = await read(list, { variables, from, terms })
      if (rows.length === 0 && count > 0) return this.at({ sketch, list }, { index: count - 1, search })
      this.#page = { key, from, rows }
    }
    const { rows } = this.#page
    return rows[index - from] ?? rows.at(-1)
  }
}

/** Rows of a file that nothing can be sent to, and so are not shown. */
interface SkippedRows {
  readonly rows: number
  /** Absent where so many warnings stand before it that it is not known. */
  readonly first?: { readonly row: number; readonly line: number; readonly violation: RecipientViolation }
}

/** Reads a whole file for the rows that are not shown; none where it cannot be read. */
async function skippedIn(list: RecipientList, variables: Reading['variables']): Promise<SkippedRows> {
  let shown = 0
  try {
    const reading = readRecipients(sourceOf(list), { variables })
    for await (const batch of reading.batches()) shown += batch.length
    const { rows, violations } = await reading.summary()
    const first = violations.find(({ rule, row }) => row !== undefined && recipientRule(rule).severity === 'error')
    return {
      rows: rows - shown,
      ...(first?.row !== undefined && { first: { row: first.row, line: first.place.line, violation: first } }),
    }
  } catch {
    return { rows: 0 }
  }
}

interface Reading {
  readonly variables: ReturnType<typeof recipientVariables>
  readonly from: number
  /** Only rows that have each of these count. */
  readonly terms: readonly string[]
}

/** Returns the words of a search as they are looked for. A number is found with its hyphens and without. */
function termsOf(search: string): readonly string[] {
  const text = search.normalize('NFC').toLowerCase().trim()
  if (text === '') return []
  return /^[\d\s-]+$/.test(text) ? [text.replaceAll(/[\s-]/g, '')] : text.split(/\s+/)
}

/** Reads on to one row more than is kept, to know whether there is one; `count` is how many were found up to there. */
async function read(
  list: RecipientList,
  { variables, from, terms }: Reading,
): Promise<{ readonly rows: readonly RecipientRow[]; readonly count: number }> {
  const rows: Omit<RecipientRow, 'isLast'>[] = []
  let index = 0
  try {
    for await (const { row, line, receiver_number, values } of readRecipients(sourceOf(list), {
      variables,
      maxViolations: 0,
    }).rows()) {
      const texts = terms.length === 0 ? [] : [receiver_number, ...values.values()].map((text) => text.toLowerCase())
      if (!terms.every((term) => texts.some((text) => text.includes(term)))) continue
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
