import { once } from '../../contract/once.ts'
import type { Span } from '../../diagnostic.ts'
import type { Slip, Violation } from '../../violation.ts'
import { isTooLarge, parseYaml } from '../yaml.ts'
import { keyOf, nameKeys, oddSpaceIn, spaceClass, standsFor, textKeys, withoutInvisibles } from './characters.ts'
import { type Change, lookAlike, nearMiss } from './correction.ts'
import { flowChanges, flowLineChanges, isFlow, separatorChanges, type TypedText, withoutBraces } from './flow.ts'
import { tailChanges, valueChanges, type ValueRole } from './values.ts'
import { blockScalar, colon, entryOf, indentOf, withoutTexts } from './yaml-lines.ts'
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

/** What further keys may stand in. */
const openMappings: ReadonlySet<string> = new Set(['meta', 'failback_data'])
/** A key of a mapping, on lines of its own or between braces. */
const nameInside = new RegExp(
  String.raw`(?:^|[{｛,，])${spaceClass}*["'“”‘’]?([\p{L}_][\p{L}\p{N}_-]*)["'“”‘’]?${spaceClass}*${colon}`,
  'gu',
)
const startsWithKey = /^\s*(?:- +)?["']?[\p{L}_][\p{L}\p{N}_-]*["']?\s*[:：](?:\s|$)/u
/** Keys of a block whose values may hold variables. */
const variableKeys = /^(?:name|title|description|url_.*|scheme_.*)$/
const noKeys: ReadonlySet<string> = new Set()
/** A variable where it is used or declared. */
const variableName = /#\{([\p{L}\p{M}\p{N}_]+)|(?<![\p{L}\p{M}\p{N}_])([\p{L}\p{M}\p{N}_]+):[ \t]*(?=[{\r\n])/gu

/** No block in braces is longer, and no line in which a slip is looked for. */
const maxLineUnits = 2000

/** The mistyped lines of YAML, each at its place. */
export function yamlNearMisses(source: string, span: Span, keys: YamlKeys): Violation[] {
  const text = source.slice(span.start, span.end)
  if (isTooLarge(text)) return []
  const names = once(() => new Set(Array.from(source.matchAll(variableName), ([, used, declared]) => used ?? declared)))
  const isInBraces = keys.inner.size === 0 && text.length <= maxLineUnits && /^\s*\{[^{}]*\}\s*$/.test(text)
  const changed = isInBraces
    ? [flowChanges(span.start + text.length - text.trimStart().length, text.trim(), keys.own)].filter(
        ({ length }) => length > 0,
      )
    : new YamlCorrector(text, span.start, keys, (name) => names().has(name)).lines()
  if (changed.length === 0) return []
  const before = parseYaml(source, span)
  const { source: corrected } = Revision.of(source).edited(changed)
  const after = parseYaml(corrected, { start: span.start, end: span.end + corrected.length - source.length })
  // What cannot be read afterwards was meant otherwise.
  if (after.root === undefined || after.violations.length > before.violations.length) return []
  return changed.map((changes) => nearMiss('key', changes))
}

class YamlCorrector {
  readonly #lines: readonly TypedText[]
  readonly #keys: YamlKeys
  readonly #isVariable: (name: string) => boolean
  /** The keys of a block that is no list; undefined of others. */
  #seen: Set<string> | undefined
  /** The key of the mapping without indentation that lines below may belong to. */
  #parent: string | undefined
  /** Whether the line above is a name that its writer chose, and what is said of it stands below. */
  #isNameAlone = false
  /** How the first line of a mapping is indented, by its depth. */
  readonly #indents: (string | undefined)[] = []
  readonly #found: Change[][]
  #changes: Change[] = []
  /** How far the key is indented that the last line was the text of. */
  #text: number | undefined
  /** The last item of a list: in which column its first key is typed, and what changes in its line. */
  #item: { readonly column: number; readonly changes: Change[] } | undefined

  constructor(text: string, offset: number, keys: YamlKeys, isVariable: (name: string) => boolean) {
    this.#keys = keys
    this.#isVariable = isVariable
    const lines = [...text.matchAll(/[^\r\n]+/g)].flatMap(({ index, 0: line }) =>
      line.length > maxLineUnits ? [] : [{ text: line, start: offset + index }],
    )
    ;({ lines: this.#lines, changes: this.#found } = withoutBraces(withoutTexts(lines)))
  }

  /** The changes of each line that takes some. */
  lines(): Change[][] {
    const found = this.#found
    this.#indents[0] = this.#base()
    for (let at = 0; at < this.#lines.length; at++) {
      const line = this.#lines[at]
      if (line === undefined || line.text.trim() === '' || this.#isComment(line.text)) continue
      this.#changes = []
      const isSameText = this.#text !== undefined
      if (this.#shallowText(line, at)) {
        // Lines of one text are one mistake.
        if (isSameText) found.at(-1)?.push(...this.#changes)
        else found.push(this.#changes)
        continue
      }
      this.#line(line, at)
      const changes = this.#changes.toSorted((a, b) => a.start - b.start)
      if (this.#item?.changes === this.#changes) this.#item = { ...this.#item, changes }
      if (changes.length > 0) found.push(changes)
    }
    return found
  }

  /** A line of the text that belongs below a key with "|" or ">", and is not indented further than the key. */
  #shallowText({ text, start }: TypedText, at: number): boolean {
    const above = this.#lines[at - 1]?.text ?? ''
    const key = this.#text ?? (blockScalar.test(above) ? indentOf(above) : undefined)
    this.#text = key !== undefined && indentOf(text) <= key && !startsWithKey.test(text) ? key : undefined
    if (key === undefined || this.#text === undefined) return false
    const [found, expected] = [indentOf(text), key + 2]
    const span = { start, end: start + Math.max(1, found) }
    this.#change(start, text.slice(0, found), {
      text: ' '.repeat(expected),
      slip: { type: 'indentation', expected, found },
      span,
    })
    return true
  }

  /** Whether a line starts with "#", unless it declares a variable of the message. */
  #isComment(text: string): boolean {
    if (!/^\s*#(?![{(])/.test(text)) return false
    const name = /^\s*#([\p{L}\p{M}\p{N}_]+)\s*:/u.exec(text)?.[1]
    return name === undefined || this.#innerKeys() !== 'any' || !this.#isVariable(name)
  }

  /** How most keys of the mapping itself are indented; undefined in a list, where the first line says it. */
  #base(): string | undefined {
    if (this.#keys.inner.size === 0) return undefined
    return mostCommon(
      this.#lines.flatMap(({ text }) => {
        const [, indent = '', item = '', , name = ''] = entryOf(text) ?? []
        const plain = keyOf(name)
        const isOwn = item === '' && this.#keys.own.has(plain)
        return isOwn && /^ *$/.test(indent) ? [indent] : []
      }),
    )
  }

  /** How most lines of the mapping below a line are indented. */
  #indentBelow(at: number): string | undefined {
    const below: string[] = []
    let parent: string | undefined
    for (const { text } of this.#lines.slice(at + 1)) {
      const [, indent = '', , , name = '', , , , , value = ''] = entryOf(text) ?? []
      if (name === '') continue
      if (indent === this.#indents[0] && this.#keys.own.has(keyOf(name))) break
      if (!/^ +$/.test(indent) || this.#keys.innermost.has(keyOf(name))) continue
      // What is said of the variable above it.
      if (parent !== undefined && indent.length > parent.length && isSetting(value)) continue
      if (value === '') parent = indent
      below.push(indent)
    }
    return mostCommon(below)
  }

  #line({ text, start }: TypedText, index: number): void {
    const goesOn = indentOf(this.#lines[index + 1]?.text) > indentOf(text)
    const flow =
      this.#keys.inner.size === 0 ? flowLineChanges(start, text, { keys: this.#keys.own, goesOn }) : undefined
    if (flow !== undefined) {
      this.#changes.push(...flow)
      return
    }
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
    ] = entryOf(text) ?? []
    if (name === '') return
    if (this.#keys.inner.size === 0) this.#seen ??= item === '' && index === 0 ? new Set() : undefined
    const isStray = item !== '' && (this.#keys.inner.size > 0 || this.#seen?.has(keyOf(name)) === false)
    this.#seen?.add(keyOf(name))
    const isListItem = item !== '' && !isStray
    if (isListItem) this.#item = { column: indent.length + item.length, changes: this.#changes }
    const depth = this.#depthOf({ indent: isListItem ? indent + item : indent, name, value, index })
    const known = this.#known(depth, name)
    if (depth < 2) this.#isNameAlone = depth === 1 && known === 'any' && value === ''
    if (known === undefined) {
      // Lines below an unknown key without indentation are its own.
      if (indent === '' && depth === 0 && separator !== '') this.#parent = undefined
      return
    }
    // Data of the team's own may have lists, links and keys of any sort: only what is around its colons is judged.
    const isOwnData = depth > 0 && known === 'any' && openMappings.has(this.#parent ?? '')
    if (isOwnData && (item !== '' || /[^"'“”‘’]/.test(open + close) || value.startsWith('//'))) return
    // An indented line below a key without its colon is the mapping at that key.
    const isParent = separator === '' && value === '' && depth === 0 && this.#keys.inner.has(known)
    // A word that is no key and no colon behind it: a line that goes on with the one above.
    const isMapping = known === 'any' && gap !== '' && /^[{｛]/u.test(value)
    if (separator === '' && !isParent && !isMapping && (known === 'any' || gap === '' || value === '' || item !== ''))
      return
    if (separator !== '' && !/[:：﹕∶︰꞉]/u.test(separator) && known === 'any' && !/^[{｛﹛]/u.test(value)) return
    if (item !== '') this.#bullet(start + indent.length, item, isStray ? 'needless' : 'wanted')
    // Deeper lines belong to mappings inside of them.
    if (!isOwnData || indent.length <= (this.#indents[1]?.length ?? indent.length)) {
      this.#indent(start, indent, isListItem ? item : '', depth)
    }
    let at = start + indent.length + item.length + open.length
    const meant = known === 'any' ? withoutInvisibles(name) : known
    if (meant !== name) {
      const slip: Slip =
        known === 'any'
          ? lookAlike(/[^\p{L}\p{N}_]/u.exec(name)?.[0] ?? '', '')
          : { type: 'instead', found: name, expected: known }
      this.#change(at, name, { text: meant, slip })
    }
    if (open !== close || !/^["']?$/.test(open)) {
      if (open !== '') this.#change(at - open.length, open, { text: '', slip: lookAlike(open, '') })
      if (close !== '') this.#change(at + name.length, close, { text: '', slip: lookAlike(close, '') })
    }
    at += name.length + close.length
    this.#changes.push(...separatorChanges(at, { gap, separator, space, value }))
    at += gap.length + separator.length + space.length
    if (!isOwnData || isFlow(value)) {
      this.#changes.push(...valueChanges(at, value, this.#roleOf(known, depth, indent + item.replaceAll(/\S/gu, ' '))))
    }
    this.#changes.push(...tailChanges(at + value.length, text.slice(at + value.length - start), value))
    if (depth === 0) {
      this.#parent = value === '' ? (known === 'any' ? name : known) : undefined
      this.#indents.length = 1
      const below = this.#parent === undefined ? undefined : this.#indentBelow(index)
      if (below !== undefined && below.length > (this.#indents[0]?.length ?? 0)) this.#indents[1] = below
    }
  }

  #roleOf(known: string, depth: number, indent: string): ValueRole {
    const isOfFrontmatter = this.#keys.inner.size > 0
    const named = this.#keys.inner.get(known)
    const beside = depth === 0 ? this.#keys.own : depth === 2 ? this.#keys.innermost : this.#innerKeys()
    return {
      type: this.#typeOf(known),
      isText: textKeys.has(known),
      isNumber: known === 'max',
      isName: nameKeys.has(known) && !(isOfFrontmatter && known === 'title'),
      takesVariables: isOfFrontmatter ? known === 'echo_to_webhook' || known === 'msg' : variableKeys.test(known),
      siblings: beside === undefined || beside === 'any' ? noKeys : beside,
      indent,
      isVariable: this.#isVariable,
      keys: named === undefined || named === 'any' ? this.#keys.innermost : named,
    }
  }

  #typeOf(known: string): ValueRole['type'] {
    if (known === 'any') return openMappings.has(this.#parent ?? '') ? 'data' : 'declaration'
    if (!this.#keys.inner.has(known)) return 'single'
    return known === 'meta' ? 'data' : 'mapping'
  }

  /** What stands in front of a key in a list, or where there is none. */
  #bullet(at: number, item: string, need: 'wanted' | 'needless'): void {
    const found = item.trim()
    const mark = item.charAt(0)
    if (need === 'needless') this.#change(at, item, { text: '', slip: { type: 'bullet-not-needed', found } })
    else if (!/^- +$/.test(item)) {
      const slip: Slip =
        item === '-'
          ? { type: 'space-missing', after: '-' }
          : mark === '-' && !item.startsWith('--')
            ? lookAlike(oddSpaceIn(item.slice(1)), ' ')
            : mark !== '-' && standsFor(mark, '-')
              ? lookAlike(mark, '-')
              : { type: 'bullet', found }
      this.#change(at, item, { text: '- ', slip })
    }
  }

  /** How deep a line belongs, whatever its indentation is. */
  #depthOf({ indent, name, value, index }: { indent: string; name: string; value: string; index: number }): number {
    const plain = keyOf(name)
    const width = indent.length
    const inner = this.#innerKeys()
    const isInnermost =
      this.#keys.innermost.has(plain) || (inner === 'any' && this.#parent !== 'meta' && isSetting(value))
    const isSaid = this.#isNameAlone && isInnermost && isSetting(value) && !this.#isVariable(plain)
    if (width === 0) {
      if (isSaid) return 2
      if (inner === undefined || this.#keys.own.has(plain)) return 0
      return (inner === 'any' ? this.#isDeclared(value, index) : inner.has(plain)) ? 1 : 0
    }
    const first = this.#indents[0]
    if (first !== undefined && width === first.length) return 0
    // Further keys beside those of the language are its writer's.
    if (openMappings.has(this.#parent ?? '') && width === this.#indents[1]?.length) return 1
    if (this.#keys.own.has(plain) && (plain.includes('_') || this.#parent === undefined || !this.#isInner(plain)))
      return 0
    if (first === undefined && this.#parent === undefined) return 0
    const second = this.#indents[1]
    return second !== undefined && (isSaid || (width > second.length && isInnermost)) ? 2 : 1
  }

  /** Whether what stands at a name without indentation is said of a variable, and not of an unknown key. */
  #isDeclared(value: string, index: number): boolean {
    if (value !== '' && !/^[{｛]/u.test(value)) return false
    const below = this.#lines[index + 1]?.text ?? ''
    const inside = value === '' && indentOf(below) > 0 ? below : value
    const names = Array.from(inside.matchAll(nameInside), ([, name = '']) => keyOf(name))
    return names.length === 0 || names.some((name) => this.#keys.innermost.has(name))
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
    return inner?.has(plain) ? plain : this.#parent === 'failback_data' ? 'any' : undefined
  }

  #indent(start: number, indent: string, mark: string, depth: number): void {
    const whole = indent + (/^- +$/.test(mark) ? mark.replace('-', ' ') : mark === '' ? '' : '  ')
    const first = this.#indents[depth]
    const above = this.#indents[depth - 1] ?? ''
    // The first line of a mapping decides, unless it is indented where nothing can be.
    const isOwn = first === undefined && /^ *$/.test(whole) && (depth === 0 || whole.length > above.length)
    const expected = first ?? (isOwn ? whole : depth === 0 ? '' : `${above}  `)
    this.#indents[depth] = expected
    this.#indents.length = depth + 1
    if (isOwn || mark !== '' || indent === expected) return
    const found = /[^ ]/u.exec(indent)?.[0]
    const slip: Slip =
      found === '\t'
        ? { type: 'tab' }
        : found === undefined
          ? { type: 'indentation', expected: expected.length, found: indent.length }
          : lookAlike(found, ' ')
    const span = { start, end: start + Math.max(1, indent.length) }
    const item = this.#item
    // Indented like the key of its item, which moves: that is one mistake.
    if (found === undefined && indent.length === item?.column && item.changes.length > 0) {
      item.changes.push({ start, end: start + indent.length, text: expected, slip, safe: true, span })
    } else this.#change(start, indent, { text: expected, slip, span })
  }

  #change(start: number, typed: string, change: Pick<Change, 'text' | 'slip' | 'span'>): void {
    this.#changes.push({ start, end: start + typed.length, safe: true, ...change })
  }
}

/** The text that stands most often in a list; of several the shortest. */
function mostCommon(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a.length - b.length)[0]?.[0]
}

/** Whether a value is one of a setting, and not what declares a variable. */
function isSetting(value: string): boolean {
  return /^[^{｛:：]+$/u.test(value)
}
