import { CST, Parser } from 'yaml'
import { type BlockName, blockNames } from '../language/block-names.ts'
import type { Span } from '../diagnostic.ts'
import { type Document } from '../language/document.ts'
import { lineEndOf, lineStartOf } from '../rules/lines.ts'

/** A stretch of YAML: the frontmatter, or the content of a block. Either may be open to the end of the file. */
export interface YamlRegion {
  readonly where: 'frontmatter' | BlockName
  /** The text between the lines that open and close it. */
  readonly content: Span
}

/** A key and its value, whether or not the YAML around them can be read. */
export interface OutlineEntry {
  /** The keys that lead to it, its own last. */
  readonly path: readonly string[]
  readonly key: string
  readonly keySpan: Span
  /** From the key to the end of its last line. */
  readonly entry: Span
  /** The text behind the colon, without spaces around it. */
  readonly value: Span
  /** True in a mapping between braces. */
  readonly isFlow: boolean
  readonly indent: number
  /** The index of its mapping in a list, from 0. */
  readonly item: number
}

export function yamlRegions({ source, frontmatter, lines }: Document): readonly YamlRegion[] {
  if (frontmatter === undefined) {
    // Frontmatter that is being written has no end yet.
    const opening = /^---[ \t]*(?:\r\n|\n|\r)/.exec(source)?.[0].length
    if (opening !== undefined) return [{ where: 'frontmatter', content: { start: opening, end: source.length } }]
  }
  const blocks = lines.flatMap((line): YamlRegion[] => {
    if (line.type !== 'block') return []
    const info = source.slice(line.info.start, line.info.end).trim()
    const where = blockNames.find((name) => name === info)
    return where === undefined
      ? []
      : [{ where, content: line.closed ? line.content : openContent(line.content, line.span) }]
  })
  return frontmatter === undefined ? blocks : [{ where: 'frontmatter', content: frontmatter.content }, ...blocks]
}

function openContent(content: Span, line: Span): Span {
  return { start: content.start, end: Math.max(content.end, line.end) }
}

export function regionAt(document: Document, offset: number): YamlRegion | undefined {
  return yamlRegions(document).find(({ content }) => content.start <= offset && offset <= content.end)
}

/** Every key of a stretch of YAML with a colon behind it, in the order of the source. */
export function outlineOf(source: string, { content }: YamlRegion): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = []
  const walk = (token: CST.Token | undefined, path: readonly string[], item: number): void => {
    if (token === undefined || !('items' in token)) return
    const isFlow = token.type === 'flow-collection'
    for (const [index, { key, sep = [], value }] of token.items.entries()) {
      const itemOfValue = token.type === 'block-seq' && path.length === 0 ? index : item
      const colon = sep.find(({ type }) => type === 'map-value-ind')
      if (!CST.isScalar(key) || colon === undefined) {
        walk(value ?? undefined, path, itemOfValue)
        continue
      }
      const keySpan = { start: content.start + key.offset, end: content.start + key.offset + key.source.length }
      const name = keyOf(key.source)
      const valueSpan = spanOfValue({ source, content, isFlow, colon, sep, value })
      const end = value ? content.start + value.offset + CST.stringify(value).trimEnd().length : valueSpan.end
      entries.push({
        path: [...path, name],
        key: name,
        keySpan,
        entry: { start: keySpan.start, end: Math.max(end, valueSpan.end) },
        value: valueSpan,
        isFlow,
        indent: keySpan.start - lineStartOf(source, keySpan.start),
        item,
      })
      walk(value ?? undefined, [...path, name], itemOfValue)
    }
  }
  // A lone CR ends a line in YAML, but not for the library.
  const text = source.slice(content.start, content.end).replaceAll(/\r(?!\n)/g, '\n')
  for (const token of new Parser().parse(text)) if (token.type === 'document') walk(token.value, [], 0)
  return entries
}

interface Pair {
  readonly source: string
  readonly content: Span
  readonly isFlow: boolean
  readonly colon: CST.SourceToken
  readonly sep: readonly CST.SourceToken[]
  readonly value: CST.Token | null | undefined
}

/** The place of what stands behind the colon on its line; empty for a mapping or a list below. */
function spanOfValue({ source, content, isFlow, colon, sep, value }: Pair): Span {
  const behind = content.start + colon.offset + 1
  const lineEnd = Math.min(lineEndOf(source, behind), content.end)
  // A variable without quotes is a comment to YAML.
  const variable = sep.find(({ source: text }) => text.startsWith('#{'))
  const token = variable ?? value
  const start = token ? content.start + token.offset : behind
  if (token?.type === 'flow-collection') return { start, end: start + flowText(token).length }
  if (token && start <= lineEnd && 'source' in token) {
    const length = token.type === 'block-scalar' ? 1 : token.source.length
    return { start, end: Math.min(start + length, Math.max(lineEnd, start)) }
  }
  const end = isFlow ? behind : lineEnd
  return { start: end, end }
}

