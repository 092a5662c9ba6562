import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from './yaml.ts'

/**
 * A shortcut of `parseYaml`: reads the YAML nearly every message is written in, which is mappings of plain and quoted
 * one-line scalars, nested by indentation or in braces, and lists of them.
 *
 * It exists for speed alone and decides nothing: whatever it does not know for sure it leaves to the library, and a
 * test compares the two on generated YAML.
 *
 * @param base where the text starts in the source
 * @returns what the library's tree gives for the same text, or undefined where the text needs it
 */
export function parsePlainYaml(text: string, base: number): YamlNode | undefined {
  if (!text.isWellFormed() || unusual.test(text)) return undefined
  const lines: YamlLine[] = []
  for (const { index, 0: all, 1: spaces = '', 2: dash = '' } of text.matchAll(/^( *)(- )?\S.*$/gm)) {
    const end = index + all.trimEnd().length
    const after = text.indexOf('\n', index) + 1 || text.length
    lines.push({ indent: spaces.length, isItem: dash !== '', start: index + spaces.length + dash.length, end, after })
  }
  const reader = new PlainReader(text, base, lines)
  const root = lines[0]?.isItem ? reader.list(0) : reader.map(0)
  return reader.isAtEnd ? root : undefined
}

/** Tabs, lone CRs, comments, and characters that YAML or JavaScript may take for white space or for the end of a line. */
const unusual =
  /[^\n\r\x20-\x7e\xa1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff]|\r(?!\n)|(?:^|\s)#/

interface YamlLine {
  readonly indent: number
  /** Whether a `- ` stands between the indentation and the content. */
  readonly isItem: boolean
  /** Where the content starts and ends, spaces not counted. */
  readonly start: number
  readonly end: number
  /** Where the next line starts. */
  readonly after: number
}

// Classes of all letters take V8 a millisecond each to build, and nearly every key does without.
const commonKey = String.raw`([A-Za-z_\uac00-\ud7a3][\w\uac00-\ud7a3]{0,60}):`
const anyKey = String.raw`([\p{L}_][\p{L}\p{M}\p{N}_]{0,60}):`
const entryEnd = String.raw`(?: +|(?=[\r\n]|$))`
const commonEntryStart = new RegExp(`${commonKey}${entryEnd}`, 'uy')
const anyEntryStart = new RegExp(`${anyKey}${entryEnd}`, 'uy')
const commonFlowKey = new RegExp(`${commonKey} +`, 'uy')
const anyFlowKey = new RegExp(`${anyKey} +`, 'uy')
const quoted = /"([^"\\\r\n]*)"|'([^'\r\n]*)'/y
/** What starts like a number or a special word may be one. */
const special = /^(?:null|true|false)$/i
const maxSpecialUnits = 'false'.length
const wholeNumber = /^[1-9]\d{0,8}$/
const commonPlainStart = /^[A-Za-z0-9\uac00-\ud7a3]/
const anyPlainStart = /^[\p{L}\p{N}]/u
const onlyNumberLike = /^[\dA-Fa-fox.+_-]+$/i

class PlainReader {
  readonly #text: string
  readonly #base: number
  readonly #lines: readonly YamlLine[]
  #next = 0

  constructor(text: string, base: number, lines: readonly YamlLine[]) {
    this.#text = text
    this.#base = base
    this.#lines = lines
  }

  get isAtEnd(): boolean {
    return this.#next === this.#lines.length
  }

