import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { emulate } from '../emulator/client.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { until } from '../deadline.ts'
import { type Proxy, startProxy } from '../postgres/proxy.mjs'
import { commonServer, ownServer } from '../postgres/server.ts'
import {
  claimed,
  closedAfterTest,
  closeLedger,
  none,
  outcomes,
  people,
  preparation,
  template,
} from '../ledger/temp-ledger.ts'
import { databaseProject, type DatabaseProject, deployCommand } from '../ledger/postgres/database-project.ts'

const server = await commonServer()
const emulator = await emulate()

beforeEach(() => emulator.reset())

interface Place {
  readonly project: DatabaseProject
  readonly url: string
  /** A way of its own to the database, and the address there. */
  readonly way: () => Promise<{ readonly proxy: Proxy; readonly url: string }>
  readonly ledger: Ledger
}

/** A project with a ledger in a database of its own. */
async function place(recipients: number): Promise<Place> {
  const database = await server.freshDatabase()
  const project = databaseProject(emulator, { recipients })
  const url = server.url({ database })
  const ledger = closedAfterTest(await project.store(url).open({ ifMissing: 'create' }))
  return {
    project,
    url,
    ledger,
    way: async () => {
      const proxy = await startProxy(server.port)
      onTestFinished(proxy.close)
      return { proxy, url: server.url({ database, at: proxy.port }) }
    },
  }
}

/** A release of a message that is in no file. */
const templates = [template('sale')]

describe('a network that falls silent', () => {
  it('ends every command with a sentence, in a time that is bounded, and loses nothing', async () => {
    const { project, url, way, ledger } = await place(60)
    await ledger.prepare(preparation({ sale: people(20) }, { templates }))
    await ledger.settle(outcomes(await claimed(ledger, 5), 'accepted'))
    await ledger.settle(outcomes(await claimed(ledger, 3), 'unknown'))
    await ledger.settle(outcomes(await claimed(ledger, 4), 'deferred'))
    await closeLedger(ledger)
    const reconcile = ['reconcile', '--sent', '--release', 'r1', '--reason', 'seen', '--yes']
    const cases: readonly (readonly [asked: string, ...args: string[]])[] = [
      ['INSERT INTO send', ...deployCommand, 'r2'],
      ["CASE WHEN list IS NULL THEN 'pending'", ...deployCommand, 'r1'],
      ['FOR UPDATE OF release', ...reconcile],
      ['GROUP BY message, state, list, code', 'status', '--target', 'local'],
      ['FROM release WHERE name', 'plan', '--target', 'local', '--release', 'r1'],
      ['SELECT set_config', 'status', '--target', 'local'],
    ]
    const ended = cases.map(async ([asked, ...args]) => {
      const { proxy, url: through } = await way()
      const silent = proxy.asked(asked, 'hold')
      const run = project.start(through, ...args)
      const first = await Promise.race([silent.then(() => 'silent' as const), run.ended()])
      if (first !== 'silent') throw new Error(`It ended before ${asked}: ${JSON.stringify(first)}`)
      const result = await run.ended()
      // The server hears of it, as it does by itself once nothing is acknowledged any more.
      proxy.cut()
      return { args, ...result }
    })
    for (const { args, code, stderr } of await Promise.all(ended)) {
      const said = stderr.trimEnd().split('\n').slice(-2)
      expect({ args, code, said }).toEqual({
        args,
        code: 4,
        said: [
          expect.stringMatching(/^(?:✗ )?postgresql:\/\/\S+: .*(?:was lost|cannot be reached) \(ETIMEDOUT\).*\.$/),
          expect.stringMatching(/^(?:Run the same command again|Check the address)/),
        ],
      })
    }
    const reader = await project.store(url).read()
    try {
      // The server may have heard of what was asked last: then it was done, once.
      const { accepted, unknown, ...rest } = await reader.counts('r1')
      expect([
        [5, 3],
        [8, 0],
      ]).toContainEqual([accepted, unknown])
      expect(rest.inflight + rest.rejected).toBe(0)
      expect(rest.pending + rest.deferred).toBeGreaterThanOrEqual(12)
    } finally {
      await reader.close()
    }
    // The same commands go on where they were.
    expect(await project.start(url, ...deployCommand, 'r2').ended()).toMatchObject({ code: 0 })
    const after = await project.store(url).read()
    try {
      expect(await after.counts('r2')).toEqual({ ...none, accepted: 60 })
    } finally {
      await after.close()
    }
    expect(emulator.counts().accepted).toBe(60)
  })
})

describe('Ctrl-C', () => {
  it('ends a deploy that waits for another machine to prepare', async () => {
    const { project, way, ledger } = await place(30)
    await closeLedger(ledger)
    const [first, second] = [await way(), await way()]
    const prepares = first.proxy.asked('INSERT INTO send', 'hold')
    const preparing = project.start(first.url, ...deployCommand, 'r1')
    await prepares
    const waits = second.proxy.asked('pg_try_advisory_lock')
    const waiting = project.start(second.url, ...deployCommand, 'r1')
    await waits
    waiting.kill('SIGINT')
    const { code, stderr } = await waiting.ended()
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.not.stringMatching(/lost|stopped|^\s+at /m) as string })
    first.proxy.release()
    expect(await preparing.ended()).toMatchObject({ code: 0 })
    expect(emulator.counts().accepted).toBe(30)
  })

  it.each(['SELECT current_setting', 'INSERT INTO worker'])(
    'ends a deploy that the network leaves at %s',
    async (asked) => {
      const { project, way } = await place(3)
      const { proxy, url } = await way()
      const silent = proxy.asked(asked, 'hold')
      const run = project.start(url, ...deployCommand, 'r1')
      await silent
      run.kill('SIGINT')
      const { code, stderr } = await run.ended()
      expect(code).toBe(4)
      // It did not wait until the connection counts as lost.
      expect(stderr).not.toMatch(/ETIMEDOUT|lost|reached/)
    },
  )
})

it('a standby that confirms nothing ends a deploy with a sentence, and the next one goes on', async () => {
  const own = await ownServer({ keptIn: 'memory' })
  const standby = async (name: string): Promise<void> => {
    await own.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
    await own.query('SELECT pg_reload_conf()')
  }
  const recipients = 3_000
  const project = databaseProject(emulator, { recipients, concurrency: 2 })
  const url = own.url({ database: await own.freshDatabase() })
  const deploy = [...deployCommand, 'r1']
  const sending = project.start(url, ...deploy)
  await until(
    () => 'some messages to be sent',
    () => emulator.counts().messages > 200,
  )
  await standby('nobody')
  const { code, stderr } = await sending.ended()
  expect([4, 5]).toContain(code)
  expect(stderr).toContain('was lost (ETIMEDOUT)')
  expect(emulator.counts().messages).toBeLessThan(recipients)
  await standby('')
  expect([0, 5]).toContain((await project.start(url, ...deploy).ended()).code)
  const reader = await project.store(url).read()
  try {
    const counts = await reader.counts('r1')
    expect(counts).toEqual({ ...none, accepted: counts.accepted, unknown: counts.unknown })
    expect(counts.accepted + counts.unknown).toBe(recipients)
    const keys = emulator.messages({ limit: 2 * recipients }).map(({ msgKey }) => msgKey)
    expect(new Set(keys).size).toBe(emulator.counts().messages)
  } finally {
    await reader.close()
  }
})
