import * as vscode from 'vscode'
import { LanguageClient, type Middleware, State } from 'vscode-languageclient/node'
import { type Installation, installationOf, language, nodeEnvironment, pathNamedFor } from './installation.ts'

/** Paths that change with an installation: npm writes its folder anew, pnpm changes a link. */
const installedPaths = ['', '/package.json', '/dist/bin/main.js'].map((inside) => `**/node_modules/friendtalk${inside}`)
/** An installation is over when nothing of it has changed for that long. */
const installedMs = 500

/** Servers that are to end are waited for no longer. */
const stopMs = 2000

/** A document that may be a message. */
function isCandidate({ uri, languageId }: vscode.TextDocument): boolean {
  const isText = languageId === 'markdown' || languageId === 'friendtalk'
  return isText && (uri.scheme === 'file' || uri.scheme === 'untitled')
}

/**
 * The language servers of the open documents: one for each friendtalk that a document belongs to. A server hears of its
 * own documents alone.
 */
export class Servers implements vscode.Disposable {
  readonly output: vscode.LogOutputChannel
  readonly #extensionFolder: string
  readonly #clients = new Map<string, Promise<LanguageClient>>()
  readonly #owners = new Map<string, Installation>()
  readonly #previewChanged = new vscode.EventEmitter<vscode.Uri>()
  readonly #restarted = new vscode.EventEmitter<void>()
  readonly #subscriptions: vscode.Disposable[]
  /** Settings that people have been told to be wrong. */
  readonly #named = new Set<string>()
  #installing: NodeJS.Timeout | undefined
  /** Fires when the drawing of a document is to be asked for anew. */
  readonly onPreviewChanged: vscode.Event<vscode.Uri> = this.#previewChanged.event
  readonly onRestarted: vscode.Event<void> = this.#restarted.event

