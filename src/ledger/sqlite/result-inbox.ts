import { stateOf } from '../durable-file.ts'
import { hashInKey } from '../identity.ts'
import type { SendState } from '../ledger.ts'
import { LedgerError, type LedgerNotice } from '../ledger-error.ts'
import { resultColumns } from '../result-columns.ts'
import { type ResultOutcome, ResultQueue } from '../result-queue.ts'
import { type DeliveryResult, mostLikely, type ResultInbox } from '../results.ts'
import { personalIn } from '../send.ts'
import type { Personal } from '../states.ts'
import { Connection, problemOf, type SqlRow } from './connection.ts'
import { checkIsThere, type LedgerOptions, makeReadableFirst, realPath } from './ledger-file.ts'
import { readMeta } from './main-file.ts'
import { ResultsFile, resultsPath, type StoredResult } from './results-file.ts'
import { sendsWhere } from './rows.ts'

/**
 * Returns where results of a ledger in a file go: to a file beside it, also while a deploy has the ledger.
 *
 * @param settle takes over what they prove
 */
export function sqliteInbox(options: LedgerOptions, settle: () => Promise<readonly LedgerNotice[]>): ResultInbox {
  const writer = new ResultWriter(options)
  return new ResultQueue({
    write: async (results) => writer.write(results),
    probe: async () => writer.probe(),
    settle: async () => (writer.takeProofs() ? settle() : []),
    end: async () => writer.close(),
  })
}

class ResultWriter {
  readonly #options: LedgerOptions
  #known: KnownKeys | undefined
  #file: ResultsFile | undefined
  #hasProofs = false

  constructor(options: LedgerOptions) {
    this.#options = options
  }

  write(results: readonly DeliveryResult[]): Promise<readonly ResultOutcome[]> {
    return this.#withFreshFiles(() => this.#write(results))
  }

  probe(): Promise<void> {
    return this.#withFreshFiles(async () => {
      const keys = this.#keys()
      keys.checkInPlace()
      this.#fileBeside(keys).probe()
    })
  }

  async #withFreshFiles<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      // The files may be others by now, or a crash left one that is to be brought in order first.
      this.close()
      return work()
    }
  }

  #fileBeside({ path }: KnownKeys): ResultsFile {
    return (this.#file ??= ResultsFile.write(resultsPath(path, this.#options.target)))
  }

  async #write(results: readonly DeliveryResult[]): Promise<readonly ResultOutcome[]> {
    const { now = Date.now } = this.#options
    const keys = this.#keys()
    keys.checkInPlace()
    const at = now()
    const sends = keys.find(results)
    const found = results.map((result, index): StoredResult | undefined => {
      const send = sends[index]
      return send && { send: send.recipient, row: send.row, ...resultColumns(result, send.personal, at) }
    })
    const known = found.filter((result) => result !== undefined)
    const added = known.length > 0 ? this.#fileBeside(keys).add(known) : []
    // Once more: results that were added beside a ledger that is elsewhere by now would not be found there.
    keys.checkInPlace()
    this.#hasProofs ||= sends.some((send) => send?.state === 'unknown')
    let next = 0
    return found.map((result) => (result === undefined ? 'foreign' : added[next++] ? 'recorded' : 'repeated'))
  }

  /** Whether results of unknown sends came since this was asked. */
  takeProofs(): boolean {
    const hasProofs = this.#hasProofs
    this.#hasProofs = false
    return hasProofs
  }

  #keys(): KnownKeys {
    if (this.#known?.isInPlace() === false) this.close()
    this.#known ??= KnownKeys.open(this.#options)
    return this.#known
  }

  close(): void {
    this.#known?.close()
    this.#file?.close()
    this.#known = undefined
    this.#file = undefined
  }
}

/** A send that a result is about. */
interface KnownSend {
  readonly row: number
  readonly recipient: string
  /** As the table has it, which follows the claim log of a deploy. */
  readonly state: SendState
  /** While they are not erased. */
  readonly personal?: Personal
}

/** Of these messages the last results were; the next ones mostly are of them too. */
const maxRecentMessages = 8

