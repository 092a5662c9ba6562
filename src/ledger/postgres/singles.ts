import { canonicalJson } from '../../json-text.ts'
import { maskNumber } from '../../recipients/number.ts'
import { checkMayPrepare, hashOf, keyOf, normalName, personHash } from '../identity.ts'
import { LedgerError } from '../ledger-error.ts'
import { fixedChecksum, type SendRow } from '../send.ts'
import { isAboutRelease, isSentAgain, type KnownSingle, knownSingle, noPreparation, type SingleOf } from '../single.ts'
import type { SingleSend } from '../single.ts'
import { unclaimed } from '../states.ts'
import type { Run, Session } from './connection.ts'
import { insertAllSealed, type LedgerRef, sealedRows, sendColumns, sendIn } from './rows.ts'

/** A release by the name that its keys are made of. */
interface KnownRelease {
  readonly release: number
  readonly name: string
}

/** What became of claiming a single send; the row is as it is claimed. */
export type TakenSingle =
  | { readonly type: 'claimed'; readonly row: SendRow }
  | { readonly type: 'known'; readonly known: KnownSingle }
  | { readonly type: 'refused'; readonly error: LedgerError }

/** Row numbers are reserved in parts: whoever takes one of the counter keeps others from it until it is committed. */
const rowsReserved = 1_000

/** Single sends of one worker: what it knows that does not change. */
export class PostgresSingles {
  readonly #ledger: LedgerRef
  #rows = { next: 0, end: 0 }
  /** Releases of the time before names were normalised, by normal name. */
  #irregular: ReadonlyMap<string, KnownRelease> | undefined

  constructor(ledger: LedgerRef) {
    this.#ledger = ledger
  }

