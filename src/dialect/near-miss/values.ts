import type { Span } from '../../diagnostic.ts'
import { classOf, oddSpaceIn } from './characters.ts'
import { type Change, lookAlike } from './correction.ts'
import { flowChanges, isFlow, quotesAround, thousandsChange } from './flow.ts'

/** What a value is to its key. */
export interface ValueRole {
  /** A mapping whose keys the language knows, the declaration of a variable, data of the team's own, or one value. */
  readonly type: 'mapping' | 'declaration' | 'data' | 'single'
  /** Whether it is text, in which a hashtag may stand. */
  readonly isText: boolean
  readonly isNumber: boolean
  /** Whether it is a name or a number, which none ends with a comma. */
  readonly isName: boolean
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
  } else if (isFlow(value)) return flowChanges(at, value, keys, type === 'data' ? 'data' : 'settings')
  const word = inBrackets.exec(value)?.[1]
  if (word !== undefined && type === 'single') {
    return [{ ...span, text: word, slip: { type: 'instead', found: value, expected: word }, safe: false }]
  }
  // A text in which YAML reads something else than text.
  const holdsVariable = /(?:^|\s)#\{/.test(value)
  const isCutOff = holdsVariable || (isText && /(?:^|\s)#[\p{L}\p{N}]/u.test(value))
  const isRead = /^[\p{L}\p{N}]/u.test(value) && (isCutOff || (value.includes(': ') && isQuotable(role)))
  if ((isRead || (isCutOff && type !== 'mapping' && value.startsWith('#'))) && !/["\\]/.test(value)) {
    // A hashtag may also be a remark of its writer's.
    return quotesAround(withoutRemark(span, value), holdsVariable || !isCutOff)
  }
  const sign = isText && !/["\\]|\s#\s/.test(value) ? signOfYaml.exec(value)?.[0] : undefined
  if (sign !== undefined) return quotesAround(span, holdsVariable || !isCutOff, { type: 'sign-unquoted', found: sign })
  return isStray(value, role)
    ? [{ start: end - 1, end, text: '', slip: lookAlike(value.slice(-1), ''), safe: false }]
    : quoteChanges(at, value)
}

/** Where a value ends in front of a remark: what YAML reads as a comment, and nobody as a hashtag or a variable. */
function withoutRemark({ start, end }: Span, value: string): Span {
  const remark = value.search(/(?<![ \t])[ \t]+#[ \t]/)
  return { start, end: remark < 0 ? end : start + remark }
}

/** Whether a text is what stands at a key: no quotes make a mapping or a declaration. */
function isQuotable({ type }: ValueRole): boolean {
  return type === 'single' || type === 'data'
}

/** A word or an address in brackets. */
const inBrackets = /^[[({<【［]\s*([\p{L}\p{N}_-]+|[a-z][a-z0-9+.-]*:\/\/[^\s()[\]{}<>]+)\s*[\])}>】］]$/u

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

/** What takes away characters that nobody sees behind a value that has an end of its own. */
export function tailChanges(at: number, tail: string, value: string): Change[] {
  if (!/[^ \t]/.test(tail) || !/[}｝"']$/u.test(value)) return []
  return [{ start: at, end: at + tail.length, text: '', slip: lookAlike(oddSpaceIn(tail), ''), safe: true }]
}

/** Whether a value ends in a quote that has none in front, or an address or a text in quotes in a sign. */
function isStray(value: string, { isName }: ValueRole): boolean {
  const isQuote = /^[^"'“”‘’{[|>][^"']*["']$/u.test(value) && !/(?:\d"|[\ds]')$/.test(value)
  if (isQuote || /^(?:"[^"]*"|'[^']*')[,;.]$/.test(value)) return true
  if (/^[a-z][a-z0-9+.-]*:\/\/\S*[,;"']$|\.(?:csv|ndjson|jsonl)[,;]$/i.test(value)) return true
  return isName && /^[^"'[{]*[^"'[{\s,;][,;]$/.test(value)
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
