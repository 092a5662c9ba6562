import { expect, it } from 'vitest'
import { fixAll } from '../../src/rules/apply-fixes.ts'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { compileSource } from '../compile-source.ts'

/** A diagnostic at the start of a source whose fix puts another letter there. */
function replacing(letter: string): Diagnostic {
  const [diagnostic] = compileSource('').diagnostics
  if (diagnostic === undefined) throw new Error('An empty file has no diagnostic.')
  return { ...diagnostic, fix: { safe: true, edits: [{ start: 0, end: 1, text: letter }] } }
}

it('makes no fix of those that undo each other', () => {
  for (const source of ['a', 'b'])
    expect(fixAll(source, (text) => [replacing(text === 'a' ? 'b' : 'a')], 'safe')).toBe(source)
})
