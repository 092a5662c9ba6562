import * as vscode from 'vscode'
import { sendToEmulator } from './emulator.ts'
import { explainRule, rulePages } from './explain.ts'
import { limitStatus } from './limits.ts'
import { lintProject, lintTasks } from './lint-task.ts'
import { newMessage } from './new-message.ts'
import { previewPanel } from './preview.ts'
import { createServers } from './servers.ts'

/** Called by the editor when the first Markdown file or project is opened. */
export function activate({ extensionPath, extensionUri, subscriptions }: vscode.ExtensionContext): void {
  const servers = createServers(extensionPath)
  const preview = previewPanel(servers, extensionUri)
  const limits = limitStatus(servers)
  /** Runs a command that runs the configuration; a walkthrough starts commands that menus would not show. */
  const trusted = (run: () => unknown): unknown => {
    if (vscode.workspace.isTrusted) return run()
    return vscode.window.showWarningMessage(
      vscode.l10n.t('This command runs the configuration. Trust the folder first.'),
    )
  }
  const commands: { readonly [name: string]: (given: unknown) => unknown } = {
    newMessage: (given) => trusted(() => newMessage(servers, given instanceof vscode.Uri ? given : undefined)),
    openPreview: () => preview.open(vscode.window.activeTextEditor),
    showLimits: () => limits.pick(),
    lintProject: () => trusted(() => lintProject(servers)),
    sendToEmulator: () => trusted(() => sendToEmulator(servers)),
    explainRule: (given) => explainRule(servers, given),
    restart: () => servers.restart(),
    showOutput: () => servers.output.show(),
  }
  subscriptions.push(
    servers,
    preview,
    limits,
    rulePages(),
    vscode.tasks.registerTaskProvider('friendtalk', lintTasks(servers)),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`friendtalk.${name}`, run)),
  )
  servers.start()
}
