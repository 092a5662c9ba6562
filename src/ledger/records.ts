import { createHash } from 'node:crypto'
import type { SealedTable, StoredValue } from './identity.ts'
import type { LedgerError } from './ledger-error.ts'
import type { MovedResult } from './results.ts'
import { fixedNames, personalIn, type SendRow, type StoredSend } from './send.ts'
import { progressNames, type SendProgress } from './states.ts'

/**
 * What a ledger holds, as every store can give and take it: the columns of each table, in the order in which the tables
 * follow each other. `release`, `preparation` and `message` are positions, from 1, among what came before: numbers of
 * rows are a store's own. A send of a decision is named by its message and its recipient. `data` are the personal data of
 * a send with their checksum, null once they are erased.
 */
const recordColumns = {
  release: ['name', 'normal_name', 'created_at'],
  preparation: ['release', 'started_at', 'finished_at'],
  message: ['release', 'preparation', 'id', 'digest', 'template'],
  image: ['sha256', 'operation', 'account', 'url', 'uploaded_at'],
  plan: ['digest', 'release', 'used_at', 'text'],
  lost_release: ['name'],
  recovery: ['who', 'reason', 'problem', 'sends', 'at'],
  sample: ['release', 'seed'],
  send: [...fixedNames, ...progressNames, 'data'],
  decision: ['message', 'recipient', 'verdict', 'who', 'reason', 'at'],
} as const

type RecordTable = keyof typeof recordColumns

/** Some rows of a table; each has the values of its columns in their order. */
export interface RecordPart {
  readonly table: RecordTable
  readonly rows: readonly (readonly StoredValue[])[]
}

/** A row by its columns. */
export type NamedRow = Readonly<Record<string, StoredValue>>

/** Reads a ledger that nobody changes meanwhile. Rows come in the order of their numbers; all are checked. */
export interface RecordSource {
  readonly path: string
  /** Some rows of a table whose numbers are greater than `after`; none at its end. */
  readonly sealed: (table: SealedTable, after: number) => Promise<readonly NamedRow[]>
  readonly others: (table: OtherTable) => Promise<readonly NamedRow[]>
  /** Some sends whose rows are greater than `after`; none at the end. */
  readonly sends: (after: number) => Promise<readonly StoredSend[]>
  /** Returns the message and the recipient of sends, by their rows. */
  readonly sendsAt: (rows: readonly number[]) => Promise<ReadonlyMap<number, readonly [message: number, string]>>
}

/** Writes into a ledger in which nothing is. */
export interface RecordSink {
  /** Adds rows with their seals. Returns their numbers. */
  readonly addSealed: (table: SealedTable, rows: readonly NamedRow[]) => Promise<readonly number[]>
  readonly addOthers: (table: OtherTable, rows: readonly NamedRow[]) => Promise<void>
  /** Adds sends; `release` is the number of the one that they are in. */
  readonly addSends: (sends: readonly NewStoredSend[]) => Promise<void>
  /** Returns the rows of sends, in their order. */
  readonly rowsOf: (sends: readonly (readonly [message: number, recipient: string])[]) => Promise<readonly number[]>
}

export interface NewStoredSend extends Omit<SendRow, 'row' | 'personal'> {
  readonly release: number
  readonly data: string | null
}

/** The tables whose rows have no number and no seal. */
const otherTables = ['lost_release', 'recovery', 'sample'] as const

export type OtherTable = (typeof otherTables)[number]

const tablesBeforeSends = ['release', 'preparation', 'message', 'image', 'plan'] as const

/** The tables to whose rows others refer. */
type Numbered = 'release' | 'preparation' | 'message'

const isNumbered = (name: string): name is Numbered =>
  name === 'release' || name === 'preparation' || name === 'message'

