import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { DeployLock, lockFile, networkTypeOf } from '../../../src/ledger/sqlite/file.ts'
import { acceptLedger } from '../../../src/ledger/sqlite/store.ts'
import { lockOf, openLedger, openLedgerReader } from '../../../src/ledger/sqlite/open-ledger.ts'
import { canBeStopped, heldByPermissions } from '../../cli/permissions.ts'
import { claimed, closeLedger, people, preparation, problemIn } from '../temp-ledger.ts'
import { crashedCopy, ledgerPath, openTestLedger, sqliteUnderTest } from './sqlite-ledger.ts'

const target = 'production'
const childScript = fileURLToPath(new URL('../contract/child.mjs', import.meta.url))

/** A closed ledger with five sends. */
async function closedLedger(): Promise<string> {
  const path = ledgerPath()
  const ledger = await openTestLedger(path)
  await ledger.prepare(preparation({ a: people(5) }))
  await closeLedger(ledger)
  return path
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

describe('a ledger that is refused', () => {
  it('is missing', async () => {
    const path = ledgerPath()
    const missing = { type: 'missing', path }
    expect(await problemIn(() => openLedger({ path, target, ifMissing: 'refuse' }))).toEqual(missing)
    expect(await problemIn(() => openLedgerReader({ path, target }))).toEqual(missing)
    expect(statSync(dirname(path), { throwIfNoEntry: false })).toBeUndefined()
    expect(await problemIn(() => lockOf(path))).toEqual(missing)
  })

  it.each<[string, (path: string) => void, object]>([
    ['is no database', (path) => writeFileSync(path, 'x'.repeat(9_000)), { type: 'not-a-ledger' }],
    ['is empty', (path) => truncateSync(path), { type: 'not-a-ledger' }],
    ["is another program's", (path) => change(path, 'PRAGMA application_id = 7'), { type: 'not-a-ledger' }],
    ['is newer', (path) => change(path, 'PRAGMA user_version = 6'), { type: 'newer-version', version: 6, known: 5 }],
    ['is cut off', (path) => truncateSync(path, 30_000), { type: 'corrupt' }],
    [
      'has lost its lineage',
      (path) => change(path, "DELETE FROM meta WHERE name = 'lineage'"),
      { type: 'corrupt', detail: 'meta' },
    ],
    ['has two names', (path) => linkSync(path, `${path}-2`), { type: 'several-names' }],
  ])('%s', async (_name, act, problem) => {
    const path = await closedLedger()
    act(path)
    const before = readFileSync(path)
    expect(await problemIn(() => openLedger({ path, target, ifMissing: 'refuse' }))).toMatchObject(problem)
    expect(readFileSync(path).equals(before)).toBe(true)
    // The lock is given back.
    expect(lockOf(path)).toBeUndefined()
  })

  it('is of another target or lineage', async () => {
    const path = await closedLedger()
    expect(await problemIn(() => openTestLedger(path, { target: 'emulator' }))).toEqual({
      type: 'other-target',
      path,
      expected: 'emulator',
      actual: 'production',
    })
    expect(await problemIn(() => openTestLedger(path, { lineage: 'x' }))).toMatchObject({ type: 'other-lineage' })
    const ledger = await openTestLedger(path)
    const { lineage } = ledger
    await closeLedger(ledger)
    await closeLedger(await openTestLedger(path, { lineage }))
    expect((await openTestLedger()).lineage).not.toBe(lineage)
  })

  it.skipIf(!canBeStopped).each([
    ['may not be written', 0o555, { type: 'read-only' }],
    ['is in a folder of somebody else', 0o000, { type: 'failed', code: 'EACCES' }],
  ])('%s', async (_, mode, { type, ...code }) => {
    const path = await closedLedger()
    const folder = dirname(path)
    for (const file of [path, lockFile(path)]) chmodSync(file, 0o444)
    chmodSync(folder, mode)
    const [node = '', ...args] = heldByPermissions([
      process.execPath,
      childScript,
      sqliteUnderTest.childModule,
      path,
      'send',
      '1',
    ])
    const run = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = (await once(run.stdout, 'data')) as [Buffer]
    expect(said.toString()).toBe(`problem ${JSON.stringify({ type, path, ...code })}\n`)
    chmodSync(folder, 0o755)
  })

  it('is on a network', () => {
    const mounts = [
      '22 1 8:1 / / rw - ext4 /dev/sda1 rw',
      '30 22 0:40 / /mnt/team rw - nfs4 server:/x rw',
      '31 22 0:41 / /mnt/team/local\\040disk rw - ext4 /dev/sdb1 rw',
      '32 22 0:42 / /home/me/ssh rw - fuse.sshfs me@host: rw',
      '33 22 0:43 / /mnt/c rw - 9p drvfs rw',
      '34 22 0:44 / /data rw - virtiofs host rw',
    ].join('\n')
    const types = [
      '/srv/a',
      '/mnt/team/a',
      '/mnt/teams',
      '/mnt/team/local disk/a',
      '/home/me/ssh/a',
      '/mnt/c/a',
      '/data/a',
    ]
    expect(types.map((path) => networkTypeOf(path, mounts))).toEqual([
      undefined,
      'nfs4',
      undefined,
      undefined,
      'fuse.sshfs',
      '9p',
      undefined,
    ])
  })
})

describe('what is damaged', () => {
  it.each([
    ['UPDATE send SET attempt = 1 WHERE row = 1', 'send 1'],
    ["UPDATE send SET masked = 'x' WHERE row = 1", 'send 1'],
    ["UPDATE send SET recipient = '00' WHERE row = 1", 'send 1'],
    ['UPDATE personal SET data = zeroblob(length(data)) WHERE personal = 1', 'personal data of send 1'],
  ])('is found: %s', async (sql, detail) => {
    const path = await closedLedger()
    change(path, sql)
    const problem = { type: 'corrupt', path, detail }
    expect(await problemIn(() => openLedgerReader({ path, target }))).toEqual(problem)
    expect(await problemIn(async () => claimed(await openTestLedger(path)))).toEqual(problem)
  })

  it.each([
    ["UPDATE send SET state = 'accepted'", /CHECK|none/],
    ["UPDATE send SET state = 'unknown'", /a way that is none/],
    ['DELETE FROM send', /a send stays/],
  ])('cannot be done by SQL: %s', async (sql, message) => {
    const path = await closedLedger()
    expect(() => change(path, sql)).toThrow(message)
  })

  it.each([
    ['message 1', "UPDATE message SET template = replace(template, '안녕', '잘가')"],
    ['message 1', "UPDATE message SET id = 'b'"],
    ['release 1', "UPDATE release SET name = 'r2'"],
    ['release 1', "UPDATE release SET normal_name = 'r2'"],
    ['preparation 1', 'UPDATE preparation SET finished_at = 1'],
    ['state', 'UPDATE state SET changes = changes + 1'],
    ['meta', "UPDATE meta SET value = 'x' WHERE name = 'lineage'"],
    ['schema', 'DROP TRIGGER send_kept'],
    ['image 1', "UPDATE image SET url = 'https://elsewhere.example.com/1.png'"],
    ['plan 1', "UPDATE plan SET text = '{}'"],
    ['send 3', "UPDATE send SET own_key = 'order-9' WHERE own_key = 'order-3'"],
    [
      'personal data of send 3',
      `UPDATE personal SET data = CAST(replace(CAST(data AS TEXT), '01000000002', '01000000009') AS BLOB)`,
    ],
    ['personal data of send 4', 'PRAGMA foreign_keys = OFF; DELETE FROM personal WHERE personal = 4'],
  ])('is %s after %s', async (detail, sql) => {
    const path = ledgerPath()
    const ledger = await openTestLedger(path)
    const recipients = people(6).map((one, n) => ({ ...one, key: `order-${n + 1}` }))
    await ledger.prepare(preparation({ a: recipients }))
    await ledger.usePlan({ digest: 'sha256:1', text: '{"release":"r1"}' }, 'r1')
    await ledger.rememberImage(
      { sha256: '00', operation: 'FT', account: 'me' },
      { url: 'https://img.example.com/1.png', uploadedAt: 1 },
    )
    for (let n = 0; n < 2; n++) await claimed(ledger, 1)
    const crashed = crashedCopy(path)
    change(crashed, sql)
    expect(
      await problemIn(async () => {
        const next = await openTestLedger(crashed)
        for (let n = 0; n < 5; n++) await claimed(next, 1)
      }),
    ).toEqual({ type: 'corrupt', path: crashed, detail })
  })

  it('is a file that somebody else writes into, who has lost the lock or never asked', async () => {
    const path = await closedLedger()
    const ledger = await openTestLedger(path)
    change(path, 'UPDATE preparation SET started_at = 1')
    const problem = { type: 'changed', path }
    expect(await problemIn(() => claimed(ledger))).toEqual(problem)
    expect(await problemIn(() => claimed(ledger))).toEqual(problem)
  })

  it('is a file that was replaced while it was open', async () => {
    const path = await closedLedger()
    const ledger = await openTestLedger(path)
    renameSync(path, `${path}-away`)
    expect(await problemIn(() => claimed(ledger))).toEqual({ type: 'moved', path })
    copyFileSync(`${path}-away`, path)
    expect(await problemIn(() => claimed(ledger))).toEqual({ type: 'moved', path })
  })
})

describe('one deploy at a time', () => {
  it('names the holder, and others may read', async () => {
    const path = await closedLedger()
    const folder = dirname(path)
    symlinkSync(folder, `${folder}-link`)
    const child = spawn(process.execPath, ['-e', holdingScript, path], { stdio: ['pipe', 'pipe', 'inherit'] })
    const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    expect(String(said)).toBe('held\n')
    const holder = { pid: child.pid, host: 'elsewhere', since: 7 }
    for (const name of [path, join(`${folder}-link`, 'ledger.db')]) {
      expect(await problemIn(() => openTestLedger(name))).toEqual({ type: 'locked', path, holder })
      expect(lockOf(name)).toEqual({ holder })
    }
    const reader = await openLedgerReader({ path, target })
    expect((await reader.counts('r1')).pending).toBe(5)
    await reader.close()
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(lockOf(path)).toBeUndefined()
    const ledger = await openTestLedger(path)
    expect(lockOf(path)).toMatchObject({ holder: { pid: process.pid } })
    expect(await problemIn(() => openTestLedger(path))).toMatchObject({ type: 'locked' })
    await closeLedger(ledger)
    expect(lockOf(path)).toBeUndefined()
  })
})

describe('a lock in which no name can be read', () => {
  it('is made anew', async () => {
    const path = await closedLedger()
    change(lockFile(path), 'ALTER TABLE holder RENAME COLUMN pid TO pif')
    const ledger = await openTestLedger(path)
    expect(lockOf(path)).toMatchObject({ holder: { pid: process.pid } })
    expect(await problemIn(() => openTestLedger(path))).toMatchObject({ type: 'locked' })
    await closeLedger(ledger)
  })
})

describe('a lock of which a bit is another', () => {
  /** Names of columns in other letters, and a version that no engine has yet. */
  const bits = (content: Buffer): readonly (readonly [at: number, bit: number])[] => [
    ...[1, 2, 3, 4, 5, 6, 7].map((bit) => [18, bit] as const),
    ...Array.from(content.keys()).flatMap((at) => (at > 100 && content[at] !== 0 ? [[at, 5] as const] : [])),
  ]

  it('is taken, given back and told', async () => {
    const path = await closedLedger()
    const file = lockFile(path)
    const whole = readFileSync(file)
    expect(bits(whole).length).toBeGreaterThan(50)
    for (const [at, bit] of bits(whole)) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ (1 << bit)
      writeFileSync(file, damaged)
      const lock = DeployLock.acquire(file, { path, now: () => 7 })
      expect(lockOf(path), `${at}:${bit}`).toMatchObject({ holder: { pid: process.pid, since: 7 } })
      lock.release()
      expect(lockOf(path), `${at}:${bit}`).toBeUndefined()
    }
  })
})

