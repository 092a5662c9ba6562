import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Client } from 'undici'
import { startReceiver } from '../../src/results/receiver.ts'
import { sentLedger } from '../results/sent-ledger.ts'
import { type Target, targetOf } from './target.ts'
import { damaged, deepJson, hostileText } from './texts.ts'

const date = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('2026-06-12 14:03:05.000', '2026-06-12 14:03:06', '', null) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('2026-02-30 00:00:00.000', '9999-99-99 99:99:99', 'soon', 5, {}) },
  { weight: 1, arbitrary: hostileText },
)
const code = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>('0', 'A', 'K102', 0, 7) },
  { weight: 1, arbitrary: fc.oneof(fc.jsonValue({ maxDepth: 1 }), hostileText) },
)
const words = fc.oneof(fc.constantFrom('delivered', '문자 01012345678', ''), hostileText, fc.integer())

/** A webhook that answers for a ledger in a folder of its own. */
export async function webhook(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-fuzz-'))
  const { store, keys } = await sentLedger(join(folder, 'ledger.production.db'), 5)
  const problems: unknown[] = []
  const receiver = await startReceiver({
    inbox: store.results(),
    host: '127.0.0.1',
    port: 0,
    path: '/',
    onProblem: (problem) => problems.push(problem),
  })
  const client = new Client(new URL(receiver.url).origin)
  const key = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom<unknown>(...keys) },
    { weight: 1, arbitrary: fc.oneof(fc.constant('ft-AAAAAAAAAAAAAAAAAAAAAAAA'), hostileText, fc.constant(3)) },
  )
  const entry = fc.record(
    {
      msg_key: key,
      code,
      desc: words,
      done_date: date,
      request_date: date,
      failback: fc.oneof(
        fc.constant(null),
        fc.record({ code, desc: words, dest: words, done_date: date }, { requiredKeys: [] }),
        fc.jsonValue({ maxDepth: 1 }),
      ),
    },
    { requiredKeys: ['msg_key', 'code'] },
  )
  const entries = fc.array(fc.oneof({ weight: 12, arbitrary: entry }, fc.jsonValue({ maxDepth: 2 })), { maxLength: 6 })
  const whole = entries.map((results) => JSON.stringify({ results }))
  const body = fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 4, arbitrary: damaged(whole, 2) },
    { weight: 1, arbitrary: entries.map((results) => JSON.stringify(results)) },
    { weight: 1, arbitrary: deepJson.map((deep) => `{"results":[${deep}]}`) },
    { weight: 1, arbitrary: hostileText },
  )
  return targetOf(
    body,
    async (text) => {
      const answers = [await post(client, text), await post(client, text)]
      for (const { status, answer } of answers) {
        if (status !== 200 && status !== 400 && status !== 413) throw new Error(`answered with ${status}`)
        if (typeof answer !== 'object' || answer === null) throw new Error('answered with no JSON object')
        if (/ at .*:\d+:\d+|undefined/.test(JSON.stringify(answer)))
          throw new Error(`answered ${JSON.stringify(answer)}`)
      }
      if (problems.length > 0) throw new Error(`not recorded: ${String(problems.splice(0)[0])}`)
      const [first, second] = answers
      if (first?.status !== second?.status) throw new Error('another answer for the same body')
      if (counted(first?.answer) !== counted(second?.answer)) throw new Error('another count for the same body')
      if (((second?.answer as { recorded?: number } | undefined)?.recorded ?? 0) > 0) {
        throw new Error('what was repeated is recorded again')
      }
    },
    async () => {
      await client.close()
      await receiver.close()
      rmSync(folder, { recursive: true, force: true })
    },
  )
}

async function post(client: Client, body: string): Promise<{ readonly status: number; readonly answer: unknown }> {
  const { statusCode, body: answer } = await client.request({ path: '/', method: 'POST', body: Buffer.from(body) })
  return { status: statusCode, answer: await answer.json() }
}

/** How many results an answer says that a body had. */
function counted(answer: unknown): number {
  const { recorded = 0, repeated = 0, foreign = 0 } = answer as { readonly [count: string]: number }
  return recorded + repeated + foreign
}
