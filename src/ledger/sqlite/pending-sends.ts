import type { Connection, SqlRow } from './connection.ts'
import type { SendProgress } from './progress.ts'
import { type MessageRef, messagesOf } from './releases.ts'
import {
  type PersonalData,
  personalColumns,
  personalIn,
  sendColumnNames,
  type SendRow,
  sendRowReader,
} from './send-row.ts'

/** A send that may be claimed, and whom it goes to. */
export interface PendingSend {
  readonly row: SendRow
  readonly personal: PersonalData
  /** How often it was claimed before. */
  readonly attempts: number
}

/** Sends that are read at once: of many, one costs a fraction. */
const readAtOnce = 500

/** The pending sends of a release, message by message, read ahead of their claims. */
export class PendingSends {
  readonly #connection: Connection
  readonly #messages: MessageRef[]
  /** Sends of the first message. */
  #sends: PendingSend[] = []
  #lastRow = 0
  readonly #progressOf: (row: number) => SendProgress | undefined

  /** @param progressOf how far a send is by the journal, where the table is behind it */
  constructor(connection: Connection, release: number, progressOf: (row: number) => SendProgress | undefined) {
    this.#connection = connection
    this.#messages = [...messagesOf(connection, release)]
    this.#progressOf = progressOf
  }

  /** Takes so many sends at most, of the first message that has some. */
  take(maxSends: number): { readonly id: string; readonly sends: readonly PendingSend[] } | undefined {
    for (let [message] = this.#messages; message; [message] = this.#messages) {
      while (this.#sends.length < maxSends && this.#readOn(message));
      if (this.#sends.length > 0) return { id: message.id, sends: this.#sends.splice(0, maxSends) }
      this.#messages.shift()
      this.#lastRow = 0
    }
    return undefined
  }

  /** @returns whether there was anything */
  #readOn({ message }: MessageRef): boolean {
    const rows = pendingRows(this.#connection, message, this.#lastRow)
    const toRow = sendRowReader(this.#connection.path)
    for (const data of rows) {
      const row = toRow(data)
      const { state, attempt } = this.#progressOf(row.row) ?? row.progress
      if (state === 'pending') {
        this.#sends.push({ row, personal: personalIn(row, data, this.#connection.path), attempts: attempt })
      }
      this.#lastRow = row.row
    }
    return rows.length > 0
  }
}

const columns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(sendColumnNames.map((name) => [name, `send.${name}`])),
  ...personalColumns,
}
const names = Object.keys(columns)

/** They come as one text: a value for each column costs more than the reading. */
function pendingRows(connection: Connection, message: number, after: number): readonly SqlRow[] {
  const sql =
    `SELECT json_group_array(json_array(${Object.values(columns).join(', ')}) ORDER BY send.row) AS rows FROM ` +
    '(SELECT row AS wanted FROM send INDEXED BY send_open WHERE personal IS NOT NULL AND message = ? AND ' +
    `state = 'pending' AND row > ? ORDER BY row LIMIT ${readAtOnce}) ` +
    'JOIN send ON send.row = wanted JOIN personal USING (personal)'
  const rows = JSON.parse(String(connection.get(sql, message, after)?.['rows'])) as readonly SqlRow[string][][]
  return rows.map((values) => {
    const row: { [name: string]: SqlRow[string] } = {}
    for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = values[at] ?? null
    return row
  })
}