/** Reads all of a ledger. @throws LedgerError `corrupt` for what is not what was written */
export async function* recordsOf(source: RecordSource): AsyncGenerator<RecordPart> {
  const positions: Readonly<Record<Numbered, Map<number, number>>> = {
    release: new Map(),
    preparation: new Map(),
    message: new Map(),
  }
  const positionOf = (table: Numbered, number: StoredValue | undefined): number =>
    positions[table].get(Number(number)) ?? 0
  for (const table of tablesBeforeSends) {
    for await (const rows of pagesOf(
      (after) => source.sealed(table, after),
      (row) => Number(row[table]),
    )) {
      if (isNumbered(table)) for (const row of rows) positions[table].set(Number(row[table]), positions[table].size + 1)
      yield partOf(table, rows, (row, name) => {
        return isNumbered(name) && table !== 'plan' ? positionOf(name, row[name]) : (row[name] ?? null)
      })
    }
  }
  for (const table of otherTables) {
    yield partOf(table, await source.others(table), (row, name) => {
      return isNumbered(name) ? positionOf(name, row[name]) : (row[name] ?? null)
    })
  }
  for await (const rows of pagesOf(source.sends, ({ send }) => send.row)) {
    yield {
      table: 'send',
      rows: rows.map(({ send, data: stored }) => {
        if (stored !== null) personalIn(send, stored, source.path)
        const { recipient, own_key, masked, ref, person, prepared_at, progress } = send
        const [message, preparation] = [
          positionOf('message', send.message),
          positionOf('preparation', send.preparation),
        ]
        const { state, attempt, code, description, claimed_at, settled_at, held } = progress
        const progressValues = [state, attempt, code, description, claimed_at, settled_at, held]
        return [message, preparation, recipient, own_key, masked, ref, person, prepared_at, ...progressValues, stored]
      }),
    }
  }
  for await (const rows of pagesOf(
    (after) => source.sealed('decision', after),
    (row) => Number(row['decision']),
  )) {
    const sends = await source.sendsAt(rows.map((row) => Number(row['row'])))
    yield partOf('decision', rows, (row, name) => {
      const [message, recipient] = sends.get(Number(row['row'])) ?? [0, '']
      if (name === 'message') return positionOf('message', message)
      return name === 'recipient' ? recipient : (row[name] ?? null)
    })
  }
}

async function* pagesOf<Row>(
  read: (after: number) => Promise<readonly Row[]>,
  numberOf: (row: Row) => number,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = numberOf(last)
  }
}

function partOf(
  table: RecordTable,
  rows: readonly NamedRow[],
  valueOf: (row: NamedRow, name: string) => StoredValue = (row, name) => row[name] ?? null,
): RecordPart {
  return { table, rows: rows.map((row) => recordColumns[table].map((name) => valueOf(row, name))) }
}

/** Writes all of a ledger into an empty one. */
export async function writeRecords(parts: AsyncIterable<RecordPart>, sink: RecordSink): Promise<void> {
  const numbers: Readonly<Record<Numbered, number[]>> = { release: [], preparation: [], message: [] }
  /** By the number of the message. */
  const releases = new Map<number, number>()
  const numberAt = (table: Numbered, position: StoredValue | undefined): number =>
    numbers[table][Number(position) - 1] ?? 0
  for await (const { table, rows } of parts) {
    if (rows.length === 0) continue
    const named = (): readonly NamedRow[] => rows.map((row) => namedRow(table, row, numberAt))
    switch (table) {
      case 'release':
      case 'preparation':
      case 'message':
      case 'image':
      case 'plan': {
        const all = named()
        const given = await sink.addSealed(table, all)
        if (isNumbered(table)) for (const number of given) numbers[table].push(number)
        if (table === 'message') all.forEach((row, at) => releases.set(given[at] ?? 0, Number(row['release'])))
        break
      }
      case 'lost_release':
      case 'recovery':
      case 'sample':
        await sink.addOthers(table, named())
        break
      case 'send':
        await sink.addSends(
          rows.map((row) => {
            const message = numberAt('message', row[0])
            return newSendOf(row, {
              message,
              preparation: numberAt('preparation', row[1]),
              release: releases.get(message) ?? 0,
            })
          }),
        )
        break
      case 'decision': {
        const all = named()
        const sends = await sink.rowsOf(all.map((row) => [Number(row['message']), String(row['recipient'])]))
        await sink.addSealed(
          'decision',
          all.map(({ verdict = '', who = '', reason = '', at = 0 }, index) => {
            return { row: sends[index] ?? 0, verdict, who, reason, at }
          }),
        )
        break
      }
    }
  }
}

function namedRow(
  table: RecordTable,
  row: RecordPart['rows'][number],
  numberAt: (table: Numbered, position: StoredValue | undefined) => number,
): NamedRow {
  const values = recordColumns[table].map((name, at): readonly [string, StoredValue] => {
    const value = row[at] ?? null
    return [name, isNumbered(name) && table !== 'plan' ? numberAt(name, value) : value]
  })
  return Object.fromEntries(values)
}

/** By their places: a name for each column of every send takes far longer. */
function newSendOf(
  row: RecordPart['rows'][number],
  place: Pick<NewStoredSend, 'message' | 'preparation' | 'release'>,
): NewStoredSend {
  const columns = row as unknown as SendColumns
  return {
    ...place,
    recipient: columns[2],
    own_key: columns[3],
    masked: columns[4],
    ref: columns[5],
    person: columns[6],
    prepared_at: columns[7],
    progress: {
      state: columns[8],
      attempt: columns[9],
      code: columns[10],
      description: columns[11],
      claimed_at: columns[12],
      settled_at: columns[13],
      held: columns[14],
    },
    data: columns[15],
  }
}

