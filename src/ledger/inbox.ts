import { setTimeout as delay } from 'node:timers/promises'
import { contractOf, type Kind } from '../contract/contracts.ts'
import type { DeliveryResult } from '../contract/contract.ts'
import type { Run } from './driver.ts'
import { addDeliveries, type RecordedResults, type ReportedMessage, type ResultInbox } from './results.ts'
import { personalIn, scrubbed } from './scrub.ts'
import { sql, type StoredSend } from './statements.ts'
import type { Change } from './tables.ts'

export interface InboxOptions {
  /** Changes the ledger in one transaction, and opens it where it is not open. */
  readonly change: <T>(work: (run: Run) => Promise<Change<T>>) => Promise<T>
  /** Returns whether a deploy writes to the same file: then writes pause for it. */
  readonly isShared: () => boolean
  readonly now: () => number
  readonly close: () => Promise<void>
}

interface Waiting {
  readonly results: readonly ReportedMessage[]
  readonly resolve: (recorded: RecordedResults) => void
  readonly reject: (error: unknown) => void
}

/** Bounded, because a write blocks other writers. */
const maxResultsAtOnce = 2_000
/** Leaves a deploy ten writes a second. */
const peaceMs = 100

/** Puts what several requests bring at the same time into one transaction. */
export class Inbox implements ResultInbox {
  readonly #options: InboxOptions
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined
  #lastMs = Number.NEGATIVE_INFINITY

  constructor(options: InboxOptions) {
    this.#options = options
  }

  readonly record = (results: readonly ReportedMessage[]): Promise<RecordedResults> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ results, resolve, reject })
      this.#running ??= this.#run()
    })

  readonly probe = (): Promise<void> =>
    this.#options.change(async (run) => {
      await run(sql.clearMeta, 'probe')
      return { value: undefined, decides: false }
    })

  readonly close = async (): Promise<void> => {
    while (this.#running) await this.#running
    await this.#options.close()
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Lets requests join that are just coming in.
      await new Promise((joined) => setImmediate(joined))
      const waitMs = this.#lastMs + peaceMs - performance.now()
      if (waitMs > 0 && this.#options.isShared()) await delay(waitMs)
      await this.#writeSome(this.#take())
      this.#lastMs = performance.now()
    }
    this.#running = undefined
  }

  #take(): readonly Waiting[] {
    let results = 0
    const fits = this.#waiting.findIndex((each) => (results += each.results.length) > maxResultsAtOnce)
    return this.#waiting.splice(0, fits < 0 ? this.#waiting.length : Math.max(1, fits))
  }

  async #writeSome(waiting: readonly Waiting[]): Promise<void> {
    try {
      const all = waiting.flatMap(({ results }) => results)
      const written = await this.#options.change((run) => recordIn(run, all, this.#options.now()))
      let at = 0
      for (const { results, resolve } of waiting) {
        resolve(recordedOf(results, written.slice(at, at + results.length)))
        at += results.length
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
}

/** Outcome of one result, and the state of its send before if the result proved something. */
interface Written {
  readonly outcome: 'recorded' | 'repeated' | 'foreign'
  readonly kind?: Kind
  readonly proved?: string
}

/** Records results, and settles what they prove: the service had taken it, whatever the ledger says. */
async function recordIn(
  run: Run,
  results: readonly ReportedMessage[],
  now: number,
): Promise<Change<readonly Written[]>> {
  const keys = [...new Set(results.map(({ key }) => key))]
  const found = await run(sql.resultSends, JSON.stringify(keys.map((key) => [key])))
  const sends = new Map(found.map((send) => [send.key, send]))
  const rows = results.map((result) => {
    const send = sends.get(result.key)
    return send && result.code !== undefined ? columnsOf(result, send) : undefined
  })
  const added = await run(sql.addResults, JSON.stringify(rows.filter((row) => row !== undefined)), now)
  const isNew = new Set(
    added.map((row) =>
      nameOf([row['send'], row['code'], row['done_at'], row['fallback_code'], row['fallback_done_at']]),
    ),
  )
  const proven = found.filter(({ state }) => state !== 'accepted')
  if (proven.length > 0) {
    const ids = JSON.stringify(proven.map(({ row }) => [row]))
    await run(sql.prove, ids, now)
    await run(sql.forget, ids)
    // No decision is recorded for a send under way: its response settles it.
    const decided = proven.filter(({ state }) => state !== 'inflight')
    for (const release of new Set(decided.map((send) => send.release))) {
      const own = decided.filter((send) => send.release === release)
      await run(sql.addDecisions, JSON.stringify(own.map(({ row, state }) => [row, 'result', state])), release, '', now)
    }
  }
  const told = new Set<string>()
  const written = results.map((result, index): Written => {
    const send = sends.get(result.key)
    if (send === undefined) return { outcome: 'foreign' }
    const [id, code, doneAt, , fallback, fallbackDoneAt] = rows[index] ?? []
    // Of two equal results in one write, the first is new.
    const outcome = isNew.delete(nameOf([id, code, doneAt, fallback, fallbackDoneAt])) ? 'recorded' : 'repeated'
    const { state, kind } = send
    const counted = { outcome, kind } as const
    if (state === 'accepted' || state === 'inflight' || told.has(result.key)) return counted
    told.add(result.key)
    return { ...counted, proved: state }
  })
  return { value: written, decides: proven.length > 0 }
}

function nameOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map(String))
}

/** Returns a result as it is stored, without what its descriptions quote of the recipient. */
function columnsOf(
  { code, doneAt = 0, description, fallback }: DeliveryResult,
  send: StoredSend,
): readonly (string | number | null)[] {
  const personal = personalIn(send.data)
  const plain = (text: string | undefined): string | null =>
    text === undefined ? null : scrubbed(text, personal ? [personal] : [])
  return [
    send.row,
    code,
    doneAt,
    plain(description),
    fallback?.code ?? '',
    fallback?.doneAt ?? 0,
    plain(fallback?.description),
  ]
}

function recordedOf(results: readonly ReportedMessage[], written: readonly Written[]): RecordedResults {
  const count = (outcome: Written['outcome']): number => written.filter((one) => one.outcome === outcome).length
  const proved = written.flatMap((one) => one.proved ?? [])
  const unknown = proved.filter((state) => state === 'unknown').length
  const groups = results.flatMap((result, index) => {
    const { outcome, kind } = written[index] ?? {}
    if (result.code === undefined || outcome !== 'recorded' || kind === undefined) return []
    return [{ delivery: contractOf(kind).deliveryOf(result.code, result.fallback?.code), sends: 1 }]
  })
  return {
    recorded: groups.length,
    repeated: count('repeated'),
    foreign: count('foreign'),
    proven: { unknown, behind: proved.length - unknown },
    deliveries: addDeliveries(groups),
  }
}
