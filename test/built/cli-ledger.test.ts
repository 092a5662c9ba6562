import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emulate } from '../emulator/client.ts'
import { closeLedger, people, preparation } from '../ledger/temp-ledger.ts'
import { deploy, deployProject, friendtalk, inLedger, ledgerFile } from '../cli/deploy-project.ts'
import { startDeploy } from '../cli/started-deploy.ts'
import { type CliResult, stateHomeOf } from '../cli/run-cli.ts'
import { runInside } from '../cli/run-inside.ts'
import { openLedgerOf, project, send, sentRelease } from '../cli/sent-release.ts'

const emulator = await emulate()
let root = ''
const ledger = (...args: readonly string[]): Promise<CliResult> => runInside(['ledger', ...args], root)
const production = (): string => join(root, '.friendtalk', 'ledger.production.db')
const json = ({ stdout }: CliResult): unknown => JSON.parse(stdout)

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

/** What a crash left: three sends were claimed, and nothing was closed. */
async function interrupted(): Promise<void> {
  const sending = await openLedgerOf(root)
  await sending.prepare(preparation({ a: people(9) }, { release: 'r2' }))
  await send(sending, 'r2', [[2, 'accepted', { code: 'C100' }]])
  await sending.claim({ release: 'r2', maxSends: 3 })
  const folder = dirname(production())
  cpSync(folder, `${folder}-crashed`, { recursive: true })
  await closeLedger(sending)
  rmSync(folder, { recursive: true })
  cpSync(`${folder}-crashed`, folder, { recursive: true })
}

