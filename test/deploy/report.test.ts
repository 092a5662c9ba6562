import { expect, it } from 'vitest'
import { nextSteps } from '../../src/deploy/next-steps.ts'
import { type ReleaseReport, undeliveredIn } from '../../src/deploy/report.ts'
import type { SendCounts } from '../../src/ledger/ledger.ts'
import { none } from '../ledger/temp-ledger.ts'

it('what was not delivered is told with the most frequent first, and so are its messages', () => {
  const of = (code: string, sends: number) => ({ delivery: 'failed', code, sends, conflicts: 0 }) as const
  const messages = [
    { id: 'a', kind: 'ft-text', groups: [of('A', 1), of('B', 2)] },
    { id: 'b', kind: 'ft-text', groups: [of('B', 3), of('C', 9)] },
  ] as const
  const found = undeliveredIn({ messages, titles: new Map() })
  expect(found.map(({ code, sends, messages: named }) => [code, sends, named.map(({ name }) => name).join()])).toEqual([
    ['C', 9, 'b'],
    ['B', 5, 'b,a'],
    ['A', 1, 'a'],
  ])
})

const place = '--release r1 --target local'
const rest = '--at 2026-06-12T14:30:00+09:00 --limit 5'

it.each<[counts: Partial<SendCounts>, commands: readonly string[]]>([
  [{ pending: 1 }, [`deploy ${place} --exclude out.csv ${rest}`]],
  [{ deferred: 1 }, [`deploy ${place} --exclude out.csv ${rest}`]],
  [
    { rejected: 1 },
    [
      `deploy ${place} --retry-rejected a.md --recipients list.csv --not-in r0 --skip-invalid bad.csv --exclude out.csv ${rest}`,
    ],
  ],
  [{ unknown: 1 }, [`reconcile ${place} --sent --reason …`, `reconcile ${place} --not-sent --reason …`]],
])('the command that goes on with %j says all that was asked', (some, commands) => {
  const report = {
    release: 'r1',
    store: { target: 'local' },
    state: 'paused',
    createdAt: 0,
    messages: [],
    counts: { ...none, ...some },
    deliveries: { none: 0, uncertain: 0 },
    inputs: { paths: ['a.md'], recipients: 'list.csv', exclude: ['out.csv'], notIn: 'r0', skipInvalid: 'bad.csv' },
    rest: { startAtMs: Date.parse('2026-06-12T14:30:00+09:00'), limit: 5 },
  } as unknown as ReleaseReport
  const command = (name: string, flags: readonly (readonly unknown[])[]): string => [name, ...flags.flat()].join(' ')
  expect(nextSteps(report, { lang: 'en', command }).flatMap((step) => step.commands)).toEqual(commands)
})