function flowText(token: CST.FlowCollection): string {
  const isEnd = ({ type }: CST.SourceToken): boolean => type === 'flow-map-end' || type === 'flow-seq-end'
  return CST.stringify({ ...token, end: token.end.filter(isEnd) }).trimEnd()
}

function keyOf(typed: string): string {
  return typed.replace(/^(["'])(.*)\1$/, '$2').normalize('NFC')
}

export interface YamlPlace {
  readonly where: YamlRegion['where']
  readonly parents: readonly string[]
  /** The key whose value is typed; undefined where a key is. */
  readonly key: string | undefined
  /** The text up to the offset. */
  readonly typed: string
  /** The key or value around the offset, which a completion replaces. */
  readonly span: Span
  readonly siblings: readonly OutlineEntry[]
  readonly hasColon: boolean
}

/** Finds out what is being typed at an offset; undefined in a comment and in the lines of a longer text. */
export function yamlPlaceAt(source: string, region: YamlRegion, offset: number): YamlPlace | undefined {
  const start = Math.max(lineStartOf(source, offset), region.content.start)
  const before = source.slice(start, offset)
  if (/(?:^|[ \t])#(?!\{)/.test(before)) return undefined
  const entries = outlineOf(source, region)
  const [, lead = '', line = ''] = /^([ \t]*(?:-[ \t]+)*)(.*)$/.exec(before) ?? []
  const [, keyOfLine, value = ''] = /^("[^"]*"|'[^']*'|[^:#]*?)[ \t]*:[ \t]+(.*)$/.exec(line) ?? []
  if (keyOfLine === undefined && isInScalar(entries, source, start)) return undefined
  const above = parentsAt(entries, start, lead)
  const flow = keyOfLine === undefined ? undefined : /^\{(?:[^{}]*,)?[ \t]*([^{},]*)$/.exec(value)?.[1]
  const [, keyInFlow, valueInFlow = ''] = /^([^:]*?)[ \t]*:[ \t]*(.*)$/.exec(flow ?? '') ?? []
  const key = flow === undefined ? keyOfLine : keyInFlow
  const parents = flow === undefined ? above.parents : [...above.parents, keyOf(keyOfLine ?? '')]
  const typed = flow === undefined ? (key === undefined ? line : value) : key === undefined ? flow : valueInFlow
  const own = entries.find(({ keySpan }) => keySpan.start === start + lead.length)
  const rest = /^[^\s:,{}]*/.exec(source.slice(offset, lineEndOf(source, offset)))?.[0].length ?? 0
  const isValueOfLine = flow === undefined && key !== undefined
  const end = isValueOfLine ? Math.max(offset, own?.value.end ?? 0) : offset + rest
  return {
    where: region.where,
    parents,
    key: key === undefined ? undefined : keyOf(key),
    typed,
    span: { start: offset - typed.length, end },
    siblings: entries.filter(
      ({ path, item, keySpan, entry }) =>
        item === above.item && isSame(path.slice(0, -1), parents) && !(keySpan.start <= offset && offset <= entry.end),
    ),
    hasColon: /^[ \t]*:/.test(source.slice(end, end + 8)),
  }
}

/** The keys above a line, by its indentation. */
function parentsAt(
  entries: readonly OutlineEntry[],
  lineStart: number,
  lead: string,
): { parents: readonly string[]; item: number } {
  const above = entries.filter(({ keySpan }) => keySpan.start < lineStart)
  const parent = above.findLast(({ indent, isFlow }) => indent < lead.length && !isFlow)
  const item = (above.at(-1)?.item ?? 0) + (lead.includes('-') && parent === undefined && above.length > 0 ? 1 : 0)
  return { parents: parent?.path ?? [], item }
}

function isInScalar(entries: readonly OutlineEntry[], source: string, lineStart: number): boolean {
  const above = entries.findLast(({ keySpan }) => keySpan.start < lineStart)
  if (above === undefined || !/^[|>]/.test(source.slice(above.value.start, above.value.end))) return false
  return (/^[ \t]*/.exec(source.slice(lineStart, lineEndOf(source, lineStart)))?.[0].length ?? 0) > above.indent
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index])
}