/** Another process that holds the lock, as a deploy does. */
const holdingScript = `
const { DatabaseSync } = require(${JSON.stringify(fileURLToPath(import.meta.resolve('@photostructure/sqlite')).replace('.mjs', '.cjs'))})
const database = new DatabaseSync(process.argv[1] + '-lock')
database.exec("CREATE TABLE IF NOT EXISTS holder (pid INTEGER, host TEXT, since INTEGER); DELETE FROM holder")
database.prepare('INSERT INTO holder VALUES (?, ?, ?)').run(process.pid, 'elsewhere', 7)
database.exec('BEGIN IMMEDIATE')
console.log('held')
process.stdin.resume()
`

describe('while a deploy is running', () => {
  it('a copy is whole, and private', async () => {
    const path = await closedLedger()
    const ledger = await openTestLedger(path)
    await claimed(ledger, 2)
    const copy = join(dirname(path), 'copy.db')
    await ledger.copyTo(copy)
    expect(await problemIn(() => ledger.copyTo(copy))).toEqual({ type: 'exists', path: copy })
    if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600)
    expect(await ledger.counts('r1')).toMatchObject({ inflight: 2, pending: 3 })
    // Whatever is pending in it may have been sent since.
    expect(await problemIn(() => openTestLedger(copy))).toEqual({ type: 'taken-while-sending', path: copy })
    expect(acceptLedger({ path: copy, target, who: 'ops', reason: 'the disk is gone' }).unknown).toBe(3)
    const copied = await openTestLedger(copy)
    await copied.verify()
    expect(await copied.counts('r1')).toMatchObject({ unknown: 5, pending: 0 })
  })
})

describe('a new ledger', () => {
  it('is private, and whole from the first moment on', async () => {
    const path = ledgerPath()
    mkdirSync(dirname(path))
    // What a crash left of the last try.
    writeFileSync(`${path}-new`, 'x'.repeat(9_000))
    writeFileSync(`${path}-new-journal`, 'x'.repeat(9_000))
    const ledger = await openTestLedger(path)
    expect(await ledger.releases()).toEqual([])
    expect(readdirSync(dirname(path)).filter((name) => name.includes('-new'))).toEqual([])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    const other = ledgerPath()
    mkdirSync(dirname(other))
    writeFileSync(other, '')
    expect(await problemIn(() => openTestLedger(other))).toEqual({ type: 'not-a-ledger', path: other })
  })
})
