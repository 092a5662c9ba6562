import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeLedger, sendsIn } from '../ledger/temp-ledger.ts'
import { type CliResult } from './run-cli.ts'
import { runInside } from './run-inside.ts'
import { openLedgerOf, project, sentRelease } from './sent-release.ts'

let root = ''
const env = { FRIENDTALK_USER: ' ops ', GITHUB_ACTOR: 'pipeline' }
const reconcile = (...args: readonly string[]): Promise<CliResult> => runInside(['reconcile', ...args], root, env)
const because = ['--release', 'r1', '--reason', 'seen in the console'] as const

/** The msg_key of the sends in a state. */
async function keys(state: 'unknown' | 'accepted'): Promise<string[]> {
  const ledger = await openLedgerOf(root)
  const found = (await sendsIn(ledger, { release: 'r1', state })).map(({ key }) => key)
  await closeLedger(ledger)
  return found
}

describe('reconcile', () => {
  beforeEach(async () => {
    root = project()
    await sentRelease(root)
  })

  it('settles as sent all that is unknown, and keeps who, when and why', async () => {
    const { code, stdout, stderr } = await reconcile('--sent', ...because)
    expect(code).toBe(0)
    expect(stderr).toContain('  sale  3 sends\n    010-****-0011  m-')
    expect(stderr).toContain('They become accepted and are never sent again.')
    expect(stdout).toBe(
      '3 sends settled as sent.\n  sale  3 sends\n  friendtalk deploy --release r1 --target production\n',
    )
    expect(stdout + stderr).not.toMatch(/01000000\d\d\d/)
    const ledger = await openLedgerOf(root)
    expect(await ledger.counts('r1')).toMatchObject({ accepted: 9, unknown: 0 })
    expect((await ledger.decisions('r1'))[0]).toMatchObject({
      verdict: 'sent',
      who: 'ops',
      reason: 'seen in the console',
    })
    const { stdout: shown } = await runInside(['status'], root)
    expect(shown).toMatch(/T\S+\+09:00 {2}ops settled 3 sends as sent: seen in the console\n/)
    const again = await runInside(['status', '--lang', 'ko'], root)
    expect(again.stdout).toContain('ops: 3건을 발송됨으로 정리')
  })

  it('settles named sends as not sent, and warns that the next deploy sends them', async () => {
    const [key = '', ...others] = await keys('unknown')
    const told = ['--release', 'r1', '--reason', '010-1234-5678 called on 2026-06-12: not there'] as const
    const { code, stdout, stderr } = await reconcile('--not-sent', ...told, '--key', key, '--yes')
    expect(code).toBe(0)
    // What is kept and shown to others holds no number.
    const ledger = await openLedgerOf(root)
    const [decision] = await ledger.decisions('r1')
    await closeLedger(ledger)
    expect(decision?.reason).toBe('*** called on 2026-06-12: not there')
    expect(stderr).toContain('THE NEXT DEPLOY SENDS THEM')
    expect(stdout).toContain('The next deploy of this release sends it:\n  friendtalk deploy --release r1')
    expect(stdout).toContain('2 sends still unknown:\n  friendtalk status')
    expect(await keys('unknown')).toEqual(others)
  })

  it('has nothing to do for a message of which nothing is unknown', async () => {
    const { code, stdout } = await reconcile('--sent', ...because, '--id', 'notice')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Nothing of the release "r1" is unknown: there is nothing to settle.\n',
    })
  })

  it('refuses a key whose outcome is known, and then settles none', async () => {
    const [known = ''] = await keys('accepted')
    const [key = ''] = await keys('unknown')
    const { code, stderr } = await reconcile('--not-sent', ...because, '--key', key, '--key', known)
    expect(code).toBe(2)
    expect(stderr).toContain(`The outcome of ${known} is known.`)
    expect(await keys('unknown')).toHaveLength(3)
  })

  it('asks for the target only where several have the release', async () => {
    await sentRelease(root, 'emulator')
    const { code, stderr } = await reconcile('--sent', ...because, '--yes')
    expect(code).toBe(2)
    expect(stderr).toContain('name one with --target (production, emulator).')
    expect((await reconcile('--sent', ...because, '--yes', '--target', 'emulator')).code).toBe(0)
    expect(await keys('unknown')).toHaveLength(3)
  })

  it('waits for no deploy: it names who runs it', async () => {
    const ledger = await openLedgerOf(root)
    const { code, stderr } = await reconcile('--sent', ...because, '--yes')
    expect(code).toBe(4)
    expect(stderr).toContain(`another process is changing the ledger: process ${process.pid} on `)
    expect(await ledger.counts('r1')).toMatchObject({ unknown: 3 })
  })

  it('makes unknown what a deploy that was cut off left, and settles that too', async () => {
    const ledger = await openLedgerOf(root)
    await ledger.claim({ release: 'r1', maxSends: 2 })
    await closeLedger(ledger)
    const { stdout } = await reconcile('--not-sent', ...because, '--yes')
    expect(stdout).toContain('5 sends settled as not sent.')
  })
})

