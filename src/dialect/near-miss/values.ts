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
  String.raw`(?<=[{,:｛，：])[ \t]*[${oddSpaces}${invisibles}]${spaceClass}*|[ \t]*[${oddSpaces}${invisibles}]${spaceClass}*(?=[},:{｝，：｛])`,
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

/** What a value is to its key. */
export interface ValueRole {
  /** A mapping whose keys the language knows, the declaration of a variable, data of the team's own, or one value. */
  readonly type: 'mapping' | 'declaration' | 'data' | 'single'
  /** Whether it is text, in which a hashtag may stand. */
  readonly isText: boolean
  readonly isNumber: boolean
  /** Whether variables are replaced in it. */
  readonly takesVariables: boolean
  /** The keys that may stand beside its own. */
  readonly siblings: ReadonlySet<string>
  /** What stands in front of a key that is put on a line of its own below it. */
  readonly indent: string
  /** Whether a name is that of a variable of the message. */
  readonly isVariable: (name: string) => boolean
  /** The keys of the mappings inside of it. */
  readonly keys: ReadonlySet<string>
}

/**
 * What makes a value of what is typed behind a key.
 *
 * @param at where it starts in the source
 */
export function valueChanges(at: number, value: string, role: ValueRole): Change[] {
  const { type, isText, keys } = role
  const isUnopened =
    type === 'mapping'
      ? /^[\p{L}_]+\s*[:：]\s*[^\s{].*\}$|^[^{}｛｝]+[{｛][^{}｛｝]*[}｝]\s*[}｝]$/u.test(value)
      : /^(?:max|example|fallback)\s*[:：].*\}$/u.test(value)
  if (isUnopened) {
    const slip = { type: 'missing', expected: '{' } as const
    return [{ start: at, end: at, text: '{ ', slip, safe: true, span: { start: at, end: at + 1 } }]
  }
  const end = at + value.length
  const span = { start: at, end }
  if (type === 'declaration' && bareDeclaration.test(value)) {
    const slip = { type: 'missing', expected: '{' } as const
    return [
      { start: at, end: at, text: '{ ', slip, safe: true, span },
      { start: end, end, text: ' }', slip: { type: 'missing', expected: '}' }, safe: true },
    ]
  }
  if (role.isNumber) {
    const number = thousandsChange(at, value)
    if (number) return [number]
  }
  if (type === 'single') {
    const foreign = variableChange(at, value, role)
    if (foreign) return [foreign]
    const joined = joinedChanges(at, value, role)
    if (joined.length > 0) return joined
  } else if (isFlow(value)) return flowChanges(at, value, keys)
  const word = /^[[({<【［]\s*([\p{L}\p{N}_-]+)\s*[\])}>】］]$/u.exec(value)?.[1]
  if (word !== undefined && type === 'single') {
    return [{ ...span, text: word, slip: { type: 'instead', found: value, expected: word }, safe: false }]
  }
  // A text in which YAML reads something else than text.
  const holdsVariable = /(?:^|\s)#\{/.test(value)
  const isCutOff = holdsVariable || (isText && /(?:^|\s)#[\p{L}\p{N}]/u.test(value))
  const isRead = /^[\p{L}\p{N}]/u.test(value) && (isCutOff || (value.includes(': ') && isQuotable(role)))
  if ((isRead || (isCutOff && type !== 'mapping' && value.startsWith('#'))) && !/["\\]/.test(value)) {
    // A hashtag may also be a remark of its writer's.
    return quotesAround(span, holdsVariable || !isCutOff)
  }
  const sign = isText && !/["\\]|\s#\s/.test(value) ? signOfYaml.exec(value)?.[0] : undefined
  if (sign !== undefined) return quotesAround(span, holdsVariable || !isCutOff, { type: 'sign-unquoted', found: sign })
  return isStray(value)
    ? [{ start: end - 1, end, text: '', slip: lookAlike(value.slice(-1), ''), safe: false }]
    : quoteChanges(at, value)
}

/** Whether a text is what stands at a key: no quotes make a mapping or a declaration. */
function isQuotable({ type }: ValueRole): boolean {
  return type === 'single' || type === 'data'
}

/** What is said of a variable, without the braces around it. */
const bareDeclaration =
  /^(?:max|example|fallback):[ \t]+[^\s,:#{}[\]"'][^,:#{}[\]"']*(?:,[ \t]*(?:max|example|fallback):[ \t]+[^\s,:#{}[\]"'][^,:#{}[\]"']*)*$/u

/** A variable of another tool at the start of a value, of which YAML reads the mark as one of its own. */
const foreignVariable =
  /\{\{[ \t]*(?<plain>[\p{L}\p{M}\p{N}_]{1,32})[ \t]*\}\}|\{[ \t]*(?<brace>[\p{L}\p{M}\p{N}_]{1,32})[ \t]*\}|\[[ \t]*(?<bracket>[\p{L}\p{M}\p{N}_]{1,32})[ \t]*\]|%(?<percent>[\p{L}\p{M}\p{N}_]{1,32})%/gu

/** What makes a text with variables in quotes of one that YAML cannot read. */
function variableChange(at: number, value: string, { takesVariables, isVariable }: ValueRole): Change | undefined {
  if (!takesVariables || !/^(?:[{%]|\[[^[\]]*\]$)/u.test(value) || /["\\]/.test(value)) return undefined
  let isChanged = false
  const text = value.replaceAll(foreignVariable, (typed: string, ...rest: unknown[]) => {
    const { plain, brace, bracket, percent } = rest.at(-1) as { readonly [group: string]: string | undefined }
    const name = plain ?? brace ?? bracket ?? percent ?? ''
    if (plain === undefined && !isVariable(name)) return typed
    isChanged = true
    return `#{${name}}`
  })
  // What else stands in braces or brackets is no variable.
  if (!isChanged || /^[{%[]/.test(text)) return undefined
  const slip = { type: 'instead', found: value, expected: text } as const
  return { start: at, end: at + value.length, text: `"${text}"`, slip, safe: false, form: 'variable' }
}

const joinedKey = /(?<![ \t])(?:[ \t]*[,;，；]|[ \t]+[/|](?=[ \t])|(?=[ \t]))[ \t]*(?=(?<key>[a-z_]{1,40}):[ \t]+\S)/gu

/** What puts further settings behind a value on lines of their own. */
function joinedChanges(at: number, value: string, { siblings, indent }: ValueRole): Change[] {
  if (/["'\\]/.test(value)) return []
  return Array.from(value.matchAll(joinedKey)).flatMap(({ index, 0: gap, groups = {} }) => {
    const { key = '' } = groups
    if (!siblings.has(key)) return []
    const start = at + index
    const end = start + gap.length
    const span = { start: end, end: end + key.length }
    return [{ start, end, text: `\n${indent}`, slip: { type: 'settings-joined' }, safe: false, span } as const]
  })
}

/**
 * The sign at the start of a text that YAML cannot read because of it. An anchor, an alias and a tag with a name are read,
 * and said to be what they are.
 */
const signOfYaml =
  /^(?:[@`](?=.)|%(?=[^%]+$)|[&*](?=[ \t]+\S)|\*(?=\*|[^\s*]+(?:\*|[ \t]+\S))|[>|](?=[ \t]*[^\s\d+\-#>|])|!(?=[^\0-\x7f])|\[(?=[^[\]{}:,'#]+\][ \t]*[^\s,\]}]))/u

function quotesAround(span: Span, safe: boolean, slip: Slip = { type: 'unquoted' }): Change[] {
  const change = { text: '"', slip, safe } as const
  return [
    { start: span.start, end: span.start, ...change, span },
    { start: span.end, end: span.end, ...change },
  ]
}

/** What takes away characters that nobody sees behind a value that has an end of its own. */
export function tailChanges(at: number, tail: string, value: string): Change[] {
  if (!/[^ \t]/.test(tail) || !/[}｝"']$/u.test(value)) return []
  return [{ start: at, end: at + tail.length, text: '', slip: lookAlike(oddSpaceIn(tail), ''), safe: true }]
}

/** Whether a value ends in a quote that has none in front, or an address or a text in quotes in a sign. */
function isStray(value: string): boolean {
  const isQuote = /^[^"'“”‘’{[|>][^"']*["']$/u.test(value) && !/(?:\d"|[\ds]')$/.test(value)
  return isQuote || /^(?:"[^"]*"|'[^']*')[,;.]$/.test(value) || /^[a-z][a-z0-9+.-]*:\/\/\S*[,;"']$/i.test(value)
}

/** Quotes around a value, as they are typed: in front of it, behind it, and where one shows that more is meant. */
const quotes = [
  {
    mark: '"',
    opening: /["“”„‟＂«»〝〞〟❝❞″]/u,
    closing: new RegExp(`${classOf('"')}|″`, 'u'),
    inside: /["“”„‟＂«»〝〞〟❝❞]/u,
  },
  { mark: "'", opening: /[‘’‚‛′＇']/u, closing: /[‘’‚‛′＇´']/u, inside: /[‘’'＇]/u },
] as const

/** What makes quotes of those of a word processor, or closes them. */
function quoteChanges(at: number, value: string): Change[] {
  const first = value.charAt(0)
  const last = value.length > 1 ? value.slice(-1) : ''
  const style = quotes.find(({ opening }) => opening.test(first))
  if (style === undefined) return []
  const { mark, closing, inside } = style
  if ((first === mark && last === mark) || inside.test(value.slice(1, -1))) return []
  const end = at + value.length
  const changes: Change[] = []
  if (first !== mark) changes.push({ start: at, end: at + 1, text: mark, slip: lookAlike(first, mark), safe: false })
  if (!closing.test(last)) {
    const span = { start: at, end: at + 1 }
    changes.push({ start: end, end, text: mark, slip: { type: 'missing', expected: mark }, safe: false, span })
  } else if (last !== mark) {
    changes.push({ start: end - 1, end, text: mark, slip: lookAlike(last, mark), safe: false })
  }
  return changes
}

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
    if (!isQuoted) changes.push(...entryChanges(at, match, keys))
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
  const valueStart = behind + gap.length + separator.length + space.length
  const number = plain === 'max' ? thousandsChange(valueStart, match.input.slice(valueStart - from)) : undefined
  changes.push(...(number ? [number] : digitChanges(valueStart, plain, value)))
  return changes
}

/** Takes away the commas of a number at the start of a text. */
function thousandsChange(at: number, text: string): Change | undefined {
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
