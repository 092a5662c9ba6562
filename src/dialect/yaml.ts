import {
  CST,
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  type Scalar,
  type YAMLParseError,
} from 'yaml'
import { countBytes } from '../contract/text.ts'
import type { Span } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import { parsePlainYaml } from './plain-yaml.ts'
import { type ScalarLayout, scalarLayout } from './pieces.ts'

/** The most YAML that a frontmatter or a block may hold. */
export const maxYamlBytes: number = 16 * 1024

// Real frontmatter nests three deep; the parser's recursion does not survive what 16 KiB can nest.
const maxDepth = 64
const maxPropertyLength = 200
const tagBefore = /![^\s,[\]{}]*(?=\s*$)/
const anchorBefore = /&[^\s,[\]{}]*(?=\s*$)/

export interface YamlScalar {
  readonly type: 'scalar'
  readonly span: Span
  readonly value: string | number | boolean | null
  /** A value that is no text, as it is written. */
  readonly source?: string
  /** How a text value lies in `span`, relative to its start. */
  readonly layout?: ScalarLayout
}

export interface YamlEntry {
  readonly key: string
  readonly keySpan: Span
  readonly value: YamlNode
}

export interface YamlMap {
  readonly type: 'map'
  readonly span: Span
  readonly entries: readonly YamlEntry[]
  /** The keys whose values are reported, and are no entries. */
  readonly unread?: ReadonlySet<string>
}

export interface YamlList {
  readonly type: 'list'
  readonly span: Span
  readonly items: readonly YamlNode[]
}

export type YamlNode = YamlScalar | YamlMap | YamlList

export interface YamlResult {
  /** Absent where there is no content or it cannot be read. */
  readonly root?: YamlNode
  readonly violations: readonly Violation[]
}

/**
 * Reads YAML 1.2 (core schema) that is part of a source. Spans speak of the source.
 * Aliases, tags of one's own, directives, duplicate keys and depth beyond reason are violations. Never throws.
 */
export function parseYaml(source: string, { start, end }: Span, maxBytes: number = maxYamlBytes): YamlResult {
  const raw = source.slice(start, end)
  if (isTooLarge(raw, maxBytes)) {
    const bytes = countBytes(raw, 'utf-8')
    return { violations: [violation('yaml-too-large', { start, end }, { bytes, maxBytes })] }
  }
  const plain = parsePlainYaml(raw, start)
  return plain === undefined ? parseAnyYaml(raw, start) : { root: plain, violations: [] }
}

/** Whether YAML is more than a frontmatter or a block may hold, so that nothing in it is read. */
export function isTooLarge(raw: string, maxBytes: number = maxYamlBytes): boolean {
  // No unit has more than three bytes: most YAML need not be counted.
  return raw.length * 3 > maxBytes && countBytes(raw, 'utf-8') > maxBytes
}

/**
 * Reads any YAML, with the library.
 *
 * @param base where the text starts in the source
 */
export function parseAnyYaml(raw: string, base: number): YamlResult {
  // A lone CR ends a line in YAML, but not for the library.
  return new Reader(raw.replaceAll(/\r(?!\n)/g, '\n'), base).read()
}

class Reader {
  readonly #text: string
  readonly #base: number
  readonly #violations: Violation[] = []

  constructor(text: string, base: number) {
    this.#text = text
    this.#base = base
  }

