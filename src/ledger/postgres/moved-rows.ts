import type { SealedTable } from '../identity.ts'
import { corrupt } from '../ledger-error.ts'
import type { NamedRow, NewStoredSend, RecordSink, RecordSource } from '../records.ts'
import { fixedChecksum, type StoredSend } from '../send.ts'
import { copyText, type Run, type Session } from './connection.ts'
import { makePersonalTable } from './prepare.ts'
import { insertAllSealed, type LedgerRef, sealedRows, sendColumns, sendIn } from './rows.ts'
import { personalTable } from './schema.ts'

const rowsAtOnce = 5_000

/** Reads all that a ledger in a database holds, as records. */
export function sourceOf(session: Session, ledger: LedgerRef): RecordSource {
  const run: Run = (sql, ...values) => session.query(sql, ...values)
  return {
    path: ledger.path,
    sealed: async (table, after) => {
      const where = `${ownRows[table]} AND ${table}.${table} > $2 ORDER BY ${table}.${table} LIMIT ${rowsAtOnce}`
      return (await sealedRows(run, ledger, table, `WHERE ${where}`, ledger.ledger, after)) as readonly NamedRow[]
    },
    others: async (table) => {
      if (table === 'sample') {
        const sql = 'SELECT release, seed FROM sample JOIN release USING (release) WHERE ledger = $1 ORDER BY release'
        return (await run(sql, ledger.ledger)) as readonly NamedRow[]
      }
      const order =
        table === 'recovery'
          ? 'at, who COLLATE "C", reason COLLATE "C", problem COLLATE "C", sends'
          : 'name COLLATE "C"'
      const rows = await run(`SELECT * FROM ${table} WHERE ledger = $1 ORDER BY ${order}`, ledger.ledger)
      return rows as readonly NamedRow[]
    },
    sends: (after) => sendsAfter(run, ledger, after),
    sendsAt: async (rows) => {
      const sends = await run('SELECT row, message, recipient FROM send WHERE row = ANY ($1)', rows)
      return new Map(
        sends.map(({ row, message, recipient }) => [Number(row), [Number(message), String(recipient)] as const]),
      )
    },
  }
}

/** Which rows of a table are a ledger's, which is `$1`. */
const ownRows: { readonly [T in SealedTable]: string } = {
  release: 'ledger = $1',
  image: 'ledger = $1',
  plan: 'ledger = $1',
  preparation: 'release IN (SELECT release FROM release WHERE ledger = $1)',
  message: 'release IN (SELECT release FROM release WHERE ledger = $1)',
  decision:
    'EXISTS (SELECT 1 FROM send JOIN message USING (message) JOIN release USING (release) ' +
    'WHERE send.row = decision.row AND ledger = $1)',
}

/** Rows of other ledgers are in between, and numbers that nobody has. */
async function sendsAfter(run: Run, ledger: LedgerRef, after: number): Promise<readonly StoredSend[]> {
  const sql =
    `SELECT ${sendColumns}, message.release FROM send JOIN message USING (message) JOIN release USING (release) ` +
    'WHERE ledger = $1 AND row >= $2 AND row < $3 ORDER BY row'
  for (let from = after + 1; ;) {
    const [next] = await run('SELECT row FROM send WHERE row >= $1 ORDER BY row LIMIT 1', from)
    if (next === undefined) return []
    const first = Number(next['row'])
    const rows = await run(sql, ledger.ledger, first, first + rowsAtOnce)
    const sends = rows.map((row) => ({ send: sendIn(row, ledger.path), release: Number(row['release']) }))
    if (sends.length > 0) return withPersonal(run, ledger, sends)
    from = first + rowsAtOnce
  }
}

async function withPersonal(
  run: Run,
  { path }: LedgerRef,
  sends: readonly { readonly send: StoredSend['send']; readonly release: number }[],
): Promise<readonly StoredSend[]> {
  const texts = new Map<number, string>()
  const open = sends.filter(({ send }) => send.personal !== null)
  for (const release of new Set(open.map((each) => each.release))) {
    const own = open.filter((each) => each.release === release).map(({ send }) => send.personal)
    const rows = await run(`SELECT personal, data FROM ${personalTable(release)} WHERE personal = ANY ($1)`, own)
    for (const { personal, data } of rows) texts.set(Number(personal), String(data))
  }
  return sends.map(({ send }) => {
    if (send.personal === null) return { send, data: null }
    const data = texts.get(send.personal)
    if (data === undefined) throw corrupt(path, `personal data of send ${send.row}`)
    return { send, data }
  })
}

const copiedColumns =
  'send (row, message, preparation, recipient, own_key, masked, ref, person, personal, state, attempt, code, ' +
  'description, prepared_at, claimed_at, settled_at, held, checksum)'

interface Writing {
  readonly session: Session
  readonly run: Run
  readonly ledger: LedgerRef
  /** The first of the row numbers that are reserved. */
  readonly firstRow: number
}

/** Writes records as the rows of a ledger in a database. */
export function sinkOf({ session, run, ledger, firstRow }: Writing): RecordSink {
  let next = firstRow
  const withTable = new Set<number>()
  return {
    addSealed: (table, rows) => {
      const own = rows.map((row) => (table === 'preparation' ? { ...row, first_row: firstRow } : row))
      return insertAllSealed(run, ledger, table, own)
    },
    addOthers: async (table, rows) => {
      for (const row of rows) {
        const all = table === 'sample' ? row : { ledger: ledger.ledger, ...row }
        const names = Object.keys(all)
        const values = names.map((_, at) => `$${at + 1}`).join(', ')
        await run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values})`, ...Object.values(all))
      }
    },
    addSends: async (sends) => {
      const [lines, personal]: [string[], Map<number, string[]>] = [[], new Map()]
      for (const send of sends) {
        const row = next++
        lines.push(lineOf(row, send))
        if (send.data === null) continue
        const own = personal.get(send.release) ?? []
        personal.set(send.release, own)
        own.push(`${row}\t${copyText(send.data)}\n`)
      }
      await session.copyIn(copiedColumns, lines.join(''))
      for (const [release, own] of personal) {
        if (!withTable.has(release)) await makePersonalTable(run, release)
        withTable.add(release)
        await session.copyIn(`${personalTable(release)} (personal, data)`, own.join(''))
      }
    },
    rowsOf: async (sends) => {
      const rows = await run(
        'SELECT send.row FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS wanted (message, recipient, at) ' +
          'JOIN send USING (message, recipient) ORDER BY at',
        sends.map(([message]) => message),
        sends.map(([, recipient]) => recipient),
      )
      return rows.map(({ row }) => Number(row))
    },
  }
}

function lineOf(row: number, send: NewStoredSend): string {
  const { message, preparation, recipient, own_key, masked, ref, person, prepared_at, data, progress } = send
  const { state, attempt, code, description, claimed_at, settled_at, held } = progress
  const values = [row, message, preparation, recipient, own_key, masked, ref, person, data === null ? null : row]
  const far = [state, attempt, code, description, prepared_at, claimed_at, settled_at, held, fixedChecksum(send)]
  return `${[...values, ...far].map(copyText).join('\t')}\n`
}