/** The keys of a ledger that others change. Nothing is locked for longer than it takes to look keys up. */
class KnownKeys {
  readonly path: string
  readonly #connection: Connection
  readonly #inode: number | undefined
  #recent: readonly number[] = []

  private constructor(connection: Connection, options: LedgerOptions) {
    this.path = connection.path
    readMeta(connection, options)
    this.#connection = connection
    this.#inode = stateOf(this.path)?.ino
  }

  /** @throws LedgerError for a ledger that is not there or cannot be read */
  static open(options: LedgerOptions): KnownKeys {
    const path = realPath(options.path, 'refuse')
    checkIsThere(path)
    makeReadableFirst(path, options)
    const connection = Connection.open(path, 'read')
    try {
      return new KnownKeys(connection, options)
    } catch (error) {
      connection.close()
      throw problemOf(error, path)
    }
  }

  isInPlace(): boolean {
    return stateOf(this.path)?.ino === this.#inode
  }

  /** @throws LedgerError when the ledger was moved or replaced */
  checkInPlace(): void {
    const moved = this.#connection.get("SELECT value FROM meta WHERE name = 'moved-to'")?.['value']
    if (typeof moved === 'string') throw new LedgerError({ type: 'moved-away', path: this.path, to: moved })
    if (!this.isInPlace()) throw new LedgerError({ type: 'moved', path: this.path })
  }

  close(): void {
    this.#connection.close()
  }

  /** Returns the send of each result; undefined for a key that the ledger does not have. */
  find(results: readonly DeliveryResult[]): readonly (KnownSend | undefined)[] {
    return this.#connection.snapshot(() =>
      results.map((result) => {
        const found = this.#sendOf(result)
        const isScrubbed = result.description !== undefined || result.fallback?.description !== undefined
        return found && { ...found, ...(isScrubbed && this.#personalOf(found.row)) }
      }),
    )
  }

  #sendOf({ key, doneAt }: DeliveryResult): FoundSend | undefined {
    const own = this.#connection.all(`SELECT ${foundColumns} FROM send WHERE own_key = ? ORDER BY row`, key)
    const made = this.#madeFrom(hashInKey(key))
    return mostLikely([...own, ...made].map(foundIn), doneAt)
  }

  #madeFrom(hash: string | undefined): readonly SqlRow[] {
    if (hash === undefined) return []
    const one = `SELECT ${foundColumns} FROM send WHERE message = ? AND recipient = ? AND own_key IS NULL`
    for (const message of this.#recent) {
      const send = this.#connection.get(one, message, hash)
      if (send) return [this.#remembered(send)]
    }
    const any =
      `SELECT ${foundColumns} FROM (SELECT message FROM message ORDER BY message DESC) CROSS JOIN send USING (message) ` +
      'WHERE recipient = ? AND own_key IS NULL LIMIT 1'
    const send = this.#connection.get(any, hash)
    return send ? [this.#remembered(send)] : []
  }

  #remembered(send: SqlRow): SqlRow {
    const message = Number(send['message'])
    if (this.#recent[0] !== message) {
      this.#recent = [message, ...this.#recent.filter((each) => each !== message)].slice(0, maxRecentMessages)
    }
    return send
  }

  #personalOf(row: number): Pick<KnownSend, 'personal'> {
    const [send] = sendsWhere(this.#connection, 'WHERE row = ? AND personal IS NOT NULL', row)
    if (send === undefined) return {}
    const sql = 'SELECT CAST(data AS TEXT) AS data FROM personal WHERE personal = ?'
    const data = this.#connection.get(sql, send.personal)?.['data']
    return { personal: personalIn(send, String(data), this.path) }
  }
}

const foundColumns = 'row, message, recipient, state, claimed_at'

interface FoundSend extends Omit<KnownSend, 'personal'> {
  readonly claimedAt: number
}

function foundIn({ row, recipient, state, claimed_at: claimedAt }: SqlRow): FoundSend {
  return {
    row: Number(row),
    recipient: String(recipient),
    state: state as SendState,
    claimedAt: Number(claimedAt ?? Number.POSITIVE_INFINITY),
  }
}
