import * as vscode from 'vscode'
import { language, nodeEnvironment } from './installation.ts'
import type { Servers } from './servers.ts'

const type = 'friendtalk'
const matchers = ['$friendtalk', '$friendtalk-warnings']

/** The task `friendtalk: lint` of every folder, whose problems reach the Problems panel. */
export function lintTasks(servers: Servers): vscode.TaskProvider {
  return {
    provideTasks: () => (vscode.workspace.workspaceFolders ?? []).map((folder) => lintTask(servers, folder)),
    resolveTask: ({ definition, scope }) => {
      const isFolder = typeof scope === 'object' && 'uri' in scope
      return definition['command'] === 'lint' && isFolder ? lintTask(servers, scope, definition) : undefined
    },
  }
}

function lintTask(
  servers: Servers,
  folder: vscode.WorkspaceFolder,
  definition: vscode.TaskDefinition = { type, command: 'lint' },
): vscode.Task {
  const { main } = servers.installationOf(vscode.Uri.joinPath(folder.uri, 'any.md'))
  const args = [main, 'lint', '--lang', language()]
  const execution = new vscode.ProcessExecution(process.execPath, args, {
    cwd: folder.uri.fsPath,
    env: { ...nodeEnvironment },
  })
  const task = new vscode.Task(definition, folder, 'lint', type, execution, matchers)
  task.group = vscode.TaskGroup.Test
  return task
}

/** Lints the project of the active editor, or the one that is picked. */
export async function lintProject(servers: Servers): Promise<void> {
  const { uri } = vscode.window.activeTextEditor?.document ?? {}
  const { workspaceFolders = [], getWorkspaceFolder } = vscode.workspace
  const folder =
    (uri && getWorkspaceFolder(uri)) ??
    (workspaceFolders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : workspaceFolders[0])
  if (folder) await vscode.tasks.executeTask(lintTask(servers, folder))
}