describe('ledger', () => {
  beforeEach(async () => {
    root = project()
    await sentRelease(root)
  })

  it('check finds nothing wrong with a ledger that is whole', async () => {
    await sentRelease(root, 'staging')
    expect(await ledger('check')).toEqual({
      code: 0,
      stdout:
        '✓ production  .friendtalk/ledger.production.db is whole, and no older than what this machine knows.\n' +
        '✓ staging  .friendtalk/ledger.staging.db is whole, and no older than what this machine knows.\n',
      stderr: '',
    })
    const { stdout } = await ledger('check', '--target', 'staging', '--lang', 'ko')
    expect(stdout).toBe(
      '✓ staging  발송 기록 .friendtalk/ledger.staging.db은(는) 온전하며, 이 컴퓨터가 아는 것보다 오래되지 않았습니다.\n',
    )
    expect(json(await ledger('check', '--json', '--target', 'production'))).toEqual({
      version: 1,
      ledgers: [{ target: 'production', path: production(), sound: true }],
    })
  })

  it('check says what is wrong, and the way out, and exits with 2', async () => {
    await sentRelease(root, 'staging')
    change(production(), "UPDATE message SET template = replace(template, 'ft-text', 'ft-Text') WHERE name = 'sale'")
    const { code, stdout } = await ledger('check')
    expect(code).toBe(2)
    expect(stdout).toContain(`✗ production  ${production()}: the ledger is damaged (template sale).\n  Keep the file:`)
    expect(stdout).toContain('✓ staging')
    const korean = await ledger('check', '--json', '--lang', 'ko', '--target', 'production')
    expect(korean.code).toBe(2)
    expect(json(korean)).toEqual({
      version: 1,
      ledgers: [
        {
          target: 'production',
          path: production(),
          sound: false,
          problem: 'corrupt',
          meaning: `${production()}: 발송 기록이 손상되었습니다(template sale).`,
          remedy: expect.stringContaining('지우지 마세요') as string,
        },
      ],
    })
  })

  it('check says what a copy of a ledger in use is, and recover does what can be done', async () => {
    await interrupted()
    const checked = await ledger('check', '--json')
    expect([checked.code, checked.stdout]).toEqual([2, expect.stringContaining('"problem": "copied"')])
    // Of the first release 8 were pending or deferred; of the other one 3 were under way and 4 waited.
    const recovered = await ledger('recover', '--reason', 'the disk failed', '--json')
    expect(json(recovered)).toEqual({
      version: 1,
      target: 'production',
      path: production(),
      problem: 'copied',
      unknown: 15,
    })
    expect((await ledger('check')).code).toBe(0)
    const read = await openLedgerOf(root)
    expect([await read.counts('r1'), await read.counts('r2')]).toMatchObject([
      { unknown: 11, pending: 0, deferred: 0, accepted: 6, rejected: 3 },
      { unknown: 7, pending: 0, accepted: 2 },
    ])
    await closeLedger(read)
    const { stdout } = await runInside(['status', 'r1'], root)
    expect(stdout).toContain('accepted the ledger, which made 8 sends unknown: the disk failed')
    expect(stdout).toContain('3 sends rejected before an older copy of the ledger was accepted')
    expect(stdout).not.toContain('--retry-rejected')
    const again = await ledger('recover', '--reason', 'x')
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Nothing is wrong')])
  })

  it('a main file that is lost is said, and cannot be recovered', async () => {
    await interrupted()
    rmSync(production())
    const checked = await ledger('check', '--json')
    expect([checked.code, checked.stdout]).toEqual([2, expect.stringContaining('"problem": "main-lost"')])
    const recovered = await ledger('recover', '--reason', 'the disk failed')
    expect([recovered.code, recovered.stderr]).toEqual([2, expect.stringContaining('what was written to it last')])
  })

  it('backup writes a ledger that is whole, where nothing is', async () => {
    const { code, stdout } = await ledger('backup', 'copies.db')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Backed up to copies\.db\.\n/) as string,
    })
    expect(readdirSync(root).filter((name) => name.startsWith('copies'))).toEqual(['copies.db'])
    if (process.platform !== 'win32') expect(statSync(join(root, 'copies.db')).mode & 0o777).toBe(0o600)
    const again = await ledger('backup', 'copies.db', '--lang', 'ko')
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('이미 파일이 있습니다')])
    expect((await ledger('backup', 'not/there/copies.db')).code).toBe(0)
    expect(readdirSync(join(root, 'not/there'))).toEqual(['copies.db'])
    const gone = await ledger('backup', 'copies.db/copies.db')
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('EEXIST')])
    const second = await ledger('backup', 'second.db', '--json')
    expect(json(second)).toEqual({
      version: 1,
      target: 'production',
      path: production(),
      backup: join(root, 'second.db'),
    })
  })

  it('move takes a ledger to another place, and says what the configuration needs', async () => {
    const to = join(root, 'state', 'sent.production.db')
    expect(await ledger('move', '--to', 'state/sent.production.db')).toEqual({
      code: 0,
      stdout:
        'Moved to state/sent.production.db: 20 sends. Nothing is sent from the old ledger any more.\n' +
        "Have the configuration say: ledger: 'state/sent.db'\n",
      stderr: '',
    })
    const { code, stderr } = await runInside(['status'], root)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`this ledger was moved to ${to}.`)])
    rmSync(dirname(production()), { recursive: true })
    const paths = ['--from', 'state/sent.production.db', '--to', '.friendtalk/ledger.production.db']
    const back = await ledger('move', ...paths, '--target', 'production', '--lang', 'ko')
    expect(back.stdout).toBe(
      '.friendtalk/ledger.production.db(으)로 옮겼습니다. 발송 기록은 20건입니다. 이전 발송 기록으로는 더 이상 발송하지 않습니다.\n',
    )
    expect(json(await ledger('check', '--json'))).toMatchObject({ ledgers: [{ sound: true }] })
  })
})

