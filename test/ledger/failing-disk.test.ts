import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import { Connection } from '../../src/ledger/sqlite/connection.ts'
import { GroupCommit } from '../../src/ledger/sqlite/group-commit.ts'
import { tempFolder } from '../project/temp-folder.ts'

/** A file with one table, and only so much room for it. */
function openSmall(): { connection: Connection; path: string } {
  const path = join(tempFolder(), 'small.db')
  const connection = Connection.open(path, 'write')
  connection.makeDurable()
  connection.exec('CREATE TABLE thing (thing INTEGER PRIMARY KEY, of INTEGER REFERENCES thing, data BLOB)')
  connection.exec('PRAGMA max_page_count = 10')
  return { connection, path }
}

const insert = 'INSERT INTO thing (of, data) VALUES (?, zeroblob(?))'
const countIn = (connection: Connection): unknown => connection.get('SELECT count(*) AS things FROM thing')?.['things']

describe('a disk that is full', () => {
  it('takes back what does not fit, and keeps what does', async () => {
    const { connection, path } = openSmall()
    const group = new GroupCommit(connection)
    const written = await Promise.allSettled([
      group.add(() => connection.run(insert, null, 100).row),
      group.add(() => connection.run(insert, null, 1_000_000)),
      group.add(() => connection.run(insert, null, 100).row),
    ])
    const full = new LedgerError({ type: 'disk-full', path })
    const kept = written.filter(({ status }) => status === 'fulfilled').length
    // The engine may take back the whole transaction; then nobody is told that something was kept.
    expect(written[1]).toMatchObject({ status: 'rejected', reason: { problem: full.problem } })
    expect(countIn(connection)).toBe(kept)
    await group.add(() => connection.run(insert, null, 100))
    expect(countIn(connection)).toBe(kept + 1)
    connection.close()
  })
})

describe('a commit that fails', () => {
  it('is told to everybody in it, and nothing is written after it', async () => {
    const { connection, path } = openSmall()
    const group = new GroupCommit(connection)
    const written = await Promise.allSettled([
      group.add(() => connection.run(insert, null, 1)),
      // Checked only when the transaction is to end.
      group.add(() => {
        connection.exec('PRAGMA defer_foreign_keys = ON')
        connection.run(insert, 77, 1)
      }),
    ])
    expect(written.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(countIn(connection)).toBe(0)
    await expect(group.add(() => connection.run(insert, null, 1))).rejects.toMatchObject({
      problem: { type: 'broken', path },
    })
    connection.close()
  })
})

it('a part that fails leaves the others alone', async () => {
  const { connection } = openSmall()
  const group = new GroupCommit(connection)
  const written = await Promise.allSettled([
    group.add(() => connection.run(insert, null, 1)),
    group.add(() => {
      connection.run(insert, null, 1)
      throw new Error('a defect')
    }),
    group.add(() => connection.run(insert, null, 1)),
  ])
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(countIn(connection)).toBe(2)
  connection.close()
})
