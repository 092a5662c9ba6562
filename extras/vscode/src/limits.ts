import * as vscode from 'vscode'
import type { Servers } from './servers.ts'

/** The length of a text of a message at its longest, as `friendtalk/limits` answers. */
interface Fullness {
  readonly name: string
  readonly actual: number
  readonly limit: number
  readonly unit: 'bytes' | 'characters'
  readonly range: { readonly start: Place; readonly end: Place }
}

interface Place {
  readonly line: number
  readonly character: number
}

/** Keys rest for that long before the limits are asked for. */
const restMs = 60

/** The tightest limit of the active message in the status bar; says to menus whether the active document is a message. */
export class LimitStatus implements vscode.Disposable {
  readonly #servers: Servers
  readonly #item: vscode.StatusBarItem
  readonly #subscriptions: vscode.Disposable[]
  #limits: readonly Fullness[] = []
  #waiting: NodeJS.Timeout | undefined

  constructor(servers: Servers) {
    this.#servers = servers
    const { window, workspace } = vscode
    this.#item = window.createStatusBarItem('friendtalk.limits', vscode.StatusBarAlignment.Right, 90)
    this.#item.name = vscode.l10n.t('friendtalk limits')
    this.#item.command = 'friendtalk.showLimits'
    this.#subscriptions = [
      this.#item,
      servers.onRestarted(() => this.#soon()),
      window.onDidChangeActiveTextEditor(() => this.#soon()),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document === window.activeTextEditor?.document) this.#soon()
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const active = window.activeTextEditor?.document.uri.toString()
        if (uris.some((uri) => uri.toString() === active)) this.#soon()
      }),
    ]
    this.#soon()
  }

  #soon(): void {
    clearTimeout(this.#waiting)
    this.#waiting = setTimeout(() => void this.#update(), restMs)
  }

  async #update(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document
    const { version } = document ?? {}
    const limits = document && (await this.#servers.ask<readonly Fullness[] | null>(document, 'friendtalk/limits'))
    if (document !== vscode.window.activeTextEditor?.document || document?.version !== version) return
    this.#limits = limits ?? []
    const [tightest] = this.#limits
    void vscode.commands.executeCommand('setContext', 'friendtalk.isMessage', Array.isArray(limits))
    if (tightest === undefined) {
      this.#item.hide()
      return
    }
    const { name, actual, limit } = tightest
    const isOver = actual > limit
    this.#item.text = `$(${isOver ? 'error' : 'dashboard'}) ${name} ${actual}/${limit}`
    this.#item.tooltip = vscode.l10n.t('The tightest limit of this message; click for all of them.')
    this.#item.backgroundColor = isOver ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined
    this.#item.show()
  }

  /** Shows all limits of the active message, the tightest first, and goes to the one that is picked. */
  async pick(): Promise<void> {
    const editor = vscode.window.activeTextEditor
    if (!editor || this.#limits.length === 0) return
    const entries = this.#limits.map((fullness) => {
      const { name, actual, limit, unit, range } = fullness
      const icon = actual > limit ? 'error' : 'check'
      const filled = Math.min(10, Math.round((actual / limit) * 10))
      return {
        label: `$(${icon}) ${name}`,
        description: `${actual}/${limit} ${unit === 'bytes' ? vscode.l10n.t('bytes') : vscode.l10n.t('characters')}`,
        detail: `${'▰'.repeat(filled)}${'▱'.repeat(10 - filled)}  ${vscode.l10n.t('line {0}', range.start.line + 1)}`,
        range: new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character),
      }
    })
    const picked = await vscode.window.showQuickPick(entries, {
      title: vscode.l10n.t('Limits of this message, with every variable at its longest'),
      matchOnDescription: true,
    })
    if (!picked) return
    const shown = await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? 1 })
    shown.selection = new vscode.Selection(picked.range.start, picked.range.end)
    shown.revealRange(picked.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport)
  }

  dispose(): void {
    clearTimeout(this.#waiting)
    for (const one of this.#subscriptions) one.dispose()
  }
}
