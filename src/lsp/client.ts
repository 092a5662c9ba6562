import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
} from 'vscode-languageserver/node'
import type { Encoding } from './positions.ts'

/** What clients watch for the server: messages, configurations and what they import, images, recipients. */
const watchedFiles = '**/*.{md,ts,mts,cts,js,mjs,cjs,json,png,jpg,jpeg,PNG,JPG,JPEG,gif,webp,csv,ndjson,jsonl}'

export class Client {
  readonly #connection: Connection
  #capabilities: ClientCapabilities = {}
  #encoding: Encoding = 'utf-16'
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

  /** Whether its user would run programs of the open folders; true where a client does not say. */
  get isTrusted(): boolean {
    return this.#isTrusted
  }

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
  }

  async register(): Promise<void> {
    const { client } = this.#connection
    if (this.isWatching) {
      const watchers = [{ globPattern: watchedFiles }]
      await this.#ask(client.register(DidChangeWatchedFilesNotification.type, { watchers }))
    }
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
}
