import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
} from 'vscode-languageserver/node'

/** Clients watch messages, configurations and their imports, images and recipients. */
const watchedFiles = '**/*.{md,ts,mts,cts,js,mjs,cjs,json,png,jpg,jpeg,PNG,JPG,JPEG,gif,webp,csv,ndjson,jsonl}'

export class Client {
  readonly #connection: Connection
  capabilities: ClientCapabilities = {}
  /** True if its user would run programs of the open folders; true where a client does not say. */
  isTrusted = true

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Returns whether it asks for the diagnostics of documents itself. */
  get isPulling(): boolean {
    return this.capabilities.textDocument?.diagnostic !== undefined
  }

  introduce({ capabilities, initializationOptions }: InitializeParams): void {
    this.capabilities = capabilities ?? {}
    const { trusted } = (initializationOptions ?? {}) as { readonly trusted?: unknown }
    this.isTrusted = trusted !== false
  }

  async register(): Promise<void> {
    const watchers = [{ globPattern: watchedFiles }]
    if (this.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      await this.#ask(this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }))
  }

  /** Asks a client that pulls diagnostics to do so again. */
  async refreshDiagnostics(): Promise<void> {
    if (!this.isPulling || !this.capabilities.workspace?.diagnostics?.refreshSupport) return
    await this.#ask(this.#connection.languages.diagnostics.refresh())
  }

  /** Asks the client; one that refuses what it said it could is served all the same. */
  async #ask(answer: Promise<unknown>): Promise<void> {
    try {
      await answer
    } catch (error) {
      this.#connection.console.warn(error instanceof Error ? error.message : String(error))
    }
  }
}
