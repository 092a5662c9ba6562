import type { Span } from '../../diagnostic.ts'
import type { Violation } from '../../violation.ts'
import { parseYaml } from '../yaml.ts'
import {
  classOf,
  invisibles,
  oddSpaceIn,
  oddSpaces,
  plainly,
  spaceClass,
  standsFor,
  withoutInvisibles,
} from './characters.ts'
import { type Change, lookAlike, nearMiss } from './correction.ts'
import { flowChanges, isFlow, separatorChanges } from './flow.ts'
import { Revision } from '../revision.ts'

/** The keys that a mapping of the language may have. */
export interface YamlKeys {
  /** Of the mapping itself, or of each mapping of a list. */
  readonly own: ReadonlySet<string>
  /** Of mappings inside of it, by the key that they stand at; `any` for names that the writer chooses. */
  readonly inner: ReadonlyMap<string, ReadonlySet<string> | 'any'>
  /** Of mappings inside of these. */
  readonly innermost: ReadonlySet<string>
}

/** What no key and no simple value holds. */
const odd = new RegExp(
  String.raw`[：﹕∶︰꞉；＝，、﹐｛｝﹛﹜［］“”„‟″«〞‚′‘’＂＇｀﹍ˍ‗＿０-９Ａ-Ｚａ-ｚ\t${oddSpaces}${invisibles}]`,
)

const colon = `(?:${classOf(':')}|[=＝])`
const entry = new RegExp(
  String.raw`^(${spaceClass}*)((?:${classOf('-')}|[*+]|--|\d{1,2}[.)])${spaceClass}+)?(["'“”‘’#＃$＄%％@{[(<]{0,4})((?:(?![ː꞉])[\p{L}\p{M}\p{N}_＿﹍‗${invisibles}])+(?:-[\p{L}\p{N}_]+)*)(["'“”‘’}\])>%％]{0,3})(${spaceClass}*)((?:${colon}(?: ?(?:${colon}|>))?|→|->|=>|[.,．。](?=${spaceClass}|$)|(?<=${spaceClass})[-–—|](?=${spaceClass}))?)(${spaceClass}*)(.*?)${spaceClass}*$`,
  'u',
)
const blockScalar = /[:：]\s*[|>][+-]?\d?\s*$/
/** Whether YAML holds what no key and no simple value does, or what it reads as a comment against its writer's will. */
export function holdsOddCharacters(source: string, { start, end }: Span): boolean {
  const text = source.slice(start, end)
  return odd.test(text) || text.includes(' #{') || endsOddly.test(text)
}

