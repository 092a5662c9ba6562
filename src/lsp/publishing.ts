import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type CancellationToken,
  type Connection,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  MessageType,
  ResponseError,
} from 'vscode-languageserver/node'
import type { Host } from '../session/host.ts'
import type { UsageError } from '../project/usage-error.ts'
import { configDiagnostics, diagnosticElsewhere, protocolDiagnostic } from './diagnostics.ts'
import type { CheckedMessage, OpenDocument } from './documents.ts'

type CheckedVersion = CheckedMessage & { readonly version: number }

interface PublisherOptions {
  readonly host: () => Host
  /** True if the client asks for the diagnostics of documents itself: told twice it would show them twice. */
  readonly isPulled: () => boolean
}

/** Tells a client what is wrong with its documents: each version once, as soon as it is known. */
export class Publisher {
  readonly #connection: Connection
  readonly #options: PublisherOptions
  /** Versions whose recipients are being read; pushed without them if the next version comes first. */
  readonly #unpushed = new Map<OpenDocument, CheckedVersion>()
  /** The address of the recipients file that something was said about, by the document that names it. */
  readonly #recipients = new Map<OpenDocument, string>()
  readonly #complaints = new Map<string, string>()

  constructor(connection: Connection, options: PublisherOptions) {
    this.#connection = connection
    this.#options = options
  }

  /** Checks a document whose text changed, or something that it depends on. */
  check(document: OpenDocument): void {
    this.beforeChange(document)
    const checked = { ...document.check(), version: document.version }
    if (this.#options.isPulled()) this.found(document, checked)
    else if (!document.hasRecipients) this.#push(document, checked)
    else {
      this.#unpushed.set(document, checked)
      void this.#checkRecipients(document, checked)
    }
  }

  async #checkRecipients(document: OpenDocument, waiting: CheckedVersion): Promise<void> {
    // A file that goes while it is read is reported by the check that its going asks for.
    const found = await document.checkWithRecipients(this.#options.host()).catch(() => waiting)
    if (this.#unpushed.get(document) === waiting) this.#push(document, found)
  }

  /** Pushes what is known of a version that is about to be replaced, and was not pushed yet. */
  beforeChange(document: OpenDocument): void {
    const waiting = this.#unpushed.get(document)
    if (waiting !== undefined) this.#push(document, waiting)
  }

  /** Answers a client that asks for the diagnostics of a document. @throws ResponseError when the answer is of no use any more */
  async pulled(document: OpenDocument | undefined, token: CancellationToken): Promise<DocumentDiagnosticReport> {
    if (document === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] }
    const { version } = document
    const checked = await document.checkWithRecipients(this.#options.host())
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled')
    if (version !== document.version)
      throw new ResponseError(LSPErrorCodes.ServerCancelled, 'changed', { retriggerRequest: true })
    this.found(document, checked)
    const items = checked.diagnostics.map((one) => protocolDiagnostic(one, document.positions))
    return { kind: DocumentDiagnosticReportKind.Full, items }
  }

  /** Takes over what was found in the text as it is now. */
  found(document: OpenDocument, result: CheckedMessage): void {
    document.checked = { version: document.version, result }
    this.#tellRecipients(document, result)
  }

  close(document: OpenDocument): void {
    this.#unpushed.delete(document)
    const { project, path, uri } = document
    project?.workspace.remove(path)
    if (!this.#options.isPulled()) void this.#connection.sendDiagnostics({ uri, diagnostics: [] })
    this.#tellRecipients(document, { diagnostics: [] })
    document.checked = undefined
  }

  /** Tells what is wrong with a configuration, or that nothing is any more. */
  config(configFile: string, wrong: UsageError | undefined): void {
    const { lang } = this.#options.host()
    const uri = pathToFileURL(configFile).href
    const complaint = wrong === undefined ? '' : wrong.text[lang].join('\n')
    if (complaint === (this.#complaints.get(configFile) ?? '')) return
    this.#complaints.set(configFile, complaint)
    const diagnostics = wrong === undefined ? [] : configDiagnostics(wrong, lang)
    void this.#connection.sendDiagnostics({ uri, diagnostics })
    // The user has just said that the folder is not trusted.
    if (wrong === undefined || wrong.code === 'not-trusted') return
    // The library's own way is a request, which not every client answers.
    const notice = { type: MessageType.Error, message: complaint }
    void this.#connection.sendNotification('window/showMessage', notice)
  }

  #push(document: OpenDocument, result: CheckedMessage & { readonly version?: number }): void {
    this.#unpushed.delete(document)
    const { uri, version, positions } = document
    const diagnostics = result.diagnostics.map((one) => protocolDiagnostic(one, positions))
    void this.#connection.sendDiagnostics({ uri, version: result.version ?? version, diagnostics })
    this.found(document, result)
  }

  #tellRecipients(document: OpenDocument, { recipients }: CheckedMessage): void {
    const before = this.#recipients.get(document)
    const root = document.project?.root ?? ''
    const uri = recipients && pathToFileURL(join(root, recipients.path)).href
    if (before !== undefined && before !== uri) {
      this.#recipients.delete(document)
      const isNamed = [...this.#recipients.values()].includes(before)
      if (!isNamed) void this.#connection.sendDiagnostics({ uri: before, diagnostics: [] })
    }
    if (recipients === undefined || uri === undefined) return
    if (recipients.diagnostics.length === 0 && before === undefined) return
    this.#recipients.set(document, uri)
    void this.#connection.sendDiagnostics({ uri, diagnostics: recipients.diagnostics.map(diagnosticElsewhere) })
  }
}
