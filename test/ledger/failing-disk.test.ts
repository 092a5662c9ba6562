import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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

const countIn = (connection: Connection): unknown => connection.get('SELECT count(*) AS things FROM thing')?.['things']

/** A group whose parts want things of some size written; `of` refers to another thing, there or not. */
function groupOf(connection: Connection): { want: (bytes: number, of?: number) => Promise<void>; group: GroupCommit } {
  const wanted: { bytes: number; of: number | null }[] = []
  const group = new GroupCommit(connection, () => {
    // Whether it is there is checked only when the transaction is to end.
    connection.exec('PRAGMA defer_foreign_keys = ON')
    for (const { bytes, of } of wanted.splice(0)) {
      connection.run('INSERT INTO thing (of, data) VALUES (?, zeroblob(?))', of, bytes)
    }
  })
  const want = (bytes: number, of?: number): Promise<void> =>
    group.add(() => {
      wanted.push({ bytes, of: of ?? null })
    })
  return { want, group }
}

describe('what cannot be written', () => {
  it.each([
    ['a disk that is full', 1_000_000, undefined, { problem: { type: 'disk-full' } }, 'disk-full'],
    ['a commit that fails', 100, 77, { message: 'FOREIGN KEY constraint failed' }, 'broken'],
  ])('%s is told to everybody in it, and nothing is written after it', async (_name, bytes, of, reason, type) => {
    const { connection, path } = openSmall()
    const { want } = groupOf(connection)
    await want(100)
    const written = await Promise.allSettled([want(100), want(bytes, of), want(100)])
    for (const one of written) expect(one).toMatchObject({ status: 'rejected', reason })
    expect(countIn(connection)).toBe(1)
    // What the parts had done in memory is not on the disk.
    await expect(want(1)).rejects.toMatchObject({ problem: { type, path } })
    expect(countIn(connection)).toBe(1)
    connection.close()
  })
})

it('a part that fails leaves the others alone', async () => {
  const { connection } = openSmall()
  const { want, group } = groupOf(connection)
  const defect = (): never => {
    throw new Error('a defect')
  }
  const written = await Promise.allSettled([want(1), group.add(defect), want(1)])
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(countIn(connection)).toBe(2)
  connection.close()
})
