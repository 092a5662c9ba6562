import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type ClientCapabilities,
  type CodeAction,
  type CompletionItem,
  CompletionItemKind,
  type Connection,
  type DocumentSymbol,
  type Location,
  LSPErrorCodes,
  type MarkupContent,
  type Range,
  ResponseError,
  SymbolKind,
  type WorkspaceEdit,
} from 'vscode-languageserver/node'
import { completionsAt, type MessageCompletion } from '../editor/completion.ts'
import { fixEverything, quickFixes } from '../editor/actions.ts'
import { hoverAt } from '../editor/hover.ts'
import { pathAt, type MessagePath } from '../editor/paths.ts'
import { type MessageSymbol, symbolsOf } from '../editor/symbols.ts'
import { renameVariable, variableAt } from '../editor/variables.ts'
import type { Span, TextEdit } from '../diagnostic.ts'
import { besideMessage } from '../project/files/discover.ts'
import { statOf } from '../project/files/paths.ts'
import type { Asked, OpenDocument } from './documents.ts'
import { protocolDiagnostic } from './diagnostics.ts'

interface FeatureOptions {
  /** The message at an address once its project is open; undefined for what is none. */
  readonly find: (uri: unknown) => Promise<Asked | undefined>
  readonly client: () => ClientCapabilities
}

interface At {
  readonly textDocument: { readonly uri: string }
  readonly position: { readonly line: number; readonly character: number }
}

export function addFeatures(connection: Connection, { find, client }: FeatureOptions): void {
  /** Answers a request about a message with what a function makes of it; null for other documents. */
  const about =
    <P extends { readonly textDocument: { readonly uri: string } }, R>(answer: (asked: Asked, params: P) => R) =>
    async (params: P): Promise<R | null> => {
      const asked = await find(params.textDocument.uri)
      return asked === undefined ? null : answer(asked, params)
    }
  const atOffset = <R>(answer: (asked: Asked, offset: number) => R): ((params: At) => Promise<R | null>) =>
    about((asked, { position }: At) => answer(asked, asked.document.positions.offsetAt(position)))

  connection.onCompletion(
    atOffset((asked, offset) =>
      completionsAt(asked.text, offset, asked.context).map((one) => completionItem(one, asked, client())),
    ),
  )
  connection.onHover(
    atOffset(({ document, text, context }, offset) => {
      const diagnostics = document.checked?.result.diagnostics ?? []
      const hover = hoverAt(text, { offset, diagnostics }, context)
      if (hover === undefined) return null
      const formats = client().textDocument?.hover?.contentFormat
      return { contents: markup(hover.markdown, formats), range: document.positions.rangeOf(hover.span) }
    }),
  )
  connection.onDefinition(
    atOffset(({ document, text }, offset) => {
      const variable = variableAt(text, offset)
      if (variable?.declaration) return [locationIn(document, variable.declaration)]
      const path = pathAt(text, offset)
      const file = path && fileOf(path, document)
      return file === undefined ? null : [{ uri: file, range: firstCharacter }]
    }),
  )
  connection.onReferences(
    about(({ document, text }, { position, context: { includeDeclaration } }) => {
      const variable = variableAt(text, document.positions.offsetAt(position))
      if (variable === undefined) return null
      const { declaration, uses } = variable
      return [...(includeDeclaration && declaration ? [declaration] : []), ...uses].map((span) =>
        locationIn(document, span),
      )
    }),
  )
  connection.onPrepareRename(
    atOffset(({ document, text }, offset) => {
      const variable = variableAt(text, offset)
      return variable ? { range: document.positions.rangeOf(variable.at), placeholder: variable.name } : null
    }),
  )
  connection.onRenameRequest(
    about(({ document, text, context }, { position, newName }) => {
      const edits = renameVariable(text, document.positions.offsetAt(position), newName)
      if ('en' in edits) throw new ResponseError(LSPErrorCodes.RequestFailed, edits[context.lang])
      return workspaceEdit(document, edits, client())
    }),
  )
  connection.onCodeAction(
    about((asked, { range, context: { only } }) => {
      const { document, text, context } = asked
      const { positions } = document
      const isAsked = (kind: string): boolean =>
        only === undefined || only.some((one) => one === '' || kind === one || kind.startsWith(`${one}.`))
      const diagnostics = document.checked?.result.diagnostics ?? []
      const quick = isAsked('quickfix') ? quickFixes(text, { diagnostics, at: positions.spanOf(range) }, context) : []
      const everything = isAsked('source.fixAll.friendtalk') ? fixEverything(diagnostics, context) : undefined
      return [...quick, ...(everything ? [everything] : [])].map(
        ({ kind, title, edits, diagnostic, isPreferred }): CodeAction => ({
          title,
          kind,
          ...(diagnostic && { diagnostics: [protocolDiagnostic(diagnostic, positions)] }),
          ...(isPreferred && { isPreferred }),
          edit: workspaceEdit(document, edits, client()),
        }),
      )
    }),
  )
  connection.onDocumentSymbol(
    about(({ document, text }) => symbolsOf(text).map((symbol) => documentSymbol(symbol, document))),
  )
  connection.onRequest('friendtalk/limits', async (params: { readonly uri?: unknown } | null) => {
    const asked = await find(params?.uri)
    return asked ? (await import('./preview.ts')).fullness(asked) : null
  })
}

