import type { Element } from 'hast'
import { h, s } from 'hastscript'
import type { CardContent, Fields, ItemContent, Placed, SingleContent } from '../../contract/content.ts'
import { contractOf, type Kind } from '../../contract/contracts.ts'
import { limitsAt } from '../../contract/limits.ts'
import {
  type ByteReading,
  byteReadings,
  type CharacterReading,
  characterReadings,
  countBytes,
  countCharacters,
} from '../../text/text.ts'
import { limitedTexts } from '../../rules/limited-texts.ts'
import { isFarTooLong } from '../../rules/measure.ts'
import type { Readings } from '../../rules/rule.ts'
import type { Sketch } from '../../sketch.ts'
import { type Language, type Say, sayIn, type Text } from '../../words/language.ts'
import { serviceSettings } from '../../contract/kinds.ts'
import { lastKeyOf, valueAt } from '../../text/json-text.ts'
import { fileSize, readingName } from '../../words/phrases.ts'

/** Draws how full everything is that has a limit, what is nearest to its limit first. */
export function metersView(meters: readonly Meter[], lang: Language, nameOf: (pointer: string) => string): Element {
  const say = sayIn(lang)
  const sorted = meters.toSorted((a, b) => fullness(b) - fullness(a))
  return h('section.block', [
    h('h2', say('Limits', '길이와 개수')),
    h(
      'p.hint',
      meters.length === 0
        ? say('Nothing in this message has a limit.', '이 메시지에는 제한이 걸린 항목이 없습니다.')
        : say(
            'The pale part is what the longest values would take. A line opens to show the other counts.',
            '옅은 부분은 변수가 가장 길 때의 길이입니다. 줄을 펼치면 다른 방법으로 센 값이 나옵니다.',
          ),
    ),
    h(
      'ul.meters',
      sorted.map((meter) => meterView(meter, say, nameOf(meter.pointer))),
    ),
  ])
}

const levelOrder = { fits: 0, near: 1, over: 2 } as const

/** Orders meters: outside the limit, near it, within it; in each level by how much of the limit is taken. */
function fullness({ used, longest, max, level }: Meter): number {
  const part = Math.max(used, longest) / max
  return levelOrder[level] + part / (part + 1)
}

function meterView(meter: Meter, say: Say, name: string): Element {
  const { pointer, unit, used, max, min, longest, level, reading, others } = meter
  const written = (count: number): string => (unit === 'size' ? fileSize(count, max) : count.toLocaleString('en-US'))
  const atMost = (amount: string): string => say(`at most ${amount}`, `최장 ${amount}`)
  const line = [
    h('span.meter-name', { title: name }, name),
    bar(meter),
    h('span.meter-count', [
      h('b', written(used)),
      ` / ${amountText(unit, written(max), say)}`,
      ...(reading === undefined ? [] : [h('small', readingName(reading, say))]),
      ...(level === 'fits' ? [] : [h('span.hidden', `, ${levelName(level, say)}`)]),
    ]),
  ]
  const details = [
    ...(longest > used ? [h('b', atMost(amountText(unit, written(longest), say)))] : []),
    ...(min === undefined ? [] : [h('span', say(`at least ${min}`, `${min}개 이상`))]),
    ...others.map((other) =>
      h(
        'span',
        `${readingName(other.reading, say)} ${amountText(other.unit, other.count.toLocaleString('en-US'), say)}`,
      ),
    ),
  ]
  return h('li', { className: ['meter', `is-${level}`], dataPointer: pointer }, [
    details.length === 0
      ? h('div.meter-top', line)
      : h('details', { dataKey: `meter ${pointer}` }, [h('summary.meter-top', line), h('div.meter-others', details)]),
  ])
}

/** Writes a number with its unit. */
export function levelName(level: 'near' | 'over', say: Say): string {
  return level === 'near' ? say('near the limit', '한도에 가까움') : say('outside the limit', '한도를 벗어남')
}

