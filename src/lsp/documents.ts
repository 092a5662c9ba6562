import { kindStart } from '../contract/contracts.ts'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Position, TextDocumentContentChangeEvent, TextDocumentItem } from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { compile } from '../compile.ts'
import type { Diagnostic } from '../diagnostic.ts'
import { type EditorContext, MessageText } from '../editor/message-text.ts'
import { dependenciesOf } from '../project/compiled-file.ts'
import { besideMessage } from '../project/files/discover.ts'
import { readSource } from '../project/files/read-file.ts'
import { outcomeOf } from '../session/lint.ts'
import type { Sketch } from '../sketch.ts'
import type { Host } from '../session/host.ts'
import { statOf } from '../project/files/paths.ts'
import { Positions } from './positions.ts'
import { fileOf, type OpenProject, pathInside, realPath } from './projects.ts'

/** The diagnostics of one state of a document. */
export interface CheckedMessage {
  readonly diagnostics: readonly Diagnostic[]
  /** The recipients file that it names, its path relative to the root. */
  readonly recipients?: { readonly path: string; readonly diagnostics: readonly Diagnostic[] }
}

export interface Asked {
  readonly document: OpenDocument
  readonly text: MessageText
  readonly context: EditorContext
}

const untitled = 'untitled.md'
/** Longer lists are left to `lint`, because they would be read again at each key. */
const maxRecipientsBytes = 4 * 1024 * 1024

export class OpenDocument {
  readonly uri: string
  /** Absolute, with the symbolic links of its folder resolved; where a document is no file, a name in the given folder. */
  readonly file: string
  #text: TextDocument
  positions: Positions
  #message: MessageText | undefined
  #project: OpenProject | undefined
  /** The version whose text is that of the file. */
  #savedVersion: number
  /** The result of the last check. */
  checked: { readonly version: number; readonly result: CheckedMessage } | undefined
  /** True once the client showed how it will look. */
  isPreviewed = false
  /** The last state without errors, which stays in view. */
  lastWhole: Sketch | undefined