const firstCharacter: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }

const completionKinds: { readonly [K in MessageCompletion['kind']]: CompletionItemKind } = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  variable: CompletionItemKind.Variable,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  block: CompletionItemKind.Keyword,
  rule: CompletionItemKind.Constant,
}

function completionItem(
  { label, kind, span, text, documentation, detail }: MessageCompletion,
  { document }: Asked,
  { textDocument }: ClientCapabilities,
): CompletionItem {
  const formats = textDocument?.completion?.completionItem?.documentationFormat
  return {
    label,
    kind: completionKinds[kind],
    textEdit: { range: document.positions.rangeOf(span), newText: text },
    // The range that is replaced holds the path as it is typed.
    ...((kind === 'file' || kind === 'folder') && { filterText: text }),
    ...(documentation !== undefined && { documentation: markup(documentation, formats) }),
    ...(detail !== undefined && { detail }),
  }
}

function markup(value: string, formats: readonly string[] | undefined): MarkupContent {
  return { kind: formats === undefined || formats.includes('markdown') ? 'markdown' : 'plaintext', value }
}

function locationIn({ uri, positions }: OpenDocument, span: Span): Location {
  return { uri, range: positions.rangeOf(span) }
}

/** The address of the file that a path leads to; undefined where there is none. */
function fileOf(typed: MessagePath, { project, path }: OpenDocument): string | undefined {
  if (project === undefined) return undefined
  const inside = besideMessage(path, typed.path)
  if (inside.startsWith('../')) return undefined
  const file = join(project.root, inside)
  return statOf(file)?.isFile() === true ? pathToFileURL(file).href : undefined
}

/** Edits of one version: a client that knows versions refuses them once the text has moved on. */
function workspaceEdit(
  { uri, version, positions }: OpenDocument,
  edits: readonly TextEdit[],
  { workspace }: ClientCapabilities,
): WorkspaceEdit {
  const changes = edits.map((edit) => positions.editOf(edit))
  return workspace?.workspaceEdit?.documentChanges === true
    ? { documentChanges: [{ textDocument: { uri, version }, edits: changes }] }
    : { changes: { [uri]: changes } }
}

const symbolKinds: { readonly [K in MessageSymbol['kind']]: SymbolKind } = {
  frontmatter: SymbolKind.Namespace,
  variable: SymbolKind.Variable,
  header: SymbolKind.String,
  head: SymbolKind.Struct,
  product: SymbolKind.Struct,
  item: SymbolKind.Struct,
  card: SymbolKind.Struct,
  button: SymbolKind.Event,
  image: SymbolKind.File,
  block: SymbolKind.Object,
}

function documentSymbol(symbol: MessageSymbol, document: OpenDocument): DocumentSymbol {
  const { kind, name, span, selection, children } = symbol
  const { positions } = document
  return {
    // A symbol may not be without a name.
    name: name.trim() === '' ? kind : name,
    detail: kind,
    kind: symbolKinds[kind],
    range: positions.rangeOf({ start: span.start, end: Math.max(span.end, selection.end) }),
    selectionRange: positions.rangeOf(selection),
    children: children.map((child) => documentSymbol(child, document)),
  }
}
