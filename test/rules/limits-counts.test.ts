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

  it('may be five', () => {
    expect(errorsOf(message(buttons(1, 5)))).toEqual([])
  })

  it('may not be six, or more', () => {
    expectOneError(message(`${buttons(1, 5)}\n«${button(6)}»`), { ...expected, actual: 6 })
    expectOneError(message(`${buttons(1, 5)}\n«${buttons(6, 9)}»`), { ...expected, actual: 9 })
  })

  it('count in blocks and lines together', () => {
    const block = '```button\n- name: a\n  type: BK\n- name: b\n  type: BK\n```'
    expect(errorsOf(message(`${block}\n${buttons(1, 3)}`))).toEqual([])
    expectOneError(message(`${block}\n${buttons(1, 3)}\n«${button(4)}»`), { ...expected, actual: 6 })
    const last = '```button\n- name: a\n  type: BK\n- «{ name: b, type: BK }»\n```'
    expectOneError(message(`${buttons(1, 4)}\n${last}`), { ...expected, actual: 6 })
  })

  it('are as many with CRLF and a byte order mark', () => {
    const changed = (source: string): string => `\uFEFF${source.replaceAll('\n', '\r\n')}`
    expect(errorsOf(changed(message(buttons(1, 5))))).toEqual([])
    expectOneError(changed(message(`${buttons(1, 5)}\n«${button(6)}»`)), { ...expected, actual: 6 })
  })
})

describe('the items of a wide item list', () => {
  const pointer = '/attachment/item/list'
  const expected = { pointer, unit: 'items' }

  it.each([3, 4])('may be %i', (count) => {
    expect(errorsOf(itemList(items(1, count)))).toEqual([])
  })

  it.each([
    { source: item(1, 'all'), actual: 1, limit: 3, rule: 'too-few-items' },
    { source: `${item(1)}\n${item(2, 'all')}`, actual: 2, limit: 3, rule: 'too-few-items' },
    { source: `${item(1)}\n${item(2, 'all')}\n---\n${button(1)}`, actual: 2, limit: 3, rule: 'too-few-items' },
    { source: `${items(1, 4)}\n${item(5, 'all')}`, actual: 5, limit: 4, rule: 'too-many-items' },
    { source: `${items(1, 4)}\r\n${item(5, 'all')}`, actual: 5, limit: 4, rule: 'too-many-items' },
    {
      source: `${items(1, 4)}\n${item(5, 'first')}\n${item(6)}\n${item(7, 'last')}`,
      actual: 7,
      limit: 4,
      rule: 'too-many-items',
    },
  ])('may not be $actual', ({ source, actual, limit, rule }) => {
    expectOneError(itemList(source), { ...expected, rule, actual, limit })
  })
})

describe('the cards of a carousel', () => {
  const pointer = '/carousel/list'
  const expected = { pointer, unit: 'cards' }

  it.each([2, 3, 4, 5, 6])('may be %i', (count) => {
    expect(errorsOf(feed(cards(1, count)))).toEqual([])
  })

  it.each([
    { source: plainCard(1, 'all'), actual: 1, limit: 2, rule: 'too-few-cards' },
    { source: `${plainCard(1, 'all')}\n---\n[a](https://example.com)`, actual: 1, limit: 2, rule: 'too-few-cards' },
    { source: `${cards(1, 6)}\n${plainCard(7, 'all')}`, actual: 7, limit: 6, rule: 'too-many-cards' },
    {
      source: `${cards(1, 6)}\n${plainCard(7, 'first')}\n${plainCard(8, 'last')}\n---\n[a](https://example.com)`,
      actual: 8,
      limit: 6,
      rule: 'too-many-cards',
    },
  ])('may not be $actual', ({ source, actual, limit, rule }) => {
    expectOneError(feed(source), { ...expected, rule, actual, limit })
  })
})
