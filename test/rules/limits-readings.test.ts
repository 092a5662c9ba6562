import { describe, expect, it } from 'vitest'
import type { CompileContext } from '../../src/compile.ts'
import { type ByteReading, byteReadings, type CharacterReading, characterReadings } from '../../src/text/text.ts'
import { card, carousel, errorsOf, list, scripts, text } from './limits-fields.ts'

const family = scripts.find(({ name }) => name === 'emoji with joiners')?.character ?? ''

/** How a reading is called in the words of a diagnostic. */
const names = {
  'utf-8': ['bytes in UTF-8', 'UTF-8로 {}바이트'],
  'euc-kr': ['bytes in EUC-KR', 'EUC-KR로 {}바이트'],
  characters: ['characters', '글자 수로 {}자'],
  'utf-16': ['UTF-16 units', 'UTF-16 단위로 {}자'],
  'code-points': ['code points', '코드 포인트로 {}자'],
  graphemes: ['graphemes', '눈에 보이는 글자로 {}자'],
} as const satisfies { readonly [R in ByteReading | CharacterReading]: readonly [string, string] }

interface Row {
  readonly what: string
  readonly source: string
  readonly limit: number
  readonly counts: { readonly [R in ByteReading]: number } | { readonly [R in CharacterReading]: number }
}

const header = (typed: string): string => list({ header: typed })
const cardHeader = (typed: string): string => carousel([card({ header: typed }), card()])
const button = (typed: string): string => text(`x\n- [${typed}](https://example.com)`)
const bytes = (...[utf8, eucKr, characters]: readonly [number, number, number]): Row['counts'] => {
  return { 'utf-8': utf8, 'euc-kr': eucKr, characters }
}
const characters = (...[utf16, points, graphemes]: readonly [number, number, number]): Row['counts'] => {
  return { 'utf-16': utf16, 'code-points': points, graphemes }
}

const rows: readonly Row[] = [
  { what: 'ASCII', source: header('a'.repeat(33)), limit: 32, counts: bytes(33, 33, 33) },
  { what: 'Hangul', source: header('가'.repeat(11)), limit: 32, counts: bytes(33, 22, 11) },
  { what: 'Hangul', source: header('가'.repeat(16)), limit: 32, counts: bytes(48, 32, 16) },
  { what: 'Hangul', source: header('가'.repeat(17)), limit: 32, counts: bytes(51, 34, 17) },
  { what: 'Hangul', source: header('가'.repeat(32)), limit: 32, counts: bytes(96, 64, 32) },
  { what: 'Hangul', source: header('가'.repeat(33)), limit: 32, counts: bytes(99, 66, 33) },
  { what: 'decomposed Hangul', source: header('각'.normalize('NFD').repeat(11)), limit: 32, counts: bytes(33, 22, 11) },
  { what: 'an escape', source: header(`\\[${'가'.repeat(16)}`), limit: 32, counts: bytes(49, 33, 17) },
  { what: 'emoji', source: cardHeader('😀'.repeat(6)), limit: 20, counts: bytes(24, 24, 12) },
  { what: 'an emoji with joiners', source: cardHeader(family), limit: 20, counts: bytes(25, 22, 11) },
  { what: 'ASCII', source: button('a'.repeat(15)), limit: 14, counts: characters(15, 15, 15) },
  { what: 'emoji', source: button('😀'.repeat(8)), limit: 14, counts: characters(16, 8, 8) },
  { what: 'emoji', source: button('😀'.repeat(14)), limit: 14, counts: characters(28, 14, 14) },
  { what: 'emoji', source: button('😀'.repeat(15)), limit: 14, counts: characters(30, 15, 15) },
  { what: 'emoji with joiners', source: button(family.repeat(2)), limit: 14, counts: characters(22, 14, 2) },
  { what: 'emoji with joiners', source: button(`${family.repeat(2)}a`), limit: 14, counts: characters(23, 15, 3) },
  { what: 'keycaps', source: button('1️⃣'.repeat(5)), limit: 14, counts: characters(15, 15, 5) },
  { what: 'flags', source: button('🇰🇷'.repeat(4)), limit: 14, counts: characters(16, 8, 4) },
  { what: 'flags', source: button('🇰🇷'.repeat(8)), limit: 14, counts: characters(32, 16, 8) },
]

function contextIn(reading: string): Partial<CompileContext> {
  const isBytes = byteReadings.some((name) => name === reading)
  // A table of literals that its type already holds together.
  const read = isBytes ? { bytes: reading, characters: 'utf-16' } : { bytes: 'utf-8', characters: reading }
  return { readings: read as NonNullable<CompileContext['readings']> }
}

const each = rows.flatMap(({ counts, ...row }) =>
  Object.entries(counts).map(([reading, count]) => ({ ...row, reading, count, counts: Object.entries(counts) })),
)

describe('the other readings', () => {
  it.each(each)('of $what are named when one of them says otherwise than $reading ($count)', (row) => {
    const { source, limit, reading, count, counts } = row
    const [english, ...more] = errorsOf(source, contextIn(reading))
    const [korean] = errorsOf(source, { ...contextIn(reading), lang: 'ko' })
    expect(more).toEqual([])
    if (count <= limit) {
      expect(english).toBeUndefined()
      return
    }
    const unit = reading === 'utf-8' || reading === 'euc-kr' ? 'bytes' : 'characters'
    expect(english).toMatchObject({ actual: count, limit, unit })
    expect(english?.message).toContain(` has ${count} ${unit}; at most ${limit} are allowed.`)
    expect(korean?.message).toContain(`${count}${unit === 'bytes' ? '바이트' : '자'}입니다.`)
    const others = counts.filter(([name]) => name !== reading)
    const disagrees = others.some(([, other]) => other <= limit)
    const inEnglish = others.map(([name, other]) => `${other} ${names[name as keyof typeof names][0]}`).join(' or ')
    const inKorean = others
      .map(([name, other]) => names[name as keyof typeof names][1].replace('{}', String(other)))
      .join(', ')
    const told = (message = ''): string => /(?:Counted otherwise it is|다르게 세면) .*$/.exec(message)?.[0] ?? ''
    expect(told(english?.message)).toBe(disagrees ? `Counted otherwise it is ${inEnglish}.` : '')
    expect(told(korean?.message)).toBe(disagrees ? `다르게 세면 ${inKorean}입니다.` : '')
    expect(english?.help !== undefined).toBe(disagrees)
    expect(korean?.help !== undefined).toBe(disagrees)
    if (disagrees) expect(english?.help).toMatch(/^"limits\.(?:bytes|characters)" in the configuration says how/)
  })

  it('are all there are', () => {
    expect(Object.keys(names)).toEqual([...byteReadings, ...characterReadings])
  })
})