export function amountText(unit: MeterUnit, amount: string, say: Say): string {
  if (unit === 'size') return amount
  const korean = { bytes: '바이트', characters: '자', buttons: '개', items: '개', cards: '장' }
  return say(`${amount} ${unit}`, `${amount}${korean[unit]}`)
}

/** Draws a bar with the limit at its end, or where it is when there is more than allowed. */
function bar({ used, longest, max }: Meter): Element {
  const all = Math.max(used, longest, max)
  const part = (value: number): string => ((value / all) * 100).toFixed(2)
  const rect = (className: string, x: string, width: string): Element =>
    s('rect', { className: [className], x, y: 0, width, height: 4 })
  return s(
    'svg',
    { className: ['bar'], viewBox: '0 0 100 4', preserveAspectRatio: 'none', ariaHidden: 'true', focusable: 'false' },
    [
      rect('bar-all', '0', '100'),
      rect('bar-longest', '0', part(longest)),
      rect('bar-used', '0', part(used)),
      ...(all > max ? [rect('bar-limit', part(max), '.6')] : []),
    ],
  )
}

/** A part of a message, whatever it is. */
type AnyPart = Partial<SingleContent<Placed> & ItemContent<Placed> & CardContent<Placed>>

interface Names {
  readonly [field: string]: Text
}

const topNames: Names = { msg: { en: 'Text', ko: '본문' }, header: { en: 'Header', ko: '헤더' } }
/** A field that is not listed goes by its name in the payload. */
const partNames: Names = {
  image: { en: 'Image', ko: '이미지' },
  name: { en: 'name', ko: '이름' },
  title: { en: 'title', ko: '제목' },
  header: { en: 'title', ko: '제목' },
  message: { en: 'text', ko: '내용' },
  description: { en: 'description', ko: '설명' },
}
const listNames = {
  buttons: { en: 'Buttons', ko: '버튼' },
  items: { en: 'Items', ko: '아이템' },
  cards: { en: 'Cards', ko: '카드' },
}

/** Returns what tells how people call the place of a JSON Pointer: `Card 2 › Button 1 › name`. */
export function fieldNames(kind: Kind, payload: unknown, lang: Language): (pointer: string) => string {
  const say = sayIn(lang)
  const { read, roleOf } = contractOf(kind)
  const content = read(kind, payload)
  const names = new Map<string, string>()
  const cardName = (index: number): string => say(`Card ${index + 1}`, `카드 ${index + 1}`)
  const put = (path: readonly string[], values: Fields<Placed, string>): void => {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) continue
      const own =
        (path.length === 0 ? topNames[name]?.[lang] : undefined) ?? partNames[name]?.[lang] ?? lastKeyOf(value.pointer)
      // The text of a fallback is what its setting is about.
      names.set(value.pointer, [...path, ...(roleOf(value.pointer) === 'fallback' ? [] : [own])].join(' › '))
    }
  }
  const section = (path: readonly string[], part: AnyPart): void => {
    const { msg, title, header, message, image, price, targets, buttons = [], coupon } = part
    put(path, { msg, title, header, message, image: image?.source, ...targets })
    put([...path, say('Image', '이미지')], { link: image?.link })
    put([...path, say('Price', '가격')], price?.fields ?? {})
    put([...path, say('Coupon', '쿠폰')], coupon?.fields ?? {})
    for (const [index, { type, attributes }] of buttons.entries())
      put([...path, say(`Button ${index + 1}`, `버튼 ${index + 1}`)], { type, ...attributes })
  }
  for (const { unit, pointer, card } of content.lists) {
    names.set(pointer, [...(card === undefined ? [] : [cardName(card)]), listNames[unit][lang]].join(' › '))
  }
  for (const [key, value] of Object.entries(content.settings)) {
    const values = 'pointer' in value ? [{ name: '', value }] : value.fields
    for (const { name, value: one } of values)
      put(name === '' ? [] : [serviceSettings[key]?.name?.[lang] ?? key], { [name]: one })
  }
  section([], content)
  if ('items' in content)
    for (const [index, item] of content.items.entries())
      section([say(`Item ${index + 1}`, `아이템 ${index + 1}`)], item)
  if ('cards' in content) {
    for (const [index, card] of content.cards.entries()) section([cardName(index)], card)
    section([say('Introduction', '인트로')], content.head ?? {})
    section([say('More link', '더보기')], content.tail ?? {})
  }
  return (pointer) => names.get(pointer) ?? lastKeyOf(pointer)
}

