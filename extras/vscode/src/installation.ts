import { execFile } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import * as vscode from 'vscode'

/** A friendtalk that can be run. */
export interface Installation {
  /** The folder of its package, absolute and without symbolic links. */
  readonly folder: string
  /** The file that Node runs. */
  readonly main: string
  readonly version: string
  /** The owner: the project with its `node_modules`, the settings, or the extension. */
  readonly from: 'project' | 'settings' | 'extension'
}

/** Finds the friendtalk of a file: what the settings name, what its project has installed, or the bundled one. */
export function installationOf(uri: vscode.Uri | undefined, extensionFolder: string): Installation {
  const bundled = installationAt(join(extensionFolder, 'server'), 'extension')
  if (bundled === undefined) throw new Error('The extension is not complete: its folder "server" is missing.')
  const folder = uri && vscode.workspace.getWorkspaceFolder(uri)
  // Nothing of a folder that is not trusted is run, and nothing that lies beside a file from anywhere.
  if (!vscode.workspace.isTrusted || uri?.scheme !== 'file' || folder === undefined) return bundled
  const named = pathNamedFor(uri)
  if (named !== '') {
    const found = installationAt(isAbsolute(named) ? named : join(folder.uri.fsPath, named), 'settings')
    if (found !== undefined) return found
  }
  for (let at = dirname(uri.fsPath); ; at = dirname(at)) {
    const found = installationAt(join(at, 'node_modules', 'friendtalk'), 'project')
    if (found !== undefined && isOwn(found.folder)) return found
    if (at === dirname(at)) return bundled
  }
}

/** Returns the path in the settings for a file; empty if there is none. */
export function pathNamedFor(uri: vscode.Uri): string {
  return vscode.workspace.getConfiguration('friendtalk', uri).get('path', '').trim()
}

function installationAt(path: string, from: Installation['from']): Installation | undefined {
  try {
    const folder = realpathSync.native(path.endsWith('.js') ? join(dirname(path), '..', '..') : path)
    const main = join(folder, 'dist', 'bin', 'main.js')
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version?: string }
    return existsSync(main) ? { folder, main, version: String(version), from } : undefined
  } catch {
    return undefined
  }
}

/** Above a folder that is trusted others may have put something: what they own is not run. */
function isOwn(folder: string): boolean {
  const user = process.getuid?.()
  return user === undefined || [user, 0].includes(statSync(folder).uid)
}

/** The language of all output: what the settings say, or that of the editor. */
export function language(): 'en' | 'ko' {
  const set = vscode.workspace.getConfiguration('friendtalk').get<string>('lang', 'auto')
  return set === 'en' || set === 'ko' ? set : vscode.env.language.startsWith('ko') ? 'ko' : 'en'
}

/** The environment in which the program that runs the editor's extensions is plain Node. */
export const nodeEnvironment: { readonly ELECTRON_RUN_AS_NODE: '1' } = { ELECTRON_RUN_AS_NODE: '1' }

/** Runs a command of friendtalk to its end. */
export function runFriendtalk(
  { main }: Installation,
  args: readonly string[],
  cwd: string,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const env = { ...process.env, ...nodeEnvironment, NO_COLOR: '1' }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args, '--lang', language()], { cwd, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 70
      resolve({ code, stdout, stderr: stderr === '' ? (error?.message ?? '') : stderr })
    })
  })
}
