import { contracts } from '../contract/contracts.ts'
import type { Diagnostic, Span } from '../diagnostic.ts'
import { LineIndex, type Document, type Piece } from '../language/document.ts'
import { parse } from '../language/parse.ts'
import { piecesOfScalar } from '../language/pieces.ts'
import { parseYaml, type YamlNode } from '../language/yaml.ts'
import type { Constants, ImageLookup } from '../message/message.ts'
import type { CustomRule } from '../rules/custom-rule.ts'
import type { Readings } from '../rules/rule.ts'
import { type Sketch, sketch } from '../sketch.ts'
import type { Language } from '../words/language.ts'
import { outlineOf, type YamlRegion, yamlRegions } from './yaml-place.ts'

export interface RuleSummary {
  readonly summary: string
  readonly why: string
}

/** Returns what a custom rule says of itself in short; undefined for one that there is not. */
export function customSummary(
  id: string,
  { plugins, lang }: Pick<EditorContext, 'plugins' | 'lang'>,
): RuleSummary | undefined {
  const words = plugins.find((rule) => rule.id === id)?.words[lang]
  return words && { summary: words.summary, why: words.why ?? '' }
}

export interface EditorContext {
  readonly lang: Language
  readonly readings: Readings
  /** Names in the configuration's `senders`. */
  readonly senders: readonly string[]
  readonly values?: Constants
  /** Path of the message relative to the root, with `/`. */
  readonly path: string
  readonly image: (path: string) => ImageLookup
  /** Lists a folder that is typed relative to the message; empty for one outside the root. */
  readonly list: (folder: string) => readonly { readonly name: string; readonly isFolder: boolean }[]
  readonly plugins: readonly CustomRule[]
  /** Returns the page about a rule in short; undefined for an unknown rule. */
  readonly rule: (id: string) => RuleSummary | undefined
  /** Lints another text of the same message. */
  readonly lint: (source: string) => readonly Diagnostic[]
}

export interface VariableUse {
  /** In Unicode NFC. */
  readonly name: string
  readonly nameSpan: Span
  /** With what stands around it. */
  readonly span: Span
}

export interface DeclaredVariable {
  readonly name: string
  readonly nameSpan: Span
  /** From the name to the end of what is said of it. */
  readonly entry: Span
}

/** One state of a message's text; what is asked of it is worked out once. Never throws for what the text says. */
export class MessageText {
  /** Without a byte order mark. */
  readonly source: string
  readonly document: Document
  readonly lines: LineIndex
  readonly regions: readonly YamlRegion[]
  readonly #context: Pick<EditorContext, 'path' | 'image' | 'senders' | 'values'>
  #sketch: { readonly value: Sketch | undefined } | undefined
  #uses: readonly VariableUse[] | undefined
  #declared: readonly DeclaredVariable[] | undefined

  constructor(source: string, context: Pick<EditorContext, 'path' | 'image' | 'senders' | 'values'>) {
    this.document = parse(source)
    this.source = this.document.source
    this.lines = new LineIndex(this.source)
    this.regions = yamlRegions(this.document)
    this.#context = context
  }

  /** The message as far as it can be read; undefined where not even its kind is known. */
  get sketch(): Sketch | undefined {
    const { path, image, senders, values = {} } = this.#context
    this.#sketch ??= { value: sketch(this.source, { path, image, values, ...(senders.length > 0 && { senders }) }) }
    return this.#sketch.value
  }

  get uses(): readonly VariableUse[] {
    this.#uses ??= usesIn(this)
    return this.#uses
  }

  get declared(): readonly DeclaredVariable[] {
    this.#declared ??= declaredIn(this)
    return this.#declared
  }
}

function usesIn({ document, source, regions }: MessageText): VariableUse[] {
  const inBody = document.lines.flatMap((line): readonly Piece[] => {
    switch (line.type) {
      case 'textLine':
      case 'heading':
        return line.pieces
      case 'imageLine':
      case 'buttonLine':
      case 'linkLine':
        return line.children.flatMap((part) => part?.pieces ?? [])
      case 'block':
      case 'divider':
      case 'comment':
        return []
    }
  })
  const inYaml = regions.flatMap((region) => piecesOfYaml(source, region))
  return [...inBody, ...inYaml]
    .flatMap((piece) => (piece.type === 'variable' ? (useOf(piece, source) ?? []) : []))
    .toSorted((a, b) => a.span.start - b.span.start)
}

/** A name that an escape of YAML spells is left alone: it cannot be renamed in place. */
function useOf({ name, span }: Extract<Piece, { type: 'variable' }>, source: string): VariableUse | undefined {
  const start = span.start + '#{'.length
  if (!source.startsWith(`#{${name}`, span.start)) return undefined
  return { name: name.normalize('NFC'), nameSpan: { start, end: start + name.length }, span }
}

/** The keys of the frontmatter whose texts are sent. */
const keysWithVariables: ReadonlySet<string> = new Set(
  contracts.flatMap(({ settings }) =>
    Object.entries(settings).flatMap(([key, { takesVariables, fields }]) => (takesVariables || fields ? [key] : [])),
  ),
)

function piecesOfYaml(source: string, { where, content }: YamlRegion): Piece[] {
  const { root } = parseYaml(source, content)
  if (root === undefined) return looseVariables(source, content)
  if (where !== 'frontmatter') return scalarPieces(root)
  return root.type === 'map'
    ? root.entries.flatMap(({ key, value }) => (keysWithVariables.has(key) ? scalarPieces(value) : []))
    : []
}

function scalarPieces(node: YamlNode): Piece[] {
  switch (node.type) {
    case 'scalar':
      return typeof node.value === 'string'
        ? piecesOfScalar(node.value, node.span.start, node.layout ?? { start: 0 })
        : []
    case 'list':
      return node.items.flatMap(scalarPieces)
    case 'map':
      return node.entries.flatMap(({ value }) => scalarPieces(value))
  }
}

/** Variables of YAML that cannot be read, as it is being written. */
function looseVariables(source: string, { start, end }: Span): Piece[] {
  return [...source.slice(start, end).matchAll(/#\{([^{}|\r\n]+)(?:\|[^{}\r\n]*)?\}/g)].map((match) => {
    const at = start + match.index
    return { type: 'variable', name: match[1] ?? '', span: { start: at, end: at + match[0].length } }
  })
}

function declaredIn({ source, regions }: MessageText): DeclaredVariable[] {
  const region = regions.find(({ where }) => where === 'frontmatter')
  if (region === undefined) return []
  return outlineOf(source, region)
    .filter(({ path }) => path.length === 2 && path[0] === 'vars')
    .map(({ key, keySpan, entry }) => ({ name: key, nameSpan: unquoted(source, keySpan), entry }))
}

function unquoted(source: string, { start, end }: Span): Span {
  const quote = source[start]
  const isQuoted = (quote === '"' || quote === "'") && end - start > 1 && source[end - 1] === quote
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end }
}

export function touches({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end
}

export function lineAt({ document }: MessageText, offset: number): Document['lines'][number] | undefined {
  return document.lines.find((line) => touches(line.span, offset))
}