/** A quote behind a value without one in front of it, or a sign behind a value. */
const endsOddly = /^[^:"'\r\n]*:[ \t]+[^"'\s{[|>][^"'\r\n]*["'][ \t]*\r?$|[,;][ \t]*\r?$/m

/** The mistyped lines of YAML, each at its place. */
export function yamlNearMisses(source: string, span: Span, keys: YamlKeys): Violation[] {
  const text = source.slice(span.start, span.end)
  const isUsed = (name: string): boolean => source.includes(`#{${name}`)
  const changed = new YamlCorrector(text, span.start, keys, isUsed).lines()
  if (changed.length === 0) return []
  const before = parseYaml(source, span)
  const { source: corrected } = Revision.of(source).edited(changed)
  const after = parseYaml(corrected, { start: span.start, end: span.end + corrected.length - source.length })
  // What cannot be read afterwards was meant otherwise.
  if (after.root === undefined || after.violations.length > before.violations.length) return []
  return changed.map((changes) => nearMiss('key', changes))
}

interface Line {
  readonly text: string
  readonly start: number
}

class YamlCorrector {
  readonly #lines: readonly Line[]
  readonly #keys: YamlKeys
  readonly #isUsed: (name: string) => boolean
  /** The keys of a block that is no list; undefined of others. */
  #seen: Set<string> | undefined
  /** The key of the mapping without indentation that lines below may belong to. */
  #parent: string | undefined
  /** How the first line of a mapping is indented, by its depth. */
  readonly #indents: (string | undefined)[] = []
  #changes: Change[] = []

  constructor(text: string, offset: number, keys: YamlKeys, isUsed: (name: string) => boolean) {
    this.#keys = keys
    this.#isUsed = isUsed
    const lines = [...text.matchAll(/[^\r\n]+/g)].map(({ index, 0: line }) => ({ text: line, start: offset + index }))
    this.#lines = withoutTexts(lines)
  }

  /** The changes of each line that takes some. */
  lines(): Change[][] {
    const found: Change[][] = []
    this.#indents[0] = this.#base()
    for (let at = 0; at < this.#lines.length; at++) {
      const line = this.#lines[at]
      if (line === undefined || line.text.trim() === '' || this.#isComment(line.text)) continue
      this.#changes = []
      this.#line(line, at)
      if (this.#changes.length > 0) found.push(this.#changes.toSorted((a, b) => a.start - b.start))
    }
    return found
  }

  /** Whether a line starts with "#", unless it declares a variable that is in use. */
  #isComment(text: string): boolean {
    if (!/^\s*#(?![{(])/.test(text)) return false
    const name = /^\s*#([\p{L}\p{M}\p{N}_]+)\s*:/u.exec(text)?.[1]
    return name === undefined || this.#innerKeys() !== 'any' || !this.#isUsed(name)
  }

  /** How most keys of the mapping itself are indented; undefined in a list, where the first line says it. */
  #base(): string | undefined {
    if (this.#keys.inner.size === 0) return undefined
    return mostCommon(
      this.#lines.flatMap(({ text }) => {
        const [, indent = '', item = '', , name = ''] = entry.exec(text) ?? []
        const plain = keyOf(name)
        const isOwn = item === '' && this.#keys.own.has(plain)
        return isOwn && /^ *$/.test(indent) ? [indent] : []
      }),
    )
  }

  /** How most lines of the mapping below a line are indented. */
  #indentBelow(at: number): string | undefined {
    const below: string[] = []
    for (const { text } of this.#lines.slice(at + 1)) {
      const [, indent = '', , , name = ''] = entry.exec(text) ?? []
      if (name !== '' && indent === this.#indents[0] && this.#keys.own.has(keyOf(name))) break
      if (name !== '' && /^ +$/.test(indent) && !this.#keys.innermost.has(keyOf(name))) below.push(indent)
    }
    return mostCommon(below)
  }

  #line({ text, start }: Line, index: number): void {
    const [
      ,
      indent = '',
      item = '',
      open = '',
      name = '',
      close = '',
      gap = '',
      separator = '',
      space = '',
      value = '',
    ] = entry.exec(text) ?? []
    if (name === '') return
    const isQuoted = open !== '' || close !== ''
    if (this.#keys.inner.size === 0) this.#seen ??= item === '' && index === 0 ? new Set() : undefined
    const isStray = item !== '' && (this.#keys.inner.size > 0 || this.#seen?.has(keyOf(name)) === false)
    this.#seen?.add(keyOf(name))
    const isListItem = item !== '' && !isStray
    const depth = this.#depthOf({ indent: isListItem ? indent + item : indent, name, value })
    const known = this.#known(depth, name)
    if (known === undefined) return
    // Data of the team's own may have lists, links and keys of any sort: only what is around its colons is judged.
    const isOwnData = depth > 0 && this.#parent === 'meta'
    if (isOwnData && (item !== '' || /[^"'“”‘’]/.test(open + close) || value.startsWith('//'))) return
    // An indented line below a key without its colon is the mapping at that key.
    const isParent = separator === '' && value === '' && depth === 0 && this.#keys.inner.has(known)
    // A word that is no key and no colon behind it: a line that goes on with the one above.
    const isMapping = known === 'any' && gap !== '' && /^[{｛]/u.test(value)
    if (separator === '' && !isParent && !isMapping && (known === 'any' || gap === '' || value === '' || item !== ''))
      return
    if (separator !== '' && !/[:：﹕∶︰꞉]/u.test(separator) && known === 'any' && !/^[{｛﹛]/u.test(value)) return
    if (isStray) {
      const at = start + indent.length
      this.#change(at, at + item.length, {
        text: '',
        slip: { type: 'bullet-not-needed', found: item.trim() },
        safe: true,
      })
    } else if (item !== '' && !/^- +$/.test(item)) {
      const at = start + indent.length
      const mark = item.charAt(0)
      const slip =
        mark === '-' && !item.startsWith('--')
          ? lookAlike(oddSpaceIn(item.slice(1)), ' ')
          : standsFor(mark, '-') && mark !== '-'
            ? lookAlike(mark, '-')
            : ({ type: 'bullet', found: item.trim() } as const)
      this.#change(at, at + item.length, { text: '- ', slip, safe: true })
    }
    this.#indent(start, indent, isListItem ? item : '', depth)
    let at = start + indent.length + item.length + open.length
    const clean = withoutInvisibles(name)
    if (known === 'any' && clean !== name) {
      const found = /[^\p{L}\p{N}_]/u.exec(name)?.[0] ?? ''
      this.#change(at, at + name.length, { text: clean, slip: lookAlike(found, ''), safe: true })
    }
    if (known !== 'any' && name !== known) {
      const slip = { type: 'instead', found: name, expected: known } as const
      this.#change(at, at + name.length, { text: known, slip, safe: true })
    }
    if (isQuoted && !(open === close && /^["']$/.test(open))) {
      if (open !== '') this.#change(at - open.length, at, { text: '', slip: lookAlike(open, ''), safe: true })
      const closeAt = at + name.length
      if (close !== '')
        this.#change(closeAt, closeAt + close.length, { text: '', slip: lookAlike(close, ''), safe: true })
    }
    at += name.length + close.length
    for (const change of separatorChanges(at, { gap, separator, space, value })) this.#changes.push(change)
    at += gap.length + separator.length + space.length
    if (!isOwnData || isFlow(value)) this.#value(at, value, known)
    this.#tail(at + value.length, text.slice(at + value.length - start), value)
    if (depth === 0) {
      this.#parent = value === '' ? (known === 'any' ? name : known) : undefined
      this.#indents.length = 1
      const below = this.#parent === undefined ? undefined : this.#indentBelow(index)
      if (below !== undefined && below.length > (this.#indents[0]?.length ?? 0)) this.#indents[1] = below
    }
  }

  /** How deep a line belongs, whatever its indentation is. */
  #depthOf({ indent, name, value }: { indent: string; name: string; value: string }): number {
    const plain = keyOf(name)
    const width = indent.length
    if (width === 0) {
      const inner = this.#innerKeys()
      if (inner === undefined || this.#keys.own.has(plain)) return 0
      return inner === 'any' ? (/^[{｛]|^$/u.test(value) ? 1 : 0) : inner.has(plain) ? 1 : 0
    }
    const first = this.#indents[0]
    if (first !== undefined && width === first.length) return 0
    if (this.#keys.own.has(plain) && (plain.includes('_') || this.#parent === undefined || !this.#isInner(plain)))
      return 0
    if (first === undefined && this.#parent === undefined) return 0
    const second = this.#indents[1]
    if (second !== undefined && width > second.length && this.#keys.innermost.has(plain)) return 2
    return 1
  }

  /** The keys of the mapping that lines below belong to. */
  #innerKeys(): ReadonlySet<string> | 'any' | undefined {
    return this.#parent === undefined ? undefined : this.#keys.inner.get(this.#parent)
  }

  #isInner(plain: string): boolean {
    const inner = this.#innerKeys()
    return inner === 'any' || inner?.has(plain) === true || this.#parent === 'meta'
  }

  /** The key that a word is at a depth; `any` where the writer chooses names. */
  #known(depth: number, name: string): string | undefined {
    const plain = keyOf(name)
    if (depth === 0) return this.#keys.own.has(plain) ? plain : undefined
    if (depth === 2) return this.#keys.innermost.has(plain) ? plain : undefined
    const inner = this.#innerKeys()
    if (inner === 'any') return 'any'
    return inner?.has(plain) ? plain : undefined
  }

  #indent(start: number, indent: string, item: string, depth: number): void {
    const whole = indent + (/^- +$/.test(item) ? item.replace('-', ' ') : item === '' ? '' : '  ')
    const first = this.#indents[depth]
    const wanted = first ?? (depth === 0 ? '' : `${this.#indents[depth - 1] ?? ''}  `)
    const isPlain = /^ *$/.test(whole)
    if (first === undefined) {
      // The first line of a mapping decides, unless it is indented where nothing can be.
      const isOwn = isPlain && (depth === 0 ? true : whole.length > (this.#indents[depth - 1]?.length ?? 0))
      this.#indents[depth] = isOwn ? whole : wanted
      this.#indents.length = depth + 1
      if (isOwn) return
    } else {
      this.#indents.length = depth + 1
      if (item !== '') return
      if (whole === first) return
    }
    const expected = this.#indents[depth] ?? wanted
    if (item !== '' || indent === expected) return
    const found = /[^ ]/u.exec(indent)?.[0]
    const slip =
      found === '\t'
        ? ({ type: 'tab' } as const)
        : found === undefined
          ? ({ type: 'indentation', expected: expected.length, found: indent.length } as const)
          : lookAlike(found, ' ')
    const span = { start, end: start + Math.max(1, indent.length) }
    this.#change(start, start + indent.length, { text: expected, slip, safe: true, span })
  }

  #value(at: number, value: string, key: string): void {
    const isMapping = this.#keys.inner.has(key)
      ? /^[\p{L}_]+\s*[:：]\s*[^\s{].*\}$|^[^{}｛｝]+[{｛][^{}｛｝]*[}｝]\s*[}｝]$/u.test(value)
      : /^(?:max|example|fallback)\s*[:：].*\}$/u.test(value)
    if (isMapping) {
      const slip = { type: 'missing', expected: '{' } as const
      this.#change(at, at, { text: '{ ', slip, safe: true, span: { start: at, end: at + 1 } })
      return
    }
    if (isFlow(value)) for (const change of flowChanges(at, value, this.#keys.innermost)) this.#changes.push(change)
    else if (!this.#wrapped(at, value, key) && !this.#stray(at, value)) this.#quotes(at, value)
  }

  /** What nobody sees behind a mapping in braces. */
  #tail(at: number, tail: string, value: string): void {
    if (!/[^ \t]/.test(tail) || !/[}｝"']$/u.test(value)) return
    this.#change(at, at + tail.length, { text: '', slip: lookAlike(oddSpaceIn(tail), ''), safe: true })
  }

  /** A word in brackets, and a text in which YAML reads something else than text. */
  #wrapped(at: number, value: string, key: string): boolean {
    const word = /^[[({<【［]\s*([\p{L}\p{N}_-]+)\s*[\])}>】］]$/u.exec(value)?.[1]
    if (word !== undefined && key !== 'meta' && !this.#keys.inner.has(key)) {
      const slip = { type: 'instead', found: value, expected: word } as const
      this.#change(at, at + value.length, { text: word, slip, safe: false })
      return true
    }
    const slip = { type: 'unquoted' } as const
    const end = at + value.length
    if (!/^[\p{L}\p{N}]/u.test(value) || !/\s#\{|: /.test(value) || /["\\]/.test(value)) return false
    this.#change(at, at, { text: '"', slip, safe: true, span: { start: at, end } })
    this.#change(end, end, { text: '"', slip, safe: true })
    return true
  }

  /** A quote behind a value that has none in front of it, and a sign behind an address. */
  #stray(at: number, value: string): boolean {
    const last = value.at(-1) ?? ''
    const isQuote = /^[^"'“”‘’{[|>][^"']*["']$/u.test(value) && !/(?:\d"|[\ds]')$/.test(value)
    const isQuoted = /^(?:"[^"]*"|'[^']*')[,;.]$/.test(value)
    if (!isQuote && !isQuoted && !/^[a-z][a-z0-9+.-]*:\/\/\S*[,;"']$/i.test(value)) return false
    const end = at + value.length
    this.#change(end - 1, end, { text: '', slip: lookAlike(last, ''), safe: false })
    return true
  }

  /** A value in quotes of a word processor, or in quotes that nothing closes. */
  #quotes(at: number, value: string): void {
    const [first = '', ...rest] = value
    const last = rest.at(-1) ?? ''
    const inside = value.slice(first.length, value.length - last.length)
    if (/["“”„‟＂«»〝〞〟❝❞″]/u.test(first)) {
      const isClosed = last === '″' || standsFor(last, '"')
      if (first === '"' && (isClosed ? last === '"' : inside.includes('"'))) return
      if (/["“”„‟＂«»〝〞〟❝❞]/u.test(inside)) return
      if (first !== '"') this.#change(at, at + first.length, { text: '"', slip: lookAlike(first, '"'), safe: false })
      const end = at + value.length
      if (isClosed) {
        if (last !== '"') this.#change(end - last.length, end, { text: '"', slip: lookAlike(last, '"'), safe: false })
      } else {
        const span = { start: at, end: at + first.length }
        this.#change(end, end, { text: '"', slip: { type: 'missing', expected: '"' }, safe: false, span })
      }
    } else if (/[‘’‚‛′＇']/u.test(first) && !(first === "'" && last === "'")) {
      if (/[‘’'＇]/u.test(inside)) return
      const end = at + value.length
      if (first !== "'") this.#change(at, at + first.length, { text: "'", slip: lookAlike(first, "'"), safe: false })
      if (/[‘’‚‛′＇´']/u.test(last)) {
        if (last !== "'") this.#change(end - last.length, end, { text: "'", slip: lookAlike(last, "'"), safe: false })
      } else
        this.#change(end, end, {
          text: "'",
          slip: { type: 'missing', expected: "'" },
          safe: false,
          span: { start: at, end: at + 1 },
        })
    } else if (/[”“＂]/u.test(last) && value.length > 1 && !/["“”]/u.test(value.slice(0, -1)) && first === '"') {
      this.#change(at + value.length - 1, at + value.length, { text: '"', slip: lookAlike(last, '"'), safe: false })
    }
  }

  #change(start: number, end: number, change: Pick<Change, 'text' | 'slip' | 'safe' | 'span'>): void {
    this.#changes.push({ start, end, ...change })
  }
}

/** Lines without those of texts that stand below their key. */
function withoutTexts(lines: readonly Line[]): Line[] {
  let indent = Number.POSITIVE_INFINITY
  return lines.filter(({ text }) => {
    if (indentOf(text) > indent) return false
    indent = blockScalar.test(text) ? indentOf(text) : Number.POSITIVE_INFINITY
    return true
  })
}

/** The text that stands most often in a list; of several the shortest. */
function mostCommon(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a.length - b.length)[0]?.[0]
}

function indentOf(text = ''): number {
  return text.length - text.trimStart().length
}

/** A key as the language writes it. */
function keyOf(name: string): string {
  return plainly(name.replaceAll(/[ˍ‗﹍]/gu, '_')).replaceAll('-', '_')
}