type SendColumns = readonly [
  message: number,
  preparation: number,
  recipient: string,
  own_key: string | null,
  masked: string,
  ref: string | null,
  person: string | null,
  prepared_at: number,
  state: SendProgress['state'],
  attempt: number,
  code: string | null,
  description: string | null,
  claimed_at: number | null,
  settled_at: number | null,
  held: string | null,
  data: string | null,
]

/** How many rows each table has, and a digest of them all: equal for ledgers that hold the same. */
export type RecordSummary = { readonly [T in RecordTable]?: { readonly rows: number; readonly digest: string } }

/** Passes records on and sums them up. */
export class Summing {
  readonly #tables = new Map<RecordTable, { rows: number; readonly hash: ReturnType<typeof createHash> }>()
  readonly #onSends: (sends: number) => void

  /** @param onSends is told how many sends went by */
  constructor(onSends: (sends: number) => void = () => {}) {
    this.#onSends = onSends
  }

  async *of(parts: AsyncIterable<RecordPart>): AsyncGenerator<RecordPart> {
    for await (const part of parts) {
      const { table, rows } = part
      const sum = this.#tables.get(table) ?? { rows: 0, hash: createHash('sha256') }
      this.#tables.set(table, sum)
      for (const row of rows) sum.hash.update(`${JSON.stringify(row)}\n`)
      sum.rows += rows.length
      if (table === 'send') this.#onSends(sum.rows)
      yield part
    }
  }

  /** Once all went by. */
  get summary(): RecordSummary {
    const sums = [...this.#tables].map(([table, { rows, hash }]) => [
      table,
      { rows, digest: hash.copy().digest('hex') },
    ])
    return Object.fromEntries(sums) as RecordSummary
  }
}

/** Returns the first table that is not the same in both; undefined when all are. */
export function differingTable(one: RecordSummary, other: RecordSummary): string | undefined {
  const isEmpty = (rows: number | undefined): boolean => (rows ?? 0) === 0
  return (Object.keys(recordColumns) as RecordTable[]).find((table) => {
    const [a, b] = [one[table], other[table]]
    return a?.digest !== b?.digest && !(isEmpty(a?.rows) && isEmpty(b?.rows))
  })
}

/** What makes a ledger the same one wherever it is kept. */
export interface MovedIdentity {
  readonly lineage: string
  readonly target: string
  /** Key of its hashes and seals. */
  readonly secret: Uint8Array
  /** Why it was begun although there was another one. */
  readonly reason?: string
  /** Number of its last change, as machines know it. */
  readonly sequence: number
}

/** A ledger that is being moved elsewhere: nobody else changes it until it is closed. */
export interface LeavingLedger {
  readonly path: string
  readonly identity: MovedIdentity
  readonly sends: number
  /** Where it was moved before. */
  readonly movedTo?: string
  /** Why nobody may send from it, nor from a copy. Only as a file it may be moved, and stays refused. */
  readonly refused?: LedgerError
  /** Absolute path of a main file that holds all of it. */
  readonly file?: string
  readonly records: () => AsyncIterable<RecordPart>
  /** Results of its sends, some at a time: a receiver may add to them until the ledger is marked. */
  readonly results: () => AsyncIterable<readonly MovedResult[]>
  /** Says durably that it is elsewhere now: nobody sends from it any more. */
  readonly markMoved: (to: string) => Promise<void>
  /** Erases the numbers and values that it still holds. */
  readonly erase: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What is at a place where a ledger is to arrive. */
export type FoundAtPlace =
  | { readonly type: 'nothing' }
  /** A copy that was not finished, from which nobody can send. */
  | { readonly type: 'unfinished'; readonly lineage?: string }
  /** A ledger that was moved away from here, or one that is in use. */
  | { readonly type: 'moved-away' | 'ledger'; readonly lineage?: string }

/** The place where a ledger arrives; nobody else makes one there until it is closed. */
export interface ArrivingLedger {
  readonly path: string
  /** What the ledger that was moved is told of this place. */
  readonly place: string
  readonly found: FoundAtPlace
  /** What is said where another ledger is there. */
  readonly occupied: LedgerError
  /** Writes a copy in the place of what is there. Nobody can send from it before it is activated. */
  readonly take: (leaving: LeavingLedger, records: AsyncIterable<RecordPart>) => Promise<void>
  /** Reads the copy back. */
  readonly records: () => AsyncIterable<RecordPart>
  /** Adds results of its sends, durably. Returns of each whether it is new. */
  readonly addResults: (results: readonly MovedResult[]) => Promise<readonly boolean[]>
  /** Returns all results of sends that are there, by the keyed hashes of the sends. */
  readonly resultsOf: (sends: readonly string[]) => Promise<readonly MovedResult[]>
  /** Makes the copy the ledger, durably. */
  readonly activate: () => Promise<void>
  readonly close: () => Promise<void>
}
