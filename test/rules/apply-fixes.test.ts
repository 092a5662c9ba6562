import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompileResult } from '../../src/compile.ts'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { fixAll, type FixSafety } from '../../src/rules/apply-fixes.ts'
import { anyImage, compileSource } from '../compile-source.ts'
import { message } from './messages.ts'

/** A diagnostic at the start of a source whose fix puts another letter there. */
function replacing(letter: string): Diagnostic {
  const [diagnostic] = compileSource('').diagnostics
  if (diagnostic === undefined) throw new Error('An empty file has no diagnostic.')
  return { ...diagnostic, fix: { safe: true, edits: [{ start: 0, end: 1, text: letter }] } }
}

it('makes no fix of those that undo each other, in a circle of any length', () => {
  for (const circle of ['ab', 'abc']) {
    const next = (text: string): string => circle[(circle.indexOf(text) + 1) % circle.length] ?? ''
    for (const source of circle) expect(fixAll(source, (text) => [replacing(next(text))], 'safe')).toBe(source)
  }
})

const compiled = (source: string): CompileResult =>
  compileSource(source, { image: anyImage, senders: ['default', 'marketing'] })
const lint = (source: string): readonly Diagnostic[] => compiled(source).diagnostics
const fixed = (source: string, safety: FixSafety): string => fixAll(source, lint, safety)

const runs = { numRuns: 25 }

/** What people would read of a source: its lines without directives, escapes, and how they are typed. */
function visible(source: string): readonly string[] {
  const body = source.replaceAll(/\r\n?/g, '\n').replace(/^---\n[\s\S]*?\n---\n/, '')
  return body
    .replaceAll(/<!--[\s\S]*?-->|^# friendtalk-.*$/gm, '')
    .split('\n')
    .map((one) => one.normalize('NFC').replaceAll('\\', '').replaceAll('"', '').trimEnd())
    .filter((one) => one !== '')
}

describe.each(['safe', 'unsafe'] as const)('%s fixes', (safety) => {
  it('keep the line endings', () => {
    fc.assert(
      fc.property(message, ({ source, ending }) => {
        const others = fixed(source, safety)
          .replaceAll(ending, '')
          .match(/[\r\n]/)
        expect(others).toBeNull()
      }),
      runs,
    )
  })
})

describe('safe fixes', () => {
  it('leave every word of a message that cannot be compiled yet', () => {
    fc.assert(
      fc.property(message, ({ source }) => {
        expect(visible(fixed(source, 'safe'))).toEqual(visible(source))
      }),
      runs,
    )
  })

  it('make no new diagnostic', () => {
    fc.assert(
      fc.property(message, ({ source }) => {
        if (compiled(source).template === undefined) return
        const count = (rules: readonly Diagnostic[]): Set<string> => new Set(rules.map(({ rule }) => rule))
        const before = count(lint(source))
        const isNew = (rule: string): boolean => !before.has(rule)
        expect([...count(lint(fixed(source, 'safe')))].filter(isNew)).toEqual([])
      }),
      runs,
    )
  })
})
