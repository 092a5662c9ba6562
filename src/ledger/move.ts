import type { MovingLedger, Row, Run, SqlValue } from './driver.ts'
import { corrupt, exists, movedAway } from './ledger-error.ts'
import type { LedgerStore } from './ledger.ts'
import { type Table, tables } from './schema.sql.ts'
import { readMeta, setMeta } from './tables.ts'

/** Called with the number of copied sends. */
export type OnMoving = (step: 'copying', sends: number, total: number) => void

/** A ledger that is at its new place. */
export interface Moved {
  readonly sends: number
  readonly place: string
}

/**
 * Moves a ledger from one store to another. The order keeps a crash from leaving two ledgers that can be used, or none:
 *
 * 1. the tables are copied into a ledger that cannot be sent from, while the old one does not change, and counted;
 * 2. the old ledger says where it is now, in the same transaction, and it is not used any more;
 * 3. the copy becomes the ledger;
 * 4. numbers and values are erased in the old one.
 *
 * Before 2 a repeat begins anew; after 2 it finishes.
 *
 * @throws LedgerError while a deploy sends from either, where another ledger is, and for one that is refused; nothing is
 *   changed then
 */
export async function moveLedger(from: LedgerStore, to: LedgerStore, onMoving: OnMoving = () => {}): Promise<Moved> {
  if (from.place === to.place) throw exists(to.place)
  const leaving = await from.leave()
  try {
    const arriving = await to.receive()
    try {
      const { run } = arriving.driver
      const [here, there] = [await readMeta(leaving.driver.run), await readMeta(run)]
      const lineage = here.get('lineage')
      const movedTo = here.get('moved_to')
      const isOwn = there.get('lineage') === lineage
      if (movedTo !== undefined && (movedTo !== arriving.place || !isOwn)) {
        throw movedAway(leaving.path, movedTo)
      }
      // A ledger that comes back to where it was before may replace what it left there.
      const isFree = there.has('arriving') || (isOwn && there.has('moved_to'))
      if (movedTo === undefined && !isFree) throw exists(arriving.place)
      if (movedTo === undefined) await copy(leaving, arriving, onMoving)
      await arriving.driver.transaction(arriving.notePlace)
      await setMeta(run, 'arriving', undefined)
      await leaving.driver.run('DELETE FROM personal')
      // No one opens it again who would do that later.
      await leaving.scrub()
      const [{ sends = 0 } = {}] = await run('SELECT count(*) AS sends FROM send')
      return { sends: Number(sends), place: arriving.place }
    } finally {
      await arriving.close()
    }
  } finally {
    await leaving.close()
  }
}

const rowsAtOnce = 2_000
/** Rows of `meta` about the place of a ledger, not its content. */
const ofPlace: ReadonlySet<string> = new Set(['arriving', 'moved_to', 'open', 'place', 'system', 'timeline'])
async function copy({ driver, path }: MovingLedger, arriving: MovingLedger, onMoving: OnMoving): Promise<void> {
  await driver.transaction(async (read) => {
    for (const statement of driver.dialect.keepOthersOut) await read(statement)
    const total = await countOf(read, 'send')
    await arriving.driver.transaction(async (write) => {
      for (const table of tables.toReversed()) await write(`DELETE FROM ${table}`)
      for (const table of tables) {
        let copied = 0
        for await (const rows of rowsOf(read, table)) {
          await insert(write, table, rows)
          copied += rows.length
          if (table === 'send') onMoving('copying', copied, total)
        }
        for (const statement of arriving.driver.dialect.copied(table)) await write(statement)
      }
      await setMeta(write, 'arriving', '1')
      for (const table of tables.filter((name) => name !== 'meta' && name !== 'personal')) {
        const [original, copied] = [await countOf(read, table), await countOf(write, table)]
        if (original !== copied) throw corrupt(path, `${table}: ${copied} of ${original}`)
      }
    })
    await setMeta(read, 'moved_to', arriving.place)
  })
}

async function countOf(run: Run, table: Table): Promise<number> {
  return Number((await run(`SELECT count(*) AS rows FROM ${table}`))[0]?.['rows'])
}

async function* rowsOf(read: Run, table: Table): AsyncGenerator<readonly Row[]> {
  const key = table === 'meta' ? 'name' : 'id'
  for (let after: SqlValue = table === 'meta' ? '' : 0; ;) {
    const rows: readonly Row[] = await read(
      `SELECT * FROM ${table} WHERE ${key} > ?1 ORDER BY ${key} LIMIT ?2`,
      after,
      rowsAtOnce,
    )
    const last = rows.at(-1)
    if (last === undefined) return
    after = last[key] ?? null
    yield rows
  }
}

/** Writes rows as they are, without what is of a place and without forgotten data, which are zeros. */
async function insert(write: Run, table: Table, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const kept = rows.filter(
    (row) => !(row['data'] instanceof Uint8Array) && !(table === 'meta' && ofPlace.has(String(row['name']))),
  )
  const values = columns.map((column, at) => {
    const value = kept.map((row) => row[column]).find((each) => each !== null)
    if (value === undefined) return 'NULL'
    return typeof value === 'number' ? `CAST(j.value ->> ${at} AS {int})` : `j.value ->> ${at}`
  })
  const statement = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM {rows:1} WHERE true`
  if (kept.length > 0)
    await write(statement, JSON.stringify(kept.map((row) => columns.map((column) => row[column] ?? null))))
}