  /** Makes sure that there are numbers for so many rows. Not within a transaction. */
  async reserve(run: Run, rows: number): Promise<void> {
    if (this.#rows.end - this.#rows.next >= rows) return
    const [counter] = await run('UPDATE counter SET next = next + $1 RETURNING next', rowsReserved + rows)
    const end = Number(counter?.['next'])
    this.#rows = { next: end - rowsReserved - rows, end }
  }

  /** Returns what is known of sends, in their order. */
  async known(run: Run, sends: readonly SingleOf[]): Promise<readonly KnownSingle[]> {
    const releases = await this.#releasesOf(run, sends)
    const recipients = sends.map((send) => this.#recipientOf(send, releases))
    const rows = await this.#rowsOf(run, recipients)
    return recipients.map((recipient) => {
      const row = rows.get(recipient)
      return row === undefined ? { key: keyOf(recipient) } : knownSingle(row, row.progress)
    })
  }

  /** Claims what has no outcome. Within a transaction; rows are reserved before. */
  async claim(
    run: Run,
    sends: readonly SingleSend[],
    { worker, now }: { readonly worker: number; readonly now: number },
  ): Promise<readonly TakenSingle[]> {
    const refused = new Map<SingleSend, LedgerError>()
    const refuse = (send: SingleSend, error: unknown): void => {
      if (!(error instanceof LedgerError) || !isAboutRelease(error)) throw error
      refused.set(send, error)
    }
    const releases = await this.#releasesFor(run, sends, { now, refuse })
    const recipients = new Map(sends.map((send) => [send, this.#recipientOf(send, releases)]))
    const before = await this.#rowsOf(run, [...recipients.values()])
    const isOpen = (send: SingleSend): boolean => {
      const row = before.get(recipients.get(send) ?? '')
      return !refused.has(send) && (row === undefined || isSentAgain(row.progress.state))
    }
    const open = sends.filter(isOpen)
    const messages = await this.#messagesFor(run, open, { releases, refuse })
    const wanted = open.filter((send) => !refused.has(send))
    const again = wanted.flatMap((send) => before.get(recipients.get(send) ?? '')?.row ?? [])
    const fresh = wanted
      .filter((send) => !before.has(recipients.get(send) ?? ''))
      .map((send) => ({
        send,
        row: this.#rows.next++,
        message: messages.get(send) ?? 0,
        recipient: recipients.get(send) ?? '',
      }))
    const claimed = new Map(
      [
        ...(await this.#claimAgain(run, again, { worker, now })),
        ...(await this.#insert(run, fresh, { worker, now })),
      ].map((row) => [row.recipient, row]),
    )
    // Somebody else was quicker with some.
    const lost = wanted.map((send) => recipients.get(send) ?? '').filter((recipient) => !claimed.has(recipient))
    const others = lost.length > 0 ? await this.#rowsOf(run, lost) : new Map<string, SendRow>()
    return sends.map((send): TakenSingle => {
      const error = refused.get(send)
      if (error) return { type: 'refused', error }
      const recipient = recipients.get(send) ?? ''
      const own = claimed.get(recipient)
      if (own) return { type: 'claimed', row: own }
      const row = others.get(recipient) ?? before.get(recipient)
      return { type: 'known', known: row ? knownSingle(row, row.progress) : { key: keyOf(recipient) } }
    })
  }

  #recipientOf({ release, id, number }: SingleOf, releases: ReadonlyMap<string, KnownRelease>): string {
    const name = releases.get(normalName(release))?.name ?? normalName(release)
    return hashOf(this.#ledger.secret, { id, release: name, number })
  }

  async #rowsOf(run: Run, recipients: readonly string[]): Promise<ReadonlyMap<string, SendRow>> {
    const rows = await run(`SELECT ${sendColumns} FROM send WHERE recipient = ANY ($1)`, recipients)
    return new Map(rows.map((data) => sendIn(data, this.#ledger.path)).map((row) => [row.recipient, row]))
  }

  /** By an index: there may be a release for each send. */
  async #releasesOf(run: Run, sends: readonly SingleOf[]): Promise<Map<string, KnownRelease>> {
    const { ledger } = this.#ledger
    const names = [...new Set(sends.map(({ release }) => normalName(release)))]
    const rows = await sealedRows(run, this.#ledger, 'release', 'WHERE ledger = $1 AND name = ANY ($2)', ledger, names)
    this.#irregular ??= new Map(
      (
        await sealedRows(
          run,
          this.#ledger,
          'release',
          'WHERE ledger = $1 AND name <> normal_name ORDER BY release DESC',
          ledger,
        )
      ).map((row) => [String(row['normal_name']), { release: Number(row['release']), name: String(row['name']) }]),
    )
    const irregular = [...this.#irregular].filter(([name]) => names.includes(name))
    const regular = rows
      .filter((row) => row['name'] === row['normal_name'])
      .map((row) => [String(row['name']), { release: Number(row['release']), name: String(row['name']) }] as const)
    return new Map([...irregular, ...regular])
  }

  /** Returns the releases of sends, and makes those that are not there. */
  async #releasesFor(
    run: Run,
    sends: readonly SingleSend[],
    { now, refuse }: { readonly now: number; readonly refuse: (send: SingleSend, error: unknown) => void },
  ): Promise<ReadonlyMap<string, KnownRelease>> {
    const { ledger } = this.#ledger
    const known = await this.#releasesOf(run, sends)
    const names = [...new Set(sends.map(({ release }) => normalName(release)))]
    const lostRows = await run('SELECT name FROM lost_release WHERE ledger = $1 AND name = ANY ($2)', ledger, names)
    const lost = new Set(lostRows.map(({ name }) => String(name)))
    const fresh = names.filter((name) => !known.has(name) && !lost.has(name))
    if (fresh.length > 0) {
      await insertAllSealed(
        run,
        this.#ledger,
        'release',
        // In one order: of two processes that make the same ones, one waits for the other.
        fresh.toSorted().map((name) => ({ name, normal_name: name, created_at: now })),
        'ON CONFLICT (ledger, name) DO NOTHING',
      )
      const made = await this.#releasesOf(run, sends)
      for (const [name, release] of made) known.set(name, release)
    }
    const prepared = await run(
      'SELECT DISTINCT release FROM preparation WHERE release = ANY ($1)',
      [...known.values()].map(({ release }) => release),
    )
    const batches = new Set(prepared.map(({ release }) => Number(release)))
    for (const send of sends) {
      try {
        const name = normalName(send.release)
        checkMayPrepare(name, { isLost: lost.has(name), releases: 0 })
        const { release = 0 } = known.get(name) ?? {}
        if (batches.has(release)) throw new LedgerError({ type: 'batch-release', release: name })
      } catch (error) {
        refuse(send, error)
      }
    }
    return known
  }

  /** Returns the messages of sends, and makes those that are not there. */
  async #messagesFor(
    run: Run,
    sends: readonly SingleSend[],
    {
      releases,
      refuse,
    }: {
      readonly releases: ReadonlyMap<string, KnownRelease>
      readonly refuse: (send: SingleSend, error: unknown) => void
    },
  ): Promise<ReadonlyMap<SingleSend, number>> {
    const numbers = new Map<SingleSend, number>()
    if (sends.length === 0) return numbers
    const releaseOf = (send: SingleSend): number => releases.get(normalName(send.release))?.release ?? 0
    const find = async (): Promise<Map<string, { readonly message: number; readonly digest: string }>> => {
      const found = await run(
        'SELECT message, release, id, digest FROM message JOIN unnest($1::int[], $2::text[]) AS wanted (release, id) ' +
          'USING (release, id)',
        sends.map(releaseOf),
        sends.map(({ id }) => id),
      )
      return new Map(
        found.map(({ message, release, id, digest }) => [
          `${Number(release)} ${String(id)}`,
          { message: Number(message), digest: String(digest) },
        ]),
      )
    }
    let known = await find()
    const fresh = new Map(
      sends.map((send) => [`${releaseOf(send)} ${send.id}`, send] as const).filter(([key]) => !known.has(key)),
    )
    if (fresh.size > 0) {
      const rows = [...fresh]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, send]) => {
          const { id, template } = send
          const text = canonicalJson(template)
          return { release: releaseOf(send), preparation: noPreparation, id, digest: template.digest, template: text }
        })
      await insertAllSealed(run, this.#ledger, 'message', rows, 'ON CONFLICT (release, id) DO NOTHING')
      known = await find()
    }
    for (const send of sends) {
      const message = known.get(`${releaseOf(send)} ${send.id}`)
      numbers.set(send, message?.message ?? 0)
      if (message?.digest === send.template.digest) continue
      refuse(send, new LedgerError({ type: 'other-template', release: send.release, id: send.id }))
    }
    return numbers
  }

  async #claimAgain(
    run: Run,
    rows: readonly number[],
    { worker, now }: { readonly worker: number; readonly now: number },
  ): Promise<readonly SendRow[]> {
    if (rows.length === 0) return []
    const claimed = await run(
      'WITH picked AS (SELECT row FROM send WHERE row = ANY ($1) ORDER BY row FOR UPDATE) ' +
        "UPDATE send SET state = 'inflight', attempt = attempt + 1, worker = $2, claimed_at = $3, code = NULL, " +
        'description = NULL, settled_at = NULL FROM picked WHERE send.row = picked.row AND ' +
        `state IN ('pending', 'deferred') RETURNING ${sendColumns}`,
      rows,
      worker,
      now,
    )
    return claimed.map((data) => sendIn(data, this.#ledger.path))
  }

  async #insert(
    run: Run,
    fresh: readonly {
      readonly send: SingleSend
      readonly row: number
      readonly message: number
      readonly recipient: string
    }[],
    { worker, now }: { readonly worker: number; readonly now: number },
  ): Promise<readonly SendRow[]> {
    if (fresh.length === 0) return []
    const rows = fresh
      .map(({ send: { number, ref = null, template }, row, message, recipient }) => {
        const person = template.payload.ad_flag === 'Y' ? personHash(this.#ledger.secret, number) : null
        const masked = maskNumber(number)
        const preparation = noPreparation
        const fixed = { message, preparation, recipient, own_key: null, masked, ref, person, prepared_at: now }
        const state = { ...unclaimed, state: 'inflight', attempt: 1, claimed_at: now }
        return { row, ...fixed, ...state, personal: null, worker, checksum: fixedChecksum(fixed) }
      })
      .toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1))
    const names = Object.keys(rows[0] ?? {}).join(', ')
    const inserted = await run(
      `INSERT INTO send (${names}) SELECT ${names} FROM json_populate_recordset(NULL::send, $1) ` +
        `ON CONFLICT (recipient, message) DO NOTHING RETURNING ${sendColumns}`,
      JSON.stringify(rows),
    )
    return inserted.map((data) => sendIn(data, this.#ledger.path))
  }
}

/** Claims in a transaction in which the worker counts them. */
export async function claimSinglesOnce(
  session: Session,
  singles: PostgresSingles,
  {
    sends,
    worker,
    now,
    lowest,
    isAllowed,
  }: {
    readonly sends: readonly SingleSend[]
    readonly worker: number
    readonly now: number
    /** A row below which the worker has nothing in flight. */
    readonly lowest: number
    /** Rejects where the workers are paused; false where the slot holds no longer. */
    readonly isAllowed: (run: Run) => Promise<boolean>
  },
): Promise<{ readonly claims: number; readonly rows: readonly TakenSingle[] } | 'stale'> {
  await singles.reserve((sql, ...values) => session.query(sql, ...values), sends.length)
  return session.transaction(async (run) => {
    if (!(await isAllowed(run))) return 'stale'
    const rows = await singles.claim(run, sends, { worker, now })
    const claimed = rows.flatMap((each) => (each.type === 'claimed' ? each.row.row : []))
    if (claimed.length === 0) return { claims: 0, rows }
    const [counted] = await run(
      'UPDATE worker SET claims = claims + 1, inflight = inflight + $2, lowest = $3, highest = greatest(highest, $4) ' +
        'WHERE worker = $1 RETURNING claims',
      worker,
      claimed.length,
      Math.min(lowest, ...claimed),
      Math.max(...claimed),
    )
    return { claims: Number(counted?.['claims']), rows }
  })
}
