import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
} from 'vscode-languageserver/node'

/** What clients watch for the server: messages, configurations and what they import, images, recipients. */
const watchedFiles = '**/*.{md,ts,mts,cts,js,mjs,cjs,json,png,jpg,jpeg,PNG,JPG,JPEG,gif,webp,csv,ndjson,jsonl}'

export class Client {
  readonly #connection: Connection
  capabilities: ClientCapabilities = {}
  /** Whether its user would run programs of the open folders; true where a client does not say. */
  isTrusted = true

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Whether it asks for the diagnostics of documents itself. */
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

  /** Has it ask for diagnostics again, where it does so. */
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
