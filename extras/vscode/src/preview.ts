import { randomBytes } from 'node:crypto'
import * as vscode from 'vscode'
import type { FromPanel, ToPanel } from './panel-messages.ts'
import type { Servers } from './servers.ts'

const viewType = 'friendtalk.preview'

/** The phone beside the editor: it shows the message of the active editor, and follows its text and its cursor. */
export class PreviewPanel implements vscode.Disposable {
  readonly #servers: Servers
  readonly #extensionUri: vscode.Uri
  readonly #subscriptions: vscode.Disposable[] = []
  #panel: vscode.WebviewPanel | undefined
  #document: vscode.TextDocument | undefined
  #isDrawing = false
  #isStale = false

  constructor(servers: Servers, extensionUri: vscode.Uri) {
    this.#servers = servers
    this.#extensionUri = extensionUri
    const { window } = vscode
    this.#subscriptions.push(
      servers.onPreviewChanged((uri) => {
        if (uri.toString() === this.#document?.uri.toString()) void this.#draw()
      }),
      servers.onRestarted(() => void this.#draw()),
      window.onDidChangeActiveTextEditor((editor) => {
        if (this.#panel && editor) void this.#follow(editor.document)
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor.document === this.#document) this.#showCursor(textEditor)
      }),
      window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state: { readonly uri?: string } | undefined) => {
          this.#take(panel)
          if (state?.uri !== undefined) await this.#reopen(vscode.Uri.parse(state.uri))
        },
      }),
    )
  }

  /** Opens the panel beside an editor, or brings it back to the front. */
  async open(editor: vscode.TextEditor | undefined): Promise<void> {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }
    if (this.#panel) this.#panel.reveal(undefined, true)
    else {
      const dist = vscode.Uri.joinPath(this.#extensionUri, 'dist')
      const options = { enableScripts: true, localResourceRoots: [dist] }
      this.#take(vscode.window.createWebviewPanel(viewType, vscode.l10n.t('Phone preview'), place, options))
    }
    if (editor) await this.#follow(editor.document)
  }

  #take(panel: vscode.WebviewPanel): void {
    this.#panel = panel
    const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(this.#extensionUri, 'media', `phone-${theme}.svg`)
    panel.iconPath = { light: icon('light'), dark: icon('dark') }
    panel.onDidDispose(() => {
      this.#panel = undefined
      this.#document = undefined
    })
    panel.webview.onDidReceiveMessage((message: FromPanel) => {
      switch (message.type) {
        case 'ready':
          void this.#draw()
          break
        case 'jump':
          void this.#jump(message.line)
          break
      }
    })
    panel.webview.html = this.#page(panel.webview)
  }

  async #reopen(uri: vscode.Uri): Promise<void> {
    try {
      await this.#follow(await vscode.workspace.openTextDocument(uri))
    } catch {
      // The file is gone: the panel shows the next message that is opened.
    }
  }

  /** Shows another document, where it is a message. */
  async #follow(document: vscode.TextDocument): Promise<void> {
    if (document === this.#document) return
    const drawn = await this.#servers.ask<Drawn>(document, 'friendtalk/preview')
    if (drawn === undefined && this.#document !== undefined) return
    this.#document = document
    this.#show(drawn)
  }

  /** Draws the document; however often it changes meanwhile, once more after that. */
  async #draw(): Promise<void> {
    this.#isStale = true
    if (this.#isDrawing) return
    this.#isDrawing = true
    while (this.#isStale && this.#document) {
      this.#isStale = false
      const document = this.#document
      const drawn = await this.#servers.ask<Drawn>(document, 'friendtalk/preview')
      if (document === this.#document) this.#show(drawn)
    }
    this.#isDrawing = false
  }

  #show(drawn: Drawn | undefined): void {
    const document = this.#document
    if (!this.#panel || !document) return
    const name = vscode.workspace.asRelativePath(document.uri)
    this.#panel.title = vscode.l10n.t('Phone: {0}', name.slice(name.lastIndexOf('/') + 1))
    const html = drawn?.html ?? ''
    this.#post({ type: 'show', uri: document.uri.toString(), html })
    const editor = this.#editor()
    if (editor) this.#showCursor(editor)
  }

  #showCursor({ selection }: vscode.TextEditor): void {
    this.#post({ type: 'cursor', line: selection.active.line + 1 })
  }

  #post(message: ToPanel): void {
    void this.#panel?.webview.postMessage(message)
  }

  #editor(): vscode.TextEditor | undefined {
    return vscode.window.visibleTextEditors.find(({ document }) => document === this.#document)
  }

  async #jump(line: number): Promise<void> {
    if (!this.#document) return
    const at = this.#document.lineAt(Math.min(Math.max(line - 1, 0), this.#document.lineCount - 1)).range.start
    const viewColumn = this.#editor()?.viewColumn ?? vscode.ViewColumn.One
    const editor = await vscode.window.showTextDocument(this.#document, { viewColumn })
    editor.selection = new vscode.Selection(at, at)
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport)
  }

  #page(webview: vscode.Webview): string {
    const nonce = randomBytes(16).toString('base64')
    const script = webview.asWebviewUri(vscode.Uri.joinPath(this.#extensionUri, 'dist', 'preview.js'))
    const empty = vscode.l10n.t('Open a message to see it here.')
    const policy = `default-src 'none'; img-src data:; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`
    return `<!doctype html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}" id="drawing"></style>
<style nonce="${nonce}">${panelCss}</style>
</head>
<body data-empty="${empty}"><main id="picture" aria-live="off"></main>
<script nonce="${nonce}" src="${script.toString()}"></script>
</body>
</html>`
  }

  dispose(): void {
    this.#panel?.dispose()
    for (const one of this.#subscriptions) one.dispose()
  }
}

/** The answer of the server. */
interface Drawn {
  readonly html: string
}

const panelCss = `
body { padding: 16px; color: var(--vscode-foreground); }
body.vscode-light, body.vscode-high-contrast-light { color-scheme: light; }
body.vscode-dark, body.vscode-high-contrast { color-scheme: dark; }
.note { position: sticky; inset-block-start: 0; z-index: 1; background: var(--vscode-editor-background); margin: 0 auto 12px; max-inline-size: 378px; padding: 6px 10px; border-inline-start: 3px solid var(--vscode-editorWarning-foreground); }
.empty { text-align: center; color: var(--vscode-descriptionForeground); }
[data-from] { cursor: pointer; }
[data-from]:hover:not(:has([data-from]:hover)) { outline: 1px dashed var(--vscode-focusBorder); outline-offset: 2px; }
.is-at-cursor { outline: 2px solid var(--vscode-focusBorder) !important; outline-offset: 2px; border-radius: 4px; }
`
