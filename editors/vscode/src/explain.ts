import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as vscode from 'vscode'
import { language } from './installation.ts'
import type { Servers } from './servers.ts'

/** Shows the page of a rule: of one that is given, or of one that is picked, those at the cursor first. */
export async function explainRule(servers: Servers, given: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor
  const { folder } = servers.installationOf(editor?.document.uri)
  const korean = join(folder, 'docs', 'ko', 'rules')
  const pages = language() === 'ko' && existsSync(korean) ? korean : join(folder, 'docs', 'rules')
  const rule = typeof given === 'string' ? given : await pickRule(pages, editor)
  if (rule === undefined) return
  // A name comes from outside: it is a rule's, or nothing is opened.
  const page = join(pages, `${rule}.md`)
  if (!/^[a-z][a-z0-9-]*$/.test(rule) || !existsSync(page)) {
    void vscode.window.showErrorMessage(vscode.l10n.t('There is no rule {0}.', rule))
    return
  }
  await vscode.commands.executeCommand('markdown.showPreviewToSide', vscode.Uri.file(page))
}

async function pickRule(pages: string, editor: vscode.TextEditor | undefined): Promise<string | undefined> {
  const all = readdirSync(pages).flatMap((name) => (/^[a-z][a-z0-9-]*\.md$/.test(name) ? [name.slice(0, -3)] : []))
  const here = editor ? rulesAt(editor) : []
  if (here.length === 1) return here[0]
  const item = (label: string): vscode.QuickPickItem => ({ label, description: summaryIn(join(pages, `${label}.md`)) })
  const separator = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator })
  const entries = [
    ...(here.length > 0 ? [separator(vscode.l10n.t('At the cursor')), ...here.map(item)] : []),
    separator(vscode.l10n.t('All rules')),
    ...all.filter((id) => !here.includes(id)).map(item),
  ]
  const title = vscode.l10n.t('Explain rule')
  const picked = await vscode.window.showQuickPick(entries, { title, matchOnDescription: true })
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
  const text = readFileSync(page, 'utf8')
  return text.split('\n').find((line) => /^[^#\s[<|*-]/.test(line)) ?? ''
}
