import { expect, it } from 'vitest'
import { compile, UsageError } from '../../src/index.ts'

const source = `---\nkind: ft-text\n---\n${'가'.repeat(2000)}\n`
const context = { path: 'messages/a.md', image: () => ({ type: 'not-found' }) as const }

it.each<[wrong: object, type: string]>([
  [{ readings: { bytes: 'utf8', characters: 'utf16' } }, 'option-wrong'],
  [{ readings: { bytes: 'utf-8' } }, 'option-wrong'],
  [{ rules: { 'msg-too-long': 'off' } }, 'option-wrong'],
  [{ rules: { 'yaml-syntax': 'warning' } }, 'option-wrong'],
  [{ rules: { 'many-buttons': 'fatal' } }, 'option-wrong'],
  [{ limits: { bytes: 'utf-8' } }, 'option-unknown'],
  [{ lang: 'xx' }, 'option-wrong'],
  [{ image: undefined }, 'option-missing'],
])('compile refuses a context that would switch a limit off, or is none: %j', (wrong, type) => {
  const refused = (): unknown => compile(source, { ...context, ...wrong })
  expect(refused).toThrow(UsageError)
  expect(refused).toThrow(expect.objectContaining({ problem: expect.objectContaining({ type }) as object }))
})

it('compile refuses what is no text, and takes settings of rules that have some', () => {
  expect(() => compile(Buffer.from(source) as unknown as string, context)).toThrow('source: takes a text.')
  expect(() => compile(source, undefined as never)).toThrow(UsageError)
  const rules = { 'many-buttons': 'off', 'own-rule': 'warning' } as const
  const readings = { bytes: 'euc-kr', characters: 'graphemes' } as const
  const { diagnostics } = compile(source, { ...context, rules, readings, lang: 'ko', today: '2026-06-01' })
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['msg-too-long'])
})
