import { describe, expect, it } from 'vitest'
import type { CompileContext } from '../../src/compile.ts'
import { card, carousel, errorsOf, expectOneError, fields, list, scripts, text } from './limits-fields.ts'

const rule = 'text-may-overflow'
const declared = (max: number, more = ''): string => `vars: { 이름: { max: ${max}${more} } }\n`

/** How many bytes one character of a value may come to, for each pair of readings. */
const bytesOfCharacter = [
  ['utf-8', 'utf-16', 3],
  ['utf-8', 'code-points', 4],
  ['utf-8', 'graphemes', 4],
  ['euc-kr', 'utf-16', 2],
  ['euc-kr', 'code-points', 4],
  ['euc-kr', 'graphemes', 4],
  ['characters', 'utf-16', 1],
  ['characters', 'code-points', 2],
  ['characters', 'graphemes', 2],
] as const

const withVariables = fields.filter(({ takesNoVariables }) => !takesNoVariables)

describe.each(withVariables)('with every variable at its longest $name', ({ message, max: limit, unit, pointer }) => {
  const size = unit === 'bytes' ? 3 : 1
  /** The longest value that fits beside so many ASCII characters, and what is left then. */
  const room = (typed: number): { longest: number; left: string } => {
    const longest = Math.floor((limit - typed) / size)
    return { longest, left: 'c'.repeat(limit - typed - longest * size) }
  }

  it('fits up to its limit', () => {
    const { longest, left } = room(2)
    expect(errorsOf(message(`ab${left}#{이름}`, declared(longest)))).toEqual([])
    expect(errorsOf(message(`a#{이름}b${left}`, declared(longest)))).toEqual([])
  })

  it('is marked from the variable that is too much', () => {
    const { longest, left } = room(2)
    const settings = declared(longest + 1)
    const expected = { rule, pointer, limit, unit, actual: limit + size }
    expectOneError(message(`ab${left}«#{이름}»`, settings), expected)
    expectOneError(message(`ab${left}«#{이름}가\\#{»`, settings), { ...expected, actual: limit + size * 2 + 2 })
  })

  it('is marked from the character that is too much', () => {
    const { longest, left } = room(1)
    expectOneError(message(`a${left}#{이름}«b»`, declared(longest)), { rule, pointer, limit, unit, actual: limit + 1 })
    const decomposed = scripts[2]?.character ?? ''
    const actual = limit + size + 1
    expectOneError(message(`a${left}#{이름}«${decomposed}b»`, declared(longest)), {
      rule,
      pointer,
      limit,
      unit,
      actual,
    })
  })

  it('counts a fallback that is longer than "max"', () => {
    const fallback = 'd'.repeat(limit - 2)
    expect(errorsOf(message(`ab#{이름}`, declared(1, `, fallback: ${fallback}`)))).toEqual([])
    const expected = { rule, pointer, limit, unit, actual: limit + 1 }
    expectOneError(message('ab«#{이름}»', declared(1, `, fallback: ${fallback}d`)), expected)
    expectOneError(message(`ab«#{이름|${fallback}d}»`, declared(1)), expected)
  })
})

interface Row {
  readonly what: string
  readonly source: string
  /** Absent where it fits. */
  readonly actual?: number
  readonly limit?: number
  readonly pointer?: string
  readonly unit?: string
  readonly context?: Partial<CompileContext>
}

const button = (name: string, settings: string): string => text(`x\n- [${name}](https://example.com)`, settings)
const two = 'vars: { 이름: { max: 4 }, 등급: { max: 5, fallback: 일반 } }\n'
const name = { limit: 14, pointer: '/attachment/button/0/name', unit: 'characters' }
const graphemes = { readings: { bytes: 'utf-8', characters: 'graphemes' } } as const
const family = scripts[3]?.character ?? ''

