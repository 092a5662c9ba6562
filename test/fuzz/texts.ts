import fc from 'fast-check'

/** Characters that readers of text stumble over. */
const hostile = [
  ...'#![]()<>-`\\"\'{}|:,&*?%@~=+ \t\n\r\0',
  '가',
  '가'.normalize('NFD'),
  '😀',
  '\u{D83D}',
  '\u200B',
  '\u202E',
  '\u3000',
  '\uFEFF',
  '\u2028',
  'a\u0301\u0323',
  '---\n',
  '```button\n',
  '```\n',
  '<!--',
  '-->',
  '#{',
  '#{이름}',
  '#{이름|님}',
  '__proto__',
  'constructor',
  '9'.repeat(20),
  '1e999',
  '-0',
  '\r\n',
] as const

/** UTF-16 units that need not be characters. */
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 5 })
  .map((units) => String.fromCharCode(...units))

export const hostileText = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom<string>(...hostile) }, anyUnits), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))

/** One change of a text, at places that are parts of its length. */
type Change =
  | { readonly type: 'insert'; readonly at: number; readonly text: string }
  | { readonly type: 'remove' | 'repeat'; readonly at: number; readonly length: number }
  | { readonly type: 'move'; readonly at: number; readonly length: number; readonly to: number }
  | { readonly type: 'cut'; readonly at: number }
  | { readonly type: 'lines'; readonly ending: string }

const place = fc.integer({ min: 0, max: 1000 })
const length = fc.nat({ max: 40 })
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('insert' as const), at: place, text: hostileText }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom('remove' as const, 'repeat' as const), at: place, length }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('move' as const), at: place, length, to: place }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cut' as const), at: place }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('lines' as const), ending: fc.constantFrom('\r\n', '\r', '\n\n') }),
  },
)

function changed(text: string, one: Change): string {
  const offset = (part: number): number => Math.floor((part * text.length) / 1000)
  switch (one.type) {
    case 'insert':
      return text.slice(0, offset(one.at)) + one.text + text.slice(offset(one.at))
    case 'remove':
      return text.slice(0, offset(one.at)) + text.slice(offset(one.at) + one.length)
    case 'repeat': {
      const at = offset(one.at)
      return text.slice(0, at) + text.slice(at, at + one.length).repeat(2) + text.slice(at + one.length)
    }
    case 'move': {
      const at = offset(one.at)
      const rest = text.slice(0, at) + text.slice(at + one.length)
      const to = Math.min(rest.length, offset(one.to))
      return rest.slice(0, to) + text.slice(at, at + one.length) + rest.slice(to)
    }
    case 'cut':
      return text.slice(0, offset(one.at))
    case 'lines':
      return text.replaceAll('\n', one.ending)
  }
}

/** Texts with some changes made to them; with none in some cases. */
export function damaged(texts: fc.Arbitrary<string>, maxChanges = 4): fc.Arbitrary<string> {
  return fc
    .tuple(texts, fc.array(change, { maxLength: maxChanges }))
    .map(([text, changes]) => changes.reduce((result, one) => changed(result, one), text))
}
