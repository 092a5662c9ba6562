import { LedgerError } from '../ledger-error.ts'
import type { Batch, ClaimedSend, Settlement } from '../ledger.ts'
import { scrubbed } from '../scrub.ts'
import type { Connection, SqlValue } from './connection.ts'
import { isPrepared, type MessageRef, messagesOf, releaseNumber } from './releases.ts'
import {
  erasePersonals,
  keyOfRow,
  type PersonalData,
  personalIn,
  saveRows,
  sendColumnNames,
  type SendRow,
  sendRow,
} from './send-row.ts'

interface Claimed {
  readonly row: SendRow
  readonly personal: PersonalData
}

interface Queue {
  readonly messages: readonly MessageRef[]
  /** Of those before it nothing is pending. */
  first: number
}

/**
 * Sends between their claim and their outcome. What was read at the claim is kept until then: only this process changes
 * the ledger, and reading it again would take longer than writing it. Every method runs within a transaction.
 */
export class Claims {
  readonly #connection: Connection
  readonly #claimed = new Map<number, Claimed>()
  /** By the name of the release; only of those whose recipients are all there. */
  readonly #queues = new Map<string, Queue>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Sends became pending: what is known of releases holds no longer. */
  forget(): void {
    this.#queues.clear()
  }

  /** Makes sends of the first message that has pending ones `inflight`. */
  claim({ release, maxSends, now }: { release: string; maxSends: number; now: number }): Batch | undefined {
    const queue = this.#queueOf(release)
    for (; queue.first < queue.messages.length; queue.first++) {
      const message = queue.messages[queue.first]
      const claimed = message && this.#claimOf(message, maxSends, now)
      const [first, ...rest] = claimed ?? []
      if (message && first) return { id: message.id, sends: [first, ...rest] }
    }
    return undefined
  }

  /** Writes what became of claimed sends. */
  settle(settlements: readonly Settlement[], now: number): void {
    const erased: number[] = []
    const settled = settlements.map(({ row: number, attempt, outcome, code, description }): SendRow => {
      const { row, personal } = this.#claimedAt(number, attempt)
      if (outcome === 'not-written') return { ...row, state: 'pending', claimed_at: null }
      const isOver = outcome === 'accepted' || outcome === 'rejected'
      if (isOver && row.personal !== null) erased.push(row.personal)
      // What the service says to a success is the same for all.
      const said = outcome === 'accepted' || description === undefined ? null : scrubbed(description, personal)
      return {
        ...row,
        state: outcome,
        code: code ?? null,
        description: said,
        settled_at: now,
        personal: isOver ? null : row.personal,
      }
    })
    saveRows(this.#connection, settled)
    erasePersonals(this.#connection, erased)
    for (const { row, state } of settled) {
      this.#claimed.delete(row)
      if (state === 'pending') this.forget()
    }
  }

  #queueOf(release: string): Queue {
    const known = this.#queues.get(release)
    if (known) return known
    const number = releaseNumber(this.#connection, release)
    if (!isPrepared(this.#connection, number)) throw new LedgerError({ type: 'not-prepared', release })
    const queue = { messages: messagesOf(this.#connection, number), first: 0 }
    this.#queues.set(release, queue)
    return queue
  }

  #claimOf({ message }: MessageRef, maxSends: number, now: number): readonly ClaimedSend[] {
    const claimed = pendingOf(this.#connection, message, maxSends).map(({ row, personal }): Claimed => {
      const inflight = {
        ...row,
        state: 'inflight',
        attempt: row.attempt + 1,
        claimed_at: now,
        settled_at: null,
      } as const
      return { row: inflight, personal }
    })
    const rows = claimed.map(({ row }) => row)
    saveRows(this.#connection, rows)
    return claimed.map((one) => {
      const { row, personal } = one
      this.#claimed.set(row.row, one)
      return { row: row.row, attempt: row.attempt, key: keyOfRow(row), masked: row.masked, ...personal }
    })
  }

  #claimedAt(row: number, attempt: number): Claimed {
    const claimed = this.#claimed.get(row)
    if (claimed?.row.attempt === attempt) return claimed
    throw new Error(`Send ${row} is not in flight: attempt ${attempt} was settled or never claimed.`)
  }
}

/** The next pending sends of a message. They come as one text: a value for each column costs more than the reading. */
function pendingOf(connection: Connection, message: number, maxSends: number): readonly Claimed[] {
  const columns = sendColumnNames.map((name) => (name === 'recipient' ? 'hex(send.recipient)' : `send.${name}`))
  const sql =
    `SELECT json_group_array(json_array(${columns.join(', ')}, hex(personal.data)) ORDER BY send.row) AS rows FROM ` +
    "(SELECT row AS wanted FROM send INDEXED BY send_pending WHERE state = 'pending' AND message = ? " +
    'ORDER BY row LIMIT ?) JOIN send ON send.row = wanted JOIN personal USING (personal)'
  const rows = JSON.parse(String(connection.get(sql, message, maxSends)?.['rows'])) as readonly SqlValue[][]
  return rows.map((values) => {
    const data = Object.fromEntries(sendColumnNames.map((name, at) => [name, values[at] ?? null]))
    const recipient = Buffer.from(String(data['recipient']), 'hex')
    const row = sendRow({ ...data, recipient }, connection.path)
    return {
      row,
      personal: personalIn({ row: row.row, data: Buffer.from(String(values.at(-1)), 'hex') }, connection.path),
    }
  })
}
