import { dirname, relative } from 'node:path'
import * as vscode from 'vscode'
import { language } from './installation.ts'
import type { Servers } from './servers.ts'

const terminalName = 'friendtalk inbox'
/** So long a shell may take to tell that the editor can see its commands. */
const shellMs = 8000

/** Sends the active message to an emulator on this machine, and opens its inbox once the address is printed. */
export async function sendToEmulator(servers: Servers): Promise<void> {
  const { document } = vscode.window.activeTextEditor ?? {}
  if (document === undefined || document.isUntitled || document.uri.scheme !== 'file') return
  const installation = servers.installationOf(document.uri)
  if (installation.from === 'extension') {
    const said = vscode.l10n.t(
      'Sending needs friendtalk in the project: run "npm install --save-dev friendtalk" there.',
    )
    void vscode.window.showErrorMessage(said)
    return
  }
  if (!(await document.save())) return
  const folder = vscode.workspace.getWorkspaceFolder(document.uri)
  const cwd = folder?.uri.fsPath ?? dirname(document.uri.fsPath)
  const namesRecipients = /^---\r?\n(?:(?!---).*\r?\n)*?recipients[ \t]*:[ \t]*\S/.test(document.getText())
  const recipients = namesRecipients ? undefined : await pickRecipients()
  if (recipients === undefined && !namesRecipients) return
  const args = ['deploy', relative(cwd, document.uri.fsPath), '--target', 'emulator', '--yes', '--lang', language()]
  if (recipients !== undefined) args.push('--recipients', relative(cwd, recipients.fsPath))
  vscode.window.terminals.find(({ name }) => name === terminalName)?.dispose()
  const terminal = vscode.window.createTerminal({ name: terminalName, cwd })
  terminal.show(true)
  const { from, main } = installation
  const program = from === 'project' ? ['npx', '--no-install', 'friendtalk'] : ['node', main]
  await runIn(terminal, [...program, ...args])
}

async function pickRecipients(): Promise<vscode.Uri | undefined> {
  const found = await vscode.workspace.findFiles('**/*.{csv,ndjson,jsonl}', '**/{node_modules,dist}/**', 200)
  if (found.length === 0) {
    const said = vscode.l10n.t('The message names no recipients, and the workspace has no CSV or NDJSON file.')
    void vscode.window.showErrorMessage(said)
    return undefined
  }
  const entries = found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }))
  const title = vscode.l10n.t('Recipients for the emulator; nobody gets a real message')
  const picked = await vscode.window.showQuickPick(entries, { title })
  return picked?.uri
}

/** Runs a command as its user would type it: the inbox stays open until Ctrl-C. */
async function runIn(terminal: vscode.Terminal, words: readonly string[]): Promise<void> {
  const shell = terminal.shellIntegration ?? (await integrationOf(terminal))
  if (shell === undefined) {
    // A shell that the editor knows nothing of shows the address all the same.
    terminal.sendText(words.map(quoted).join(' '))
    return
  }
  const [executable = '', ...args] = words
  let printed = ''
  for await (const data of shell.executeCommand(executable, args).read()) {
    printed += data
    const [address] = /http:\/\/127\.0\.0\.1:\d+(?=\D)/.exec(printed) ?? []
    if (address === undefined) continue
    await vscode.env.openExternal(vscode.Uri.parse(address))
    return
  }
}

function integrationOf(terminal: vscode.Terminal): Promise<vscode.TerminalShellIntegration | undefined> {
  return new Promise((resolve) => {
    const end = (shell?: vscode.TerminalShellIntegration): void => {
      clearTimeout(late)
      heard.dispose()
      resolve(shell)
    }
    const late = setTimeout(end, shellMs)
    const heard = vscode.window.onDidChangeTerminalShellIntegration((event) => {
      if (event.terminal === terminal) end(event.shellIntegration)
    })
  })
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
