import { beforeEach, describe, expect, it } from 'vitest'
import { columnsOf } from '../../src/cli/printable.ts'
import { emulate } from '../emulator/client.ts'
import { deployProject, environment, inLedger } from './deploy-project.ts'
import { hasTerminal, keys, type Pty, ptyCli } from './pty.ts'

const emulator = await emulate()

beforeEach(() => emulator.reset())

describe.skipIf(!hasTerminal).each([80, 120])('deploy on a terminal of %i columns', (columns) => {
  function open(cwd: string): Pty {
    return ptyCli('deploy --target local --release r1 --new-ledger --lang ko', { cwd, columns, env: environment })
  }

  async function asked(pty: Pty): Promise<void> {
    await pty.untilShows('보낼까요?')
    for (const line of pty.screen.split('\n')) expect(columnsOf(line)).toBeLessThanOrEqual(columns)
  }

  it.each([
    ['Ctrl-C', keys.interrupt],
    ['the answer that stands there', keys.enter],
  ])('sends nothing when its question gets %s', async (_name, typed) => {
    const pty = open(deployProject(emulator))
    await asked(pty)
    pty.type(typed)
    expect(await pty.ended()).toBe(4)
    expect(pty.screen.replaceAll('\n', '')).toContain('파일이 아직 없습니다. 이번 배포에서 만듭니다.')
    expect(pty.screen).toContain('아무것도 보내지 않았습니다.')
    expect(emulator.requests()).toEqual([])
  })

  it('sends when it is told to, and shows how far it is', async () => {
    const pty = open(deployProject(emulator, { recipients: 60, rate: 40, concurrency: 1 }))
    await asked(pty)
    pty.type('y')
    expect(await pty.ended()).toBe(0)
    const drawn = Array.from(
      pty.output.matchAll(/\r\P{L}\[2K(발송 \d+\/60 {2}\d+\/s {2}\d+ s)/gu),
      ([, text]) => text ?? '',
    )
    expect(drawn.length).toBeGreaterThan(0)
    for (const text of drawn) expect(columnsOf(text)).toBeLessThan(columns)
    // The last was taken away.
    expect(pty.screen).not.toMatch(/발송 \d+\/60/)
    expect(emulator.counts().accepted).toBe(60)
  })

  it('stops at Ctrl-C when what is in flight is recorded, and says how to go on', async () => {
    const cwd = deployProject(emulator, { recipients: 200, rate: 40, concurrency: 1 })
    const pty = open(cwd)
    await asked(pty)
    pty.type('y')
    await pty.until('some messages', () => emulator.counts().messages > 10)
    pty.type(keys.interrupt)
    expect(await pty.ended()).toBe(4)
    const { counts } = inLedger(cwd)
    expect(counts).toMatchObject({ inflight: 0, unknown: 0, accepted: emulator.counts().accepted })
    expect(pty.screen).toContain('friendtalk deploy --release r1 --target local')
  })
})
