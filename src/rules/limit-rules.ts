import type { LimitFinding, LimitRow } from '../contract/contract.ts'
import { contracts } from '../contract/contracts.ts'
import { holdsBeside, limitsAt } from '../contract/limits.ts'
import { pricesOf } from '../contract/checks/places.ts'
import type { Placed } from '../contract/content.ts'
import type { MeasureUnit, Span } from '../diagnostic.ts'
import type { PayloadText } from '../message/draft.ts'
import type { LocatedText } from '../message/located.ts'
import { parentOf, valueAt } from '../text/json-text.ts'
import { onceFor } from '../text/once.ts'
import { unitInForce } from '../text/text.ts'
import type { OtherReading } from '../text/text.ts'
import { unitIn, withReadings } from '../words/phrases.ts'
import {
  fittingUnitsOf,
  isFarTooLong,
  isTextUnit,
  measure,
  otherReadings,
  overflowSpan,
  type TextLimit,
  worstOf,
} from './measure.ts'
import { contentOf, type NodeList, nodeListsOf } from './node-lists.ts'
import { defineRule, type LintRule, type Subject } from './rule.ts'

interface BrokenLimit extends LimitFinding {
  readonly row: LimitRow
  readonly unit: MeasureUnit
  readonly pointer: string
  readonly span: Span
  readonly others: readonly OtherReading[]
}

/** A rule for each that the limits of the services name. */
export const limitRules: readonly LintRule[] = [
  ...new Set(contracts.flatMap(({ limits }) => limits.map(({ rule }) => rule))),
].map(limitRule)

function limitRule(id: string): LintRule {
  const [row] = contracts.flatMap(({ limits }) => limits.filter(({ rule }) => rule === id))
  const tier = row?.tier ?? 'interface'
  return defineRule<BrokenLimit>({
    id,
    tier,
    check(subject, report) {
      for (const broken of brokenLimits(subject).get(id)?.values() ?? []) {
        const { span, pointer, actual, limit, unit } = broken
        report({ span, pointer, measure: { actual, limit, unit }, args: broken })
      }
    },
    en: (broken) => withReadings(broken.row.words?.en(broken) ?? inEnglish(broken), broken, 'en'),
    ko: (broken) => withReadings(broken.row.words?.ko(broken) ?? inKorean(broken), broken, 'ko'),
  })
}

/** Returns what a message has too much or too little of: by rule, and once for each text and list. */
const brokenLimits: (subject: Subject) => ReadonlyMap<string, ReadonlyMap<object, BrokenLimit>> = onceFor((subject) => {
  const byRule = new Map<string, Map<object, BrokenLimit>>()
  const add = (thing: object, broken: BrokenLimit | undefined): void => {
    if (broken === undefined) return
    const ofRule = byRule.get(broken.row.rule) ?? new Map<object, BrokenLimit>()
    byRule.set(broken.row.rule, ofRule)
    const known = ofRule.get(thing)
    // Two fields may share one text: the link of an app is that of both platforms.
    const isEarlier = known?.pointer === broken.pointer && broken.span.start < known.span.start
    if (known === undefined || isEarlier) ofRule.set(thing, broken)
  }
  for (const entry of subject.draft.texts) {
    for (const row of rowsAt(entry.pointer, subject)) add(entry.text, brokenBy(row, entry, subject))
  }
  for (const list of nodeListsOf(subject)) {
    for (const row of rowsAt(list.pointer, subject)) add(list, brokenByCount(row, list, subject))
  }
  for (const price of pricesOf(contentOf(subject)).flatMap((prices) => [...prices.values()])) {
    for (const row of rowsAt(price.pointer, subject)) add(price, brokenByValue(row, price, subject))
  }
  return byRule
})

function brokenByCount(row: LimitRow, { unit, pointer, spans }: NodeList, subject: Subject): BrokenLimit | undefined {
  const { min = 0, max = Infinity } = row
  const actual = spans.length
  if (row.unit !== unit || (actual >= min && actual <= max)) return undefined
  const [first, last] = [spans[actual > max ? max : actual - 1], spans.at(-1)]
  if (!first || !last || isBrokenAlready(row, pointer, { count: actual, subject })) return undefined
  const span = { start: first.start, end: last.end }
  return { row, unit, pointer, span, actual, limit: actual > max ? max : min, ...plainOf(subject) }
}