  /** The mapping whose keys stand at an indentation; the first of them may stand behind a `- `. */
  map(indent: number): YamlMap | undefined {
    const entries: YamlEntry[] = []
    const seen = new Set<string>()
    const first = this.#lines[this.#next]
    for (let line = first; line !== undefined; line = this.#lines[this.#next]) {
      const column = line.isItem && line === first ? line.indent + 2 : line.indent
      if (column !== indent || (line.isItem && line !== first)) break
      this.#next++
      const entry = this.#entry(line, indent)
      if (entry === undefined || seen.has(entry.key)) return undefined
      seen.add(entry.key)
      entries.push(entry)
    }
    const start = entries[0]?.keySpan.start
    return start === undefined ? undefined : { type: 'map', span: { start, end: this.#spanEnd }, entries }
  }

  /** What is written in lines spans the last of them with its line ending. */
  get #spanEnd(): number {
    return this.#base + (this.#lines[this.#next - 1]?.after ?? 0)
  }

  /** The list whose dashes stand at an indentation. */
  list(indent: number): YamlNode | undefined {
    const items: YamlNode[] = []
    const start = this.#base + (this.#lines[this.#next]?.start ?? 0) - '- '.length
    for (let line = this.#lines[this.#next]; line?.isItem && line.indent === indent; line = this.#lines[this.#next]) {
      const item = this.map(indent + 2)
      if (item === undefined) return undefined
      items.push(item)
    }
    return items.length === 0 ? undefined : { type: 'list', span: { start, end: this.#spanEnd }, items }
  }

  #entry(line: YamlLine, indent: number): YamlEntry | undefined {
    const found = this.#keyAt('entry', line.start)
    if (found === undefined) return undefined
    const { name, keySpan, end } = found
    const below = this.#lines[this.#next]
    const isBelow = below !== undefined && below.indent > indent
    // A line that is indented further goes on with the value, unless there is none yet.
    if (end < line.end) {
      const value = isBelow ? undefined : this.#value(end, line.end)
      return value && { key: name, keySpan, value }
    }
    const value = isBelow && !below.isItem ? this.map(below.indent) : undefined
    return value && { key: name, keySpan, value }
  }

  #keyAt(
    kind: 'entry' | 'flow',
    at: number,
  ): { name: string; keySpan: { start: number; end: number }; end: number } | undefined {
    const found =
      this.#matchAt(kind === 'entry' ? commonEntryStart : commonFlowKey, at) ??
      this.#matchAt(kind === 'entry' ? anyEntryStart : anyFlowKey, at)
    const [all, name] = found ?? []
    if (all === undefined || name === undefined || isSpecial(name)) return undefined
    const keySpan = { start: this.#base + at, end: this.#base + at + name.length }
    return { name: name.normalize('NFC'), keySpan, end: at + all.length }
  }

  #matchAt(pattern: RegExp, at: number): RegExpExecArray | undefined {
    pattern.lastIndex = at
    return pattern.exec(this.#text) ?? undefined
  }

  #value(start: number, end: number): YamlNode | undefined {
    if (this.#text[start] === '{') return this.#flowMap(start, end)
    if (this.#text[start] === '[') return this.#flowList(start, end)
    const source = this.#text.slice(start, end)
    if (/: |:$| #/.test(source)) return isQuoted(source) ? this.#quotedAt(start, end) : undefined
    return isQuoted(source) ? this.#quotedAt(start, end) : this.#plain(source, start)
  }

  /** `{ key: value, … }` of scalars. */
  #flowMap(start: number, end: number): YamlMap | undefined {
    const entries: YamlEntry[] = []
    const seen = new Set<string>()
    let at = start + 1
    for (;;) {
      while (this.#text[at] === ' ') at++
      const found = this.#keyAt('flow', at)
      if (found === undefined || seen.has(found.name)) return undefined
      seen.add(found.name)
      const scalar = this.#flowScalar(found.end)
      if (scalar === undefined) return undefined
      entries.push({ key: found.name, keySpan: found.keySpan, value: scalar })
      at = scalar.span.end - this.#base
      while (this.#text[at] === ' ') at++
      const mark = this.#text[at++]
      if (mark === '}') break
      if (mark !== ',' || this.#text[at] !== ' ') return undefined
    }
    if (at !== end) return undefined
    return { type: 'map', span: { start: this.#base + start, end: this.#base + end }, entries }
  }

  /** `[value, …]` of scalars. */
  #flowList(start: number, end: number): YamlNode | undefined {
    const items: YamlNode[] = []
    let at = start + 1
    for (;;) {
      while (this.#text[at] === ' ') at++
      const scalar = this.#flowScalar(at)
      if (scalar === undefined) return undefined
      items.push(scalar)
      at = scalar.span.end - this.#base
      while (this.#text[at] === ' ') at++
      const mark = this.#text[at++]
      if (mark === ']') break
      if (mark !== ',' || this.#text[at] !== ' ') return undefined
    }
    if (at !== end) return undefined
    return { type: 'list', span: { start: this.#base + start, end: this.#base + end }, items }
  }

  #flowScalar(start: number): YamlScalar | undefined {
    quoted.lastIndex = start
    const inQuotes = quoted.exec(this.#text)?.[0]
    if (inQuotes !== undefined) return this.#quotedAt(start, start + inQuotes.length)
    const source = /^[^,[\]{}\r\n:#"']+/.exec(this.#text.slice(start, start + 200))?.[0].trimEnd()
    return source === undefined ? undefined : this.#plain(source, start)
  }

  #quotedAt(start: number, end: number): YamlScalar | undefined {
    quoted.lastIndex = start
    const [all, double, single] = quoted.exec(this.#text) ?? []
    if (all?.length !== end - start) return undefined
    const span = { start: this.#base + start, end: this.#base + end }
    return { type: 'scalar', span, value: double ?? single ?? '', layout: { start: 1 } }
  }

  #plain(source: string, start: number): YamlScalar | undefined {
    const span = { start: this.#base + start, end: this.#base + start + source.length }
    if (wholeNumber.test(source)) return { type: 'scalar', span, value: Number(source), source }
    if (!(commonPlainStart.test(source) || anyPlainStart.test(source)) || isSpecial(source)) return undefined
    if (/^\d/.test(source) && onlyNumberLike.test(source)) return undefined
    return { type: 'scalar', span, value: source, layout: { start: 0 } }
  }
}

function isSpecial(source: string): boolean {
  return source.length <= maxSpecialUnits && special.test(source)
}

function isQuoted(source: string): boolean {
  return source.startsWith('"') || source.startsWith("'")
}
