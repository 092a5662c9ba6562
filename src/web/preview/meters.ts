import { imageLimits, limits } from '../../contract/limits.ts'
import {
  type ByteReading,
  byteReadings,
  type CharacterReading,
  characterReadings,
  countBytes,
  countCharacters,
} from '../../contract/text.ts'
import { isFarTooLong, measure, textLimits, worstOf } from '../../rules/measure.ts'
import type { Readings } from '../../rules/rule.ts'
import type { Sketch } from '../../sketch.ts'
import { valueAt } from '../read.ts'

/** How full something is; `near` from four fifths of what is allowed. */
export type Level = 'fits' | 'near' | 'over'

/** A count of a text in one reading. */
export interface Count {
  readonly reading: ByteReading | CharacterReading
  /** What it counts: the reading `characters` of bytes counts characters. */
  readonly unit: 'bytes' | 'characters'
  readonly count: number
}

/** A `size` is that of a file, in bytes. */
export type MeterUnit = 'size' | 'bytes' | 'characters' | 'buttons' | 'items' | 'cards'

/** One limited field: how much it has, and how much it may have. */
export interface Meter {
  /** JSON Pointer. */
  readonly pointer: string
  readonly unit: MeterUnit
  readonly used: number
  /** With every variable at its `max`. */
  readonly longest: number
  readonly max: number
  readonly min?: number
  readonly level: Level
  /** The reading in force; absent for what is not text. */
  readonly reading?: Count['reading']
  /** The same text in every other unit and reading. */
  readonly others: readonly Count[]
}

const nearRatio = 0.8

/** Meters of everything in a payload that the interface limits, in the payload's order. */
export function metersOf(sketch: Sketch, payload: unknown, readings: Readings): readonly Meter[] {
  return [...textMeters(sketch, payload, readings), ...listMeters(payload), ...imageMeters(sketch)]
}

function textMeters({ kind, draft, message }: Sketch, payload: unknown, readings: Readings): Meter[] {
  return draft.texts.flatMap(({ pointer, text }) => {
    const value = valueAt(payload, pointer)
    const strictest = Object.values(textLimits)
      .filter((limit) => limit.holds(kind, pointer))
      .map(({ max, unit }) => {
        const ofVariable = worstOf(message.variables, unit, readings)
        const longest = measure(text.pieces, { unit, readings, ofVariable })
        return { max, unit, longest, used: countOf(typeof value === 'string' ? value : '', readings[unit]) }
      })
      // Of several limits of one field the one that is met first says it all.
      .toSorted((a, b) => b.longest / b.max - a.longest / a.max || a.max - b.max)[0]
    if (strictest === undefined || typeof value !== 'string') return []
    const reading = readings[strictest.unit]
    const others = isFarTooLong(strictest.used, strictest.max) ? [] : othersOf(value, reading)
    return [{ pointer, ...strictest, reading, others, level: levelOf(strictest.used, strictest) }]
  })
}

/** A byte limit may be read as one of characters, and then the UTF-16 units of a text are counted. */
function othersOf(text: string, inForce: Count['reading']): Count[] {
  const ofBytes = byteReadings.filter((reading) => reading !== 'characters')
  return [...characterReadings, ...ofBytes]
    .filter((reading) => reading !== (inForce === 'characters' ? 'utf-16' : inForce))
    .map((reading) => ({ reading, unit: unitOf(reading), count: countOf(text, reading) }))
}

function unitOf(reading: Count['reading']): Count['unit'] {
  return reading === 'utf-8' || reading === 'euc-kr' ? 'bytes' : 'characters'
}

function countOf(text: string, reading: Count['reading']): number {
  switch (reading) {
    case 'utf-8':
    case 'euc-kr':
    case 'characters':
      return countBytes(text, reading)
    case 'utf-16':
    case 'code-points':
    case 'graphemes':
      return countCharacters(text, reading)
  }
}

function listMeters(payload: unknown): Meter[] {
  const cards = valueAt(payload, '/carousel/list')
  const cardButtons = (Array.isArray(cards) ? cards : []).map((_, index) =>
    listMeter(payload, `/carousel/list/${index}/attachment/button`, limits.buttons),
  )
  return [
    listMeter(payload, '/attachment/button', limits.buttons),
    listMeter(payload, '/attachment/item/list', limits.items),
    listMeter(payload, '/carousel/list', limits.cards),
    ...cardButtons,
  ].filter((meter) => meter !== undefined)
}

interface ListLimit {
  readonly min?: number
  readonly max: number
  readonly unit: MeterUnit
}

function listMeter(payload: unknown, pointer: string, { min, max, unit }: ListLimit): Meter | undefined {
  const list = valueAt(payload, pointer)
  if (!Array.isArray(list)) return undefined
  const used = list.length
  const level = min !== undefined && used < min ? 'over' : used > max ? 'over' : used === max ? 'near' : 'fits'
  return { pointer, unit, used, longest: used, max, ...(min !== undefined && { min }), level, others: [] }
}

function imageMeters({ draft }: Sketch): Meter[] {
  return draft.images.flatMap(({ pointer, upload, facts }) => {
    if (facts === undefined) return []
    const { maxBytes } = imageLimits[upload]
    const used = facts.bytes
    const level = levelOf(used, { max: maxBytes, longest: used })
    return [{ pointer, unit: 'size' as const, used, longest: used, max: maxBytes, level, others: [] }]
  })
}

/** What would be too long with the longest values is near at best, however short it is now. */
function levelOf(used: number, { max, longest }: { readonly max: number; readonly longest: number }): Level {
  if (used > max) return 'over'
  return used >= max * nearRatio || longest > max ? 'near' : 'fits'
}
