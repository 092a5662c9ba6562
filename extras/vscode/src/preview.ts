import { randomBytes } from 'node:crypto'
import * as vscode from 'vscode'
import type { FromPanel, ToPanel } from './panel-messages.ts'
import type { Servers } from './servers.ts'

const viewType = 'friendtalk.preview'

/** The phone beside the editor: it shows the message of the active editor, and follows its text and its cursor. */
export function previewPanel(servers: Servers, extensionUri: vscode.Uri) {
  const { window, workspace } = vscode
  const fileOf = (...names: string[]): vscode.Uri => vscode.Uri.joinPath(extensionUri, ...names)
  let panel: vscode.WebviewPanel | undefined
  let shown: vscode.TextDocument | undefined
  let isDrawing = false
  let isStale = false

  function take(taken: vscode.WebviewPanel): void {
    panel = taken
    panel.iconPath = { light: fileOf('media', 'phone-light.svg'), dark: fileOf('media', 'phone-dark.svg') }
    panel.onDidDispose(() => {
      panel = undefined
      shown = undefined
    })
    panel.webview.onDidReceiveMessage((message: FromPanel) => {
      if (message.type === 'ready') void draw()
      else void jump(message.line)
    })
    panel.webview.html = pageIn(panel.webview)
  }

  /** Shows another document, where it is a message. */
  async function follow(document: vscode.TextDocument): Promise<void> {
    if (document === shown) return
    const drawn = await servers.ask<Drawn>(document, 'friendtalk/preview')
    if (drawn === undefined && shown !== undefined) return
    shown = document
    show(drawn)
  }

  /** Draws the document; however often it changes meanwhile, once more after that. */
  async function draw(): Promise<void> {
    isStale = true
    if (isDrawing) return
    isDrawing = true
    while (isStale) {
      isStale = false
      const document = shown
      const drawn = document && (await servers.ask<Drawn>(document, 'friendtalk/preview'))
      if (document === shown) show(drawn)
    }
    isDrawing = false
  }

  function show(drawn: Drawn | undefined): void {
    if (!panel || !shown) return
    const name = workspace.asRelativePath(shown.uri)
    panel.title = vscode.l10n.t('Phone: {0}', name.slice(name.lastIndexOf('/') + 1))
    post({ type: 'show', uri: shown.uri.toString(), html: drawn?.html ?? '' })
    const editor = editorOfShown()
    if (editor) showCursor(editor)
  }

  function showCursor({ selection }: vscode.TextEditor): void {
    post({ type: 'cursor', line: selection.active.line + 1 })
  }

  function post(message: ToPanel): void {
    void panel?.webview.postMessage(message)
  }

  function editorOfShown(): vscode.TextEditor | undefined {
    return window.visibleTextEditors.find(({ document }) => document === shown)
  }

  async function jump(line: number): Promise<void> {
    if (!shown) return
    const at = shown.lineAt(Math.min(Math.max(line - 1, 0), shown.lineCount - 1)).range.start
    const viewColumn = editorOfShown()?.viewColumn ?? vscode.ViewColumn.One
    const editor = await window.showTextDocument(shown, { viewColumn })
    editor.selection = new vscode.Selection(at, at)
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport)
  }

  function pageIn(webview: vscode.Webview): string {
    const nonce = randomBytes(16).toString('base64')
    const script = webview.asWebviewUri(fileOf('dist', 'preview.js'))
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

  const subscriptions = [
    servers.onPreviewChanged((uri) => {
      if (uri.toString() === shown?.uri.toString()) void draw()
    }),
    servers.onRestarted(() => void draw()),
    window.onDidChangeActiveTextEditor((editor) => {
      if (panel && editor) void follow(editor.document)
    }),
    window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor.document === shown) showCursor(textEditor)
    }),
    window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: async (kept, state: { readonly uri?: string } | undefined) => {
        take(kept)
        if (state?.uri === undefined) return
        try {
          await follow(await workspace.openTextDocument(vscode.Uri.parse(state.uri)))
        } catch {
          // The file is gone: the panel shows the next message that is opened.
        }
      },
    }),
    { dispose: () => panel?.dispose() },
  ]
  return {
    /** Opens the panel beside an editor, or brings it back to the front. */
    async open(editor: vscode.TextEditor | undefined): Promise<void> {
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }
      const options = { enableScripts: true, localResourceRoots: [fileOf('dist')] }
      if (panel) panel.reveal(undefined, true)
      else take(window.createWebviewPanel(viewType, vscode.l10n.t('Phone preview'), place, options))
      if (editor) await follow(editor.document)
    },
    dispose: () => vscode.Disposable.from(...subscriptions).dispose(),
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
