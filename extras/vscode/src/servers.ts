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

export type Servers = ReturnType<typeof createServers>

/**
 * The language servers of the open documents: one for each friendtalk that a document belongs to. A server hears of its
 * own documents alone.
 */
export function createServers(extensionFolder: string) {
  const { window, workspace } = vscode
  const output = window.createOutputChannel('friendtalk', { log: true })
  const clients = new Map<string, Promise<LanguageClient>>()
  const owners = new Map<string, Installation>()
  const previewChanged = new vscode.EventEmitter<vscode.Uri>()
  const restarted = new vscode.EventEmitter<void>()
  /** Settings that people have been told to be wrong. */
  const wrongPaths = new Set<string>()
  let installing: NodeJS.Timeout | undefined

  const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

  /** Starts the servers of the documents that are open. */
  function start(): void {
    for (const document of workspace.textDocuments) void serverOf(document)
  }

  async function restart(): Promise<void> {
    // Before the servers end: what is asked meanwhile starts those that belong now.
    owners.clear()
    // One whose program went while it started may never answer.
    await Promise.race([stop(), new Promise((resolve) => setTimeout(resolve, stopMs))])
    start()
    restarted.fire()
  }

  async function stop(): Promise<void> {
    const ending = [...clients.values()]
    clients.clear()
    await Promise.all(ending.map((starting) => starting.then((client) => client.dispose()).catch(() => {})))
  }

  function lookAgainSoon(): void {
    clearTimeout(installing)
    installing = setTimeout(lookAgain, installedMs)
  }

  /** Restarts where a document has another friendtalk by now, or another version. */
  function lookAgain(): void {
    const isOther = [...owners].some(([uri, { main, version }]) => {
      const now = installationFor(vscode.Uri.parse(uri))
      return now.main !== main || now.version !== version
    })
    if (isOther) void restart()
  }

  /** Returns the running server of a document; undefined for one that can be no message, and where it does not start. */
  async function serverOf(document: vscode.TextDocument): Promise<LanguageClient | undefined> {
    if (!isCandidate(document)) return undefined
    const installation = ownerOf(document)
    const { main } = installation
    const running = clients.get(main) ?? open(installation)
    clients.set(main, running)
    try {
      return await running
    } catch (error) {
      output.error(`${main}: ${reasonOf(error)}`)
      return undefined
    }
  }

  function ownerOf({ uri }: vscode.TextDocument): Installation {
    const known = owners.get(uri.toString())
    if (known !== undefined) return known
    const owner = installationFor(uri)
    owners.set(uri.toString(), owner)
    complainOfPath(uri, owner)
    return owner
  }

  function installationFor(uri: vscode.Uri): Installation {
    if (uri.scheme !== 'untitled') return installationOf(uri, extensionFolder)
    const [first] = workspace.workspaceFolders ?? []
    return installationOf(first && vscode.Uri.joinPath(first.uri, 'untitled.md'), extensionFolder)
  }

  function complainOfPath(uri: vscode.Uri, { from, version, folder }: Installation): void {
    const path = workspace.isTrusted ? pathNamedFor(uri) : ''
    const isWrong = path !== '' && from !== 'settings' && workspace.getWorkspaceFolder(uri) !== undefined
    if (!isWrong || wrongPaths.has(path)) return
    wrongPaths.add(path)
    const said = vscode.l10n.t(
      'The setting "friendtalk.path" names no friendtalk: {0}. Version {1} is used instead: {2}',
      path,
      version,
      folder,
    )
    void window.showWarningMessage(said)
  }

  async function open({ main, version, from }: Installation): Promise<LanguageClient> {
    output.info(`friendtalk ${version} (${from}): ${main}`)
    const client = new LanguageClient(
      'friendtalk',
      'friendtalk',
      // As a module it would be given arguments that only servers of the editor's own making know.
      {
        command: process.execPath,
        args: [main, 'lsp', '--lang', language()],
        options: { env: { ...process.env, ...nodeEnvironment } },
      },
      {
        documentSelector: ['markdown', 'friendtalk'].flatMap((name) =>
          ['file', 'untitled'].map((scheme) => ({ scheme, language: name })),
        ),
        initializationOptions: { trusted: workspace.isTrusted },
        outputChannel: output,
        middleware: onlyFor(main),
      },
    )
    client.onNotification('friendtalk/previewChanged', ({ uri }: { readonly uri: string }) => {
      previewChanged.fire(client.protocol2CodeConverter.asUri(uri))
    })
    await client.start()
    return client
  }

  /** Keeps from a server the documents of the others: they would be checked and completed twice. */
  function onlyFor(main: string): Middleware {
    const isOwn = (document: vscode.TextDocument): boolean => ownerOf(document).main === main
    const nothing = Promise.resolve()
    return {
      didOpen: (document, next) => (isOwn(document) ? next(document) : nothing),
      didChange: (event, next) => (isOwn(event.document) ? next(event) : nothing),
      didSave: (document, next) => (isOwn(document) ? next(document) : nothing),
      didClose: (document, next) => {
        const own = isOwn(document)
        owners.delete(document.uri.toString())
        return own ? next(document) : nothing
      },
    }
  }

  const watchers = installedPaths.map((glob) => workspace.createFileSystemWatcher(glob))
  const subscriptions = [
    output,
    previewChanged,
    restarted,
    ...watchers,
    ...watchers.flatMap((one) => [one.onDidChange, one.onDidCreate, one.onDidDelete].map((on) => on(lookAgainSoon))),
    // Folders may be kept from being watched.
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) lookAgainSoon()
    }),
    workspace.onDidGrantWorkspaceTrust(() => void restart()),
    workspace.onDidChangeConfiguration((event) => {
      if (['friendtalk.path', 'friendtalk.lang'].some((name) => event.affectsConfiguration(name))) void restart()
    }),
    workspace.onDidOpenTextDocument((document) => void serverOf(document)),
  ]
  return {
    output,
    /** Fires when the drawing of a document is to be asked for anew. */
    onPreviewChanged: previewChanged.event,
    onRestarted: restarted.event,
    start,
    restart,

    /** Returns the friendtalk of an address. */
    installationOf: (uri: vscode.Uri | undefined): Installation => installationOf(uri, extensionFolder),

    /** Asks the server of a document; undefined for what no server has, and where the server refuses. */
    async ask<T>(document: vscode.TextDocument, method: string): Promise<T | undefined> {
      const client = await serverOf(document)
      if (client?.state !== State.Running) return undefined
      try {
        return await client.sendRequest<T>(method, { uri: client.code2ProtocolConverter.asUri(document.uri) })
      } catch (error) {
        output.debug(`${method}: ${reasonOf(error)}`)
        return undefined
      }
    },

    dispose(): void {
      clearTimeout(installing)
      void stop()
      vscode.Disposable.from(...subscriptions).dispose()
    },
  }
}