  constructor(extensionFolder: string) {
    this.#extensionFolder = extensionFolder
    this.output = vscode.window.createOutputChannel('friendtalk', { log: true })
    const installed = installedPaths.map((glob) => vscode.workspace.createFileSystemWatcher(glob))
    const look = (): void => this.#lookAgainSoon()
    const restart = (): void => void this.restart()
    this.#subscriptions = [
      this.output,
      this.#previewChanged,
      this.#restarted,
      ...installed.flatMap((one) => [one, one.onDidChange(look), one.onDidCreate(look), one.onDidDelete(look)]),
      // Folders may be kept from being watched.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) look()
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(restart),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (['friendtalk.path', 'friendtalk.lang'].some((name) => event.affectsConfiguration(name))) restart()
      }),
      vscode.workspace.onDidOpenTextDocument((document) => void this.of(document)),
    ]
  }

  /** Starts the servers of the documents that are open. */
  start(): void {
    for (const document of vscode.workspace.textDocuments) void this.of(document)
  }

  async restart(): Promise<void> {
    // Before the servers end: what is asked meanwhile starts those that belong now.
    this.#owners.clear()
    // One whose program went while it started may never answer.
    await Promise.race([this.#stop(), new Promise((resolve) => setTimeout(resolve, stopMs))])
    this.start()
    this.#restarted.fire()
  }

  #lookAgainSoon(): void {
    clearTimeout(this.#installing)
    this.#installing = setTimeout(() => void this.#lookAgain(), installedMs)
  }

  /** Restarts where a document has another friendtalk by now, or another version. */
  async #lookAgain(): Promise<void> {
    const isOther = [...this.#owners].some(([uri, { main, version }]) => {
      const now = this.#installationFor(vscode.Uri.parse(uri))
      return now.main !== main || now.version !== version
    })
    if (isOther) await this.restart()
  }

  /** Returns the friendtalk of an address. */
  installationOf(uri: vscode.Uri | undefined): Installation {
    return installationOf(uri, this.#extensionFolder)
  }

  /** Asks the server of a document; undefined for what no server has, and where the server refuses. */
  async ask<T>(document: vscode.TextDocument, method: string): Promise<T | undefined> {
    const client = await this.of(document)
    if (client?.state !== State.Running) return undefined
    try {
      return await client.sendRequest<T>(method, { uri: client.code2ProtocolConverter.asUri(document.uri) })
    } catch (error) {
      this.output.debug(`${method}: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  /** Returns the running server of a document; undefined for one that can be no message, and where it does not start. */
  async of(document: vscode.TextDocument): Promise<LanguageClient | undefined> {
    if (!isCandidate(document)) return undefined
    const installation = this.#ownerOf(document)
    const { main } = installation
    const running = this.#clients.get(main) ?? this.#open(installation)
    this.#clients.set(main, running)
    try {
      return await running
    } catch (error) {
      this.output.error(`${main}: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  #ownerOf({ uri }: vscode.TextDocument): Installation {
    const known = this.#owners.get(uri.toString())
    if (known !== undefined) return known
    const owner = this.#installationFor(uri)
    this.#owners.set(uri.toString(), owner)
    this.#complainOfPath(uri, owner)
    return owner
  }

  #installationFor(uri: vscode.Uri): Installation {
    if (uri.scheme !== 'untitled') return this.installationOf(uri)
    const [first] = vscode.workspace.workspaceFolders ?? []
    return this.installationOf(first && vscode.Uri.joinPath(first.uri, 'untitled.md'))
  }

  #complainOfPath(uri: vscode.Uri, { from, version, folder }: Installation): void {
    const named = vscode.workspace.isTrusted ? pathNamedFor(uri) : ''
    const isWrong = named !== '' && from !== 'settings' && vscode.workspace.getWorkspaceFolder(uri) !== undefined
    if (!isWrong || this.#named.has(named)) return
    this.#named.add(named)
    const said = vscode.l10n.t(
      'The setting "friendtalk.path" names no friendtalk: {0}. Version {1} is used instead: {2}',
      named,
      version,
      folder,
    )
    void vscode.window.showWarningMessage(said)
  }

  async #open(installation: Installation): Promise<LanguageClient> {
    const { main, version, from } = installation
    this.output.info(`friendtalk ${version} (${from}): ${main}`)
    const lang = language()
    const client = new LanguageClient(
      'friendtalk',
      'friendtalk',
      // As a module it would be given arguments that only servers of the editor's own making know.
      {
        command: process.execPath,
        args: [main, 'lsp', '--lang', lang],
        options: { env: { ...process.env, ...nodeEnvironment } },
      },
      {
        documentSelector: ['markdown', 'friendtalk'].flatMap((name) =>
          ['file', 'untitled'].map((scheme) => ({ scheme, language: name })),
        ),
        initializationOptions: { trusted: vscode.workspace.isTrusted },
        outputChannel: this.output,
        middleware: this.#onlyFor(main),
      },
    )
    client.onNotification('friendtalk/previewChanged', ({ uri }: { readonly uri: string }) => {
      this.#previewChanged.fire(client.protocol2CodeConverter.asUri(uri))
    })
    await client.start()
    return client
  }

  /** Keeps from a server the documents of the others: they would be checked and completed twice. */
  #onlyFor(main: string): Middleware {
    const isOwn = (document: vscode.TextDocument): boolean => this.#ownerOf(document).main === main
    const nothing = Promise.resolve()
    return {
      didOpen: (document, next) => (isOwn(document) ? next(document) : nothing),
      didChange: (event, next) => (isOwn(event.document) ? next(event) : nothing),
      didSave: (document, next) => (isOwn(document) ? next(document) : nothing),
      didClose: (document, next) => {
        const own = isOwn(document)
        this.#owners.delete(document.uri.toString())
        return own ? next(document) : nothing
      },
    }
  }

  async #stop(): Promise<void> {
    const clients = [...this.#clients.values()]
    this.#clients.clear()
    await Promise.all(
      clients.map(async (starting) => {
        const client = await starting.catch(() => undefined)
        await client?.dispose().catch(() => {})
      }),
    )
  }

  dispose(): void {
    clearTimeout(this.#installing)
    void this.#stop()
    for (const one of this.#subscriptions) one.dispose()
  }
}
