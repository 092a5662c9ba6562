import type { BlockName } from '../language/block-names.ts'
import { blockNames } from '../language/block-names.ts'
import type { Span } from '../diagnostic.ts'
import { type Document } from '../language/document.ts'
import { lineEndOf, lineStartOf } from '../rules/lines.ts'

/** A stretch of YAML: the frontmatter, or the content of a block. Either may be open to the end of the file. */
export interface YamlRegion {
  readonly where: 'frontmatter' | BlockName
  /** What stands between the lines that open and close it. */
  readonly content: Span
}

/** A key as its line says it, whether or not the YAML around it can be read. */
export interface OutlineEntry {
  /** The keys that lead to it, its own last. */
  readonly path: readonly string[]
  readonly key: string
  readonly keySpan: Span
  /** From the key to the end of its last line. */
  readonly entry: Span
  /** What stands behind the colon on its line, without spaces around it. */
  readonly value: Span
  readonly indent: number
  /** Which mapping of a list it is in, from 0. */
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

const keyLine = /^([ \t]*(?:-[ \t]+)*)("[^"]*"|'[^']*'|[^\s#'"{}[\],:-][^:#]*?)[ \t]*:(?:[ \t]+(.*))?$/
const flowEntry = /([^\s,{}:"']+|"[^"]*"|'[^']*')[ \t]*:[ \t]*("[^"]*"|'[^']*'|[^,{}]*)/g

/** Every key of a stretch of YAML, line by line; that of a flow mapping on one line too. */
export function outlineOf(source: string, { content }: YamlRegion): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = []
  const open: { readonly made: OutlineEntry; readonly entry: { start: number; end: number } }[] = []
  let item = 0
  let scalarIndent: number | undefined
  for (let start = content.start; start < content.end;) {
    const end = Math.min(lineEndOf(source, start), content.end)
    const line = source.slice(start, end)
    const next = end + (source.startsWith('\r\n', end) ? 2 : 1)
    const indentation = /^[ \t]*/.exec(line)?.[0].length ?? 0
    if (line.trim() === '') {
      start = next
      continue
    }
    if (scalarIndent !== undefined && indentation <= scalarIndent) scalarIndent = undefined
    const found = scalarIndent === undefined ? keyLine.exec(line) : null
    const indent = found?.[1]?.length ?? indentation
    while (open.length > 0 && (open.at(-1)?.made.indent ?? 0) >= indent) open.pop()
    for (const { entry } of open) entry.end = end
    if (found) {
      const [, lead = '', typed = '', rest = ''] = found
      if (lead.includes('-') && open.length === 0 && entries.length > 0) item++
      const keyStart = start + lead.length
      const entry = { start: keyStart, end }
      const made: OutlineEntry = {
        path: [...open.map((one) => one.made.key), keyOf(typed)],
        key: keyOf(typed),
        keySpan: { start: keyStart, end: keyStart + typed.length },
        entry,
        value: valueOf(rest.replace(/(?:^|[ \t])#(?!\{).*$/, ''), end - rest.length),
        indent,
        item,
      }
      entries.push(made)
      open.push({ made, entry })
      if (/^[|>]/.test(rest)) scalarIndent = indent
      else if (rest.startsWith('{')) for (const one of flowEntries(source, made)) entries.push(one)
    }
    start = next
  }
  return entries
}

function flowEntries(source: string, parent: OutlineEntry): OutlineEntry[] {
  const { start, end } = parent.value
  return [...source.slice(start + 1, end).matchAll(flowEntry)].map((match) => {
    const [all, typed = '', rest = ''] = match
    const at = start + 1 + match.index
    return {
      path: [...parent.path, keyOf(typed)],
      key: keyOf(typed),
      keySpan: { start: at, end: at + typed.length },
      entry: { start: at, end: at + all.trimEnd().length },
      value: valueOf(rest, at + all.length - rest.length),
      indent: parent.indent + 1,
      item: parent.item,
    }
  })
}

function valueOf(text: string, start: number): Span {
  const value = text.trim()
  const at = start + (text.length - text.trimStart().length)
  return { start: at, end: at + value.length }
}

function keyOf(typed: string): string {
  return typed.replace(/^(["'])(.*)\1$/, '$2').normalize('NFC')
}

export interface YamlPlace {
  readonly where: YamlRegion['where']
  readonly parents: readonly string[]
  /** The key whose value is typed; absent where a key is. */
  readonly key?: string
  /** What is typed so far, up to the offset. */
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
  const line = source.slice(start, lineEndOf(source, offset))
  const entries = outlineOf(source, region)
  const [, lead = '', rest = ''] = /^([ \t]*(?:-[ \t]+)*)(.*)$/.exec(before) ?? []
  const key = /^("[^"]*"|'[^']*'|[^:#]*?)[ \t]*:[ \t]+(.*)$/.exec(rest)
  const own = entries.find(({ keySpan }) => keySpan.start === start + lead.length)
  const { parents, item } = parentsAt(entries, start, lead)
  const within = (path: readonly string[]): OutlineEntry[] =>
    entries.filter((one) => one.item === item && isSame(one.path.slice(0, -1), path) && !(one === own))
  if (key) {
    const [, name = '', value = ''] = key
    const flow = /^\{(?:[^{}]*,)?[ \t]*([^{},]*)$/.exec(value)
    if (flow)
      return flowPlace(
        source,
        { where: region.where, parents: [...parents, keyOf(name)], inside: flow[1] ?? '', entries },
        offset,
      )
    const from = offset - value.length
    const end = own === undefined ? offset : Math.max(offset, own.value.end)
    return {
      where: region.where,
      parents,
      key: keyOf(name),
      typed: value,
      span: { start: from, end },
      siblings: within(parents),
      hasColon: true,
    }
  }
  if (isInScalar(entries, source, start)) return undefined
  const behind = /^[^\s:]*/.exec(line.slice(offset - start))?.[0] ?? ''
  const span = { start: start + lead.length, end: offset + behind.length }
  const hasColon = /^[ \t]*:/.test(source.slice(span.end, span.end + 8))
  return { where: region.where, parents, typed: rest, span, siblings: within(parents), hasColon }
}

function flowPlace(
  source: string,
  {
    where,
    parents,
    inside,
    entries,
  }: { where: YamlRegion['where']; parents: readonly string[]; inside: string; entries: readonly OutlineEntry[] },
  offset: number,
): YamlPlace {
  const key = /^([^:]*?)[ \t]*:[ \t]*(.*)$/.exec(inside)
  const typed = key ? (key[2] ?? '') : inside
  const behind = /^[^\s:,{}]*/.exec(source.slice(offset, offset + 64))?.[0] ?? ''
  const span = { start: offset - typed.length, end: offset + behind.length }
  const siblings = entries.filter(
    (one) => isSame(one.path.slice(0, -1), parents) && !(one.keySpan.start <= offset && offset <= one.entry.end),
  )
  const hasColon = /^[ \t]*:/.test(source.slice(span.end, span.end + 8))
  return { where, parents, typed, span, siblings, hasColon, ...(key && { key: keyOf(key[1] ?? '') }) }
}

/** The keys above a line, by its indentation. */
function parentsAt(
  entries: readonly OutlineEntry[],
  lineStart: number,
  lead: string,
): { parents: readonly string[]; item: number } {
  const above = entries.filter(({ keySpan }) => keySpan.start < lineStart)
  const parent = above.findLast(({ indent, path }, index) => indent < lead.length && !isFlow(above[index - 1], path))
  const item = (above.at(-1)?.item ?? 0) + (lead.includes('-') && parent === undefined && above.length > 0 ? 1 : 0)
  return { parents: parent?.path ?? [], item }
}

function isFlow(before: OutlineEntry | undefined, path: readonly string[]): boolean {
  return before !== undefined && before.value.end > before.value.start && isSame(before.path, path.slice(0, -1))
}

function isInScalar(entries: readonly OutlineEntry[], source: string, lineStart: number): boolean {
  const above = entries.findLast(({ keySpan }) => keySpan.start < lineStart)
  if (above === undefined || !/^[|>]/.test(source.slice(above.value.start, above.value.end))) return false
  return (/^[ \t]*/.exec(source.slice(lineStart, lineEndOf(source, lineStart)))?.[0].length ?? 0) > above.indent
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index])
}