  read(): YamlResult {
    const tokens = this.#tokens()
    if (tokens === undefined) return { violations: this.#violations }
    const composer = new Composer({
      version: '1.2',
      schema: 'core',
      uniqueKeys: false,
      stringKeys: true,
      logLevel: 'silent',
    })
    const [document, second] = composer.compose(tokens, true, this.#text.length)
    if (document === undefined) return { violations: [] }
    for (const token of tokens) {
      if (token.type !== 'directive') continue
      this.#violations.push(
        violation('yaml-directive', this.#span(token.offset, token.offset + token.source.length), {}),
      )
    }
    // What follows the first is mostly its consequence.
    const [error] = document.errors
    if (error) {
      const opened = unclosedCollection(tokens)
      this.#violations.push(
        opened === undefined
          ? violation('yaml-syntax', this.#span(...error.pos), { code: causeOf(error, this.#text) })
          : violation('yaml-syntax', this.#span(opened, opened + 1), { code: 'UNCLOSED_COLLECTION' }),
      )
    }
    if (second !== undefined) {
      const at = second.range[0]
      this.#violations.push(violation('yaml-syntax', this.#span(at, at), { code: 'MULTIPLE_DOCS' }))
    }
    if (this.#violations.length > 0 || document.contents === null) return { violations: this.#violations }
    const root = this.#node(document.contents)
    return root === undefined ? { violations: this.#violations } : { root, violations: this.#violations }
  }

  #tokens(): CST.Token[] | undefined {
    const parser = new Parser()
    const tokens: CST.Token[] = []
    for (const lexeme of new Lexer().lex(this.#text)) {
      for (const one of parser.next(lexeme)) tokens.push(one)
      if (parser.stack.length > maxDepth) {
        this.#violations.push(violation('yaml-too-deep', this.#span(parser.offset, parser.offset), { maxDepth }))
        return undefined
      }
    }
    for (const one of parser.end()) tokens.push(one)
    return tokens
  }

  #node(node: Node | null | undefined): YamlNode | undefined {
    if (node === null || node === undefined) return undefined
    const span = this.#span(...rangeOf(node))
    if (isAlias(node)) {
      this.#violations.push(violation('yaml-alias', span, { mark: '*' }))
      return undefined
    }
    const { anchor, tag } = node as Node & { anchor?: string; tag?: string }
    if (anchor !== undefined) {
      this.#violations.push(violation('yaml-alias', this.#propertySpan(anchorBefore, node) ?? span, { mark: '&' }))
    }
    if (tag !== undefined && !standardTags.has(tag)) {
      this.#violations.push(violation('yaml-tag', this.#propertySpan(tagBefore, node) ?? span, { tag }))
      return undefined
    }
    if (isScalar(node)) return this.#scalar(node, span)
    if (isSeq(node)) {
      const items = node.items.flatMap((item) => this.#node(item as Node) ?? [])
      return { type: 'list', span, items }
    }
    if (isMap(node)) {
      const seen = new Set<string>()
      const entries = node.items.flatMap((pair) => this.#entry(pair as Pair<Node, Node | null>, seen) ?? [])
      for (const { key } of entries) seen.delete(key)
      return { type: 'map', span, entries, ...(seen.size > 0 && { unread: seen }) }
    }
    return undefined
  }

  #entry(pair: Pair<Node, Node | null>, seen: Set<string>): YamlEntry | undefined {
    if (isAlias(pair.key)) {
      this.#node(pair.key)
      return undefined
    }
    if (!isScalar(pair.key)) return undefined
    const keySpan = this.#span(...rangeOf(pair.key))
    const key = String(pair.key.value).normalize('NFC')
    if (seen.has(key)) {
      this.#violations.push(violation('key-duplicate', keySpan, { key }))
      return undefined
    }
    seen.add(key)
    if (!key.isWellFormed()) this.#violations.push(violation('lone-surrogate', keySpan, {}))
    if (key.includes('\0')) this.#violations.push(violation('nul-character', keySpan, {}))
    const value = this.#node(pair.value) ?? (pair.value === null ? nothingAt(keySpan.end) : undefined)
    return value && { key, keySpan, value }
  }

  #scalar(node: Scalar, span: Span): YamlNode {
    const { value } = node
    const source = this.#text.slice(span.start - this.#base, span.end - this.#base)
    if (typeof value !== 'string') {
      const plain = typeof value === 'number' || typeof value === 'boolean' ? value : null
      return { type: 'scalar', span, value: plain, source }
    }
    if (!value.isWellFormed()) this.#violations.push(violation('lone-surrogate', span, {}))
    if (value.includes('\0')) this.#violations.push(violation('nul-character', span, {}))
    return { type: 'scalar', span, value, layout: scalarLayout(value, node.type, source) }
  }

  /** The library keeps the range of a node without the tag or the anchor in front of it. */
  #propertySpan(pattern: RegExp, node: Node): Span | undefined {
    const [start] = rangeOf(node)
    const before = this.#text.slice(Math.max(0, start - maxPropertyLength), start)
    const property = pattern.exec(before)
    if (property === null) return undefined
    const at = start - before.length + property.index
    return this.#span(at, at + property[0].length)
  }

  /** The library points one past the end where something is missing there. */
  #span(start: number, end: number): Span {
    const from = Math.min(start, this.#text.length)
    return { start: this.#base + from, end: this.#base + Math.max(from, Math.min(end, this.#text.length)) }
  }
}

const standardTags: ReadonlySet<string> = new Set(
  ['map', 'seq', 'str', 'null', 'bool', 'int', 'float'].map((name) => `tag:yaml.org,2002:${name}`),
)

/** What an error of the library is about, where its own code does not tell it from others. */
function causeOf({ code, pos: [at] }: YAMLParseError, text: string): string {
  const sign = text.charAt(at)
  const before = text.slice(Math.max(0, at - maxPropertyLength), at)
  if (code === 'BAD_ALIAS' && sign === '&') return 'BAD_ANCHOR'
  if (code === 'MISSING_CHAR' && sign !== '' && /\s![^\s,[\]{}]*$/.test(before)) return 'BAD_TAG'
  if (code !== 'UNEXPECTED_TOKEN' && code !== 'BLOCK_AS_IMPLICIT_KEY') return code
  if (/[-?]/.test(sign) && /:[ \t]+$/.test(before)) return 'BAD_SCALAR_START'
  return code === 'UNEXPECTED_TOKEN' && /["'\]}][ \t]*$/.test(before) ? 'TEXT_BEHIND_END' : code
}

/** The offset of the last bracket that nothing closes. The library reports what stands behind it. */
function unclosedCollection(tokens: readonly CST.Token[]): number | undefined {
  let opened: number | undefined
  const look = (token: CST.Token | null | undefined): void => {
    if (token?.type !== 'flow-collection') return
    const end = token.start.type.replace('start', 'end')
    if (!token.end.some(({ type }) => type === end)) opened = token.start.offset
  }
  for (const token of tokens) {
    if (token.type !== 'document') continue
    look(token.value)
    if (token.value === undefined || !('items' in token.value)) continue
    CST.visit(token, ({ key, value }) => {
      look(key)
      look(value)
    })
  }
  return opened
}

function rangeOf(node: Node): [start: number, end: number] {
  return [node.range?.[0] ?? 0, node.range?.[1] ?? 0]
}

function nothingAt(offset: number): YamlScalar {
  return { type: 'scalar', span: { start: offset, end: offset }, value: null }
}
