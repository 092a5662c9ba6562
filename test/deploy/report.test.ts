import { expect, it } from 'vitest'
import { undeliveredIn } from '../../src/deploy/report.ts'

it('what was not delivered is told with the most frequent first, and so are its messages', () => {
  const of = (code: string, sends: number) => ({ delivery: 'failed', code, sends, conflicts: 0 }) as const
  const counts = {
    none: 0,
    open: 0,
    delivered: 0,
    'fallback-delivered': 0,
    'fallback-failed': 0,
    failed: 0,
    uncertain: 0,
  }
  const messageDeliveries = [
    { id: 'a', kind: 'ft-text', counts, groups: [of('A', 1), of('B', 2)] },
    { id: 'b', kind: 'ft-text', counts, groups: [of('B', 3), of('C', 9)] },
  ] as const
  const found = undeliveredIn({ messageDeliveries, titles: new Map() })
  expect(found.map(({ code, sends, messages }) => [code, sends, messages.map(({ name }) => name).join()])).toEqual([
    ['C', 9, 'b'],
    ['B', 5, 'b,a'],
    ['A', 1, 'a'],
  ])
})
