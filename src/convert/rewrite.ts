import type { Contract } from '../contract/contract.ts'
import { contracts } from '../contract/contracts.ts'
import type { Span, TextEdit } from '../diagnostic.ts'
import { blockNames } from '../language/block-names.ts'
import { type Block, type Document, type ImageLine, type Line, type LineIndex } from '../language/document.ts'
import { parse } from '../language/parse.ts'
import { parseYaml, type YamlEntry, type YamlMap, type YamlNode } from '../language/yaml.ts'
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

/** Where the file lies and will lie, both relative to the root. */
export interface Move {
  readonly path: string
  readonly newPath: string
}

/**
 * Writes a message of the service that another succeeds as one of the latter, and leaves every line, comment and
 * variable that both have as its author wrote it. Returns undefined for a file that is no message of the former. Pure.
 */
export function rewriteMessage(file: string, to: Contract, move: Move): Rewritten | undefined {
  const document = parse(file)
  const from = contracts.find(({ id }) => id === to.succeeds?.service)
  const root = document.frontmatter && parseYaml(document.source, document.frontmatter.content).root
  if (from === undefined || root?.type !== 'map') return undefined
  const kind = textIn(root, 'kind')
  const newKind = to.succeeds?.kinds[kind?.value ?? '']
  if (kind === undefined || newKind === undefined) return undefined
  const rewriter = new Rewriter(document, { from, to, move })
  rewriter.replace(kind.span, newKind)
  rewriter.frontmatter(root)
  rewriter.body(to.kinds[newKind]?.sections ?? {})
  return rewriter.rewritten()
}

interface Services {
  readonly from: Contract
  readonly to: Contract
  readonly move: Move
}

type Edit = TextEdit & { readonly lost?: Text }

class Rewriter {
  readonly #document: Document
  readonly #services: Services
  readonly #index: LineIndex
  readonly #edits: Edit[] = []

  constructor(document: Document, services: Services) {
    this.#document = document
    this.#services = services
    this.#index = document.index
  }

  rewritten(): Rewritten {
    const lost: LostPart[] = []
    let source = ''
    let done = 0
    for (const { start, end, text, lost: words } of this.#edits.toSorted(
      (a, b) => a.start - b.start || a.end - b.end,
    )) {
      source += this.#document.source.slice(done, start)
      if (words) lost.push({ words, line: source.split(/\r\n|\n|\r/).length })
      source += text
      done = end
    }
    return { source: source + this.#document.source.slice(done), lost }
  }

  replace({ start, end }: Span, text: string): void {
    this.#edits.push({ start, end, text })
  }

  frontmatter(root: YamlMap): void {
    const { from, to } = this.#services
    const content = this.#document.frontmatter?.content ?? root.span
    for (const entry of root.entries) {
      const { key, keySpan, value } = entry
      const span = this.#spanOf(entry)
      if (key === 'recipients') this.#recipients(value)
      if (!Object.hasOwn(from.settings, key)) continue
      const becomes = to.succeeds?.settings[key]
      const entries = value.type === 'map' ? value.entries : []
      if (value.type === 'scalar' && value.value === to.succeeds?.implied[key]?.value) this.#takeOut(span)
      else if (becomes === undefined || !entries.some((field) => Object.hasOwn(becomes.fields, field.key)))
        this.#toComment(span, content, this.#lostSetting(key))
      else {
        this.replace(keySpan, becomes.key)
        for (const field of entries) {
          const name = becomes.fields[field.key]
          if (name !== undefined) this.replace(field.keySpan, name)
          else this.#toComment(this.#spanOf(field), content, this.#lostSetting(`${key}.${field.key}`))
        }
      }
    }
  }

