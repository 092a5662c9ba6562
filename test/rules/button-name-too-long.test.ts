import { describe, expect, it } from 'vitest'
import type { CompileContext } from '../../src/compile.ts'
import { card, carousel, errorsOf, expectOneError, pictured, scripts, text } from './limits-fields.ts'

const rule = 'button-name-too-long'
const family = scripts.find(({ name }) => name === 'emoji with joiners')?.character ?? ''
const decomposed = (syllables: string): string => syllables.normalize('NFD')
const graphemes = { readings: { bytes: 'utf-8', characters: 'graphemes' } } as const
const bytesAsCharacters = { readings: { bytes: 'characters', characters: 'utf-16' } } as const
const eucKr = { readings: { bytes: 'euc-kr', characters: 'utf-16' } } as const

const inCard = (name: string, settings = ''): string =>
  carousel([card(), card({ after: `- [b](https://example.com/b)\n- [${name}](https://example.com)\n` })], { settings })
const inCardBlock = (name: string): string =>
  carousel([card(), card({ after: `\`\`\`button\n- name: b\n  type: BK\n- name: ${name}\n  type: BK\n\`\`\`\n` })])
const pointer = '/carousel/list/1/attachment/button/1/name'
const declared = 'vars: { 이름: {} }\n'

/** In a card eight letters and eight bytes hold at once: the one that ends first is reported. */
describe('the name of a button in a card', () => {
  const fits: readonly (readonly [name: string, settings?: string, context?: Partial<CompileContext>])[] = [
    ['aaaaaaaa'],
    ['aa가나'],
    [`aa${decomposed('각난')}`],
    ['\\[\\[\\[\\[가a'],
    ['a#{이름}bb가\\]a', declared],
    ['😀😀'],
    ['가나다라마바사아', '', bytesAsCharacters],
    ['가나다라', '', eucKr],
  ]

  it.each(fits.map(([name, settings = '', context = {}]) => ({ name, settings, context })))('fits: $name', (row) => {
    const { name, settings, context } = row
    expect(errorsOf(inCard(name, settings), context)).toEqual([])
  })

  it.each([
    { name: 'aaaaaaaa«a»', actual: 9, unit: 'characters' },
    { name: 'aaa가«나»', actual: 9, unit: 'bytes' },
    { name: `aaa${decomposed('각')}«${decomposed('난')}»`, actual: 9, unit: 'bytes' },
    { name: `«${family}»`, actual: 11, unit: 'characters' },
    { name: `«${family}»`, context: graphemes, actual: 25, unit: 'bytes' },
    { name: '😀😀«a»', actual: 9, unit: 'bytes' },
    { name: '가나«다라마바사아자»', actual: 27, unit: 'bytes' },
    { name: '\\[\\[\\[\\[a가«\\[»', actual: 9, unit: 'bytes' },
    { name: 'a#{이름}bb가\\]«나»', settings: declared, actual: 10, unit: 'bytes' },
    { name: '가나다라마바사아«자»', context: bytesAsCharacters, actual: 9, unit: 'characters' },
    { name: '가나다라«a»', context: eucKr, actual: 9, unit: 'bytes' },
    { name: 'aaaaaaaa«a»', context: eucKr, actual: 9, unit: 'characters' },
    {
      name: `${'가'.repeat(8)}«가»`,
      context: { readings: { bytes: 'characters', characters: 'graphemes' } },
      actual: 9,
    },
  ] as const)('is too long at the first that is too much: $name', ({ name, settings = '', context = {}, ...rest }) => {
    const { actual, unit = 'characters' } = { unit: undefined, ...rest }
    expectOneError(inCard(name, settings), { rule, pointer, actual, limit: 8, unit }, context)
  })

  it('is too long in a block too', () => {
    expect(errorsOf(inCardBlock('aa가나'))).toEqual([])
    expectOneError(inCardBlock('aaa가«나»'), { rule, pointer, actual: 9, limit: 8, unit: 'bytes' })
  })
})

/** Only where emoji count as one character each does a name get so many bytes. */
it('the 112 bytes of a name hold with its letters, the one first that ends first; in a card there are eight', () => {
  const name = family.repeat(4) + '가나다라'
  const expected = { rule, pointer: '/attachment/button/0/name', limit: 112, unit: 'bytes' }
  for (const message of [text, (typed: string) => pictured('ft-wide', typed)]) {
    const named = (typed: string): string => message(`x\n- [${typed}](https://example.com)`)
    expect(errorsOf(named(name), graphemes)).toEqual([])
    expectOneError(named(`${family.repeat(4)}가나다«😀»`), { ...expected, actual: 113 }, graphemes)
  }
  const both = `x\n- [${'가'.repeat(14)}«${family.repeat(4)}»](https://example.com)`
  expectOneError(text(both), { ...expected, actual: 18, limit: 14, unit: 'characters' }, graphemes)
  expectOneError(inCard(`«${name}»`), { rule, pointer, actual: 112, limit: 8, unit: 'bytes' }, graphemes)
})
