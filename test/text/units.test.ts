import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countBytes, countCharacters, graphemesOf } from '../../src/text/text.ts'

const rows = [
  // what, text, utf-8, euc-kr, UTF-16 units, code points, graphemes
  ['nothing', '', 0, 0, 0, 0, 0],
  ['ASCII', 'abc 123', 7, 7, 7, 7, 7],
  ['the last character of ASCII', '\u007f', 1, 1, 1, 1, 1],
  ['the first character after ASCII', '\u0080', 2, 2, 1, 1, 1],
  ['the last character of two UTF-8 bytes', '\u07ff', 2, 2, 1, 1, 1],
  ['the first character of three UTF-8 bytes', '\u0800', 3, 2, 1, 1, 1],
  ['Hangul syllables', '가나다', 9, 6, 3, 3, 3],
  ['a syllable that KS X 1001 lacks and CP949 has', '똠', 3, 2, 1, 1, 1],
  ['Hangul between ASCII', 'A가B', 5, 4, 3, 3, 3],
  ['conjoining jamo of one syllable', '\u1112\u1161\u11ab', 9, 6, 3, 3, 1],
  ['conjoining jamo of two syllables', '\u1112\u1161\u11ab\u1100\u1173\u11af', 18, 12, 6, 6, 2],
  ['compatibility jamo', 'ㅋㅋㅋ', 9, 6, 3, 3, 3],
  ['a composed letter', '\u00e9', 2, 2, 1, 1, 1],
  ['a combining mark', 'e\u0301', 3, 3, 2, 2, 1],
  ['two combining marks', 'e\u0301\u0323', 5, 5, 3, 3, 1],
  ['an emoji', '😀', 4, 4, 2, 1, 1],
  ['the last code point', '\u{10ffff}', 4, 4, 2, 1, 1],
  ['an emoji with a variation selector', '❤\ufe0f', 6, 4, 2, 2, 1],
  ['a family with joiners', '👨\u200d👩\u200d👧', 18, 16, 8, 5, 1],
  ['a skin tone', '👍🏽', 8, 8, 4, 2, 1],
  ['a flag', '🇰🇷', 8, 8, 4, 2, 1],
  ['two flags', '🇰🇷🇯🇵', 16, 16, 8, 4, 2],
  ['a keycap', '1\ufe0f\u20e3', 7, 5, 3, 3, 1],
  ['LF', 'a\nb', 3, 3, 3, 3, 3],
  ['CRLF', 'a\r\nb', 4, 4, 4, 4, 3],
  ['CR', 'a\rb', 3, 3, 3, 3, 3],
  ['a byte order mark', '\ufeff', 3, 2, 1, 1, 1],
  ['NUL', '\0', 1, 1, 1, 1, 1],
  ['a high surrogate alone', '\ud83d', 3, 2, 1, 1, 1],
  ['a low surrogate alone', '\ude00', 3, 2, 1, 1, 1],
  ['surrogates in the wrong order', '\ude00\ud83d', 6, 4, 2, 2, 2],
  ['a high surrogate before a pair', '\ud83d😀', 7, 6, 3, 2, 2],
] as const

describe('countBytes', () => {
  it.each(rows)('counts %s', (_, text, utf8, eucKr, utf16) => {
    expect(countBytes(text, 'utf-8')).toBe(utf8)
    expect(countBytes(text, 'euc-kr')).toBe(eucKr)
    expect(countBytes(text, 'characters')).toBe(utf16)
  })

  it('agrees with UTF-8 for every well-formed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(countBytes(text, 'utf-8')).toBe(Buffer.byteLength(text))
      }),
    )
  })

  it('agrees with UTF-8 of U+FFFD for lone surrogates', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0xd700, max: 0xe100 })), (units) => {
        const text = String.fromCharCode(...units)
        expect(countBytes(text, 'utf-8')).toBe(Buffer.byteLength(text.toWellFormed()))
      }),
    )
  })

  it('counts two bytes for every character that EUC-KR writes with two', () => {
    const decoder = new TextDecoder('euc-kr')
    const wrong: string[] = []
    let seen = 0
    for (let lead = 0x81; lead < 0xff; lead++) {
      for (let trail = 0x41; trail < 0xff; trail++) {
        const character = decoder.decode(Uint8Array.of(lead, trail))
        // Two bytes that are no character come out as U+FFFD or as their ASCII half.
        const isCharacter = character.length === 1 && character > '\u007f' && character !== '\ufffd'
        if (!isCharacter) continue
        seen++
        if (countBytes(character, 'euc-kr') !== 2) wrong.push(character)
      }
    }
    expect(wrong).toEqual([])
    // What every decoder of the name has: KS X 1001 with its 2350 syllables and 4888 hanja.
    expect(seen).toBeGreaterThan(8000)
  })
})

describe('countCharacters', () => {
  it.each(rows)('counts %s', (_, text, _utf8, _eucKr, utf16, codePoints, graphemes) => {
    expect(countCharacters(text, 'utf-16')).toBe(utf16)
    expect(countCharacters(text, 'code-points')).toBe(codePoints)
    expect(countCharacters(text, 'graphemes')).toBe(graphemes)
  })

  it('counts code points as a string iterates, pairs or not', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0xd700, max: 0xe100 })), (units) => {
        const text = String.fromCharCode(...units)
        expect(countCharacters(text, 'code-points')).toBe([...text].length)
      }),
    )
  })
})

describe('the graphemes of a long text', () => {
  const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' })
  const inOneGo = (text: string): unknown[] =>
    Array.from(segmenter.segment(text), ({ segment, index }) => ({ segment, index }))
  const inStretches = (text: string): unknown[] =>
    Array.from(graphemesOf(text), ({ segment, index }) => ({ segment, index }))
  const parts = [
    'a',
    '가',
    '\u1100',
    '\u1161',
    '\u11a8',
    '\u0301',
    '🇰',
    '🇷',
    '👩',
    '\u200d',
    '🏽',
    '\ufe0f',
    '\r',
    '\n',
    '\ud83d',
    '\ude00',
    'क',
    '\u094d',
  ]

  it('are those of the text in one go, wherever it is cut', () => {
    const text = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 40 }).map((some) => some.join(''))
    fc.assert(
      fc.property(fc.integer({ min: 990, max: 1060 }), text, (before, unit) => {
        const long = 'é'.repeat(before) + unit.repeat(60)
        expect(inStretches(long)).toEqual(inOneGo(long))
      }),
    )
  })

  it.each([
    ['one family that is longer than a stretch', `a${'👩\u200d'.repeat(3000)}👧b`],
    ['flags', '🇰'.repeat(5001)],
    ['marks', `a${'\u0301'.repeat(5000)}b`],
    ['line ends', `é${'\r\n'.repeat(3000)}`],
  ])('%s', (_, text) => {
    expect(inStretches(text)).toEqual(inOneGo(text))
  })
})
