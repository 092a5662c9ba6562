import type { Connection } from './connection.ts'
import { progressChecksum, progressNames, type SendProgress } from './progress.ts'
import { type MessageRef, messagesOf } from './releases.ts'
import { checkRow, type PersonalData, personalIn, type SendRow } from './send-row.ts'

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
    const { path } = this.#connection
    const rows = pendingRows(this.#connection, message, this.#lastRow)
    let last: { readonly text: string; readonly progress: SendProgress; readonly checksum: number } | undefined
    for (const [row, preparation, recipient, own_key, masked, prepared_at, personal, checksum, text, data] of rows) {
      // Rows that follow each other are mostly as far as each other.
      if (last?.text !== text) {
        const progress = progressIn(JSON.parse(text) as SendProgress[keyof SendProgress][])
        last = { text, progress, checksum: progressChecksum(progress) }
      }
      const { progress } = last
      const made = { row, message, preparation, recipient, own_key, masked, prepared_at, personal, progress }
      checkRow(made, { checksum, ofProgress: last.checksum, path })
      const { state, attempt } = this.#progressOf(row) ?? progress
      if (state === 'pending')
        this.#sends.push({ row: made, personal: personalIn(made, data ?? '', path), attempts: attempt })
      this.#lastRow = row
    }
    return rows.length > 0
  }
}

function progressIn(values: readonly SendProgress[keyof SendProgress][]): SendProgress {
  return Object.fromEntries(progressNames.map((name, at) => [name, values[at]])) as unknown as SendProgress
}

/** The columns of a row, its progress as a text, and its personal data. */
type PendingRow = readonly [
  row: number,
  preparation: number,
  recipient: string,
  own_key: string | null,
  masked: string,
  prepared_at: number,
  personal: number,
  checksum: number,
  progress: string,
  data: string | null,
]

const columns =
  'row, preparation, recipient, own_key, masked, prepared_at, personal, checksum, ' +
  `json_array(${progressNames.join(', ')}) || '', CAST(data AS TEXT)`

/** They come as one text: a value for each column costs more than the reading. */
function pendingRows(connection: Connection, message: number, after: number): readonly PendingRow[] {
  const sql =
    `SELECT json_group_array(json_array(${columns}) ORDER BY row) AS rows FROM ` +
    '(SELECT row AS wanted FROM send INDEXED BY send_open WHERE personal IS NOT NULL AND message = ? AND ' +
    `state = 'pending' AND row > ? ORDER BY row LIMIT ${readAtOnce}) ` +
    // What has no personal data is damaged, and must not be passed over.
    'JOIN send ON send.row = wanted LEFT JOIN personal USING (personal)'
  return JSON.parse(String(connection.get(sql, message, after)?.['rows'])) as readonly PendingRow[]
}