function brokenByValue(row: LimitRow, { value: actual, pointer }: Placed, subject: Subject): BrokenLimit | undefined {
  const { unit, min = 0, max = Infinity } = row
  const span = subject.draft.spans.get(pointer)
  if (unit !== 'value' || !span || typeof actual !== 'number' || (actual >= min && actual <= max)) return undefined
  return { row, unit, pointer, span, actual, limit: actual > max ? max : min, ...plainOf(subject) }
}

/** The arguments of everything that has no variables. */
function plainOf({ message: { kind } }: Subject): Pick<BrokenLimit, 'kind' | 'others' | 'varies' | 'siblings'> {
  return { kind, others: [], varies: false, siblings: {} }
}

function siblingsOf(pointer: string, { draft }: Subject): { readonly [name: string]: unknown } {
  return (valueAt(draft.payload, parentOf(pointer)) ?? {}) as {
    readonly [name: string]: unknown
  }
}

/** Returns the rows that hold for a text or a list and what stands beside it. */
function rowsAt(pointer: string, subject: Subject): readonly LimitRow[] {
  return limitsAt(subject.message.kind, pointer).filter(
    (row) => row.when === undefined || holdsBeside(row, siblingsOf(pointer, subject)),
  )
}

/** Returns whether the interface refuses what a row of the platform would only warn of. */
function isBrokenAlready(
  row: LimitRow,
  pointer: string,
  { count, subject: { message } }: { readonly count: number; readonly subject: Subject },
): boolean {
  return (
    row.tier === 'platform' &&
    limitsAt(message.kind, pointer).some(
      ({ tier, unit, max = Infinity }) => tier === 'interface' && unit === row.unit && count > max,
    )
  )
}

/** Measures a text: without its variables for the interface, with every variable at its longest for the platform. */
function brokenBy(row: LimitRow, entry: PayloadText, subject: Subject): BrokenLimit | undefined {
  const { unit, max } = row
  const { pointer, text, hasVariable } = entry
  const { kind, variables } = subject.message
  // Most texts are so short that they need not be counted.
  if (max === undefined || (!hasVariable && entry.template.length <= fittingUnitsOf(row))) return undefined
  const found = { row, pointer, kind, varies: hasVariable, others: [] }
  if (!isTextUnit(unit)) {
    const { breaks, excess } = countBreaks(text, max)
    if (!excess || isBrokenAlready(row, pointer, { count: breaks, subject })) return undefined
    // A break more is a line more.
    const siblings = siblingsOf(pointer, subject)
    return { ...found, siblings, span: excess, actual: breaks + 1, limit: max + 1, unit: 'lines' }
  }
  const readings = row.encoding ? { ...subject.readings, bytes: row.encoding } : subject.readings
  const isWorst = row.tier === 'platform'
  const measuring = { unit, readings, ...(isWorst && { ofVariable: worstOf(variables, unit, readings) }) }
  const actual = measure(text.pieces, measuring)
  if (actual <= max || isBrokenAlready(row, pointer, { count: measure(text.pieces, { unit, readings }), subject }))
    return undefined
  const others = isWorst || isFarTooLong(actual, max) ? [] : readingsOf(text, { max, unit }, subject)
  const span = overflowSpan(entry, max, measuring)
  const siblings = siblingsOf(pointer, subject)
  return { ...found, siblings, span, actual, limit: max, unit: unitInForce(unit, readings), others }
}

function readingsOf(text: LocatedText, limit: TextLimit, { readings }: Subject): readonly OtherReading[] {
  return otherReadings(limit, readings, (other) => measure(text.pieces, { unit: limit.unit, readings: other }))
}

/** Counts line breaks and finds the first line that is one too much; blank ones are none that a span could show. */
function countBreaks({ pieces }: LocatedText, max: number): { breaks: number; excess?: Span } {
  let breaks = 0
  let excess: Span | undefined
  let isOpen = false
  for (const piece of pieces) {
    // Lines are joined by pieces that hold nothing but line breaks.
    if (piece.type === 'text' && piece.value.startsWith('\n')) {
      breaks += piece.value.length
      isOpen = breaks > max && excess === undefined
    } else if (isOpen) excess = { start: excess?.start ?? piece.span.start, end: piece.span.end }
  }
  return { breaks, ...(excess && { excess }) }
}

