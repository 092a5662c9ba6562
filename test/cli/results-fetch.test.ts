import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../project/temp-folder.ts'
import { rowOf, sentLedger } from '../results/brand-ledger.ts'
import { type ListOptions, startListService } from '../results/list-service.ts'
import { project as friendTalkProject } from './sent-release.ts'
import { argumentsIn, runInside } from './run-inside.ts'

const env = { APP_KEY: 'app', SECRET_KEY: 'secret' }
const account = `app-${createHash('sha256').update('app').digest('hex').slice(0, 12)}`

interface Asked {
  readonly root: string
  readonly url: string
  readonly keys: readonly string[]
}

/** A project whose target is a service that can be asked, and three sends that may have left. */
async function project(options: (keys: readonly string[]) => ListOptions, agoMs = 0): Promise<Asked> {
  let rows: ListOptions = { rows: () => [] }
  const { url } = await startListService({ rows: (n) => rows.rows(n), instead: (n) => rows.instead?.(n) })
  const target = {
    service: 'brand-message',
    baseUrl: url,
    appKey: { env: 'APP_KEY' },
    secretKey: { env: 'SECRET_KEY' },
  }
  const root = tempFolder({
    'friendtalk.config.json': JSON.stringify({ messages: ['messages/*.md'], targets: { production: target } }),
  })
  const { keys } = await sentLedger(3, 'unknown', {
    agoMs,
    path: join(root, '.friendtalk', 'ledger.production.db'),
    account,
  })
  rows = options(keys)
  return { root, url, keys }
}

const refusal =
  (resultCode: number): NonNullable<ListOptions['instead']> =>
  () => ({
    status: 200,
    body: { header: { resultCode, resultMessage: 'said to app secret', isSuccessful: false } },
  })

describe('results fetch', () => {
  it.each<
    [name: string, options: (keys: readonly string[]) => ListOptions, code: number, said: string, counts: object]
  >([
    [
      'finds all',
      (keys) => ({ rows: () => keys.map((key, index) => rowOf(key, { recipientSeq: index, resultCode: '1000' })) }),
      0,
      'Asked about 3 sends: 3 messages listed, 3 new results.',
      { listed: 3, recorded: 3, settled: 3, unknown: 0 },
    ],
    [
      'finds one, without a result',
      ([key = '']) => ({ rows: () => [rowOf(key)] }),
      5,
      '2 sends are still unknown.',
      { listed: 1, recorded: 0, settled: 1, unknown: 2 },
    ],
    [
      'finds one twice',
      ([key = '']) => ({ rows: () => [rowOf(key), rowOf(key, { requestId: 'R2' })] }),
      5,
      'twice, in the requests R1/1, R2/1.',
      { listed: 2, settled: 1, unknown: 2 },
    ],
    ['finds nothing', () => ({ rows: () => [] }), 5, '3 sends are still unknown.', { listed: 0, unknown: 3 }],
    [
      'is refused',
      () => ({ rows: () => [], instead: refusal(-1001) }),
      4,
      'The service could not be asked (-1001 the secret key is wrong).',
      { failure: '-1001 the secret key is wrong', unknown: 3 },
    ],
  ])('%s', async (_name, options, code, said, counts) => {
    const { root } = await project(options)
    const told = await runInside(['results', 'fetch'], root, env)
    expect(told.code).toBe(code)
    expect(told.stdout + told.stderr).toContain(said)
    expect(told.stdout + told.stderr).not.toMatch(/secret\b(?! key)|\bapp\b/)
    expect(told.stdout).toMatch(/Next: friendtalk \w+ --target production\n$/)
    const { root: again } = await project(options)
    const { stdout } = await runInside(['results', 'fetch', '--json', '--release', 'r1'], again, env)
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, target: 'production', asked: 3, ...counts })
  })

  it.each<[command: string, args: readonly string[]]>([
    ['status', ['status']],
    ['status', ['status', '--lang', 'ko']],
    ['reconcile', ['reconcile']],
    ['reconcile', ['reconcile', '--json']],
  ])('is named by %s %j where it helps', async (_name, args) => {
    const asked = 'friendtalk results fetch --release r1 --target production'
    const { root } = await project((keys) => ({ rows: () => keys.map((key) => rowOf(key, { resultCode: '1000' })) }))
    expect((await runInside(args, root, env)).stdout).toContain(asked)
    expect((await runInside(argumentsIn(asked).slice(1), root, env)).code).toBe(0)
    expect((await runInside(args, root, env)).stdout).not.toContain('fetch')
    const { root: old } = await project(() => ({ rows: () => [] }), 91 * 86_400_000)
    expect((await runInside(args, old, env)).stdout).not.toContain(asked)
  })

  it('ends at once with --every where nothing that is open is young', async () => {
    const { root } = await project(() => ({ rows: () => [] }), 5 * 86_400_000)
    expect(await runInside(['results', 'fetch', '--every', '10'], root, env)).toMatchObject({ code: 5 })
  })

  it.each<[name: string, args: readonly string[], root: () => Promise<string> | string, code: number, said: string]>([
    ['a service that cannot be asked', ['--target', 'production'], () => friendTalkProject(), 2, 'cannot be asked'],
    ['the built-in emulator', ['--target', 'emulator'], () => friendTalkProject(), 2, ''],
    ['no target of several', [], () => friendTalkProject(), 2, '--target'],
    [
      'a release that there is not',
      ['--release', 'r2'],
      async () => (await project(() => ({ rows: () => [] }))).root,
      2,
      'r2',
    ],
    ['no whole minutes', ['--every', '0'], () => friendTalkProject(), 2, '--every'],
  ])('refuses %s', async (_name, args, root, code, said) => {
    const told = await runInside(['results', 'fetch', ...args], await root(), { ...env, USER_ID: 'user' })
    expect(told.stderr).toContain(said)
    expect(told.code).toBe(code)
  })
})
