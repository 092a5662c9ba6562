import { LedgerError } from '../ledger-error.ts'
import type { Connection } from './connection.ts'
import { readJournal } from './journal.ts'
import { personalOf, sendColumns, sendRow } from './send-row.ts'

const rowsAtOnce = 1_000

/** @throws LedgerError `corrupt` for the first thing that is damaged */
export function verify(connection: Connection): void {
  const found = connection.get('PRAGMA integrity_check(1)')?.['integrity_check']
  if (found !== 'ok') {
    throw new LedgerError({ type: 'corrupt', path: connection.path, detail: String(found) })
  }
  readJournal(connection)
  for (let last = 0; ;) {
    const rows = connection.all(`SELECT ${sendColumns} FROM send WHERE row > ? ORDER BY row LIMIT ?`, last, rowsAtOnce)
    for (const data of rows) {
      const row = sendRow(data, connection.path)
      if (row.personal !== null) personalOf(connection, row)
      last = row.row
    }
    if (rows.length === 0) return
  }
}