function inEnglish({ row, actual, limit, unit, varies, kind, pointer }: BrokenLimit): string {
  const { en } = row.subject
  const isAdvice = row.tier === 'platform'
  const rest = Math.abs(actual - limit)
  if (unit === 'lines') {
    const others = row.elsewhere === undefined ? '' : `, others up to ${breaksIn(row.elsewhere)}`
    const most = isAdvice
      ? `some services may take only ${breaksIn(limit - 1)}${others}`
      : `at most ${breaksIn(limit - 1)} are allowed`
    return `${en} has ${actual} lines; ${most}. Remove or join ${rest}.`
  }
  if (unit === 'value') return `${en} is ${actual}; it must be from ${row.min} to ${row.max}.`
  if (unit === 'bytes' || unit === 'characters') {
    const most = isAdvice
      ? `${row.kinds ? `in ${kind} ` : ''}some services may cut it after ${limit}`
      : `at most ${limit} are allowed`
    return `${en} has ${isAdvice && varies ? 'up to ' : ''}${actual}${unitIn.en[unit]}; ${most}. Shorten it by ${rest}.`
  }
  if (actual < limit) {
    return `There ${actual === 1 ? `is 1 ${en}` : `are ${actual} ${en}s`}; at least ${limit} are needed. Add ${rest}.`
  }
  const most = isAdvice ? `some services may take only ${limit}` : `at most ${limit} are allowed`
  return `There are ${actual} ${en}s${isAdvice && isInList(pointer) ? ' in the card' : ''}; ${most}. Remove ${rest}.`
}

function inKorean({ row, actual, limit, unit, varies, kind, pointer }: BrokenLimit): string {
  const { ko } = row.subject
  const isAdvice = row.tier === 'platform'
  const rest = Math.abs(actual - limit)
  if (unit === 'value') return `${ko} ${actual}입니다. ${row.min}~${row.max} 사이로 쓰세요.`
  if (unit === 'lines') {
    if (!isAdvice)
      return `${ko} ${actual}줄입니다. 줄바꿈은 ${limit - 1}번(${limit}줄)까지 쓸 수 있으니 ${rest}줄을 줄이세요.`
    const most =
      row.elsewhere === undefined ? '' : `${row.elsewhere}번(${row.elsewhere + 1}줄)까지 받는 서비스도 있지만 `
    return `${ko} ${actual}줄입니다. 줄바꿈을 ${most}${limit - 1}번(${limit}줄)까지만 받는 서비스가 있으니 ${rest}줄을 줄이세요.`
  }
  if (unit === 'bytes' || unit === 'characters') {
    const word = unitIn.ko[unit]
    if (!isAdvice) return `${ko} ${actual}${word}입니다. ${limit}${word}까지 쓸 수 있으니 ${rest}${word}를 줄이세요.`
    const of = row.kinds ? `${kind} ${ko} ${limit}${word} 뒤에서` : `${limit}${word} 뒤가`
    return `${varies ? '변수 값이 가장 길면 ' : ''}${ko} ${actual}${word}입니다. 일부 서비스에서는 ${of} 잘릴 수 있으니 ${rest}${word}를 줄이세요.`
  }
  const many = `${isAdvice && isInList(pointer) ? '카드의 ' : ''}${ko} ${actual}개입니다.`
  if (actual < limit) return `${many} ${limit}개 이상이어야 하니 ${rest}개를 더하세요.`
  return isAdvice
    ? `${many} ${limit}개까지만 받는 서비스가 있으니 ${rest}개를 빼세요.`
    : `${many} ${limit}개까지 쓸 수 있으니 ${rest}개를 빼세요.`
}

function breaksIn(breaks: number): string {
  return `${breaks} ${breaks === 1 ? 'line break' : 'line breaks'} (${breaks + 1} lines)`
}

/** Returns whether a list stands in an entry of another one, a card. */
function isInList(pointer: string): boolean {
  return /\/\d+\//.test(pointer)
}
