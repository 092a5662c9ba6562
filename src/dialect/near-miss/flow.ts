import { classOf, invisibles, isBracket, oddSpaceIn, oddSpaces, plainly, spaceClass } from './characters.ts'
import { type Change, insteadOf, lookAlike } from './correction.ts'

const innerEntry = new RegExp(
  String.raw`(${spaceClass}{0,4}(?:${classOf('{')}|${classOf(',')}|[([（［<＜]|[./|،·+&])${spaceClass}*)([\p{L}_${invisibles}]+)(${spaceClass}*)(${classOf(':')}|[=＝])(${spaceClass}*)([\d０-９“”"'‘’＂자글]*)`,
  'gu',
)
/** Spaces that are none of YAML, beside a mark. */
const oddRun = new RegExp(
  String.raw`(?<=[{,:｛，：])[ \t]*[${oddSpaces}${invisibles}]${spaceClass}*|[ \t]*[${oddSpaces}${invisibles}]${spaceClass}*(?=[},:{｝，：｛])`,
  'gu',
)
/** A mapping inside of one in braces. */
const nestedEntry = new RegExp(
  String.raw`([\p{L}\p{N}_]+)(${spaceClass}*)(${classOf(':')})(${spaceClass}*)(?=${classOf('{')})`,
  'gu',
)
const commaBehindMapping = new RegExp(
  String.raw`(?<=[}｝])${spaceClass}*([，、﹐;；،.])${spaceClass}*(?=[\p{L}_])`,
  'gu',
)
const withoutComma = /[^\s,，、﹐;；./|،·+&{｛﹛❴([（［<＜](?<![:：]) +(?=(?:max|example|fallback)\s*[:：])/gu
/** Quotes around a value, of which one or both are others. */
const quoted = [
  ['"', /[:：]\s*(["“”„‟＂″〝〞])([^"“”„‟＂″〝〞{}]*)(["“”„‟＂″〝〞’‘])\s*(?=[,，}｝]|$)/gu],
  ["'", /[:：]\s*(['‘’‚‛′＇])([^'‘’‚‛′＇{}"]*)(['‘’‚‛′＇´])\s*(?=[,，}｝]|$)/gu],
] as const

/** Whether a value is a mapping in braces, of whatever sort. */
export function isFlow(value: string): boolean {
  return /^[{｛﹛❴]/u.test(value) || (/^[([（［<＜]/u.test(value) && value.search(innerEntry) === 0)
}

/**
 * What makes a mapping in braces of what is typed: `{ max: 10, example: … }`.
 *
 * @param at where the value starts in the source
 * @param keys of mappings inside of it
 */
export function flowChanges(at: number, value: string, keys: ReadonlySet<string>): Change[] {
  const changes: Change[] = [...markChanges(at, value.charAt(0), '{')]
  for (const match of value.matchAll(innerEntry)) changes.push(...entryChanges(at, match, keys))
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
  for (const { index, 0: typed } of value.matchAll(withoutComma)) {
    const start = at + index + 1
    const slip = { type: 'missing', expected: ',' } as const
    const span = { start: start - 1, end: start }
    changes.push({ start, end: start + typed.length - 1, text: ', ', slip, safe: true, span })
  }
  changes.push(...edgeChanges(at, value))
  for (const [mark, pattern] of quoted) {
    for (const match of value.matchAll(pattern)) {
      const [whole, opening = '', inner = '', ending = ''] = match
      const start = at + match.index + whole.indexOf(opening)
      const end = start + 1 + inner.length
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
  if (value.startsWith('{{')) changes.push({ start: at, end: at + 1, text: '', slip: doubled('{'), safe: true })
  if (isBehind) changes.push({ start: end, end: end + 1, text: '', slip: lookAlike(value.slice(-1), ''), safe: true })
  if (value.endsWith('}}') && value.startsWith('{{'))
    changes.push({ start: end - 1, end, text: '', slip: doubled('}'), safe: true })
  const last = value.charAt(end - at - 1)
  const bare = value.replaceAll(/"[^"]*"|'[^']*'/g, '')
  const opened = bare.split(/[{｛]/u).length
  const closed = bare.split(/[}｝]/u).length
  if (isBracket(last, 'close') && !/[}｝]/u.test(last)) changes.push(...markChanges(end - 1, last, '}'))
  else if (last === '｝') changes.push(...markChanges(end - 1, last, '}'))
  else if (closed < opened) {
    const span = { start: at, end: at + 1 }
    changes.push({ start: end, end, text: ' }', slip: { type: 'missing', expected: '}' }, safe: false, span })
  }
  return changes
}

function doubled(found: string): { type: 'doubled'; found: string } {
  return { type: 'doubled', found }
}

function entryChanges(from: number, match: RegExpExecArray, keys: ReadonlySet<string>): Change[] {
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
  changes.push(...digitChanges(behind + gap.length + separator.length + space.length, plain, value))
  return changes
}

/** A number in full-width digits, or in quotes. */
function digitChanges(at: number, key: string, value: string): Change[] {
  if (key !== 'max' || !/^[“”"'‘’＂]?[\d０-９]+(?:자|글자)?[“”"'‘’＂]?$/u.test(value) || /^\d+$/.test(value)) return []
  const text = value.normalize('NFKC').replaceAll(/\D/g, '')
  return [
    { start: at, end: at + value.length, text, slip: { type: 'instead', found: value, expected: text }, safe: true },
  ]
}

/** A mark that must be another one. */
function markChanges(at: number, found: string, expected: '{' | '}'): Change[] {
  if (found === expected) return []
  return [{ start: at, end: at + found.length, text: expected, slip: insteadOf(expected, found), safe: true }]
}

/** What stands between a key and its value, as typed. */
export interface Separator {
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
    const span = { start: at, end: start }
    const text = value === '' ? ':' : ': '
    return [
      {
        start: at,
        end: start,
        text,
        slip: { type: 'missing', expected: ':' },
        safe: true,
        ...(gap !== '' && { span }),
      },
    ]
  }
  const changes: Change[] =
    separator === ':' ? [] : [{ start, end, text: ':', slip: insteadOf(':', separator), safe: true }]
  const isOdd = /[^ \t]/.test(space)
  if (value === '') {
    if (isOdd)
      changes.push({
        start: end,
        end: end + space.length,
        text: '',
        slip: lookAlike(oddSpaceIn(space), ''),
        safe: true,
      })
  } else if (space === '') {
    const span = { start: end - 1, end }
    changes.push({ start: end, end, text: ' ', slip: { type: 'space-missing', after: ':' }, safe: true, span })
  } else if (isOdd) {
    const slip = lookAlike(oddSpaceIn(space), ' ')
    changes.push({ start: end, end: end + space.length, text: ' ', slip, safe: true })
  }
  return changes
}
