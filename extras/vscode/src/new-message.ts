import { dirname, join } from 'node:path'
import * as vscode from 'vscode'
import { runFriendtalk } from './installation.ts'
import type { Servers } from './servers.ts'

/** Makes a message from a template that is picked, and opens it. */
export async function newMessage(servers: Servers, chosen: vscode.Uri | undefined): Promise<void> {
  const folder = chosen ?? activeFolder()
  if (folder === undefined) return
  const installation = servers.installationOf(vscode.Uri.joinPath(folder, 'new.md'))
  const listed = await runFriendtalk(installation, ['new', '--list'], folder.fsPath)
  if (listed.code !== 0) return fail(listed.stderr)
  const title = vscode.l10n.t('New message')
  const template = await vscode.window.showQuickPick(templatesIn(listed.stdout), {
    title,
    placeHolder: vscode.l10n.t('Pick a kind'),
    matchOnDescription: true,
  })
  if (template === undefined) return
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('File name in {0}', vscode.workspace.asRelativePath(folder)),
    value: `${template.label}.md`,
    valueSelection: [0, template.label.length],
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('Type a file name.') : undefined),
  })
  if (typed === undefined) return
  const name = /\.(?:md|markdown)$/i.test(typed.trim()) ? typed.trim() : `${typed.trim()}.md`
  const file = join(folder.fsPath, name)
  const made = await runFriendtalk(installation, ['new', template.label, file], folder.fsPath)
  if (made.code !== 0) return fail(made.stderr)
  await vscode.window.showTextDocument(vscode.Uri.file(file))
}

function fail(said: string): void {
  const [reason = ''] = said.replace(/^✗ /, '').split('\n')
  void vscode.window.showErrorMessage(reason)
}

/** Reads templates, whose labels `new` takes: lines of a name, spaces and what it is for. */
function templatesIn(list: string): readonly vscode.QuickPickItem[] {
  return list.split('\n').flatMap((line) => {
    const [, label, description = ''] = /^\s*([a-z][a-z0-9-]*)(?:\s{2,}(.*))?$/.exec(line) ?? []
    return label === undefined ? [] : [{ label, description }]
  })
}

/** The folder of the active message, or the first of the workspace. */
function activeFolder(): vscode.Uri | undefined {
  const { uri } = vscode.window.activeTextEditor?.document ?? {}
  const isInWorkspace = uri !== undefined && vscode.workspace.getWorkspaceFolder(uri) !== undefined
  if (isInWorkspace && uri.path.endsWith('.md')) return vscode.Uri.file(dirname(uri.fsPath))
  return vscode.workspace.workspaceFolders?.[0]?.uri
}