const rows: readonly Row[] = [
  { what: 'several variables that fit', source: button('#{이름}님 #{등급} 쿠폰', two) },
  {
    what: 'several variables, and the first that is too much is marked',
    source: button('#{이름} 고객님 #{등급}« 쿠폰»', two),
    ...name,
    actual: 17,
  },
  {
    what: 'one variable several times',
    source: button('#{이름}#{이름}«#{이름}#{이름}»', declared(5)),
    ...name,
    actual: 20,
  },
  { what: 'a text between variables', source: button('#{이름}가나다라«마#{이름}»', declared(10)), ...name, actual: 25 },
  { what: 'a variable without "max"', source: button('가나다라마바사아자차카타파하#{이름}', 'vars: { 이름: {} }\n') },
  {
    what: 'a fallback of a variable without "max"',
    source: button('가나다라마바사아자차카타파«#{이름}»', 'vars: { 이름: { fallback: 고객 } }\n'),
    ...name,
    actual: 15,
  },
  {
    what: 'a fallback on the spot where the declared one is longer',
    source: button('가나#{이름|고객}', 'vars: { 이름: { max: 12, fallback: 우리 매장을 찾아 주신 고객 } }\n'),
  },
  {
    what: 'a fallback on the spot of one use only',
    source: button('#{이름}#{이름|소중한고객}«#{이름}»', declared(5, ', fallback: 고객')),
    ...name,
    actual: 15,
  },
  {
    what: 'a decomposed fallback',
    source: button('#{이름}', declared(1, `, fallback: ${'각'.normalize('NFD').repeat(14)}`)),
  },
  {
    what: 'a decomposed name',
    source: button(`가«#{${'이름'.normalize('NFD')}}»`, declared(14)),
    ...name,
    actual: 15,
  },
  {
    what: 'a fallback with emoji',
    source: button(`abcd«#{이름|${family}}»`, declared(1)),
    ...name,
    actual: 15,
  },
  { what: 'a fallback with emoji', source: button(`abcd#{이름|${family}}`, declared(1)), context: graphemes },
  {
    what: 'a fallback in bytes',
    source: list({ header: '가나다라마바사아«#{이름|고객님}»', settings: declared(1) }),
    actual: 33,
    limit: 32,
    pointer: '/header',
    unit: 'bytes',
  },
  {
    what: 'an ASCII fallback in bytes',
    source: list({ header: '가나다라마바사아#{이름|guest}', settings: declared(2) }),
  },
  {
    what: 'the bytes of a name in a card',
    source: carousel([card({ after: '- [a«#{이름}»](https://example.com)\n' }), card()], { settings: declared(3) }),
    actual: 10,
    limit: 8,
    pointer: '/carousel/list/0/attachment/button/0/name',
    unit: 'bytes',
  },
  {
    what: 'the letters of a name in a card',
    source: carousel([card({ after: '- [a«#{이름}»](https://example.com)\n' }), card()], { settings: declared(8) }),
    actual: 9,
    limit: 8,
    pointer: '/carousel/list/0/attachment/button/0/name',
    unit: 'characters',
    context: { readings: { bytes: 'characters', characters: 'utf-16' } },
  },
  {
    what: 'the 112 bytes of a name',
    source: button('a«#{이름}»', declared(13, `, fallback: ${family.repeat(5)}`)),
    ...name,
    actual: 126,
    limit: 112,
    unit: 'bytes',
    context: graphemes,
  },
  {
    what: 'lines',
    source: text(`${'a'.repeat(500)}\r\n#{이름}\r\n«b\r\n\r\nc»`, declared(498)),
    actual: 1004,
    limit: 1000,
    pointer: '/msg',
    unit: 'characters',
  },
]

describe('a text of YAML', () => {
  const expected = { rule: 'echo-to-webhook-too-long', pointer: '/echo_to_webhook', limit: 256, unit: 'bytes' }

  it.each([
    `"${'a'.repeat(256)}«b»"`,
    `'${'a'.repeat(256)}«b»'`,
    `"\\u0041${'a'.repeat(255)}«\\u0042»"`,
    `|-\n  ${'a'.repeat(256)}«b»`,
    `>-\n  ${'a'.repeat(200)}\n  ${'a'.repeat(55)}«b»`,
  ])('is marked without what stands around it: %j', (typed) => {
    expectOneError(text('x', `echo_to_webhook: ${typed}\n`), { ...expected, actual: 257 })
  })
})

describe('the worst case', () => {
  it.each(rows)('of $what', ({ source, actual, limit = 0, pointer = '', unit = '', context = {} }) => {
    if (actual === undefined) expect(errorsOf(source, context)).toEqual([])
    else expectOneError(source, { rule, actual, limit, pointer, unit }, context)
  })

  it.each(bytesOfCharacter)(
    'of a value in bytes read as %s and characters as %s is %i each',
    (bytes, characters, size) => {
      const context = { readings: { bytes, characters } }
      const longest = Math.floor(32 / size)
      const left = 'a'.repeat(32 - longest * size)
      expect(errorsOf(list({ header: `${left}b`.slice(1) + '#{이름}', settings: declared(longest) }), context)).toEqual(
        [],
      )
      const source = list({ header: `${left}«#{이름}»`, settings: declared(longest + 1) })
      const unit = bytes === 'characters' ? 'characters' : 'bytes'
      const expected = { rule, pointer: '/header', limit: 32, unit, actual: 32 + size }
      expectOneError(source, expected, context)
    },
  )

  it('of a text that is too long by itself is that rule alone', () => {
    const source = button(`#{이름}${'가'.repeat(14)}«나»`, declared(10))
    expectOneError(source, { ...name, rule: 'button-name-too-long', actual: 15 })
  })

  it('names the field and each variable once', () => {
    const [found] = errorsOf(button('#{이름} #{등급} #{이름} #{이름}', two))
    expect(found?.message).toContain('"name" has up to 20 characters with #{이름}, #{등급} at its longest')
  })
})

it('says nothing of a text that is too long by itself in another unit', () => {
  const cards = [card({ after: '- [가나다bb#{v}zzz](https://a.kr/2)\n' }), card()]
  const source = carousel(cards, { settings: 'vars: { v: { max: 1 } }\n' })
  expect(errorsOf(source).map((error) => error.rule)).toEqual(['button-name-too-long'])
})
