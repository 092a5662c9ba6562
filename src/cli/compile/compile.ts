import { templateText } from '../../project/files/template-folder.ts'
import { UsageError } from '../../project/usage-error.ts'
import type { CompiledFile } from '../../project/workspace.ts'
import {
  type CompileFlags,
  type CompileSession,
  compileAll,
  idsOf,
  openSession,
  reportDiagnostics,
  shown,
  writeAll,
} from './compile-session.ts'
import { type ExitCode, exitCodes, unreadableRules } from '../program/exit-codes.ts'
import { printable, printableJsonText } from '../../words/printable.ts'
import { leaveBetweenFiles } from '../terminal/signals.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { cliWords } from '../terminal/words.ts'

/** `compile`: messages → JSON templates. */
export async function compileCommand(
  args: readonly string[],
  flags: CompileFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  if (flags.stdout && flags.watch) throw new UsageError({ type: 'flags-exclusive', flags: ['--stdout', '--watch'] })
  if (flags.stdout && flags.outDir !== undefined) {
    throw new UsageError({ type: 'flags-exclusive', flags: ['--stdout', '--out-dir'] })
  }
  if (!flags.watch) return compileInto(await openSession(args, flags, terminal), flags, terminal)
  const open = (time: 'first' | 'again'): Promise<CompileSession> =>
    openSession(args, { ...flags, isReload: time === 'again' }, terminal)
  return (await import('./compile-watch.ts')).watchAndCompile(open, flags, terminal)
}

async function compileInto(session: CompileSession, flags: CompileFlags, terminal: Terminal): Promise<ExitCode> {
  const files = await compileAll(session, terminal)
  if (flags.stdout) {
    for (const { template } of files) if (template) terminal.out(printableJsonText(templateText(template)))
  } else {
    const signals = leaveBetweenFiles()
    try {
      await writeAll(files, session, terminal)
    } finally {
      signals.end()
    }
    reportStale(files, session, terminal)
  }
  reportDiagnostics(files, session, terminal)
  return exitCodeOf(files)
}

function reportStale(files: readonly CompiledFile[], { output, project }: CompileSession, terminal: Terminal): void {
  const { yellow } = terminal.colors
  for (const { file, source } of output.stale(idsOf(files))) {
    terminal.err(`${yellow('!')} ${cliWords[terminal.lang].stale(shown(file, project), printable(source))}\n`)
  }
}

function exitCodeOf(files: readonly CompiledFile[]): ExitCode {
  const found = files.flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severity === 'error'))
  if (found.some(({ rule }) => unreadableRules.has(rule))) return exitCodes.usage
  return found.length > 0 ? exitCodes.findings : exitCodes.done
}
