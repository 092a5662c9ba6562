import type { Contract } from '../contract/contract.ts'
import { contracts } from '../contract/contracts.ts'
import type { Span, TextEdit } from '../diagnostic.ts'
import { blockNames } from '../language/block-names.ts'
import type { Block, ImageLine, Line } from '../language/document.ts'
import { parse } from '../language/parse.ts'
import { parseYaml, type YamlEntry, type YamlMap, type YamlNode } from '../language/yaml.ts'
import { edited } from '../rules/edits.ts'
import { folderOf, pathFrom, pathTo } from '../message/path.ts'
import type { Text } from '../words/language.ts'

/** A part without a place in the other service stays as a comment. */
export interface LostPart {
  /** Its line in the new source. */
  readonly line: number
  readonly words: Text
}

export interface Rewritten {
  readonly source: string
  /** In the order of the source. */
  readonly lost: readonly LostPart[]
}

type Edit = TextEdit & { readonly lost: Text | undefined }

/**
 * Writes a message of the service that another succeeds as one of the latter, and leaves every line, comment and
 * variable that both have as its author wrote it. Returns undefined for a file that is no message of the former. Pure.
 *
 * @param move where the file lies and will lie, both relative to the root
 */
export function rewriteMessage(
  file: string,
  to: Contract,
  { path, newPath }: { readonly path: string; readonly newPath: string },
): Rewritten | undefined {
  const { source, frontmatter, lines, index } = parse(file)
  const from = contracts.find(({ id }) => id === to.succeeds?.service)
  const root = frontmatter && parseYaml(source, frontmatter.content).root
  if (from === undefined || root?.type !== 'map') return undefined
  const kind = textIn(root, 'kind')
  const newKind = to.succeeds?.kinds[kind?.value ?? '']
  if (kind === undefined || newKind === undefined) return undefined
  const { name, succeeds } = to
  const edits: Edit[] = []

  const slice = ({ start, end }: Span): string => source.slice(start, end)

  const trimmed = ({ start, end }: Span): Span => ({ start, end: start + source.slice(start, end).trimEnd().length })

  function replace({ start, end }: Span, text: string, lost?: Text): void {
    edits.push({ start, end, text, lost })
  }

  function wrap(span: Span, lost: Text): void {
    replace(span, `<!-- ${slice(span).replaceAll('-->', '-- >')} -->`, lost)
  }

  /** The line ends that a stretch stands between, and whether nothing but a comment stands beside it. */
  function linesOf({ start, end }: Span): Span & { readonly first: number; readonly last: number; isAlone: boolean } {
    const [first, last] = [index.at(start).line, index.at(end).line]
    const span = { start: index.spanOf(first).start, end: index.spanOf(last).end }
    const [before, after] = [source.slice(span.start, start), source.slice(end, span.end)]
    return { ...span, first, last, isAlone: /^[ \t]*(?:-[ \t]+)?$/.test(before) && /^[ \t]*(?:#.*)?$/.test(after) }
  }

  /** Takes an entry out of YAML: its lines, or with a comma beside it. */
  function takeOut({ start, end }: Span): void {
    const { isAlone, ...whole } = linesOf({ start, end })
    const behind = /^\s*,\s*/.exec(source.slice(end))?.[0].length ?? 0
    const before = /,\s*$/.exec(source.slice(0, start))?.[0].length ?? 0
    if (isAlone && source.slice(end, whole.end).trim() === '')
      replace({ start: whole.start, end: index.offsetOf({ line: whole.last + 1, column: 1 }) }, '')
    else replace({ start: isAlone || behind > 0 ? start : start - before, end: end + behind }, '')
  }

  /** Makes a comment of an entry of YAML: of its lines, or else of a line before all of it. */
  function toComment(span: Span, { start }: Span, lost: Text): void {
    const { first, last, isAlone } = linesOf(span)
    if (!isAlone) {
      replace({ start, end: start }, `# ${slice(span).replaceAll(/\s+/g, ' ')}\n`, lost)
      takeOut(span)
      return
    }
    const indent = (line: number): number => /^[ \t]*/.exec(slice(index.spanOf(line)))?.[0].length ?? 0
    for (let line = first; line <= last; line++) {
      const at = index.spanOf(line).start + Math.min(indent(first), indent(line))
      replace({ start: at, end: at }, '# ', line === first ? lost : undefined)
    }
  }

  function spanOf({ keySpan: { start, end }, value }: YamlEntry): Span {
    const colon = /^[ \t]*:/.exec(source.slice(end))?.[0].length ?? 0
    return trimmed({ start, end: Math.max(value.span.end, end + colon) })
  }

  const lostSetting = (key: string): Text =>
    succeeds?.implied[key]?.words ?? {
      en: `A ${name.en} has no setting ${key}: it is a comment now.`,
      ko: `${name.ko}에는 ${key} 설정이 없어 주석으로 바꿨습니다.`,
    }

  const lostButton = (type: string): Text => ({
    en: `A ${name.en} has no buttons of the type ${type}: it is a comment now.`,
    ko: `${name.ko}에는 ${type} 버튼이 없어 주석으로 바꿨습니다.`,
  })

  function setting(entry: YamlEntry, whole: Span): void {
    const { key, keySpan, value } = entry
    const becomes = succeeds?.settings[key]
    const entries = value.type === 'map' ? value.entries : []
    if (value.type === 'scalar' && value.value === succeeds?.implied[key]?.value) takeOut(spanOf(entry))
    else if (becomes === undefined || !entries.some((field) => Object.hasOwn(becomes.fields, field.key)))
      toComment(spanOf(entry), whole, lostSetting(key))
    else {
      replace(keySpan, becomes.key)
      for (const field of entries) {
        const newName = becomes.fields[field.key]
        if (newName !== undefined) replace(field.keySpan, newName)
        else toComment(spanOf(field), whole, lostSetting(`${key}.${field.key}`))
      }
    }
  }

  /** Turns what stands above the items into comments, where the new kind has no text there. */
  function textAbove(): void {
    const first = lines.findIndex((line) => line.type === 'heading' && line.depth === 2)
    const isLost = (line: Line | undefined): boolean => line?.type === 'textLine' || line?.type === 'linkLine'
    let start: number | undefined
    for (const [at, line] of lines.slice(0, Math.max(first, 0)).entries()) {
      if (!isLost(line)) continue
      start ??= line.span.start
      if (isLost(lines[at + 1])) continue
      const lost = {
        en: `A ${name.en} of this kind has no text here: it is a comment now.`,
        ko: `이 유형의 ${name.ko}에는 이 자리에 텍스트가 없어 주석으로 바꿨습니다.`,
      }
      wrap({ start, end: line.span.end }, lost)
      start = undefined
    }
  }

  function block({ span, info, content, closed }: Block, { buttonTypes, names }: Contract): void {
    const known = blockNames.find((blockName) => blockName === slice(info))
    const yaml = closed ? parseYaml(source, content).root : undefined
    if (known === undefined || yaml === undefined) return
    const nodes = yaml.type === 'list' ? yaml.items : [yaml]
    const typeOf = (node: YamlNode): string => (node.type === 'map' && textIn(node, 'type')?.value) || ''
    const isLost = (node: YamlNode): boolean =>
      known === 'button' && Object.hasOwn(buttonTypes, typeOf(node)) && !Object.hasOwn(to.buttonTypes, typeOf(node))
    const lost = nodes.find(isLost)
    if (lost && nodes.every(isLost)) return wrap(span, lostButton(typeOf(lost)))
    for (const node of nodes) {
      if (isLost(node)) toComment(trimmed(node.span), content, lostButton(typeOf(node)))
      for (const { key, keySpan } of node.type === 'map' && !isLost(node) ? node.entries : []) {
        const attribute = Object.entries(names).find(([, old]) => old === key)?.[0] as keyof Contract['names']
        const newName = attribute && to.names[attribute]
        if (newName !== undefined && newName !== key) replace(keySpan, newName)
      }
    }
  }

  /** A path as it is typed in the new folder; undefined where it stays. */
  function moved(typed: string): string | undefined {
    const [folder, newFolder] = [folderOf(path), folderOf(newPath)]
    if (folder === newFolder || /^(?:[a-z][a-z0-9+.-]*:|[/\\~])/i.test(typed)) return undefined
    return pathTo(newFolder, pathFrom(folder, typed))
  }

  function image({ children: [, { span }] }: ImageLine): void {
    const inside = { start: span.start + 1, end: span.end - 1 }
    const typed = moved(slice(inside))
    if (typed === undefined) return
    const isBare = source[span.start] === '(' && /[\s()]/.test(typed)
    replace(inside, isBare ? `<${typed}>` : typed)
  }

  replace(kind.span, newKind)
  for (const entry of root.entries) {
    if (Object.hasOwn(from.settings, entry.key)) setting(entry, frontmatter?.content ?? root.span)
  }
  const recipients = textIn(root, 'recipients')
  const list = recipients && moved(recipients.value)
  if (recipients && list !== undefined)
    replace(recipients.span, /^[\p{L}\p{N}_./-]+$/u.test(list) ? list : JSON.stringify(list))
  const above = to.kinds[newKind]?.sections['before-items']
  if (above !== undefined && above.text === undefined) textAbove()
  for (const line of lines) {
    if (line.type === 'block') block(line, from)
    else if (line.type === 'imageLine') image(line)
  }
  const inOrder = edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
  const lost = inOrder.flatMap(({ start, lost: words }, at) => {
    if (words === undefined) return []
    const before = edited(source.slice(0, start), inOrder.slice(0, at))
    return [{ words, line: before.split(/\r\n|\n|\r/).length }]
  })
  return { source: edited(source, inOrder), lost }
}

function textIn(map: YamlMap, name: string): { readonly span: Span; readonly value: string } | undefined {
  const value = map.entries.find(({ key }) => key === name)?.value
  return value?.type === 'scalar' && typeof value.value === 'string'
    ? { span: value.span, value: value.value }
    : undefined
}
