import { basename } from 'node:path'
import {
  type Connection,
  createConnection,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  Message,
  type ResponseMessage,
  ResponseError,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node'
import { configNames } from '../project/config/config.ts'
import type { EditorContext } from '../editor/message-text.ts'
import type { Host } from '../session/host.ts'
import type { ProjectChoice } from '../session/session.ts'
import { isLanguage, type Language } from '../words/language.ts'
import { Client } from './client.ts'
import { protocolDiagnostic } from './diagnostics.ts'
import { type Asked, OpenDocument } from './documents.ts'
import { addFeatures } from './features.ts'
import type { Previews } from './preview.ts'
import { Publisher } from './publishing.ts'
import { fileOf, folderOf, Projects, realPath } from './projects.ts'

const capabilities: ServerCapabilities = {
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

/** Serves one client until it goes; then the process ends, as the protocol wants it. */
export function startServer(options: ServerOptions): void {
  // A request that waits is not begun any more.
  const cancelUndispatched = (message: Message): ResponseMessage | undefined =>
    Message.isRequest(message)
      ? {
          jsonrpc: '2.0',
          id: message.id,
          error: { code: LSPErrorCodes.RequestCancelled, message: 'The request was cancelled.' },
        }
      : undefined
  const connection = createConnection(options.input, options.output, { cancelUndispatched })
  new LanguageServer(connection, options).listen()
}

class LanguageServer {
  readonly #connection: Connection
  readonly #options: ServerOptions
  readonly #client: Client
  readonly #documents = new Map<string, OpenDocument>()
  /** Projects that are being opened, by the documents that wait for them. */
  readonly #ready = new Map<string, Promise<void>>()
  readonly #publisher: Publisher
  /** Loaded for the first preview. */
  #previews: Previews | undefined
  #changing: Promise<void> = Promise.resolve()
  #projects: Projects
  #host: Host
  #folders: readonly string[] = []

  constructor(connection: Connection, options: ServerOptions) {
    this.#connection = connection
    this.#client = new Client(connection)
    this.#options = options
    this.#host = options.host
    this.#publisher = new Publisher(connection, {
      host: () => this.#host,
      isPulled: () => this.#client.isPulling,
    })
    this.#projects = this.#openProjects()
  }

  listen(): void {
    const connection = this.#connection
    connection.onInitialize((params) => this.#initialize(params))
    connection.onInitialized(() => void this.#initialized())
    connection.onDidOpenTextDocument(({ textDocument }) => {
      const document = new OpenDocument(textDocument, this.#folders[0] ?? this.#host.cwd)
      this.#documents.set(document.uri, document)
      void this.#locate(document)
    })
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const document = this.#documents.get(uri)
      const take = (): void => {
        if (document === undefined || this.#documents.get(uri) !== document) return
        this.#publisher.beforeChange(document)
        document.change(contentChanges, version)
        this.#textChanged(document)
      }
      const waiting = this.#ready.get(uri)
      if (waiting === undefined) take()
      else void waiting.then(take)
    })
    connection.onDidSaveTextDocument(({ textDocument: { uri } }) => {
      const document = this.#documents.get(uri)
      document?.saved()
      this.#filesChanged(document === undefined ? [] : [document.file])
    })
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => this.#close(uri))
    connection.onDidChangeWatchedFiles(({ changes }) => {
      this.#filesChanged(changes.flatMap(({ uri }) => fileOf(uri) ?? []))
    })
    connection.languages.diagnostics.on(async ({ textDocument: { uri } }, token) => {
      await this.#ready.get(uri)
      return this.#publisher.pulled(this.#documents.get(uri), token)
    })
    connection.onRequest('friendtalk/preview', async (params: unknown) => {
      const { uri, values } = (params ?? {}) as { readonly uri?: unknown; readonly values?: unknown }
      const asked = typeof uri === 'string' ? await this.#find(uri) : undefined
      if (asked === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, 'This is no open message.')
      const { Previews: Loaded, valuesOf } = await import('./preview.ts')
      this.#previews ??= new Loaded()
      const { document } = asked
      const diagnostics =
        document.checked?.version === document.version
          ? document.checked.result.diagnostics
          : document.check().diagnostics
      return {
        html: this.#previews.html(document, valuesOf(values)),
        diagnostics: diagnostics.map((one) => protocolDiagnostic(one, document.positions)),
      }
    })
    addFeatures(connection, {
      find: (uri) => this.#find(uri),
      client: () => this.#client.capabilities,
    })
    connection.listen()
  }

  #openProjects(): Projects {
    return new Projects({
      host: this.#host,
      choice: this.#options.choice,
      folders: () => this.#folders,
      isTrusted: () => this.#client.isTrusted,
      onOpened: (configFile, problem) => this.#publisher.config(configFile, problem),
    })
  }

  #initialize(params: InitializeParams): InitializeResult {
    const { workspaceFolders, locale } = params
    this.#client.introduce(params)
    // Clients of an older protocol name one folder.
    const { rootUri } = params as { readonly rootUri?: string | null }
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : [])
    this.#folders = uris.flatMap((uri) => folderOf(uri) ?? [])
    const { host, lang: asked } = this.#options
    const lang = asked ?? languageOf(locale) ?? host.lang
    this.#host = { ...host, lang, takeLanguage: (configured) => asked ?? configured ?? lang }
    this.#projects = this.#openProjects()
    return {
      serverInfo: { name: 'friendtalk', version: this.#options.version },
      capabilities: { ...capabilities, ...(this.#client.isPulling && pulled) },
    }
  }

  async #initialized(): Promise<void> {
    if (this.#client.capabilities.workspace?.workspaceFolders) {
      this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.flatMap(({ uri }) => folderOf(uri) ?? []))
        const kept = this.#folders.filter((folder) => !gone.has(folder))
        this.#folders = [...new Set([...kept, ...added.flatMap(({ uri }) => folderOf(uri) ?? [])])]
        for (const document of this.#documents.values()) void this.#locate(document)
      })
    }
    await this.#client.register()
  }

  async #find(uri: string): Promise<Asked | undefined> {
    await this.#ready.get(uri)
    const document = this.#documents.get(uri)
    const text = document?.message
    if (document === undefined || text === undefined) return undefined
    return { document, text, context: document.context(this.#options.rules(document.project?.lang ?? this.#host.lang)) }
  }

  /** Finds the project of a document, and checks it there. */
  async #locate(document: OpenDocument): Promise<void> {
    const { uri } = document
    const before = this.#ready.get(uri)
    const locate = async (): Promise<void> => {
      await before
      const project = await this.#projects.of(document.file)
      if (this.#documents.get(uri) !== document || project === document.project) return
      document.project?.workspace.remove(document.path)
      document.project = project
    }
    const located = locate()
    this.#ready.set(uri, located)
    try {
      await located
    } finally {
      if (this.#ready.get(uri) === located) this.#ready.delete(uri)
    }
    if (this.#documents.get(uri) !== document) return
    this.#textChanged(document)
  }

  #textChanged(document: OpenDocument): void {
    this.#publisher.check(document)
    const { uri } = document
    if (this.#previews?.isShown(uri)) void this.#connection.sendNotification('friendtalk/previewChanged', { uri })
  }

  #close(uri: string): void {
    const document = this.#documents.get(uri)
    if (document === undefined) return
    this.#documents.delete(uri)
    this.#ready.delete(uri)
    this.#previews?.forget(uri)
    this.#publisher.close(document)
    this.#keepUsed()
  }

  #keepUsed(): void {
    const used = new Set([...this.#documents.values()].flatMap(({ project }) => project ?? []))
    void this.#projects.keep(used)
  }

  /** Opens configurations again and checks the messages that depend on files which came, changed or went. */
  #filesChanged(files: readonly string[]): void {
    const before = this.#changing
    // One after the other: a configuration may change again while it is opened.
    this.#changing = (async () => {
      await before
      await this.#takeChanges(new Set(files.map(realPath)))
    })()
  }

  async #takeChanges(changed: ReadonlySet<string>): Promise<void> {
    const documents = [...this.#documents.values()]
    const projects = new Set(documents.flatMap(({ project }) => project ?? []))
    const again = [...projects].filter(({ configFiles }) => [...configFiles].some((file) => changed.has(file)))
    for (const project of again) await this.#projects.again(project)
    const affected = documents.filter(
      (document) => again.some((project) => project === document.project) || document.dependsOn(changed),
    )
    for (const { project } of affected) project?.workspace.forgetImages()
    for (const document of affected) document.forget()
    // A configuration may have come or gone: which project a document belongs to is looked at again.
    if ([...changed].some((file) => configNames.includes(basename(file)))) {
      await Promise.all(documents.map((document) => this.#locate(document)))
      this.#keepUsed()
    } else {
      for (const document of affected) if (this.#documents.get(document.uri) === document) this.#textChanged(document)
    }
    if (affected.length > 0) await this.#client.refreshDiagnostics()
  }
}

function languageOf(locale: string | undefined): Language | undefined {
  const name = locale?.split(/[-_]/)[0]?.toLowerCase() ?? ''
  return isLanguage(name) ? name : undefined
}