/** `near` from four fifths of the limit. */
type Level = 'fits' | 'near' | 'over'

interface Count {
  readonly reading: ByteReading | CharacterReading
  /** The reading `characters` of bytes counts characters. */
  readonly unit: 'bytes' | 'characters'
  readonly count: number
}

/** A `size` is that of a file, in bytes. */
type MeterUnit = 'size' | 'bytes' | 'characters' | 'buttons' | 'items' | 'cards'

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
  return [...textMeters(sketch, payload, readings), ...listMeters(sketch.kind, payload), ...imageMeters(sketch)]
}

function textMeters(sketch: Sketch, payload: unknown, readings: Readings): Meter[] {
  return limitedTexts(sketch, readings).flatMap(({ pointer, unit, unitInForce, max, longest }) => {
    const value = valueAt(payload, pointer)
    if (typeof value !== 'string') return []
    const reading = readings[unit]
    const { count: used } = countIn(value, reading)
    const others = isFarTooLong(used, max) ? [] : othersOf(value, reading)
    return [{ pointer, unit: unitInForce, used, max, longest, reading, others, level: levelOf({ used, max, longest }) }]
  })
}

/** Counts in the other readings. A byte limit may be read as one of characters: then UTF-16 units are counted. */
function othersOf(text: string, inForce: Count['reading']): Count[] {
  const ofBytes = byteReadings.filter((reading) => reading !== 'characters')
  return [...characterReadings, ...ofBytes]
    .filter((reading) => reading !== (inForce === 'characters' ? 'utf-16' : inForce))
    .map((reading) => countIn(text, reading))
}

function countIn(text: string, reading: Count['reading']): Count {
  const unit = reading === 'utf-8' || reading === 'euc-kr' ? 'bytes' : 'characters'
  return { reading, unit, count: isOfBytes(reading) ? countBytes(text, reading) : countCharacters(text, reading) }
}

function isOfBytes(reading: Count['reading']): reading is ByteReading {
  return byteReadings.some((one) => one === reading)
}

function listMeters(kind: Kind, payload: unknown): Meter[] {
  return contractOf(kind)
    .read(kind, payload)
    .lists.flatMap(({ unit, pointer }) => {
      const rows = limitsAt(kind, pointer).filter((row) => row.unit === unit)
      const bounds = rows.filter((row) => row.tier === 'interface')
      const max = bounds.find((row) => row.max !== undefined)?.max
      const min = bounds.find((row) => row.min !== undefined)?.min
      const list = valueAt(payload, pointer)
      if (max === undefined || !Array.isArray(list)) return []
      const used = list.length
      // A warning says from which number on services may take no more.
      const shown = Math.min(max, ...rows.flatMap((row) => row.max ?? []))
      const level: Level = used < (min ?? 0) || used > max ? 'over' : used >= shown ? 'near' : 'fits'
      return [{ pointer, unit, max: shown, ...(min !== undefined && { min }), used, longest: used, level, others: [] }]
    })
}

function imageMeters({ kind, draft }: Sketch): Meter[] {
  return draft.images.flatMap(({ pointer, upload, facts }) => {
    const operation = contractOf(kind).images[upload]
    if (facts === undefined || operation === undefined) return []
    const counts = { used: facts.bytes, longest: facts.bytes, max: operation.maxBytes }
    return [{ pointer, unit: 'size' as const, ...counts, level: levelOf(counts), others: [] }]
  })
}

/** Returns the level. What would be too long with the longest values is near at best, however short it is now. */
function levelOf({ used, max, longest }: Pick<Meter, 'used' | 'max' | 'longest'>): Level {
  if (used > max) return 'over'
  return used >= max * nearRatio || longest > max ? 'near' : 'fits'
}