  body(sections: Contract['kinds'][string]['sections']): void {
    const { lines } = this.#document
    const { name } = this.#services.to
    const before = sections['before-items']
    const first = lines.findIndex((line) => line.type === 'heading' && line.depth === 2)
    const isLost = ({ type }: Line): boolean => type === 'textLine' || type === 'linkLine'
    let run: Span | undefined
    for (const [index, line] of lines.entries()) {
      const isText = before !== undefined && before.text === undefined && index < first && isLost(line)
      if (isText) run = { start: run?.start ?? line.span.start, end: line.span.end }
      const next = lines[index + 1]
      if (run && (!isText || next === undefined || index + 1 >= first || !isLost(next))) {
        this.#wrap(run, {
          en: `A ${name.en} of this kind has no text here: it is a comment now.`,
          ko: `이 유형의 ${name.ko}에는 이 자리에 텍스트가 없어 주석으로 바꿨습니다.`,
        })
        run = undefined
      }
      if (line.type === 'block') this.#block(line)
      else if (line.type === 'imageLine') this.#image(line)
    }
  }

  #block(block: Block): void {
    const { from, to } = this.#services
    const name = blockNames.find((known) => known === this.#slice(block.info))
    const { root } = block.closed ? parseYaml(this.#document.source, block.content) : {}
    if (name === undefined || root === undefined) return
    const nodes = root.type === 'list' ? root.items : [root]
    const typeOf = (node: YamlNode): string => (node.type === 'map' && textIn(node, 'type')?.value) || ''
    const isLost = (node: YamlNode): boolean =>
      name === 'button' && Object.hasOwn(from.buttonTypes, typeOf(node)) && !Object.hasOwn(to.buttonTypes, typeOf(node))
    const lost = nodes.find(isLost)
    if (lost && nodes.every(isLost)) this.#wrap(block.span, this.#lostButton(typeOf(lost)))
    else
      for (const node of nodes) {
        if (isLost(node)) this.#toComment(this.#trimmed(node.span), block.content, this.#lostButton(typeOf(node)))
        else if (node.type === 'map') for (const entry of node.entries) this.#rename(entry)
      }
  }

  /** Gives a key of a block the other service's name. */
  #rename({ key, keySpan }: YamlEntry): void {
    const { from, to } = this.#services
    const attribute = Object.entries(from.names).find(([, name]) => name === key)?.[0] as keyof Contract['names']
    const name = attribute && to.names[attribute]
    if (name !== undefined && name !== key) this.replace(keySpan, name)
  }

  #lostSetting(key: string): Text {
    const { name, succeeds } = this.#services.to
    return (
      succeeds?.implied[key]?.words ?? {
        en: `A ${name.en} has no setting ${key}: it is a comment now.`,
        ko: `${name.ko}에는 ${key} 설정이 없어 주석으로 바꿨습니다.`,
      }
    )
  }

  #lostButton(type: string): Text {
    const { name } = this.#services.to
    return {
      en: `A ${name.en} has no buttons of the type ${type}: it is a comment now.`,
      ko: `${name.ko}에는 ${type} 버튼이 없어 주석으로 바꿨습니다.`,
    }
  }

  #image({ children: [, { span }] }: ImageLine): void {
    const inside = { start: span.start + 1, end: span.end - 1 }
    const path = this.#moved(this.#slice(inside))
    if (path === undefined) return
    const isBare = this.#document.source[span.start] === '(' && /[\s()]/.test(path)
    this.replace(inside, isBare ? `<${path}>` : path)
  }

  #recipients(value: YamlNode): void {
    const moved = value.type === 'scalar' && typeof value.value === 'string' ? this.#moved(value.value) : undefined
    if (moved === undefined) return
    this.replace(value.span, /^[\p{L}\p{N}_./-]+$/u.test(moved) ? moved : JSON.stringify(moved))
  }

  /** A path as it is typed in the new folder; undefined where it stays. */
  #moved(typed: string): string | undefined {
    const [folder, newFolder] = [folderOf(this.#services.move.path), folderOf(this.#services.move.newPath)]
    if (folder === newFolder || /^(?:[a-z][a-z0-9+.-]*:|[/\\~])/i.test(typed)) return undefined
    return pathTo(newFolder, pathFrom(folder, typed))
  }

  #spanOf({ keySpan: { start, end }, value }: YamlEntry): Span {
    const colon = /^[ \t]*:/.exec(this.#document.source.slice(end))?.[0].length ?? 0
    return this.#trimmed({ start, end: Math.max(value.span.end, end + colon) })
  }

  #trimmed({ start, end }: Span): Span {
    return { start, end: start + this.#slice({ start, end }).trimEnd().length }
  }

  #slice({ start, end }: Span): string {
    return this.#document.source.slice(start, end)
  }

  /** The line ends that a stretch stands between, and whether nothing but a comment stands beside it. */
  #linesOf({ start, end }: Span): Span & { readonly first: number; readonly last: number; readonly isAlone: boolean } {
    const [first, last] = [this.#index.at(start).line, this.#index.at(end).line]
    const lines = { start: this.#index.spanOf(first).start, end: this.#index.spanOf(last).end }
    const [before, after] = [
      this.#slice({ start: lines.start, end: start }),
      this.#slice({ start: end, end: lines.end }),
    ]
    return { ...lines, first, last, isAlone: /^[ \t]*(?:-[ \t]+)?$/.test(before) && /^[ \t]*(?:#.*)?$/.test(after) }
  }

  /** Takes an entry out of YAML: its lines, or with a comma beside it. */
  #takeOut(span: Span): void {
    const lines = this.#linesOf(span)
    const [rest, before] = [
      this.#slice({ start: span.end, end: lines.end }),
      this.#slice({ start: 0, end: span.start }),
    ]
    const comma = /^\s*,\s*/.exec(this.#document.source.slice(span.end))?.[0].length ?? 0
    if (lines.isAlone && rest.trim() === '')
      this.replace({ start: lines.start, end: this.#index.offsetOf({ line: lines.last + 1, column: 1 }) }, '')
    else if (lines.isAlone || comma > 0) this.replace({ start: span.start, end: span.end + comma }, '')
    else this.replace({ start: span.start - (/,\s*$/.exec(before)?.[0].length ?? 0), end: span.end }, '')
  }

  /** Makes a comment of an entry of YAML: of its lines, or else of a line before all of it. */
  #toComment(span: Span, { start }: Span, lost: Text): void {
    const { first, last, isAlone } = this.#linesOf(span)
    const indent = (line: number): number => /^[ \t]*/.exec(this.#slice(this.#index.spanOf(line)))?.[0].length ?? 0
    if (!isAlone) {
      this.#edits.push({ start, end: start, text: `# ${this.#slice(span).replaceAll(/\s+/g, ' ')}\n`, lost })
      this.#takeOut(span)
      return
    }
    for (let line = first; line <= last; line++) {
      const at = this.#index.spanOf(line).start + Math.min(indent(first), indent(line))
      this.#edits.push({ start: at, end: at, text: '# ', ...(line === first && { lost }) })
    }
  }

  #wrap(span: Span, lost: Text): void {
    this.#edits.push({ ...span, text: `<!-- ${this.#slice(span).replaceAll('-->', '-- >')} -->`, lost })
  }
}

function textIn(map: YamlMap, name: string): { readonly span: Span; readonly value: string } | undefined {
  const value = map.entries.find(({ key }) => key === name)?.value
  return value?.type === 'scalar' && typeof value.value === 'string'
    ? { span: value.span, value: value.value }
    : undefined
}
