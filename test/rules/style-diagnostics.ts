import { expect } from 'vitest'
import type { CompileContext } from '../../src/compile.ts'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { applyFixes } from '../../src/rules/apply-fixes.ts'
import { reportedRules, rules } from '../../src/rules/rules.ts'
import { anyImage, compileSource } from '../compile-source.ts'

const styleIds = new Set([...rules, ...reportedRules].filter(({ tier }) => tier === 'style').map(({ id }) => id))

export interface StyleRow {
  readonly rule: string
  /** `«` and `»` stand around the places of the diagnostics. */
  readonly source: string
  readonly severity?: 'error' | 'warning'
  /** The source once all that can be fixed is, and whether that is safe; it has no fix when absent. */
  readonly fixed?: string
  readonly isUnsafe?: true
}

/** What the rules of style find in a source. */
export function styleDiagnostics(source: string, context: Partial<CompileContext> = {}): readonly Diagnostic[] {
  const { diagnostics } = compileSource(source, { image: anyImage, ...context })
  return diagnostics.filter(({ rule }) => styleIds.has(rule))
}

/** Expects the diagnostics of a row, each at its place, and no other of style. */
export function expectStyleRow({ rule, source: marked, severity = 'warning', fixed, isUnsafe }: StyleRow): void {
  const source = marked.replaceAll(/[«»]/g, '')
  const spans = [...marked.matchAll(/[«»]/g)].map(({ index }, before) => index - before)
  const found = styleDiagnostics(source)
  expect(found.flatMap(({ start, end }) => [start.offset, end.offset])).toEqual(spans)
  expect(new Set(found.map((one) => `${one.severity} ${one.rule}`))).toEqual(new Set([`${severity} ${rule}`]))
  expect(applyFixes(source, found).source).toBe(isUnsafe ? source : (fixed ?? source))
  expect(applyFixes(source, found, { unsafe: true }).source).toBe(fixed ?? source)
}

export const text = (body: string, settings = ''): string => `---\nkind: ft-text\n${settings}---\n${body}\n`
export const decomposed = (syllables: string): string => syllables.normalize('NFD')
