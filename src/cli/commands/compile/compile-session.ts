import { existsSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { relative, resolve } from 'node:path'
import type { Project } from '../../../project/project.ts'
import { TemplateFolder } from '../../../project/files/template-folder.ts'
import type { CompiledTemplate } from '../../../template.ts'
import type { CompiledFile } from '../../../project/compiled-file.ts'
import { type MessageSession, openProject, readAll, selectMessages } from '../../../session/session.ts'
import { printable } from '../../../words/printable.ts'
import { textReport } from '../../reporters/text.ts'
import type { GlobalFlags, Terminal } from '../../terminal/terminal.ts'
import { cliWords } from '../../terminal/words.ts'

export interface CompileFlags extends GlobalFlags {
  readonly outDir?: string
  readonly stdout?: boolean
  readonly watch?: boolean
}

export interface CompileSession extends MessageSession {
  readonly output: TemplateFolder
}

const defaultOutDir = 'dist/messages'
/** Longer lists of what went well are for `--verbose`. */
const maxListed = 40

/** Opens the project and selection that a command line names. */
export async function openSession(
  args: readonly string[],
  flags: CompileFlags,
  terminal: Terminal,
): Promise<CompileSession> {
  const project = await openProject({ ...flags, paths: args }, terminal)
  const { root } = project
  const outDir = flags.outDir === undefined ? resolve(root, defaultOutDir) : resolve(terminal.cwd, flags.outDir)
  const output = new TemplateFolder(outDir, root)
  return { ...selectMessages(project, args, terminal), output }
}

/** Compiles every message of a session's selection. */
export function compileAll(session: CompileSession, terminal: Terminal): Promise<readonly CompiledFile[]> {
  return readAll(session, 'compiling', terminal)
}

const filesBetweenLooks = 20

/** Writes the templates of files and says which. */
export async function writeAll(
  files: readonly CompiledFile[],
  { output, project }: CompileSession,
  terminal: Terminal,
): Promise<void> {
  const words = cliWords[terminal.lang]
  const compiled = files.filter(isCompiled)
  const listed = terminal.verbosity === 'verbose' || compiled.length <= maxListed
  const progress = terminal.progress('writing', compiled.length)
  let written = 0
  for (const [index, { template }] of compiled.entries()) {
    // Signals are only seen when nothing else is at it.
    if (index % filesBetweenLooks === 0) await setImmediate()
    if (output.write(template) === 'written') written++
    progress.update(index + 1)
    if (!listed || terminal.verbosity === 'quiet') continue
    const { service_id: kind, source, variables, images } = template
    const { green, dim } = terminal.outColors
    const details = dim(`${kind}, ${words.details({ variables: variables.length, images: images.length })}`)
    terminal.out(`${green('✓')} ${printable(source)} → ${shown(output.fileOf(template.id), project)}  ${details}\n`)
  }
  progress.end()
  if (terminal.verbosity === 'quiet' || compiled.length === 0) return
  const folder = shown(output.path, project)
  terminal.out(`${words.compiled({ written, unchanged: compiled.length - written, folder })}\n`)
}

/** Shows what keeps files from being compiled; what is only worth a warning is for `lint`. */
export function reportDiagnostics(
  files: readonly CompiledFile[],
  { output, project }: CompileSession,
  terminal: Terminal,
): void {
  const broken = files
    .filter(({ diagnostics }) => diagnostics.some(({ severity }) => severity === 'error'))
    .map(({ path, source, id, diagnostics }) => {
      return { path, source, id, diagnostics: diagnostics.filter(({ severity }) => severity === 'error') }
    })
  if (broken.length === 0) return
  const words = cliWords[terminal.lang]
  const { red, dim } = terminal.colors
  terminal.err(`${textReport(broken, terminal)}\n`)
  for (const { id } of broken) {
    const file = id && output.fileOf(id.value)
    if (file && existsSync(file)) terminal.err(`${dim(words.kept(shown(file, project)))}\n`)
  }
  const errors = broken.reduce((sum, { diagnostics }) => sum + diagnostics.length, 0)
  terminal.err(`${red('✗')} ${words.errors(errors, broken.length)}\n`)
}

export function idsOf(files: readonly CompiledFile[]): Map<string, string | undefined> {
  return new Map(files.map((file) => [file.path, isCompiled(file) ? file.id?.value : undefined]))
}

function isCompiled(file: CompiledFile): file is CompiledFile & { readonly template: CompiledTemplate } {
  return file.template !== undefined
}

/** An absolute path as people are shown it. */
export function shown(file: string, { root }: Project): string {
  const path = relative(root, file)
  return printable(path.startsWith('..') ? file : path || '.')
}
