import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLParseError,
} from 'yaml'
import { countBytes } from '../text/text.ts'
import type { Span } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import { type ScalarLayout, scalarLayout } from './scalar-layout.ts'

/** The most YAML that a frontmatter or a block may hold. */
export const maxYamlBytes: number = 16 * 1024

export interface YamlScalar {
  readonly type: 'scalar'
  readonly span: Span
  readonly value: string | number | boolean | null
  /** A value that is no text, as it is written. */
  readonly source?: string
  /** A comment that stands where a value would. */
  readonly comment?: string
  /** The layout of a text value in `span`, relative to its start. */
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
 * Reads YAML 1.2 (core schema) that is part of a source. Spans speak of the source. Aliases, anchors, tags, directives and
 * duplicate keys are violations. Never throws.
 */
export function parseYaml(source: string, { start, end }: Span, maxBytes: number = maxYamlBytes): YamlResult {
  const raw = source.slice(start, end)
  const bytes = countBytes(raw, 'utf-8')
  if (bytes > maxBytes) return { violations: [violation('yaml-too-large', { start, end }, { bytes, maxBytes })] }
  try {
    // A lone CR ends a line in YAML, but not for the library.
    return read(raw.replaceAll(/\r(?!\n)/g, '\n'), start)
  } catch (error) {
    // Thousands of brackets in each other are more than the library can take.
    if (!(error instanceof RangeError)) throw error
    return { violations: [violation('yaml-syntax', { start, end: start }, { code: 'TOO_DEEP' })] }
  }
}

function read(text: string, base: number): YamlResult {
  const violations: Violation[] = []

  function report(code: string, start: number, end: number): undefined {
    violations.push(violation('yaml-syntax', spanOf(start, end), { code }))
  }

  function nodeOf(node: Node | null | undefined): YamlNode | undefined {
    if (node === null || node === undefined) return undefined
    const [start, end] = rangeOf(node)
    if (isAlias(node)) return report('ALIAS', start, end)
    if (node.anchor !== undefined) return report('ANCHOR', start, end)
    if (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:')) return report('TAG', start, end)
    const span = spanOf(start, end)
    if (isScalar(node)) return scalarOf(node, span)
    if (isSeq(node)) {
      return { type: 'list', span, items: node.items.flatMap((item) => nodeOf(item as Node) ?? []) }
    }
    if (!isMap(node)) return undefined
    const seen = new Set<string>()
    const entries: YamlEntry[] = []
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const number = goesOn(entries.at(-1), pair)
      const entry = number ?? entryOf(pair, seen)
      if (number) entries.pop()
      if (entry) entries.push(entry)
    }
    return { type: 'map', span, entries }
  }

  /** The whole number of `{ example: 1,000 }`, where YAML takes what follows the comma for a key. */
  function goesOn(last: YamlEntry | undefined, { key, value }: Pair<Node, Node | null>): YamlEntry | undefined {
    if (last?.value.type !== 'scalar' || typeof last.value.value !== 'number' || hasContent(value)) return undefined
    const [start, end] = rangeOf(key)
    const from = last.value.span.start - base
    const source = text.slice(from, end)
    if (last.value.span.end + 1 !== base + start || !/,\d{3}(?!\d)[^:]*$/.test(source)) return undefined
    return { ...last, value: { type: 'scalar', span: spanOf(from, end), value: Number.NaN, source } }
  }

  function entryOf({ key: name, value: content }: Pair<Node, Node | null>, seen: Set<string>): YamlEntry | undefined {
    const [start, end] = rangeOf(name)
    if (isAlias(name)) return report('ALIAS', start, end)
    if (!isScalar(name)) return undefined
    const keySpan = spanOf(start, end)
    const key = String(name.value).normalize('NFC')
    if (seen.has(key)) {
      violations.push(violation('key-duplicate', keySpan, { key }))
      return undefined
    }
    seen.add(key)
    checkCharacters(key, keySpan)
    const [, comment] = /^[ \t]*:[ \t]+(#.*)/.exec(text.slice(end)) ?? []
    const place = { start: keySpan.end, end: keySpan.end }
    const nothing: YamlScalar = { type: 'scalar', span: place, value: null, ...(comment && { comment }) }
    const value = content === null || (comment && !hasContent(content)) ? nothing : nodeOf(content)
    return value && { key, keySpan, value }
  }

  function scalarOf({ value, type }: Scalar, span: Span): YamlScalar {
    const source = text.slice(span.start - base, span.end - base)
    if (typeof value !== 'string') {
      const plain = typeof value === 'number' || typeof value === 'boolean' ? value : null
      return { type: 'scalar', span, value: plain, source }
    }
    checkCharacters(value, span)
    const end = span.end - base
    // A variable was meant, and the text in front of it alone would be sent.
    const [cut] = (type === 'PLAIN' && /^[ \t]+#(?:\{|#?[^\s#]+#).*/.exec(text.slice(end))) || []
    if (cut !== undefined) report('COMMENT', end + cut.length - cut.trimStart().length, end + cut.length)
    return { type: 'scalar', span, value, layout: scalarLayout(value, type, source) }
  }

  /** An escape may stand for what no text may hold. */
  function checkCharacters(content: string, span: Span): void {
    if (!content.isWellFormed()) violations.push(violation('lone-surrogate', span, {}))
    if (content.includes('\0')) violations.push(violation('nul-character', span, {}))
  }

  /** The library points one past the end where something is missing there. */
  function spanOf(start: number, end: number): Span {
    const from = Math.min(start, text.length)
    return { start: base + from, end: base + Math.max(from, Math.min(end, text.length)) }
  }

  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    stringKeys: true,
    logLevel: 'silent',
  })
  // Later errors mostly follow from the first.
  const [error = document.warnings[0]] = document.errors
  const directive = /^%.*/m.exec(text)
  if (directive) report('DIRECTIVE', directive.index, directive.index + directive[0].length)
  else if (error) {
    const { pos } = error
    let open: number | undefined
    // The library tells an open bracket at the line that no longer belongs to it.
    visit(document, {
      Collection(_, { flow, range }) {
        if (flow && range?.[1] === pos[0]) open = range[0]
      },
    })
    if (error.code === 'BAD_INDENT' && open !== undefined) report('UNCLOSED_COLLECTION', open, open + 1)
    else report(causeOf(error, text), ...pos)
  }
  if (violations.length > 0 || document.contents === null) return { violations }
  const root = nodeOf(document.contents)
  // The value of an alias or a tag is not known.
  const isPartial = violations.some(({ rule, args }) => rule === 'yaml-syntax' && args.code !== 'COMMENT')
  return root === undefined || isPartial ? { violations } : { root, violations }
}

/** Tells errors apart that share a code of the library. */
function causeOf({ code, pos: [at] }: Pick<YAMLParseError, 'code' | 'pos'>, text: string): string {
  const [sign, before] = [text.charAt(at), text.slice(Math.max(0, at - 200), at)]
  if (code === 'TAG_RESOLVE_FAILED') return 'TAG'
  if (code === 'BAD_ALIAS') return sign === '&' ? 'ANCHOR' : 'ALIAS'
  if (code !== 'UNEXPECTED_TOKEN' && code !== 'BLOCK_AS_IMPLICIT_KEY') return code
  if (/[-?]/.test(sign) && /:[ \t]+$/.test(before)) return 'BAD_SCALAR_START'
  return code === 'UNEXPECTED_TOKEN' && /["'\]}][ \t]*$/.test(before) ? 'TEXT_BEHIND_END' : code
}

function hasContent(node: Node | null): boolean {
  return node !== null && !(isScalar(node) && node.value === null)
}

function rangeOf(node: Node): [start: number, end: number] {
  return [node.range?.[0] ?? 0, node.range?.[1] ?? 0]
}
