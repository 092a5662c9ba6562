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

interface PublisherOptions {
  readonly host: () => Host
  /** True if the client asks for the diagnostics of documents itself: told twice it would show them twice. */
  readonly isPulling: () => boolean
}

/** Tells a client what is wrong with its documents: each version once, as soon as it is known. */
export function createPublisher(connection: Connection, { host, isPulling }: PublisherOptions) {
  /** Versions whose recipients are being read; pushed without them if the next version comes first. */
  const unpushed = new Map<OpenDocument, CheckedMessage & { readonly version: number }>()
  /** The address of the recipients file that something was said about, by the document that names it. */
  const recipientsOf = new Map<OpenDocument, string>()
  const complaints = new Map<string, string>()

  /** Takes over what was found in the text as it is now. */
  function found(document: OpenDocument, result: CheckedMessage): void {
    document.checked = { version: document.version, result }
    tellRecipients(document, result)
  }

  function push(document: OpenDocument, result: CheckedMessage, version = document.version): void {
    unpushed.delete(document)
    const { uri, positions } = document
    const diagnostics = result.diagnostics.map((one) => protocolDiagnostic(one, positions))
    void connection.sendDiagnostics({ uri, version, diagnostics })
    found(document, result)
  }

  /** Pushes what is known of a version that is about to be replaced, and was not pushed yet. */
  function beforeChange(document: OpenDocument): void {
    const waiting = unpushed.get(document)
    if (waiting !== undefined) push(document, waiting, waiting.version)
  }

  function tellRecipients(document: OpenDocument, { recipients }: CheckedMessage): void {
    const before = recipientsOf.get(document)
    const root = document.project?.root ?? ''
    const uri = recipients && pathToFileURL(join(root, recipients.path)).href
    if (before !== undefined && before !== uri) {
      recipientsOf.delete(document)
      const isNamed = [...recipientsOf.values()].includes(before)
      if (!isNamed) void connection.sendDiagnostics({ uri: before, diagnostics: [] })
    }
    if (recipients === undefined || uri === undefined) return
    if (recipients.diagnostics.length === 0 && before === undefined) return
    recipientsOf.set(document, uri)
    void connection.sendDiagnostics({ uri, diagnostics: recipients.diagnostics.map(diagnosticElsewhere) })
  }

  return {
    beforeChange,

    /** Checks a document whose text changed, or something that it depends on. */
    async check(document: OpenDocument): Promise<void> {
      beforeChange(document)
      const checked = { ...document.check(), version: document.version }
      if (isPulling()) found(document, checked)
      else if (!document.hasRecipients) push(document, checked)
      else {
        unpushed.set(document, checked)
        // A file that goes while it is read is reported by the check that its going asks for.
        const withRecipients = await document.checkWithRecipients(host()).catch(() => checked)
        if (unpushed.get(document) === checked) push(document, withRecipients)
      }
    },

    /** Answers a client that asks for the diagnostics of a document. @throws ResponseError when the answer is of no use any more */
    async pulled(document: OpenDocument | undefined, token: CancellationToken): Promise<DocumentDiagnosticReport> {
      if (document === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] }
      const { version } = document
      const checked = await document.checkWithRecipients(host())
      if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled')
      if (version !== document.version)
        throw new ResponseError(LSPErrorCodes.ServerCancelled, 'changed', { retriggerRequest: true })
      found(document, checked)
      const items = checked.diagnostics.map((one) => protocolDiagnostic(one, document.positions))
      return { kind: DocumentDiagnosticReportKind.Full, items }
    },

    close(document: OpenDocument): void {
      unpushed.delete(document)
      const { project, path, uri } = document
      project?.workspace.remove(path)
      if (!isPulling()) void connection.sendDiagnostics({ uri, diagnostics: [] })
      tellRecipients(document, { diagnostics: [] })
      document.checked = undefined
    },

    /** Tells what is wrong with a configuration, or that nothing is any more. */
    config(configFile: string, wrong: UsageError | undefined): void {
      const { lang } = host()
      const complaint = wrong === undefined ? '' : wrong.text[lang].join('\n')
      if (complaint === (complaints.get(configFile) ?? '')) return
      complaints.set(configFile, complaint)
      const diagnostics = wrong === undefined ? [] : configDiagnostics(wrong, lang)
      void connection.sendDiagnostics({ uri: pathToFileURL(configFile).href, diagnostics })
      // The user has just said that the folder is not trusted.
      if (wrong === undefined || wrong.code === 'not-trusted') return
      // The library's own way is a request, which not every client answers.
      const notice = { type: MessageType.Error, message: complaint }
      void connection.sendNotification('window/showMessage', notice)
    },
  }
}
