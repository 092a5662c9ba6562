import { existsSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { relative } from 'node:path'
import type { Diagnostic } from '../../../diagnostic.ts'
import type { Project } from '../../../project/project.ts'
import type { TemplateFolder } from '../../../project/files/template-folder.ts'
import type { CompiledFile } from '../../../project/compiled-file.ts'
import type { MessageSession } from '../../../session/session.ts'
import { counted, printable } from '../../../words/printable.ts'
import { textReport } from '../../reporters/text.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { errorsFound } from '../../terminal/words.ts'

export interface CompileSession extends MessageSession {
  readonly output: TemplateFolder
}

/** Longer lists of what went well are for `--verbose`. */
const maxListed = 40
const filesBetweenLooks = 20

/** Writes the templates of files and says which. */
export async function writeAll(
  files: readonly CompiledFile[],
  { output, project }: CompileSession,
  terminal: Terminal,
): Promise<void> {
  const { verbosity, lang, outColors: colors } = terminal
  const compiled = files.flatMap(({ template }) => template ?? [])
  const isListed = verbosity === 'verbose' || (verbosity === 'normal' && compiled.length <= maxListed)
  const progress = terminal.progress('writing', compiled.length)
  let written = 0
  for (const [index, template] of compiled.entries()) {
    // Yield so that signals are handled.
    if (index % filesBetweenLooks === 0) await setImmediate()
    if (output.write(template) === 'written') written++
    progress.update(index + 1)
    if (!isListed) continue
    const { service_id: kind, source, variables, images } = template
    const details =
      lang === 'ko'
        ? `변수 ${variables.length}개, 이미지 ${images.length}개`
        : `${counted(variables.length, 'variable')}, ${counted(images.length, 'image')}`
    const file = shown(output.fileOf(template.id), project)
    terminal.out(`${colors.green('✓')} ${printable(source)} → ${file}  ${colors.dim(`${kind}, ${details}`)}\n`)
  }
  progress.end()
  if (verbosity === 'quiet' || compiled.length === 0) return
  const folder = shown(output.path, project)
  const unchanged = compiled.length - written
  terminal.say({
    en: `${counted(compiled.length, 'message')} compiled to ${folder}: ${written} written, ${unchanged} unchanged.`,
    ko: `메시지 ${compiled.length}개를 ${folder}에 컴파일했습니다. 새로 씀 ${written}개, 변경 없음 ${unchanged}개.`,
  })
}

/** Shows what keeps files from being compiled; `lint` shows warnings. */
export function reportErrors(
  files: readonly CompiledFile[],
  { output, project }: CompileSession,
  terminal: Terminal,
): void {
  const broken = files
    .map(({ path, source, id, ...file }) => ({ path, source, id, diagnostics: errorsOf(file) }))
    .filter(({ diagnostics }) => diagnostics.length > 0)
  if (broken.length === 0) return
  const { lang, colors } = terminal
  terminal.err(`${textReport(broken, terminal)}\n`)
  for (const { id } of broken) {
    const file = id && output.fileOf(id.value)
    if (!file || !existsSync(file)) continue
    const kept = shown(file, project)
    const line = { en: `The last good ${kept} stays.`, ko: `마지막 정상 결과 ${kept} 파일을 그대로 둡니다.` }
    terminal.err(`${colors.dim(line[lang])}\n`)
  }
  const errors = broken.reduce((sum, { diagnostics }) => sum + diagnostics.length, 0)
  terminal.fail([errorsFound(errors, broken.length)[lang]])
}

export function errorsOf({ diagnostics }: Pick<CompiledFile, 'diagnostics'>): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error')
}

export function idsOf(files: readonly CompiledFile[]): Map<string, string | undefined> {
  return new Map(files.map(({ path, template, id }) => [path, template && id?.value]))
}

/** An absolute path as people are shown it. */
export function shown(file: string, { root }: Project): string {
  const path = relative(root, file)
  return printable(path.startsWith('..') ? file : path || '.')
}
