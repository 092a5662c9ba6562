import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as vscode from 'vscode'
import { type Installation, language, runFriendtalk } from './installation.ts'
import type { Servers } from './servers.ts'

/** The scheme of documents about rules of the project; their query is the text. */
const scheme = 'friendtalk-rule'

/** Provides the pages of rules that are no files. */
export function rulePages(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => query,
  })
}

/** Shows the page of a rule: of one that is given, or of one that is picked, those at the cursor first. */
export async function explainRule(servers: Servers, given: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor
  const installation = servers.installationOf(editor?.document.uri)
  const korean = join(installation.folder, 'docs', 'ko', 'rules')
  const pages = language() === 'ko' && existsSync(korean) ? korean : join(installation.folder, 'docs', 'rules')
  const added = (): Promise<readonly Rule[]> => ownRules(installation, folderOf(editor?.document))
  const rule = typeof given === 'string' ? given : await pickRule(pages, added(), editor)
  if (rule === undefined) return
  const file = join(pages, `${rule}.md`)
  // A name comes from outside: it is a rule's, or nothing is opened.
  const isPage = /^[a-z][a-z0-9-]*$/.test(rule) && existsSync(file)
  const own = isPage ? undefined : (await added()).find(({ id }) => id === rule)
  if (isPage || own) {
    const page = own ? vscode.Uri.from({ scheme, path: `/${rule}.md`, query: pageOf(own) }) : vscode.Uri.file(file)
    // It stays when another message is turned to.
    await vscode.commands.executeCommand('markdown.showLockedPreviewToSide', page)
  } else void vscode.window.showErrorMessage(vscode.l10n.t('There is no rule {0}.', rule))
}

/** A rule as `friendtalk rules --json` lists it. */
interface Rule {
  readonly id: string
  readonly tier: string
  readonly severity: string
  readonly summary: string
  readonly why?: string
  /** The address of its page on the web; a rule of the project may have none. */
  readonly url?: string
}

function folderOf(document: vscode.TextDocument | undefined): string | undefined {
  if (document?.uri.scheme === 'file') return dirname(document.uri.fsPath)
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath
}

/** The rules that a project's configuration adds; none of a folder whose configuration may not be run. */
async function ownRules(installation: Installation, cwd: string | undefined): Promise<readonly Rule[]> {
  if (!vscode.workspace.isTrusted || cwd === undefined) return []
  const { code, stdout } = await runFriendtalk(installation, ['rules', '--json'], cwd)
  if (code !== 0) return []
  const known = join(installation.folder, 'docs', 'rules')
  const { rules } = JSON.parse(stdout) as { readonly rules: readonly Rule[] }
  return rules.filter(({ id }) => !existsSync(join(known, `${id}.md`)))
}

function pageOf({ id, severity, tier, summary, why, url }: Rule): string {
  const said = why === undefined || why === summary ? [summary] : [summary, why]
  const links = url === undefined ? [] : [`<${url}>`]
  const from = vscode.l10n.t('A rule that the configuration adds under "plugins".')
  return [`# ${id}`, `**${severity}** · ${tier}`, ...said, from, ...links].join('\n\n')
}

/** @param pages the folder of friendtalk's own pages */
async function pickRule(
  pages: string,
  own: Promise<readonly Rule[]>,
  editor: vscode.TextEditor | undefined,
): Promise<string | undefined> {
  const here = editor ? rulesAt(editor) : []
  if (here.length === 1) return here[0]
  const list = async (): Promise<vscode.QuickPickItem[]> => {
    const summaries = new Map((await own).map(({ id, summary }) => [id, summary]))
    const all = readdirSync(pages).flatMap((name) => (/^[a-z][a-z0-9-]*\.md$/.test(name) ? [name.slice(0, -3)] : []))
    const section = (title: string, ids: readonly string[]): vscode.QuickPickItem[] => [
      ...(ids.length > 0 ? [{ label: title, kind: vscode.QuickPickItemKind.Separator }] : []),
      ...ids.map((label) => ({ label, description: summaries.get(label) ?? summaryIn(join(pages, `${label}.md`)) })),
    ]
    const others = (ids: readonly string[]): readonly string[] => ids.filter((id) => !here.includes(id))
    return [
      ...section(vscode.l10n.t('At the cursor'), here),
      ...section(vscode.l10n.t('Rules of the project'), others([...summaries.keys()])),
      ...section(vscode.l10n.t('All rules'), others(all)),
    ]
  }
  const title = vscode.l10n.t('Explain rule')
  const picked = await vscode.window.showQuickPick(list(), { title, matchOnDescription: true })
  return picked?.label
}

/** The rules of the diagnostics that the cursor stands in, or else of those on its line. */
function rulesAt({ document, selection }: vscode.TextEditor): readonly string[] {
  const ours = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'friendtalk')
  const around = ours.filter(({ range }) => range.contains(selection.active))
  const near = around.length > 0 ? around : ours.filter(({ range }) => range.start.line === selection.active.line)
  const ids = near.flatMap(({ code }) => (typeof code === 'object' ? String(code.value) : String(code ?? '')))
  return [...new Set(ids)].filter((id) => id !== '')
}

/** The first sentence of a page: what stands under its heading. */
function summaryIn(page: string): string {
  if (!existsSync(page)) return ''
  const text = readFileSync(page, 'utf8')
  return text.split('\n').find((line) => /^[^#\s[<|*-]/.test(line)) ?? ''
}
