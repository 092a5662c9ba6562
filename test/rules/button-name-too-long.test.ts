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
describe('the 112 bytes of the name of any button', () => {
  const fits = family.repeat(4) + '가나다라'
  const named = (name: string): string => `x\n- [${name}](https://example.com)`
  const expected = { rule, pointer: '/attachment/button/0/name', actual: 113, limit: 112, unit: 'bytes' }

  it.each([
    ['ft-text', (name: string) => text(named(name))],
    ['ft-image', (name: string) => pictured('ft-image', named(name))],
    ['ft-wide', (name: string) => pictured('ft-wide', named(name))],
  ] as const)('hold in %s', (_, message) => {
    expect(errorsOf(message(fits), graphemes)).toEqual([])
    expectOneError(message(`${family.repeat(4)}가나다«😀»`), expected, graphemes)
  })

  it('hold where the letters are too many as well, if they are over first', () => {
    const name = `${family.repeat(4)}«${family.repeat(11)}»`
    expectOneError(text(named(name)), { ...expected, actual: 375 }, graphemes)
    const letters = `${'가'.repeat(14)}«${family.repeat(4)}»`
    expectOneError(text(named(letters)), { ...expected, actual: 18, limit: 14, unit: 'characters' }, graphemes)
  })

  it('do not hold in a card, which has eight', () => {
    const source = inCard(`«${fits}»`)
    expectOneError(source, { rule, pointer, actual: 112, limit: 8, unit: 'bytes' }, graphemes)
  })
})
