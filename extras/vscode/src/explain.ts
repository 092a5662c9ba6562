import { existsSync, readFileSync } from 'node:fs'
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

/** What friendtalk says of its own rules and findings, by their ids. */
type Known = ReadonlyMap<string, Pick<Rule, 'summary' | 'why'>>

/** Shows the page of a rule: of one that is given, or of one that is picked, those at the cursor first. */
export async function explainRule(servers: Servers, given: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor
  const installation = servers.installationOf(editor?.document.uri)
  const lang = language()
  const data = JSON.parse(readFileSync(join(installation.folder, 'dist', 'rules.json'), 'utf8')) as {
    readonly [L in typeof lang]: { readonly [id: string]: Pick<Rule, 'summary' | 'why'> }
  }
  const known: Known = new Map(Object.entries(data[lang]))
  const added = (): Promise<readonly Rule[]> => ownRules(installation, known, folderOf(editor?.document))
  const id = typeof given === 'string' ? given : await pickRule(known, added(), editor)
  if (id === undefined) return
  // A name comes from outside: it is a rule's, or nothing is opened.
  const own = known.has(id) ? undefined : (await added()).find((rule) => rule.id === id)
  const { summary, why } = known.get(id) ?? own ?? {}
  if (summary === undefined) {
    void vscode.window.showErrorMessage(vscode.l10n.t('There is no rule {0}.', id))
    return
  }
  // Only the extension has the pages: the package on npm is without them.
  const file = join(servers.installationOf(undefined).folder, 'docs', lang === 'ko' ? 'ko' : '', 'rules', `${id}.md`)
  const said = why === undefined || why === summary ? [summary] : [summary, why]
  const text = [
    `# ${id}`,
    ...(own ? [`**${own.severity}** · ${own.tier}`] : []),
    ...said,
    ...(own ? originOf(own) : []),
  ]
  const page =
    own === undefined && existsSync(file)
      ? vscode.Uri.file(file)
      : vscode.Uri.from({ scheme, path: `/${id}.md`, query: text.join('\n\n') })
  // It stays when another message is turned to.
  await vscode.commands.executeCommand('markdown.showLockedPreviewToSide', page)
}

function originOf({ url }: Rule): readonly string[] {
  return [
    vscode.l10n.t('A rule that the configuration adds under "plugins".'),
    ...(url === undefined ? [] : [`<${url}>`]),
  ]
}

function folderOf(document: vscode.TextDocument | undefined): string | undefined {
  if (document?.uri.scheme === 'file') return dirname(document.uri.fsPath)
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath
}

/** The rules that a project's configuration adds; none of a folder whose configuration may not be run. */
async function ownRules(installation: Installation, known: Known, cwd: string | undefined): Promise<readonly Rule[]> {
  if (!vscode.workspace.isTrusted || cwd === undefined) return []
  const { code, stdout } = await runFriendtalk(installation, ['rules', '--json'], cwd)
  if (code !== 0) return []
  const { rules } = JSON.parse(stdout) as { readonly rules: readonly Rule[] }
  return rules.filter(({ id }) => !known.has(id))
}

async function pickRule(
  known: Known,
  own: Promise<readonly Rule[]>,
  editor: vscode.TextEditor | undefined,
): Promise<string | undefined> {
  const here = editor ? rulesAt(editor) : []
  if (here.length === 1) return here[0]
  const list = async (): Promise<vscode.QuickPickItem[]> => {
    const added = new Map((await own).map((rule) => [rule.id, rule]))
    const section = (title: string, ids: readonly string[]): vscode.QuickPickItem[] => [
      ...(ids.length > 0 ? [{ label: title, kind: vscode.QuickPickItemKind.Separator }] : []),
      ...ids.map((label) => ({ label, description: (added.get(label) ?? known.get(label))?.summary ?? '' })),
    ]
    const others = (rules: Known): readonly string[] => [...rules.keys()].filter((id) => !here.includes(id))
    return [
      ...section(vscode.l10n.t('At the cursor'), here),
      ...section(vscode.l10n.t('Rules of the project'), others(added)),
      ...section(vscode.l10n.t('All rules'), others(known)),
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