  /** @param folder of a document that is no file */
  constructor(item: TextDocumentItem, folder: string) {
    this.uri = item.uri
    const file = fileOf(item.uri)
    this.file = file === undefined ? join(folder, untitled) : realPath(file)
    this.#text = TextDocument.create(item.uri, item.languageId, item.version, item.text)
    this.positions = new Positions(this.#text)
    this.#savedVersion = item.version
  }

  get version(): number {
    return this.#text.version
  }

  get project(): OpenProject | undefined {
    return this.#project
  }

  set project(project: OpenProject | undefined) {
    this.#project = project
    this.#message = undefined
  }

  /** Relative to the root of its project, with `/`; its bare name where it lies outside. */
  get path(): string {
    const { root = '' } = this.#project ?? {}
    return pathInside(root, this.file) ?? this.file.slice(this.file.lastIndexOf('/') + 1)
  }

  /** Takes over changes, each of which speaks of the text that those before it made. */
  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    // A place behind the end would confuse where the lines of the document are.
    const within = (at: Position): Position => this.#text.positionAt(this.#text.offsetAt(at))
    for (const { text, ...change } of changes) {
      const range = 'range' in change && { range: { start: within(change.range.start), end: within(change.range.end) } }
      TextDocument.update(this.#text, [{ text, ...range }], version)
    }
    if (changes.length === 0) TextDocument.update(this.#text, [], version)
    this.positions = new Positions(this.#text)
    this.#message = undefined
  }

  /** Returns whether the text is that of its file, as far as the client says. */
  get isSaved(): boolean {
    return this.version === this.#savedVersion
  }

  saved(): void {
    this.#savedVersion = this.version
  }

  /** Forgets what was worked out of the text: what it depends on has changed. */
  forget(): void {
    this.#message = undefined
  }

  /** Returns whether it is a message: the configuration names it, or its frontmatter names a kind. */
  get isMessage(): boolean {
    if (this.#project?.isListed(this.path) === true) return true
    return namingKind.test(this.positions.source.slice(0, frontmatterUnits))
  }

  /** The message for what an editor asks about it; undefined until its project is open, and for other documents. */
  get message(): MessageText | undefined {
    if (this.#project === undefined || !this.isMessage) return undefined
    this.#message ??= new MessageText(this.positions.source, this.#compileContext())
    return this.#message
  }

  /** Returns the context of the editor features. */
  context(rule: EditorContext['rule']): EditorContext {
    const { lang = 'en', readings, plugins = [], ...context } = this.#compileContext()
    const { path } = this
    return {
      ...context,
      lang,
      readings: readings ?? { bytes: 'utf-8', characters: 'utf-16' },
      rule,
      plugins,
      list: (folder) => listFolder(this.#project?.root ?? '', besideMessage(path, folder || '.')),
      lint: (source) => compile(source, this.#compileContext()).diagnostics,
    }
  }

  #compileContext(): ReturnType<OpenProject['workspace']['contextOf']> & { readonly senders: readonly string[] } {
    if (this.#project === undefined) throw new Error('a document without its project')
    const context = this.#project.workspace.contextOf(this.path)
    return { ...context, template: 'left out', senders: context.senders ?? [] }
  }

  /** Returns whether it refers to a file, or to one in a folder, that changed. */
  dependsOn(changed: ReadonlySet<string>): boolean {
    const { project } = this
    const compiled = project?.workspace.fileAt(this.path)
    if (project === undefined || compiled === undefined) return false
    const paths = [...changed].flatMap((file) => pathInside(project.root, file)?.normalize('NFC') ?? [])
    return dependenciesOf(compiled).some((dependency) => {
      const inside = dependency.normalize('NFC')
      return paths.some((path) => path === inside || inside.startsWith(`${path}/`))
    })
  }

  /** Checks the text as it is now, without its recipients. */
  check(): CheckedMessage {
    const project = this.#project
    if (project === undefined || !this.isMessage) return { diagnostics: [] }
    const { workspace, root } = project
    const { path } = this
    const { source } = this.positions
    // The client shows a file that is not UTF-8 with replacement characters.
    const read = this.isSaved && source.includes('\uFFFD') ? readSource(root, path) : undefined
    if (read?.type === 'unreadable' && read.violation.rule === 'file-not-utf8')
      return { diagnostics: workspace.word(path, source, [read.violation]) }
    workspace.set(path, source)
    const [file] = workspace.filesAt([this.path])
    return { diagnostics: file?.diagnostics ?? [] }
  }

  /** Returns whether there is a recipients file to check the text with. */
  get hasRecipients(): boolean {
    const file = this.#project?.workspace.fileAt(this.path)
    if (file?.recipients === undefined || !this.isMessage) return false
    const bytes = statOf(join(this.#project?.root ?? '', besideMessage(this.path, file.recipients.value)))?.size ?? 0
    return bytes <= maxRecipientsBytes
  }

  /** As `check`, for each of the recipients. */
  async checkWithRecipients(host: Host): Promise<CheckedMessage> {
    const project = this.#project
    const checked = this.check()
    if (project === undefined || !this.hasRecipients) return checked
    const { workspace } = project
    const session = {
      project: project.project,
      selection: { root: project.root, patterns: [] },
      workspace,
      options: { paths: [] },
      isWhole: false,
    }
    const { messages, others } = await outcomeOf(session, workspace.filesAt([this.path]), {
      ...host,
      lang: project.lang,
      cwd: project.root,
    })
    const [message] = messages
    const [other] = others
    return {
      diagnostics: message?.diagnostics ?? checked.diagnostics,
      ...(other && { recipients: { path: other.path, diagnostics: other.diagnostics } }),
    }
  }
}

/** So much is looked at to tell a message from other Markdown. */
const frontmatterUnits = 16 * 1024
const namingKind = new RegExp(String.raw`^---[ \t]*\r?\n(?:(?!---).*\r?\n)*?kind[ \t]*:[ \t]*["']?${kindStart}`)

/** @param folder relative to the root */
function listFolder(root: string, folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  if (folder === '..' || folder.startsWith('../') || folder.startsWith('/')) return []
  try {
    return readdirSync(join(root, folder), { withFileTypes: true }).map((entry) => ({
      name: entry.name.normalize('NFC'),
      isFolder: entry.isDirectory(),
    }))
  } catch {
    return []
  }
}