describe('beside a deploy', () => {
  const local = (command: string, ...args: readonly string[]): Promise<CliResult> =>
    friendtalk(root, 'ledger', command, ...args, '--target', 'local')

  /** Puts a backup in the place of the ledger. */
  const restore = (backup: string): void => {
    rmSync(dirname(ledgerFile(root)), { recursive: true })
    mkdirSync(dirname(ledgerFile(root)))
    cpSync(join(root, backup), ledgerFile(root))
  }

  afterEach(() => emulator.reset())

  it('check and backup work, move is refused and recover changes nothing; nothing is sent from the backup', async () => {
    root = deployProject(emulator, { recipients: 60, concurrency: 2 })
    emulator.faults.add({ on: 'send', fault: { type: 'delay', ms: 600_000 }, at: [3, 4] })
    const running = startDeploy(root)
    await emulator.waitForMessages(31)
    expect((await local('check')).code).toBe(0)
    const backup = await local('backup', 'backup.db')
    expect([backup.code, backup.stdout]).toEqual([0, expect.stringContaining('nothing is sent from the backup')])
    const locked = await local('move', '--to', 'x.local.db')
    expect([locked.code, locked.stderr]).toEqual([4, expect.stringContaining('another process is changing the ledger')])
    expect((await local('recover', '--reason', 'x')).stdout).toContain('Nothing is wrong')
    running.kill('SIGKILL')
    await running.ended()
    emulator.faults.clear()
    expect((await deploy(root)).code).toBe(5)
    restore('backup.db')
    const refused = await deploy(root)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('this is a backup')])
    const moved = await local('move', '--to', 'x.local.db')
    expect([moved.code, moved.stderr]).toEqual([2, expect.stringContaining('this is a backup')])
    const recovered = await local('recover', '--reason', 'the disk is lost', '--json')
    expect(json(recovered)).toMatchObject({ problem: 'backup' })
    expect((await deploy(root)).code).toBe(5)
    const { accepted, unknown } = (await inLedger(root)).counts
    expect(accepted + unknown).toBe(60)
    expect(new Set(emulator.messages({ limit: 100 }).map(({ receiverNumber }) => receiverNumber)).size).toBe(60)
    expect(emulator.counts().messages).toBe(60)
  })

  it('a backup is refused on every machine until somebody accepts it, and what only reads it says so', async () => {
    root = deployProject(emulator, { recipients: 30 })
    await deploy(root, '--limit', '10')
    await local('backup', 'backup.db')
    await deploy(root, '--limit', '10')
    rmSync(stateHomeOf(root), { recursive: true })
    restore('backup.db')
    const refused = await deploy(root)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('this is a backup')])
    for (const args of [
      ['status'],
      ['plan', '--target', 'local', '--release', 'r1'],
      ['deploy', '--target', 'local', '--release', 'r1', '--dry-run'],
    ]) {
      const read = await friendtalk(root, ...args)
      expect([read.code, read.stderr], args[0]).toEqual([0, expect.stringContaining('this is a backup')])
      expect(read.stderr).toContain('No deploy sends from this ledger. ')
      expect((await friendtalk(root, ...args, '--lang', 'ko')).stderr).toContain(
        '이 발송 기록으로는 배포할 수 없습니다.',
      )
    }
    const recovered = await local('recover', '--reason', 'the disk is lost')
    expect(recovered.stdout).toContain('20 sends may have been sent')
    expect(recovered.stdout).toContain('Begin no release again that was begun after the backup')
    expect((await deploy(root)).code).toBe(5)
    expect(emulator.counts().messages).toBe(20)
  })

  it('a new ledger beside a known one needs a reason, which it keeps', async () => {
    root = deployProject(emulator, { recipients: 6 })
    await deploy(root)
    rmSync(dirname(ledgerFile(root)), { recursive: true })
    const refused = await deploy(root)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(`this machine knows one for the same account and target: ${ledgerFile(root)}.`)
    expect(existsSync(ledgerFile(root))).toBe(false)
    for (const [args, sentence] of [
      [['--reason', ' '], '--reason is missing.'],
      [['--reason'], '--reason'],
    ] as const) {
      const { code, stderr } = await deploy(root, ...args)
      expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
    }
    const without = await friendtalk(root, 'deploy', '--target', 'local', '--release', 'r1', '--yes', '--reason', 'x')
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('--reason needs --new-ledger.')])
    expect((await deploy(root, '--release', 'r2', '--reason', 'another list')).code).toBe(0)
    const database = new DatabaseSync(ledgerFile(root), { readOnly: true })
    expect(database.prepare("SELECT value FROM meta WHERE name = 'reason'").get()).toEqual({ value: 'another list' })
    database.close()
    // The new one is what is known from now on.
    expect((await deploy(root, '--release', 'r2')).code).toBe(0)
  })
})
