import type { OtherReading } from '../text/text.ts'
import type { LimitRow } from '../contract/contract.ts'
import type { Kind } from '../contract/contracts.ts'
import { limitsAt } from '../contract/limits.ts'
import {
  type ByteReading,
  byteReadings,
  type CharacterReading,
  characterReadings,
  countBytes,
  countCharacters,
  graphemesOf,
  isPlainText,
} from '../text/text.ts'
import type { Span } from '../diagnostic.ts'
import type { Piece, VariablePiece } from '../language/document.ts'
import type { PayloadText } from '../message/draft.ts'
import { literalRuns, placeIn } from '../message/located.ts'
import type { VariableDeclaration } from '../message/message.ts'
import type { Readings } from './rule.ts'

type TextUnit = 'bytes' | 'characters'

export interface TextLimit {
  readonly max: number
  readonly unit: TextUnit
}

/** The limits of the interface that hold for a text of a kind's payload. */
export function textLimitsAt(kind: Kind, pointer: string): readonly TextLimit[] {
  return limitsAt(kind, pointer).flatMap(({ tier, unit, max }) =>
    tier === 'interface' && max !== undefined && isTextUnit(unit) ? [{ max, unit }] : [],
  )
}

export function isTextUnit(unit: LimitRow['unit']): unit is TextUnit {
  return unit === 'bytes' || unit === 'characters'
}

export function counterOf(unit: TextUnit, readings: Readings): (text: string) => number {
  return unit === 'bytes'
    ? (text) => countBytes(text, readings.bytes)
    : (text) => countCharacters(text, readings.characters)
}

/** The UTF-16 units that fit whatever the reading: none counts more than three bytes for one. */
export function fittingUnitsOf({ max = 0, unit }: Pick<LimitRow, 'max' | 'unit'>): number {
  return unit === 'bytes' ? max / 3 : max
}

/** The most that one character of a value may add to a text in bytes; a grapheme is taken as one code point. */
const bytesOfCharacter: { readonly [B in ByteReading]: { readonly [C in CharacterReading]: number } } = {
  'utf-8': { 'utf-16': 3, 'code-points': 4, graphemes: 4 },
  'euc-kr': { 'utf-16': 2, 'code-points': 4, graphemes: 4 },
  characters: { 'utf-16': 1, 'code-points': 2, graphemes: 2 },
}

export interface Measuring {
  readonly unit: TextUnit
  readonly readings: Readings
  /** Returns the length of a variable; 0 when absent. */
  readonly ofVariable?: (piece: VariablePiece) => number
}

/** The length of a text once it is in Unicode NFC. */
export function measure(pieces: readonly Piece[], { unit, readings, ofVariable }: Measuring): number {
  const count = counterOf(unit, readings)
  const [only] = pieces
  if (pieces.length === 1 && only?.type === 'text') return count(only.value.normalize('NFC'))
  let total = 0
  let run = ''
  for (const piece of pieces) {
    if (piece.type !== 'variable') run += piece.value
    else {
      total += count(run.normalize('NFC')) + (ofVariable?.(piece) ?? 0)
      run = ''
    }
  }
  return total + count(run.normalize('NFC'))
}

/** Returns the most that a variable adds to a text: its `max` or its fallback, whichever is more. */
export function worstOf(
  variables: readonly VariableDeclaration[],
  unit: TextUnit,
  readings: Readings,
): (piece: VariablePiece) => number {
  const declared = new Map(variables.map((variable) => [variable.name, variable]))
  const count = counterOf(unit, readings)
  const ofCharacter = unit === 'bytes' ? bytesOfCharacter[readings.bytes][readings.characters] : 1
  // A text may use one variable very often, and a fallback may be long.
  const worst = new Map<string, number>()
  return ({ name, fallback: onTheSpot }) => {
    const known = onTheSpot === undefined ? worst.get(name) : undefined
    if (known !== undefined) return known
    const { max = 0, fallback = '' } = declared.get(name.normalize('NFC')) ?? {}
    const most = Math.max(max * ofCharacter, count((onTheSpot ?? fallback).normalize('NFC')))
    if (onTheSpot === undefined) worst.set(name, most)
    return most
  }
}

/**
 * From the first character that is too much to the end of a text. A character is what a reader takes for one: a
 * syllable of several jamo, or an emoji of several code points, is too much as a whole.
 */
export function overflowSpan({ text }: PayloadText, max: number, measuring: Measuring): Span {
  const { pieces, span } = text
  // Behind the last piece a quote or a line break of YAML may stand.
  const end = pieces.at(-1)?.span.end ?? span.end
  const count = counterOf(measuring.unit, measuring.readings)
  const variables = pieces.filter((piece) => piece.type === 'variable')
  let total = 0
  for (const [index, run] of literalRuns(pieces).entries()) {
    const isComposed = isPlainText(run.text)
    if (isComposed && measuring.unit === 'characters' && !run.text.includes('\r')) {
      // Every unit is one character, however they are counted.
      const place = placeIn(run, max - total)
      if (place !== undefined) return { start: place.start, end }
      total += run.text.length
    } else {
      for (const { segment, index: at } of graphemesOf(run.text)) {
        total += count(isComposed ? segment : segment.normalize('NFC'))
        if (total <= max) continue
        const place = placeIn(run, at)
        if (place !== undefined) return { start: place.start, end }
      }
    }
    const variable = variables[index]
    if (variable === undefined) continue
    total += measuring.ofVariable?.(variable) ?? 0
    if (total > max) return { start: variable.span.start, end }
  }
  return span
}

const farTooMuch = 20

/**
 * The other readings of a text that does not fit, where one of them says that it does.
 *
 * @param count measures the text in a reading
 */
export function otherReadings(
  { max, unit }: Pick<TextLimit, 'max' | 'unit'>,
  inForce: Readings,
  count: (readings: Readings) => number,
): OtherReading[] {
  const others: OtherReading[] =
    unit === 'bytes'
      ? byteReadings
          .filter((bytes) => bytes !== inForce.bytes)
          .map((bytes) => ({ reading: bytes, count: count({ bytes, characters: inForce.characters }) }))
      : characterReadings
          .filter((characters) => characters !== inForce.characters)
          .map((characters) => ({ reading: characters, count: count({ bytes: inForce.bytes, characters }) }))
  return others.some((other) => other.count <= max) ? others : []
}

/** Returns whether a text is so long that no reading matters any more: counting graphemes is slow. */
export function isFarTooLong(units: number, max: number): boolean {
  return units > max * farTooMuch
}
