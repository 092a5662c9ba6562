import * as vscode from 'vscode'
import type { Range } from 'vscode-languageclient/node'
import type { Servers } from './servers.ts'

/** The length of a text of a message at its longest, as `friendtalk/limits` answers. */
interface Fullness {
  readonly name: string
  readonly actual: number
  readonly limit: number
  readonly unit: 'bytes' | 'characters'
  readonly range: Range
}

/** Keys rest for that long before the limits are asked for. */
const restMs = 60

/** The tightest limit of the active message in the status bar; says to menus whether the active document is a message. */
export function limitStatus(servers: Servers): vscode.Disposable & { readonly pick: () => Promise<void> } {
  const { window, workspace } = vscode
  let limits: readonly Fullness[] = []
  let waiting: NodeJS.Timeout | undefined
  const item = window.createStatusBarItem('friendtalk.limits', vscode.StatusBarAlignment.Right, 90)
  item.name = vscode.l10n.t('friendtalk limits')
  item.command = 'friendtalk.showLimits'

  function soon(): void {
    clearTimeout(waiting)
    waiting = setTimeout(() => void update(), restMs)
  }

  async function update(): Promise<void> {
    const document = window.activeTextEditor?.document
    const { version } = document ?? {}
    const answer = document && (await servers.ask<readonly Fullness[] | null>(document, 'friendtalk/limits'))
    if (document !== window.activeTextEditor?.document || document?.version !== version) return
    limits = answer ?? []
    const [tightest] = limits
    void vscode.commands.executeCommand('setContext', 'friendtalk.isMessage', Array.isArray(answer))
    if (tightest === undefined) return item.hide()
    const { name, actual, limit } = tightest
    const isOver = actual > limit
    item.text = `$(${isOver ? 'error' : 'dashboard'}) ${name} ${actual}/${limit}`
    item.tooltip = vscode.l10n.t('The tightest limit of this message; click for all of them.')
    item.backgroundColor = isOver ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined
    item.show()
  }

  /** Shows all limits of the active message, the tightest first, and goes to the one that is picked. */
  async function pick(): Promise<void> {
    const editor = window.activeTextEditor
    if (!editor || limits.length === 0) return
    const entries = limits.map(({ name, actual, limit, unit, range: { start, end } }) => {
      const filled = Math.min(10, Math.round((actual / limit) * 10))
      return {
        label: `$(${actual > limit ? 'error' : 'check'}) ${name}`,
        description: `${actual}/${limit} ${unit === 'bytes' ? vscode.l10n.t('bytes') : vscode.l10n.t('characters')}`,
        detail: `${'▰'.repeat(filled)}${'▱'.repeat(10 - filled)}  ${vscode.l10n.t('line {0}', start.line + 1)}`,
        range: new vscode.Range(start.line, start.character, end.line, end.character),
      }
    })
    const title = vscode.l10n.t('Limits of this message, with every variable at its longest')
    const picked = await window.showQuickPick(entries, { title, matchOnDescription: true })
    if (!picked) return
    const shown = await window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? 1 })
    shown.selection = new vscode.Selection(picked.range.start, picked.range.end)
    shown.revealRange(picked.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport)
  }

  const subscriptions = [
    item,
    servers.onRestarted(soon),
    window.onDidChangeActiveTextEditor(soon),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) soon()
    }),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      const active = window.activeTextEditor?.document.uri.toString()
      if (uris.some((uri) => uri.toString() === active)) soon()
    }),
    { dispose: () => clearTimeout(waiting) },
  ]
  soon()
  return { pick, dispose: () => vscode.Disposable.from(...subscriptions).dispose() }
}
