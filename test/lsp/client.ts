import { spawn } from 'node:child_process'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import {
  type ClientCapabilities,
  createProtocolConnection,
  type InitializeResult,
  type Message,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node'
import { until } from '../deadline.ts'
import { afterEachFile, afterEveryTest } from '../ending.ts'
import { cacheHome, mainFile } from '../cli/run-cli.ts'
import { rulePages } from '../../src/cli/commands/rules/rule-catalog.ts'
import { startServer } from '../../src/lsp/server.ts'
import { messageRules } from '../../src/rules/rules.ts'

const running = new Set<EditorClient>()

afterEveryTest(async () => {
  for (const client of running) await client.end()
})

interface ClientOptions {
  /** Absolute paths of the folders that are open. */
  readonly folders?: readonly string[]
  readonly capabilities?: ClientCapabilities
  readonly locale?: string
  readonly initializationOptions?: unknown
}

/** The library waits for no answer that it writes: one to a server that was killed meanwhile would be nobody's error. */
class EditorWriter extends StreamMessageWriter {
  override async write(message: Message): Promise<void> {
    try {
      await super.write(message)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_DESTROYED')) throw error
    }
  }
}

/** An editor that speaks with a language server. */
export class EditorClient {
  readonly connection: ProtocolConnection
  /** Everything that was pushed, in the order of arrival. */
  readonly pushed: PublishDiagnosticsParams[] = []
  readonly previewsChanged: unknown[] = []
  readonly registered: string[] = []
  initialized: InitializeResult = { capabilities: {} }
  /** What the server reads. */
  readonly input: Writable
  readonly output: Readable

  constructor(input: Writable, output: Readable) {
    this.input = input
    this.output = output
    this.connection = createProtocolConnection(new StreamMessageReader(output), new EditorWriter(input))
    this.connection.onError(() => {})
    this.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.pushed.push(params)
    })
    this.connection.onNotification('friendtalk/previewChanged', (params: unknown) => {
      this.previewsChanged.push(params)
    })
    this.connection.onRequest(
      'client/registerCapability',
      ({ registrations }: { registrations: { method: string }[] }) => {
        for (const { method } of registrations) this.registered.push(method)
      },
    )
    this.connection.listen()
    running.add(this)
  }

  /** Starts a server in this process and introduces an editor to it. */
  static async start(options: ClientOptions, cwd: string): Promise<EditorClient> {
    const client = new EditorClient(new PassThrough(), new PassThrough())
    startServer({
      host: {
        lang: 'en',
        cwd,
        env: {},
        library: () => import('../../src/index.ts'),
        progress: () => ({ update: () => {}, pause: () => {}, end: () => {} }),
        command: (name) => name,
      },
      choice: {},
      version: '0',
      rules: (lang) => (id) => (messageRules.some((rule) => rule.id === id) ? rulePages(lang)(id) : undefined),
      input: client.input as PassThrough,
      output: client.output as PassThrough,
    })
    await client.introduce(options)
    return client
  }

  async introduce({ folders = [], capabilities = {}, ...more }: ClientOptions): Promise<void> {
    this.initialized = await this.connection.sendRequest('initialize', {
      processId: null,
      capabilities,
      rootUri: null,
      workspaceFolders: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: folder })),
      ...more,
    })
    await this.connection.sendNotification('initialized', {})
  }

  async open(uri: string, text: string, { version = 1, languageId = 'markdown' } = {}): Promise<void> {
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version, text },
    })
  }

  async change(uri: string, version: number, contentChanges: readonly TextDocumentContentChangeEvent[]): Promise<void> {
    await this.connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges })
  }

  async watched(...files: readonly string[]): Promise<void> {
    const changes = files.map((file) => ({ uri: pathToFileURL(file).href, type: 2 }))
    await this.connection.sendNotification('workspace/didChangeWatchedFiles', { changes })
  }

  async ask<R>(method: string, params: unknown): Promise<R> {
    return await this.connection.sendRequest(method, params)
  }

  /** The last that was pushed of a document. */
  lastOf(uri: string): PublishDiagnosticsParams | undefined {
    return this.pushed.findLast((one) => one.uri === uri)
  }

  /** The ids of the rules of the last push of a document. */
  rulesOf(uri: string): readonly unknown[] | undefined {
    return this.lastOf(uri)?.diagnostics.map(({ code }) => code)
  }

  /** Waits until what was pushed last of a document passes. */
  async untilPushed(
    uri: string,
    holds: (params: PublishDiagnosticsParams) => boolean = () => true,
  ): Promise<PublishDiagnosticsParams> {
    await this.until(`diagnostics of ${uri}`, () => {
      const last = this.lastOf(uri)
      return last !== undefined && holds(last)
    })
    const last = this.lastOf(uri)
    if (last === undefined) throw new Error('nothing was pushed')
    return last
  }

  async until(what: string, holds: () => boolean): Promise<void> {
    await until(() => `${what}; pushed: ${JSON.stringify(this.pushed.slice(-3)).slice(0, 3000)}`, holds)
  }

  /** Has the server go on until the tests of the file are over. */
  keep(): void {
    running.delete(this)
    afterEachFile(() => this.end())
  }

  /** Takes the editor away; a server in this process may not learn of it, as it would end the process. */
  async end(): Promise<void> {
    running.delete(this)
    this.connection.dispose()
  }
}

/** An editor that speaks with a real `friendtalk lsp`, a process of its own, over its standard input and output. */
export class ProcessClient extends EditorClient {
  stderr = ''
  readonly ended: Promise<number | null>
  readonly #kill: () => void

  constructor(cwd: string) {
    const child = spawn(process.execPath, [mainFile, 'lsp', '--stdio'], {
      cwd,
      env: { PATH: process.env['PATH'], LANG: 'C', XDG_CACHE_HOME: cacheHome },
      stdio: 'pipe',
    })
    super(child.stdin, child.stdout)
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text))
    child.stdin.on('error', () => {})
    this.ended = new Promise((resolve) => void child.once('close', resolve))
    this.#kill = () => child.kill('SIGKILL')
  }

  static override async start(options: ClientOptions, cwd: string): Promise<ProcessClient> {
    const client = new ProcessClient(cwd)
    await client.introduce(options)
    return client
  }

  override async end(): Promise<void> {
    this.#kill()
    await this.ended
    await super.end()
  }
}

/** A text without the marks `▮` in it, and where each stood, as the protocol counts. */
export function marked(text: string): {
  readonly text: string
  readonly at: readonly { readonly line: number; readonly character: number }[]
} {
  const parts = text.split('▮')
  const at = parts.slice(0, -1).map((_, index) => {
    const lines = parts
      .slice(0, index + 1)
      .join('')
      .split('\n')
    return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
  })
  return { text: parts.join(''), at }
}
