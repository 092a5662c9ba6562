import { describe, expect, it } from 'vitest'
import { card, carousel, errorsOf, expectOneError, list, pictured, text } from './limits-fields.ts'

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
const button = (index: number): string => `- [b${index}](https://example.com/b${index})`
const buttons = (from: number, to: number): string => numbers(from, to).map(button).join('\n')
/** An item or a card is marked where it starts: at its title. */
const marks = { all: ['«', '»'], first: ['«', ''], last: ['', '»'], none: ['', ''] } as const
const item = (index: number, mark: keyof typeof marks = 'none'): string => {
  const [before, after] = marks[mark]
  return `${before}## i${index}${after}\n[![a](${index}.png)](https://example.com/${index})`
}
const items = (from: number, to: number): string =>
  numbers(from, to)
    .map((index) => item(index))
    .join('\n')
const itemList = (typed: string): string => `---\nkind: ft-wide-item-list\n---\n# a\nx\n${typed}\n`
const plainCard = (index: number, mark: keyof typeof marks = 'none'): string => {
  const [before, after] = marks[mark]
  return `${before}## c${index}${after}\n![a](${index}.png)\n가\\[😀`
}
const cards = (from: number, to: number): string =>
  numbers(from, to)
    .map((index) => plainCard(index))
    .join('\n')
const feed = (typed: string): string => `---\nkind: ft-carousel-feed\n---\nx\n${typed}\n`

const attachment = '/attachment/button'
const inCard = '/carousel/list/1/attachment/button'

/** Messages with so many buttons; `marked` has one more than fits, with markers around what is too much. */
const places = [
  { where: 'ft-text', message: (typed: string) => text(`x\n${typed}`), pointer: attachment },
  { where: 'ft-image', message: (typed: string) => pictured('ft-image', `x\n${typed}`), pointer: attachment },
  { where: 'ft-wide', message: (typed: string) => pictured('ft-wide', `x\n${typed}`), pointer: attachment },
  {
    where: 'ft-wide-item-list',
    message: (typed: string) => list({ after: `---\n${typed}\n` }),
    pointer: attachment,
  },
  {
    where: 'a card',
    message: (typed: string) => carousel([card(), card({ after: `${typed}\n` })]),
    pointer: inCard,
  },
]

describe.each(places)('the buttons of $where', ({ message, pointer }) => {
  const expected = { rule: 'too-many-buttons', pointer, limit: 5, unit: 'buttons' }

  it('may be five, and not six or more', () => {
    expect(errorsOf(message(buttons(1, 5)))).toEqual([])
    expectOneError(message(`${buttons(1, 5)}\n«${button(6)}»`), { ...expected, actual: 6 })
    expectOneError(message(`${buttons(1, 5)}\n«${buttons(6, 9)}»`), { ...expected, actual: 9 })
  })

  it('count in blocks and lines together', () => {
    const last = '```button\n- name: a\n  type: BK\n- «{ name: b, type: BK }»\n```'
    expectOneError(message(`${buttons(1, 4)}\n${last}`), { ...expected, actual: 6 })
  })
})

describe.each([
  { of: itemList, made: item, all: items, unit: 'items', pointer: '/attachment/item/list', least: 3, most: 4 },
  { of: feed, made: plainCard, all: cards, unit: 'cards', pointer: '/carousel/list', least: 2, most: 6 },
])('the $unit of a list', ({ of, made, all, unit, pointer, least, most }) => {
  const end = `\n---\n${unit === 'items' ? button(1) : '[a](https://example.com)'}`

  it(`may be ${least} to ${most}`, () => {
    for (const count of numbers(least, most)) expect(errorsOf(of(all(1, count)))).toEqual([])
  })

  it('may not be fewer: the last is marked', () => {
    const few = `${all(1, least - 2)}\n${made(least - 1, 'all')}`
    const expected = { pointer, unit, rule: `too-few-${unit}`, actual: least - 1, limit: least }
    for (const source of [few, few + end]) expectOneError(of(source), expected)
  })

  it('may not be more: those that are too many are marked', () => {
    const expected = { pointer, unit, rule: `too-many-${unit}`, limit: most }
    for (const ending of ['\n', '\r\n']) {
      expectOneError(of(`${all(1, most)}${ending}${made(most + 1, 'all')}`), { ...expected, actual: most + 1 })
    }
    const more = `${made(most + 1, 'first')}\n${made(most + 2)}\n${made(most + 3, 'last')}`
    expectOneError(of(`${all(1, most)}\n${more}${end}`), { ...expected, actual: most + 3 })
  })
})
