import { describe, expect, it } from 'vitest'
import type { LedgerProblem } from '../../src/ledger/ledger-error.ts'
import { ledgerProblemIn } from '../../src/words/ledger.ts'

const path = '/p/ledger.db'
const examples: { readonly [T in LedgerProblem['type']]: LedgerProblem & { readonly type: T } } = {
  missing: { type: 'missing', path },
  exists: { type: 'exists', path },
  'not-a-ledger': { type: 'not-a-ledger', path },
  'read-only': { type: 'read-only', path },
  'disk-full': { type: 'disk-full', path },
  corrupt: { type: 'corrupt', path, detail: 'row 7' },
  'newer-version': { type: 'newer-version', path, version: 9, known: 1 },
  'other-lineage': { type: 'other-lineage', path, expected: 'a', actual: 'b' },
  'other-target': { type: 'other-target', path, expected: 'a', actual: 'b' },
  locked: { type: 'locked', path, holder: { pid: 7, host: 'ci-1', since: Date.UTC(2026, 5, 12, 15, 30) } },
  busy: { type: 'busy', path },
  'network-file-system': { type: 'network-file-system', path, fileSystem: 'nfs4' },
  'several-names': { type: 'several-names', path },
  moved: { type: 'moved', path },
  changed: { type: 'changed', path },
  failed: { type: 'failed', path, code: 'EACCES' },
  broken: { type: 'broken', path },
  'unknown-release': { type: 'unknown-release', release: 'r9' },
  'not-prepared': { type: 'not-prepared', release: 'r9' },
  'other-template': { type: 'other-template', release: 'r9', id: 'sale' },
  'key-taken': { type: 'key-taken', release: 'r9', id: 'sale', masked: '010-****-0001' },
}
const problems = Object.values(examples)

describe('what is wrong with a ledger', () => {
  it.each(problems)('is said with all that is known, and what to do: $type', (problem) => {
    const known = Object.values({ ...problem, type: '', holder: '' }).filter((value) => value !== '')
    for (const language of ['en', 'ko'] as const) {
      const [wrong, toDo] = ledgerProblemIn(language, problem)
      for (const value of known) expect(wrong).toContain(String(value))
      expect(toDo).toMatch(language === 'en' ? /^[A-Za-z].*\.$/ : /[가-힣]\.$/)
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
    expect(ledgerProblemIn('ko', { type: 'locked', path })[0]).toBe(
      '/p/ledger.db: 다른 프로세스가 발송 기록을 쓰고 있습니다.',
    )
  })
})
