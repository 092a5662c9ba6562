import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedBy, type Answering, answers, keys, startAnswering } from '../service/answers.ts'

let service: Answering

beforeAll(async () => {
  service = await startAnswering()
})

afterAll(() => service.close())

describe('whatever a server answers', () => {
  it('a message is accepted exactly when its key is there once, with the code of success', async () => {
    let accepted = 0
    let others = 0
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const { messages } = await service.outcomeOf(answer)
        const own = messages.filter(({ outcome }) => outcome === 'accepted').map(({ key }) => key)
        expect(own.toSorted()).toEqual(acceptedBy(answer).toSorted())
        expect(messages.map(({ key }) => key)).toEqual(keys)
        // Something arrived: nothing says that it may be sent again.
        expect(messages.map(({ outcome }) => outcome)).not.toContain('not-written')
        accepted += own.length
        others += keys.length - own.length
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 1_500) },
    )
    // Both happen often enough to mean something.
    expect(accepted).toBeGreaterThan(100)
    expect(others).toBeGreaterThan(100)
  })

  it.each<[name: string, body: string]>([
    ['nested beyond reason', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['longer than any answer', JSON.stringify({ results: [], filling: 'x'.repeat(1_100_000) })],
    [
      'a million results',
      JSON.stringify({ results: Array.from({ length: 30_000 }, () => ({ msg_key: 'x', code: 'C100' })) }),
    ],
    [
      'a key named like the prototype',
      '{"results":[{"msg_key":"key-1","code":"C100","__proto__":{"code":"C100"}}],"__proto__":{"code":"C400_1"}}',
    ],
    ['an empty body', ''],
  ])('%s is taken without harm', async (_name, body) => {
    const answer = { status: 200, headers: {}, body: new TextEncoder().encode(body) }
    const { messages } = await service.outcomeOf(answer)
    const own = messages.filter(({ outcome }) => outcome === 'accepted').map(({ key }) => key)
    expect(own).toEqual(body.length > 1_000_000 ? [] : acceptedBy(answer))
    expect(messages).toHaveLength(3)
  })
})
