import { describe, expect, it } from 'vitest'
import type { LedgerProblem } from '../../src/ledger/ledger-error.ts'
import { ledgerProblemIn } from '../../src/ledger/ledger-error-words.ts'

const path = '/p/ledger.db'
const address = 'postgres://ledger.example.com:5432/messages/friendtalk'
const examples: { readonly [T in LedgerProblem['type']]: LedgerProblem & { readonly type: T } } = {
  missing: { type: 'missing', path },
  exists: { type: 'exists', path },
  'not-a-ledger': { type: 'not-a-ledger', path },
  'read-only': { type: 'read-only', path },
  'disk-full': { type: 'disk-full', path },
  corrupt: { type: 'corrupt', path, detail: 'row 7' },
  older: { type: 'older', path },
  copied: { type: 'copied', path },
  backup: { type: 'backup', path },
  'main-lost': { type: 'main-lost', path, log: '/p/ledger.db-wal' },
  known: { type: 'known', path, target: 'production', known: '/q/ledger.db' },
  'moved-away': { type: 'moved-away', path, to: '/q/ledger.db' },
  'move-unfinished': { type: 'move-unfinished', path },
  'in-use': {
    type: 'in-use',
    path: address,
    workers: [{ pid: 7, host: 'deploy-2', since: Date.UTC(2026, 5, 12, 15, 30) }],
  },
  'newer-version': { type: 'newer-version', path, version: 9, known: 1 },
  'other-lineage': { type: 'other-lineage', path, expected: 'a', actual: 'b' },
  'other-target': { type: 'other-target', path, expected: 'a', actual: 'b' },
  locked: { type: 'locked', path, holder: { pid: 7, host: 'ci-1', since: Date.UTC(2026, 5, 12, 15, 30) } },
  busy: { type: 'busy', path },
  'network-file-system': { type: 'network-file-system', path, fileSystem: 'nfs4' },
  failed: { type: 'failed', path, code: 'EACCES' },
  unreachable: { type: 'unreachable', path: address, code: 'ECONNREFUSED' },
  'connection-lost': { type: 'connection-lost', path: address, code: '57P01' },
  'database-busy': { type: 'database-busy', path: address, code: '55P03' },
  'login-refused': { type: 'login-refused', path: address },
  'no-database': { type: 'no-database', path: address },
  'no-connections': { type: 'no-connections', path: address },
  standby: { type: 'standby', path: address },
  'not-granted': { type: 'not-granted', path: address, grants: ['GRANT CREATE ON DATABASE messages TO deployer'] },
  'server-too-old': { type: 'server-too-old', path: address, version: '12.9', needed: 13 },
  restored: { type: 'restored', path: address },
  'not-complete': { type: 'not-complete', path: address },
  paused: { type: 'paused', path: address, by: 'process 7 on deploy-2', note: '{}' },
  'unknown-release': { type: 'unknown-release', release: 'r9' },
  cancelled: { type: 'cancelled', release: 'r9', at: Date.UTC(2026, 5, 12, 15, 30) },
  'lost-release': { type: 'lost-release', release: 'r1' },
  'other-template': { type: 'other-template', release: 'r9', id: 'sale' },
}
const problems = Object.values(examples)
/** They choose the words. */
const notSaid = new Set(['type', 'holder', 'workers', 'grants', 'at', 'needed', 'note'])

describe('what is wrong with a ledger', () => {
  it.each(problems)('is said with all that is known, and what to do: $type', (problem) => {
    const said = Object.entries(problem).filter(([name]) => !notSaid.has(name))
    for (const language of ['en', 'ko'] as const) {
      const [wrong, toDo] = ledgerProblemIn(language, problem)
      for (const [, value] of said) expect(wrong).toContain(String(value))
      expect(toDo).toMatch(language === 'en' ? /^[A-Za-z].*[.;]$/ : /[가-힣]\.$|;$/)
    }
  })

  it('says what an administrator runs, and what the server needs to be', () => {
    for (const language of ['en', 'ko'] as const) {
      expect(ledgerProblemIn(language, examples['not-granted'])[1]).toContain(
        'GRANT CREATE ON DATABASE messages TO deployer;',
      )
      expect(ledgerProblemIn(language, examples['server-too-old'])[1]).toContain('PostgreSQL 13')
    }
  })

  it('is said in words of its own for each problem', () => {
    for (const language of ['en', 'ko'] as const) {
      expect(new Set(problems.map((problem) => ledgerProblemIn(language, problem)[0])).size).toBe(problems.length)
    }
  })

  it('names who holds the lock, since when in Korean time, where that is known', () => {
    expect(ledgerProblemIn('en', examples.locked)[0]).toBe(
      '/p/ledger.db: another process is changing the ledger: process 7 on ci-1, since 2026-06-13T00:30:00+09:00.',
    )
    expect(ledgerProblemIn('en', examples['in-use'])[0]).toContain(
      'process 7 on deploy-2, since 2026-06-13T00:30:00+09:00',
    )
    expect(ledgerProblemIn('ko', { type: 'locked', path })[0]).toBe(
      '/p/ledger.db: 다른 프로세스가 발송 기록을 쓰고 있습니다.',
    )
  })
})
