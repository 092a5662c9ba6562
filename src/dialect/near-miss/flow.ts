import type { Span } from '../../diagnostic.ts'
import type { Slip } from '../../violation.ts'
import { classOf, invisibles, isBracket, oddSpaceIn, oddSpaces, plainly, spaceClass } from './characters.ts'
import { type Change, insteadOf, lookAlike } from './correction.ts'

const innerEntry = new RegExp(
  String.raw`(${spaceClass}{0,4}(?:${classOf('{')}|${classOf(',')}|[([（［<＜]|[./|،·+&])${spaceClass}*)([\p{L}_${invisibles}]+)(${spaceClass}*)(${classOf(':')}|[=＝])(${spaceClass}*)([\d０-９“”"'‘’＂자글]*)`,
  'gu',
)
/** Spaces that are none of YAML, beside a mark. */
const oddRun = new RegExp(
  String.raw`(?<=[{,:｛，：])[ \t]*[${oddSpaces}${invisibles}]${spaceClass}*|(?<!${spaceClass})[ \t]*[${oddSpaces}${invisibles}]${spaceClass}*(?=[},:{｝，：｛])`,
  'gu',
)
/** A mapping inside of one in braces. */
const nestedEntry = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])([\p{L}\p{N}_]+)(${spaceClass}*)(${classOf(':')})(${spaceClass}*)(?=${classOf('{')})`,
  'gu',
)
/** The name of a variable with marks of its own around it, where a mapping in braces declares it. */
const markedName =
  /(?<=[{｛,，][ \t]*)(["']?[#＃$＄%％@]?[{[(<]{1,2}[\p{L}\p{M}\p{N}_]{1,32}[}\])>]{1,2}["']?|["']?[#＃$＄%％@][\p{L}\p{M}\p{N}_]{1,32}[%％]?["']?)(?=[ \t]*[:：][ \t]*[{｛])/gu
const commaBehindMapping = new RegExp(
  String.raw`(?<=[}｝])${spaceClass}*([，、﹐;；،.])${spaceClass}*(?=[\p{L}_])`,
  'gu',
)
/** A text in a mapping in braces that YAML cuts off as a comment, and the mapping with it. */
const cutOffInside = /(?<=[:：] )(?:[\p{L}\p{N}][^"'{},，｝]*[ \t])?#[\p{L}\p{N}][^"'{},，｝]*(?<! )(?= *[,，}｝])/gu
/** Values in a mapping in braces that YAML reads otherwise than they stand there, each with what is wrong with it. */
function unquotedInside(keys: ReadonlySet<string>): readonly (readonly [pattern: RegExp, slip: Slip])[] {
  const names = [...keys].join('|')
  // Commas of a number are not part of it.
  const ofText = [...keys].filter((key) => key !== 'max').join('|')
  const character = String.raw`(?:[^"'{}[\],:#]|:(?! )|#\{[^{}]+\})`
  const value = (inner: string): RegExp =>
    new RegExp(
      String.raw`(?<=(?:${ofText}) {0,4}[:：] {0,4})(?![\s"'&*!|>%@\x60])${inner}(?<!\s)(?= *(?:\}|,\s*(?:${names})\s*[:：]))`,
      'gu',
    )
  return [
    // The next entry would start with a comma.
    [
      value(String.raw`${character}+(?:,(?!\s*(?:${names})(?![\p{L}\p{N}]))${character}*)+`),
      { type: 'comma-unquoted' },
    ],
    [value(String.raw`${character}*#\{[^{}]+\}${character}*`), { type: 'unquoted' }],
    [value(String.raw`${character}+(?:(?<![ ,](?:${names})): ${character}+)+`), { type: 'unquoted' }],
  ]
}

/** A blank in the place of the comma between two entries. */
function withoutComma(keys: ReadonlySet<string>): RegExp {
  const names = [...keys].join('|')
  return new RegExp(String.raw`[^\s,，、﹐;；./|،·+&{｛﹛❴([（［<＜](?<![:：]) +(?=(?:${names})\s*[:：])`, 'gu')
}

/** A number with commas between its thousands. */
const thousands = /^\d{1,3}(?:,\d{3})+(?=\s*(?:[,，}｝]|$))/u
/** Quotes around a value, of which one or both are others. */
const quoted = [
  ['"', /[:：]\s*(["“”„‟＂″〝〞])([^"“”„‟＂″〝〞{}]*)(["“”„‟＂″〝〞’‘])\s*(?=[,，}｝]|$)/gu],
  ["'", /[:：]\s*(['‘’‚‛′＇])([^'‘’‚‛′＇{}"]*)(['‘’‚‛′＇´])\s*(?=[,，}｝]|$)/gu],
] as const

/** Puts a value in quotes. */
export function quotesAround(span: Span, safe: boolean, slip: Slip = { type: 'unquoted' }): Change[] {
  const change = { text: '"', slip, safe } as const
  return [
    { start: span.start, end: span.start, ...change, span },
    { start: span.end, end: span.end, ...change },
  ]
}

/** Whether a value is a mapping in braces, of whatever sort. */
export function isFlow(value: string): boolean {
  return /^[{｛﹛❴]/u.test(value) || (/^[([（［<＜]/u.test(value) && value.search(innerEntry) === 0)
}

const startsFlow = new RegExp(`^${spaceClass}*(?:- +)?[{｛]`, 'u')
const flowLine = new RegExp(`^(${spaceClass}*(?:- +)?)([{｛].*[^\\s,，]|[{｛].*[}｝][,，])${spaceClass}*$`, 'u')

/**
 * What makes a mapping in braces of what is typed on a line, in a list or not.
 *
 * @param at where the line starts in the source
 * @param about `goesOn` says whether the next line may belong to it
 * @returns undefined for a line that starts no such mapping
 */
export function flowLineChanges(
  at: number,
  line: string,
  { keys, goesOn }: { readonly keys: ReadonlySet<string>; readonly goesOn: boolean },
): Change[] | undefined {
  if (!startsFlow.test(line)) return undefined
  const [, lead = '', mapping = ''] = ((!goesOn || /[}｝]/u.test(line)) && flowLine.exec(line)) || []
  return mapping === '' ? [] : flowChanges(at + lead.length, mapping, keys)
}

/** A line at which a mapping over several lines opens or closes. */
const edgeOfLines = /^(?:([^"'#{]*:)[ \t]*\{|[ \t]*(\})[ \t]*([,，]?))[ \t]*$/u
const startsEntry = /^[ \t]*["']?[\p{L}_][\p{L}\p{N}_-]*["']?[ \t]*[:：]/u

/** Part of a line, and where it starts in the source. */
export interface TypedText {
  readonly text: string
  readonly start: number
}

/**
 * Lines as they would stand without the braces of mappings over several lines, and without the commas in these.
 *
 * @returns the lines, and the changes of commas that are missing or too many
 */
export function withoutBraces(lines: readonly TypedText[]): { lines: readonly TypedText[]; changes: Change[][] } {
  const unbraced: TypedText[] = []
  const changes: Change[][] = []
  let depth = 0
  for (const [index, line] of lines.entries()) {
    const [, key, closing, comma = ''] = edgeOfLines.exec(line.text) ?? []
    const end = line.start + line.text.trimEnd().length
    if (key !== undefined) {
      depth++
      unbraced.push({ ...line, text: key })
      continue
    }
    if (closing !== undefined) depth--
    if (depth < 0) break
    const mustEnd = depth > 0 && startsEntry.test(lines[index + 1]?.text ?? '')
    if (mustEnd && !/[,，{[(]\s*$/u.test(line.text)) {
      const span = { start: end - 1, end }
      changes.push([{ start: end, end, text: ',', slip: { type: 'missing', expected: ',' }, safe: true, span }])
    } else if (depth === 0 && comma !== '') {
      changes.push([{ start: end - 1, end, text: '', slip: lookAlike(comma, ''), safe: true }])
    }
    if (closing !== undefined) continue
    unbraced.push(depth === 0 ? line : { ...line, text: line.text.replace(/,[ \t]*$/, '') })
  }
  return depth === 0 ? { lines: unbraced, changes } : { lines, changes: [] }
}

/**
 * What makes a mapping in braces of what is typed: `{ max: 10, example: … }`.
 *
 * @param at where the value starts in the source
 * @param keys of mappings inside of it
 * @param of numbers in data stand in quotes
 */
export function flowChanges(
  at: number,
  value: string,
  keys: ReadonlySet<string>,
  of: 'settings' | 'data' = 'settings',
): Change[] {
  const changes: Change[] = [...markChanges(at, value.charAt(0), '{')]
  for (const { index, 0: found } of value.matchAll(markedName)) {
    const start = at + index
    const expected = found.replaceAll(/[^\p{L}\p{M}\p{N}_]/gu, '')
    const slip = { type: 'instead', found, expected } as const
    changes.push({ start, end: start + found.length, text: expected, slip, safe: true })
  }
  const quotedSpans = Array.from(value.matchAll(/"[^"]*"|'[^']*'/g), ({ index, 0: text }) => [
    index,
    index + text.length,
  ])
  for (const match of value.matchAll(innerEntry)) {
    const isQuoted = quotedSpans.some(([start = 0, end = 0]) => start < match.index && match.index < end)
    if (!isQuoted) changes.push(...entryChanges(at, match, { keys, of }))
  }
  for (const { index, 0: typed } of value.matchAll(oddRun)) {
    const start = at + index
    const end = start + typed.length
    const text = /[,:]/.test(value.charAt(index + typed.length)) ? '' : ' '
    // In front of a colon or behind one the entry's own changes say it.
    if (changes.some((change) => change.start < end && change.end > start)) continue
    changes.push({ start, end, text, slip: lookAlike(oddSpaceIn(typed), text), safe: true })
  }
  for (const match of value.matchAll(nestedEntry)) {
    const [, name = '', gap = '', separator = '', space = ''] = match
    if (separator === ':' && space !== '') continue
    changes.push(...separatorChanges(at + match.index + name.length, { gap, separator, space, value: '{' }))
  }
  for (const { index, 0: typed, 1: mark = '' } of value.matchAll(commaBehindMapping)) {
    const start = at + index
    changes.push({ start, end: start + typed.length, text: ', ', slip: insteadOf(',', mark), safe: true })
  }
  for (const { index, 0: typed } of value.matchAll(withoutComma(keys))) {
    const start = at + index + 1
    const slip = { type: 'missing', expected: ',' } as const
    const span = { start: start - 1, end: start }
    changes.push({ start, end: start + typed.length - 1, text: ', ', slip, safe: true, span })
  }
  for (const { index, 0: typed } of value.matchAll(cutOffInside)) {
    const start = at + index
    changes.push(...quotesAround({ start, end: start + typed.length }, true))
  }
  for (const [pattern, slip] of unquotedInside(keys)) {
    for (const { index, 0: typed } of value.matchAll(pattern)) {
      const start = at + index
      if (changes.some((change) => change.start < start + typed.length && change.end > start)) continue
      const isSafe = slip.type === 'unquoted' || /^\d{1,3}(?:,\d{3})+\D*$/.test(typed)
      changes.push(...quotesAround({ start, end: start + typed.length }, isSafe, slip))
    }
  }
  changes.push(...edgeChanges(at, value))
  for (const [mark, pattern] of quoted) {
    for (const match of value.matchAll(pattern)) {
      const [whole, opening = '', inner = '', ending = ''] = match
      const start = at + match.index + whole.indexOf(opening)
      const end = start + 1 + inner.length
      // A number loses its quotes.
      if (changes.some((change) => change.start <= start && change.end > end)) continue
      if (opening !== mark)
        changes.push({ start, end: start + 1, text: mark, slip: lookAlike(opening, mark), safe: false })
      if (ending !== mark)
        changes.push({ start: end, end: end + 1, text: mark, slip: lookAlike(ending, mark), safe: false })
    }
  }
  return changes
}

/** What stands at the start and the end of a mapping: braces twice, others, or none. */
function edgeChanges(at: number, value: string): Change[] {
  const changes: Change[] = []
  const isBehind = /[,;.，。]$/u.test(value)
  const end = at + value.length - (isBehind ? 1 : 0)
  const drop = (start: number, slip: Change['slip']): void => {
    changes.push({ start, end: start + 1, text: '', slip, safe: true })
  }
  const isDoubled = value.startsWith('{{') && value.search(markedName) !== 1
  if (isDoubled) drop(at, { type: 'doubled', found: '{' })
  if (isBehind) drop(end, lookAlike(value.slice(-1), ''))
  const last = value.charAt(end - at - 1)
  const bare = value.replaceAll(/"[^"]*"|'[^']*'/g, '')
  const opened = bare.split(/[{｛]/u).length
  const closed = bare.split(/[}｝]/u).length
  const isDoublyClosed = value.endsWith('}}') && (isDoubled || closed > opened)
  if (isDoublyClosed) drop(end - 1, { type: 'doubled', found: '}' })
  if (last !== '}' && isBracket(last, 'close')) changes.push(...markChanges(end - 1, last, '}'))
  else if (closed < opened) {
    const span = { start: at, end: at + 1 }
    changes.push({ start: end, end, text: ' }', slip: { type: 'missing', expected: '}' }, safe: false, span })
  }
  return changes
}

function entryChanges(
  from: number,
  match: RegExpExecArray,
  { keys, of }: { readonly keys: ReadonlySet<string>; readonly of: 'settings' | 'data' },
): Change[] {
  const [, opening = '', name = '', gap = '', separator = '', space = '', value = ''] = match
  const plain = plainly(name).replaceAll('-', '_')
  if (!keys.has(plain)) return []
  const changes: Change[] = []
  const start = from + match.index
  const mark = opening.trim().charAt(0)
  const at = start + opening.indexOf(mark)
  if (isBracket(mark, 'open')) {
    if (match.index > 0) changes.push(...markChanges(at, mark, '{'))
  } else if (mark !== ',') {
    changes.push({ start, end: start + opening.length, text: ', ', slip: insteadOf(',', mark), safe: true })
  }
  const key = start + opening.length
  if (name !== plain) {
    const slip = { type: 'instead', found: name, expected: plain } as const
    changes.push({ start: key, end: key + name.length, text: plain, slip, safe: true })
  }
  const behind = key + name.length
  changes.push(...separatorChanges(behind, { gap, separator, space, value: value || ' ' }))
  const valueStart = behind + gap.length + separator.length + space.length
  const number = plain === 'max' ? thousandsChange(valueStart, match.input.slice(valueStart - from)) : undefined
  if (number) changes.push(number)
  else if (of === 'settings') changes.push(...digitChanges(valueStart, plain, value))
  return changes
}

/** Takes away the commas of a number at the start of a text. */
export function thousandsChange(at: number, text: string): Change | undefined {
  const found = thousands.exec(text)?.[0]
  if (found === undefined) return undefined
  const expected = found.replaceAll(',', '')
  return { start: at, end: at + found.length, text: expected, slip: { type: 'instead', found, expected }, safe: true }
}

/** A number in full-width digits, or in quotes. */
function digitChanges(at: number, key: string, value: string): Change[] {
  if (key !== 'max' || !/^[“”"'‘’＂]?[\d０-９]+(?:자|글자)?[“”"'‘’＂]?$/u.test(value) || /^\d+$/.test(value)) return []
  const text = value.normalize('NFKC').replaceAll(/\D/g, '')
  const slip = { type: 'instead', found: value, expected: text } as const
  return [{ start: at, end: at + value.length, text, slip, safe: true }]
}

/** A mark that must be another one. */
function markChanges(at: number, found: string, expected: '{' | '}'): Change[] {
  if (found === expected) return []
  return [{ start: at, end: at + found.length, text: expected, slip: insteadOf(expected, found), safe: true }]
}

/** What stands between a key and its value, as typed. */
interface Separator {
  readonly gap: string
  readonly separator: string
  readonly space: string
  readonly value: string
}

/** What makes `: ` of what stands between a key and its value. */
export function separatorChanges(at: number, { gap, separator, space, value }: Separator): Change[] {
  const start = at + gap.length
  const end = start + separator.length
  if (separator === '') {
    const text = value === '' ? ':' : ': '
    return [{ start: at, end: start, text, slip: { type: 'missing', expected: ':' }, safe: true }]
  }
  const changes: Change[] =
    separator === ':' ? [] : [{ start, end, text: ':', slip: insteadOf(':', separator), safe: true }]
  if (value !== '' && space === '') {
    const span = { start: end - 1, end }
    changes.push({ start: end, end, text: ' ', slip: { type: 'space-missing', after: ':' }, safe: true, span })
  } else if (/[^ \t]/.test(space)) {
    const text = value === '' ? '' : ' '
    changes.push({ start: end, end: end + space.length, text, slip: lookAlike(oddSpaceIn(space), text), safe: true })
  }
  return changes
}
