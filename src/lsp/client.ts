import {
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
} from 'vscode-languageserver/node'
import type { Encoding } from './positions.ts'

/** What clients watch for the server: messages, configurations and what they import, images, recipients. */
const watchedFiles = '**/*.{md,ts,mts,cts,js,mjs,cjs,json,png,jpg,jpeg,PNG,JPG,JPEG,gif,webp,csv,ndjson,jsonl}'

/** What the client of a connection can do, and what its user has set. */
export class Client {
  readonly #connection: Connection
  #capabilities: ClientCapabilities = {}
  #encoding: Encoding = 'utf-16'
  #showsHints = true
  #isTrusted = true

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get capabilities(): ClientCapabilities {
    return this.#capabilities
  }

  get encoding(): Encoding {
    return this.#encoding
  }

  /** Whether it asks for the diagnostics of documents itself. */
  get isPulling(): boolean {
    return this.#capabilities.textDocument?.diagnostic !== undefined
  }

  /** Whether it tells of changed files in its folders. */
  get isWatching(): boolean {
    return this.#capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true
  }

  get showsHints(): boolean {
    return this.#showsHints
  }

  /** Whether its user would run programs of the open folders; a client that does not say so has asked nobody. */
  get isTrusted(): boolean {
    return this.#isTrusted
  }

  /** Takes over how a client introduces itself. */
  introduce({ capabilities, initializationOptions }: InitializeParams): void {
    this.#capabilities = capabilities ?? {}
    const encodings = this.#capabilities.general?.positionEncodings ?? []
    this.#encoding = encodings.find((one) => one === 'utf-8' || one === 'utf-16') === 'utf-8' ? 'utf-8' : 'utf-16'
    const options: unknown = initializationOptions
    this.#isTrusted = !(
      typeof options === 'object' &&
      options !== null &&
      'trusted' in options &&
      options.trusted === false
    )
    this.#takeSettings(options)
  }

  /** Asks for what it is to tell: changes of files and of settings. */
  async register(): Promise<void> {
    const { client } = this.#connection
    const { workspace } = this.#capabilities
    if (this.isWatching) {
      const watchers = [{ globPattern: watchedFiles }]
      await this.#ask(client.register(DidChangeWatchedFilesNotification.type, { watchers }))
    }
    if (!workspace?.configuration) return
    if (workspace.didChangeConfiguration?.dynamicRegistration)
      await this.#ask(client.register(DidChangeConfigurationNotification.type, { section: 'friendtalk' }))
    await this.readSettings(undefined)
  }

  /** @param pushed the settings where the client does not want to be asked */
  async readSettings(pushed: unknown): Promise<void> {
    const { languages, workspace } = this.#connection
    const isAsked = this.#capabilities.workspace?.configuration === true
    const settings: unknown = isAsked ? await this.#ask(workspace.getConfiguration('friendtalk')) : pushed
    this.#takeSettings(settings)
    if (this.#capabilities.workspace?.inlayHint?.refreshSupport) await this.#ask(languages.inlayHint.refresh())
  }

  /** Has it ask for diagnostics again, where it does so. */
  async refreshDiagnostics(): Promise<void> {
    if (!this.isPulling || !this.#capabilities.workspace?.diagnostics?.refreshSupport) return
    await this.#ask(this.#connection.languages.diagnostics.refresh())
  }

  /** What a client answers; one that refuses what it said it could is served all the same. */
  async #ask<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
      return await answer
    } catch (error) {
      this.#connection.console.warn(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  /** Takes settings as they come: those of this server, or all with these among them. */
  #takeSettings(settings: unknown): void {
    if (typeof settings !== 'object' || settings === null) return
    const own = 'friendtalk' in settings && typeof settings.friendtalk === 'object' ? settings.friendtalk : settings
    if (own !== null && 'inlayHints' in own && typeof own.inlayHints === 'boolean') this.#showsHints = own.inlayHints
  }
}