describe('without a verdict', () => {
  it('lists what is unknown and how to settle it, and changes nothing', async () => {
    root = project()
    await sentRelease(root)
    const [first = ''] = await keys('unknown')
    const { code, stdout } = await reconcile()
    expect(code).toBe(0)
    expect(stdout).toContain(
      'Release "r1" of the target "production": it is not known whether 3 sends left.\n  sale  3 sends\n',
    )
    expect(stdout).toContain(first)
    expect(stdout).toContain("friendtalk reconcile --release r1 --target production --not-sent --reason '…'")
    const korean = await reconcile('--lang', 'ko', '--release', 'r1')
    expect(korean.stdout).toContain('"production" 대상의 "r1" 릴리스에 발송 여부를 알 수 없는 메시지가 3건 있습니다.')
    const json = JSON.parse((await reconcile('--json')).stdout) as {
      releases: { unknown: number; sends: { msg_key: string }[]; commands: { list: string } }[]
    }
    expect(json).toMatchObject({
      version: 1,
      releases: [{ release: 'r1', target: 'production', unknown: 3, sends: [{ id: 'sale' }, {}, {}] }],
    })
    expect(json.releases[0]?.sends.map((send) => send.msg_key)).toEqual(await keys('unknown'))
    expect(json.releases[0]?.commands.list).toBe(
      'friendtalk status r1 --target production --state unknown --csv unknown.csv',
    )
    expect(await keys('unknown')).toHaveLength(3)
  })

  it('says so where nothing is unknown, and of which release there is none', async () => {
    expect((await reconcile('--id', 'notice')).stdout).toBe('Nothing is unknown: there is nothing to settle.\n')
    expect(await reconcile('--release', 'r2')).toMatchObject({ code: 2, stdout: '' })
    expect((await reconcile('--json', '--sent', ...because)).stderr).toContain('--json and --sent do not go together')
  })
})

describe('wrong usage', () => {
  beforeAll(async () => {
    root = project()
    await sentRelease(root)
    return async () => expect(await keys('unknown')).toHaveLength(3)
  })

  it.each<readonly [readonly string[], string]>([
    [because, 'Say which: --sent or --not-sent.'],
    [['--sent', '--not-sent', ...because], '--sent and --not-sent do not go together'],
    [['--sent', '--reason', 'x'], '--release is missing.'],
    [['--sent', '--release', 'r1'], '--reason is missing.'],
    [['--sent', '--release', 'r1', '--reason', '  '], '--reason is missing.'],
    [['--sent', '--release', 'r2', '--reason', 'x'], 'There is no release "r2". Did you mean "r1"?'],
    [['--sent', ...because, '--id', 'sal', '--yes'], 'no message "sal". Did you mean "sale"? It has: sale, notice.'],
    [['--not-sent', ...because], 'Without a terminal nobody can be asked: add --yes to go on.'],
    [['--not-sent', ...because, '--key', 'mine', '--lang', 'ko'], 'mine'],
    [['--not-sent', ...because, '--lang', 'ko'], '계속하려면 --yes 옵션을 붙이세요.'],
    [['--sent', ...because, '--key', 'mine', '--yes'], 'Nothing was settled.\nNo send has the msg_key mine.'],
  ])('%j is refused and changes nothing', async (args, message) => {
    const { code, stdout, stderr } = await reconcile(...args)
    expect(stderr).toContain(message)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })
})
