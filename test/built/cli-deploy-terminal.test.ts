import { beforeEach, describe, expect, it } from 'vitest'
import { columnsOf } from '../../src/cli/terminal/printable.ts'
import { emulate } from '../emulator/client.ts'
import { gateBefore } from '../emulator/gate.ts'
import { deployProject, environment, hello, inLedger } from '../cli/deploy-project.ts'
import { hasTerminal, keys, type Pty, ptyCli, type PtyCliOptions } from '../cli/pty.ts'
import { leapingClock } from '../cli/run-cli.ts'
import { project, sentRelease } from '../cli/sent-release.ts'

const emulator = await emulate()
const gate = await gateBefore(emulator)

beforeEach(() => {
  emulator.reset()
  gate.open()
})

describe.skipIf(!hasTerminal).each([80])('deploy on a terminal of %i columns', (columns) => {
  function open(cwd: string, options: Partial<PtyCliOptions> = {}): Pty {
    const args = 'deploy --target local --release r1 --new-ledger --lang ko'
    return ptyCli(args, { cwd, columns, env: environment, ...options })
  }

  async function asked(pty: Pty): Promise<void> {
    await pty.untilShows('보낼까요?')
    for (const line of pty.screen.split('\n')) expect(columnsOf(line)).toBeLessThanOrEqual(columns)
  }

  it.each([
    ['Ctrl-C', keys.interrupt],
    ['Ctrl-D', keys.end],
    ['no word', keys.enter],
    ['another word', `maybe${keys.enter}`],
  ])('sends nothing when its question gets %s', async (_name, typed) => {
    const pty = open(deployProject(emulator))
    await asked(pty)
    pty.type(typed)
    expect(await pty.ended()).toBe(4)
    expect(pty.screen.replaceAll('\n', '')).toContain('이번 배포에서 기록을 시작합니다.')
    expect(pty.screen.split('\n')).toContain('아무것도 보내지 않았습니다.')
    expect(emulator.requests()).toEqual([])
  })

  it('sends when it is told to, and shows how far it is', async () => {
    const pty = open(deployProject(emulator, { recipients: 60, concurrency: 1 }), { imports: [leapingClock] })
    await asked(pty)
    pty.type(`y${keys.enter}`)
    expect(await pty.ended()).toBe(0)
    const drawn = pty.redrawn(/발송 \d+\/60 {2}\d+\/s {2}\d+ s/)
    // After the first message and after ten each.
    expect(drawn.map((text) => /\d+/.exec(text)?.[0])).toEqual(['1', '11', '21', '31', '41', '51', '60'])
    for (const text of drawn) expect(columnsOf(text)).toBeLessThan(columns)
    // The last was taken away.
    expect(pty.screen).not.toMatch(/발송 \d+\/60/)
    expect(emulator.counts().accepted).toBe(60)
  })

  it('stops at Ctrl-C when what is in flight is recorded, and says how to go on', async () => {
    const cwd = deployProject(gate, { recipients: 200, concurrency: 1 })
    const pty = open(cwd)
    gate.holdFrom(2)
    await asked(pty)
    pty.type(`y${keys.enter}`)
    await gate.held(1)
    pty.type(keys.interrupt)
    await pty.untilShows('멈추는 중입니다.')
    gate.open()
    expect(await pty.ended()).toBe(4)
    expect((await inLedger(cwd)).counts).toMatchObject({ inflight: 0, unknown: 0, accepted: 11, pending: 189 })
    expect(emulator.counts()).toMatchObject({ messages: 11, accepted: 11 })
    expect(pty.screen).toContain('friendtalk deploy --release r1 --target local')
  })

  it('leaves the inbox of its own emulator open, in which each message says what it belongs to', async () => {
    const files = { 'hello.md': hello().replace('kind: ', 'title: 출발 안내\nkind: ') }
    const pty = ptyCli('deploy --release 여름', { cwd: deployProject(emulator, { files }), columns, env: environment })
    await pty.untilShows('Send 25 messages')
    pty.type(`y${keys.enter}`)
    await pty.untilShows('stays open')
    const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(pty.screen) ?? []
    const { rows } = (await (await fetch(`${address}/_emulator/inbox/list`)).json()) as {
      rows: readonly { group: string }[]
    }
    expect(new Set(rows.map(({ group }) => group))).toEqual(new Set(['여름 › 출발 안내']))
    expect(rows).toHaveLength(25)
    const found = await fetch(`${address}/_emulator/inbox/list?search=hello`)
    expect(await found.json()).toMatchObject({ matching: 25 })
    pty.type(keys.interrupt)
    expect(await pty.ended()).toBe(0)
  })
})

describe.skipIf(!hasTerminal)('reconcile on a terminal', () => {
  const args = 'reconcile --release r1 --reason seen'

  it('asks before anything can be sent again', async () => {
    const cwd = project()
    await sentRelease(cwd)
    const refused = ptyCli(`${args} --not-sent`, { cwd })
    await refused.untilShows('Settle 3 sends?')
    refused.type(keys.enter)
    expect(await refused.ended()).toBe(0)
    expect(refused.screen).toContain('Nothing was changed.')
    const settled = ptyCli(`${args} --sent`, { cwd })
    expect(await settled.ended()).toBe(0)
    expect(settled.screen).toContain('3 sends settled as sent.')
  })
})
