import { basename } from 'node:path'
import {
  type ClientCapabilities,
  createConnection,
  DidChangeWatchedFilesNotification,
  LSPErrorCodes,
  Message,
  ResponseError,
  type ResponseMessage,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node'
import { configNames } from '../project/config/config.ts'
import type { EditorContext } from '../editor/message-text.ts'
import type { Host } from '../session/host.ts'
import type { ProjectChoice } from '../session/session.ts'
import { isLanguage, type Language } from '../words/language.ts'
import { protocolDiagnostic } from './diagnostics.ts'
import { type Asked, OpenDocument } from './documents.ts'
import { addFeatures } from './features.ts'
import { createPublisher } from './publishing.ts'
import { fileOf, folderOf, Projects, realPath } from './projects.ts'

const served: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
  completionProvider: { triggerCharacters: ['{', '#', '/', '(', '`', ':', ' ', '-'] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll.friendtalk'] },
  documentSymbolProvider: true,
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  experimental: { preview: true },
}

/** Added for a client that asks for diagnostics itself. */
const pulled: ServerCapabilities = {
  diagnosticProvider: { identifier: 'friendtalk', interFileDependencies: true, workspaceDiagnostics: false },
}

/** Clients watch messages, configurations and their imports, images and recipients. */
const watchedFiles = '**/*.{md,ts,mts,cts,js,mjs,cjs,json,png,jpg,jpeg,PNG,JPG,JPEG,gif,webp,csv,ndjson,jsonl}'

export interface ServerOptions {
  readonly host: Host
  /** The language that the command line asks for; the client's when absent. */
  readonly lang?: Language
  readonly choice: ProjectChoice
  readonly version: string
  /** The pages about rules in short. */
  readonly rules: (lang: Language) => EditorContext['rule']
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** A request that waits is not begun any more. */
function cancelUndispatched(message: Message): ResponseMessage | undefined {
  const error = { code: LSPErrorCodes.RequestCancelled, message: 'The request was cancelled.' }
  return Message.isRequest(message) ? { jsonrpc: '2.0', id: message.id, error } : undefined
}

/** Serves one client until it goes; then the process ends, as the protocol wants it. */
export function startServer({ lang: asked, choice, version, rules, input, output, ...options }: ServerOptions): void {
  const connection = createConnection(input, output, { cancelUndispatched })
  const documents = new Map<string, OpenDocument>()
  /** Projects that are being opened, by the documents that wait for them. */
  const ready = new Map<string, Promise<void>>()
  let changing: Promise<void> = Promise.resolve()
  let { host } = options
  let folders: readonly string[] = []
  let client: ClientCapabilities = {}
  /** True if its user would run programs of the open folders; true where a client does not say. */
  let isTrusted = true
  /** Returns whether the client asks for the diagnostics of documents itself. */
  const isPulling = (): boolean => client.textDocument?.diagnostic !== undefined
  const publisher = createPublisher(connection, { host: () => host, isPulling })
  const projects = new Projects({
    host: () => host,
    choice,
    folders: () => folders,
    isTrusted: () => isTrusted,
    onOpened: (configFile, problem) => publisher.config(configFile, problem),
  })

  /** Asks the client; one that refuses what it said it could is served all the same. */
  async function ask(answer: Promise<unknown>): Promise<void> {
    try {
      await answer
    } catch (error) {
      connection.console.warn(error instanceof Error ? error.message : String(error))
    }
  }

  async function find(uri: unknown): Promise<Asked | undefined> {
    if (typeof uri !== 'string') return undefined
    await ready.get(uri)
    const document = documents.get(uri)
    const text = document?.message
    if (document === undefined || text === undefined) return undefined
    return { document, text, context: document.context(rules(document.project?.lang ?? host.lang)) }
  }

  /** Finds the project of a document, and checks it there. */
  async function locate(document: OpenDocument): Promise<void> {
    const { uri } = document
    const before = ready.get(uri)
    const located = (async (): Promise<void> => {
      await before
      const project = await projects.of(document.file)
      if (documents.get(uri) !== document || project === document.project) return
      document.project?.workspace.remove(document.path)
      document.project = project
    })()
    ready.set(uri, located)
    try {
      await located
    } finally {
      if (ready.get(uri) === located) ready.delete(uri)
    }
    textChanged(document)
  }

  function textChanged(document: OpenDocument): void {
    const { uri } = document
    if (documents.get(uri) !== document) return
    void publisher.check(document)
    if (document.isPreviewed) void connection.sendNotification('friendtalk/previewChanged', { uri })
  }

  function keepUsed(): void {
    void projects.keep(new Set([...documents.values()].flatMap(({ project }) => project ?? [])))
  }

  /** Opens configurations again and checks the messages that depend on files which came, changed or went. */
  function filesChanged(files: readonly string[]): void {
    // One after the other: a configuration may change again while it is opened.
    changing = changing.then(() => takeChanges(new Set(files.map(realPath))))
  }

  async function takeChanges(changed: ReadonlySet<string>): Promise<void> {
    const open = [...documents.values()]
    const used = new Set(open.flatMap(({ project }) => project ?? []))
    const again = [...used].filter(({ configFiles }) => [...configFiles].some((file) => changed.has(file)))
    for (const project of again) await projects.again(project)
    const affected = open.filter(
      (document) => again.some((project) => project === document.project) || document.dependsOn(changed),
    )
    for (const { project } of affected) project?.workspace.forgetImages()
    for (const document of affected) document.forget()
    // A configuration may have come or gone: which project a document belongs to is looked at again.
    if ([...changed].some((file) => configNames.includes(basename(file)))) {
      await Promise.all(open.map(locate))
      keepUsed()
    } else affected.forEach(textChanged)
    if (affected.length > 0 && isPulling() && client.workspace?.diagnostics?.refreshSupport)
      await ask(connection.languages.diagnostics.refresh())
  }

  connection.onInitialize(({ workspaceFolders, locale, capabilities, initializationOptions, ...older }) => {
    client = capabilities ?? {}
    isTrusted = (initializationOptions as { readonly trusted?: unknown } | undefined)?.trusted !== false
    // Clients of an older protocol name one folder.
    const { rootUri } = older as { readonly rootUri?: string | null }
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : [])
    folders = uris.flatMap((uri) => folderOf(uri) ?? [])
    const lang = asked ?? languageOf(locale) ?? host.lang
    host = { ...host, lang, takeLanguage: (configured) => asked ?? configured ?? lang }
    return { serverInfo: { name: 'friendtalk', version }, capabilities: { ...served, ...(isPulling() && pulled) } }
  })
  connection.onInitialized(async () => {
    if (client.workspace?.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.flatMap(({ uri }) => folderOf(uri) ?? []))
        const kept = folders.filter((folder) => !gone.has(folder))
        folders = [...new Set([...kept, ...added.flatMap(({ uri }) => folderOf(uri) ?? [])])]
        for (const document of documents.values()) void locate(document)
      })
    }
    const watchers = [{ globPattern: watchedFiles }]
    if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      await ask(connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }))
  })
  connection.onDidOpenTextDocument(({ textDocument }) => {
    const document = new OpenDocument(textDocument, folders[0] ?? host.cwd)
    documents.set(document.uri, document)
    void locate(document)
  })
  connection.onDidChangeTextDocument(({ textDocument: { uri, version: changed }, contentChanges }) => {
    const document = documents.get(uri)
    const take = (): void => {
      if (document === undefined || documents.get(uri) !== document) return
      publisher.beforeChange(document)
      document.change(contentChanges, changed)
      textChanged(document)
    }
    const waiting = ready.get(uri)
    if (waiting === undefined) take()
    else void waiting.then(take)
  })
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => {
    const document = documents.get(uri)
    document?.saved()
    filesChanged(document === undefined ? [] : [document.file])
  })
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    const document = documents.get(uri)
    if (document === undefined) return
    documents.delete(uri)
    ready.delete(uri)
    publisher.close(document)
    keepUsed()
  })
  connection.onDidChangeWatchedFiles(({ changes }) => filesChanged(changes.flatMap(({ uri }) => fileOf(uri) ?? [])))
  connection.languages.diagnostics.on(async ({ textDocument: { uri } }, token) => {
    await ready.get(uri)
    return publisher.pulled(documents.get(uri), token)
  })
  connection.onRequest('friendtalk/preview', async (params: { uri?: unknown; values?: unknown } | null) => {
    const { document } = (await find(params?.uri)) ?? {}
    if (document === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, 'This is no open message.')
    const { previewOf } = await import('./preview.ts')
    const { checked, version: now } = document
    const { diagnostics } = checked?.version === now ? checked.result : document.check()
    return {
      html: previewOf(document, params?.values),
      diagnostics: diagnostics.map((one) => protocolDiagnostic(one, document.positions)),
    }
  })
  addFeatures(connection, { find, client: () => client })
  connection.listen()
}

function languageOf(locale: string | undefined): Language | undefined {
  const name = locale?.split(/[-_]/)[0]?.toLowerCase() ?? ''
  return isLanguage(name) ? name : undefined
}
