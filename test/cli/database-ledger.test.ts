import { beforeEach, expect, it } from 'vitest'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { freshSchema } from '../ledger/postgres/postgres-ledger.ts'
import { closedAfterTest, closeLedger, people, preparation, template } from '../ledger/temp-ledger.ts'
import type { CliResult } from './run-cli.ts'
import { runInside } from './run-inside.ts'
import { project, send, target } from './sent-release.ts'

const production = ['--target', 'production'] as const
let at: Awaited<ReturnType<typeof freshSchema>>
let root = ''

/** A worker that is at a release of 12: 4 of it are accepted, and 2 unknown. */
async function worker(): Promise<Ledger> {
  const ledger = await idleWorker()
  await ledger.prepare(preparation({ sale: people(12) }, { templates: [template('sale')] }))
  await send(ledger, 'r1', [
    [4, 'accepted'],
    [2, 'unknown'],
  ])
  return ledger
}

async function idleWorker(): Promise<Ledger> {
  return closedAfterTest(await ledgerStore({ ...at, target: 'production' }).open({ ifMissing: 'create' }))
}

const friendtalk = (args: readonly string[], LEDGER_URL = at.url): Promise<CliResult> =>
  runInside(args, root, { USER_ID: 'user', SECRET_KEY: 'secret', LEDGER_URL })

beforeEach(async () => {
  at = await freshSchema()
  root = project({
    targets: { production: { ...target, requestTimeoutMs: 60_000 } },
    ledger: { postgres: { env: 'LEDGER_URL' }, schema: at.schema },
  })
})

it.each([['status'], ['ledger', 'check'], ['plan', ...production, '--release', 'r1']])(
  'a ledger in a database needs its variable: %s',
  async (...command) => {
    const { code, stderr } = await friendtalk(command, '')
    expect(stderr).toContain('Target production needs LEDGER_URL in the environment.')
    expect(code).toBe(2)
  },
)

it('status tells how many workers send', async () => {
  const workers = [await worker(), await idleWorker()]
  expect((await friendtalk(['status', ...production])).stdout).toContain('A deploy is running (2 workers).')
  for (const each of workers) await closeLedger(each)
  expect(JSON.parse((await friendtalk(['status', ...production, '--json'])).stdout)).toMatchObject({
    releases: [{ release: 'r1', state: 'paused', workers: 0 }],
  })
})

it('reconcile does not say that something was not sent while it may still be', async () => {
  await closeLedger(await worker())
  const settle = ['reconcile', '--release', 'r1', '--reason', 'in the console', '--yes', ...production]
  const refused = await friendtalk([...settle, '--not-sent'])
  // Twice as long as a request may last, without what has gone by since.
  expect(refused.stderr).toMatch(/Wait (?:1[01]\d|120) s, or run it with --wait\./)
  expect(refused).toMatchObject({ code: 4, stdout: '' })
  expect((await friendtalk(['status', ...production, '--json'])).stdout).toContain('"unknown": 2')
  expect(await friendtalk([...settle, '--sent'])).toMatchObject({ code: 0 })
})

it.each([
  [['check', '--complete'], 'There is no option --complete.'],
  [['backup', 'copy.db'], 'this one is in a database. Back the database up with its own tools, such as pg_dump.'],
])('ledger %j is refused', async (args, message) => {
  await closeLedger(await worker())
  expect(await friendtalk(['ledger', ...args, ...production])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message) as string,
  })
})
