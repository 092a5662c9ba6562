import { type ByteReading, byteReadings, type CharacterReading, characterReadings, unitInForce } from '../text/text.ts'
import type { Span } from '../diagnostic.ts'
import { isFarTooLong, measure, textLimitsAt, worstOf } from './measure.ts'
import type { Readings } from './rule.ts'
import type { Sketch } from '../sketch.ts'

/** A text of a message that the interface limits, and how full it is in the reading in force. */
export interface LimitedText {
  /** JSON Pointer in the payload. */
  readonly pointer: string
  readonly field: string
  readonly span: Span
  /** The interface's. */
  readonly unit: 'bytes' | 'characters'
  /** The one that the numbers are in. */
  readonly unitInForce: 'bytes' | 'characters'
  readonly max: number
  /** With every variable empty. */
  readonly now: number
  /** With every variable at its longest. */
  readonly longest: number
}

/** The use of a limit by a text, in one reading. */
export interface Count {
  readonly reading: ByteReading | CharacterReading
  readonly now: number
  readonly longest: number
}

/** Every limited text of a message, in the payload's order; of several limits of one field the one that is met first. */
export function limitedTexts({ kind, draft, message }: Sketch, readings: Readings): readonly LimitedText[] {
  return draft.texts.flatMap(({ pointer, field, role, text }) => {
    // A link's length is shown only if it is too long.
    const [strictest] = (role === 'link' ? [] : textLimitsAt(kind, pointer))
      .map(({ max, unit }) => {
        const ofVariable = worstOf(message.variables, unit, readings)
        const now = measure(text.pieces, { unit, readings })
        const longest = measure(text.pieces, { unit, readings, ofVariable })
        return { max, unit, unitInForce: unitInForce(unit, readings), now, longest }
      })
      .toSorted((a, b) => b.longest / b.max - a.longest / a.max || a.max - b.max)
    return strictest === undefined ? [] : [{ pointer, field, span: text.span, ...strictest }]
  })
}

/** A limited text in every reading of its unit, that in force first; in that alone where it is far too long. */
export function countsOf(
  { pointer, unit, now, longest, max }: LimitedText,
  { draft, message }: Sketch,
  inForce: Readings,
): readonly Count[] {
  const first: Count = { reading: inForce[unit], now, longest }
  const pieces = draft.texts.find((entry) => entry.pointer === pointer)?.text.pieces
  if (pieces === undefined || isFarTooLong(now, max)) return [first]
  const others: readonly (Readings & { readonly reading: Count['reading'] })[] =
    unit === 'bytes'
      ? byteReadings.map((bytes) => ({ bytes, characters: inForce.characters, reading: bytes }))
      : characterReadings.map((characters) => ({ bytes: inForce.bytes, characters, reading: characters }))
  const rest = others
    .filter(({ reading }) => reading !== inForce[unit])
    .map(({ reading, ...readings }): Count => {
      const ofVariable = worstOf(message.variables, unit, readings)
      const measuring = { unit, readings }
      return { reading, now: measure(pieces, measuring), longest: measure(pieces, { ...measuring, ofVariable }) }
    })
  return [first, ...rest]
}
