import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'
import { withLazyPatterns } from '../../build/lazy-patterns.mjs'

/** What a module makes `found` of, whose code the bundle would hold, and how many patterns it makes when it is loaded. */
function run(code: string): { readonly found: unknown; readonly madeAtOnce: number } {
  let made = 0
  class Counted extends RegExp {
    constructor(pattern: string, flags?: string) {
      super(pattern, flags)
      made++
    }
  }
  const lazy = withLazyPatterns(code, parseAst(code))
  const script = `${lazy.replaceAll(/^export /gm, '')}\nreturn () => found()`
  // oxlint-disable-next-line typescript/no-implied-eval -- what is tested is code
  const find = new Function('RegExp', script)(Counted) as () => unknown
  const madeAtOnce = made
  return { found: find(), madeAtOnce }
}

describe('a pattern at the top of a module', () => {
  it.each([
    ['is made when it is used', `const word = new RegExp('a'); function found() { return word.test('a') }`, true],
    ['is made once', `const word = new RegExp('a', 'g'); const found = () => word === word`, true],
    ['may stand in a list', `const all = [{ word: new RegExp('a') }]; const found = () => all[0].word.test('a')`, true],
    [
      'may be made of another',
      `const a = new RegExp('a'); const b = new RegExp(a.source + 'b'); const found = () => b.test('ab')`,
      true,
    ],
    ['may be named by a property', `const a = new RegExp('a'); const found = () => ({ a }).a.test('a')`, true],
    [
      'leaves properties of its name alone',
      `const a = new RegExp('x'); const found = () => ({ a: 1 }).a + a.lastIndex`,
      1,
    ],
  ])('%s', (_, code, found) => {
    expect(run(code)).toEqual({ found, madeAtOnce: 0 })
  })

  it.each([
    ['whose name means something else too', `const a = new RegExp('x'); const found = () => ((a) => a)(1)`, 1],
    [
      'whose name is taken apart elsewhere',
      `const a = new RegExp('x'); const found = () => { const { a } = { a: 1 }; return a }`,
      1,
    ],
    ['that is exported', `export const a = new RegExp('a'); const found = () => a.test('a')`, true],
  ])('%s is made at once', (_, code, found) => {
    expect(run(code)).toEqual({ found, madeAtOnce: 1 })
  })

  it('is left alone where it takes no time to make', () => {
    const code = 'const word = /a/u; const found = () => word'
    expect(withLazyPatterns(code, parseAst(code))).toBe(code)
    expect(withLazyPatterns(String.raw`const word = /\p{L}/u`, parseAst(String.raw`const word = /\p{L}/u`))).toContain(
      '() =>',
    )
  })
})
