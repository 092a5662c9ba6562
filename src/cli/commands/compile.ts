import { flagsExclusive } from '../../project/usage-error.ts'
import { command, option } from '../command.ts'
import { templateText } from '../../project/files/template-folder.ts'
import type { CompiledFile } from '../../project/compiled-file.ts'
import {
  type CompileFlags,
  type CompileSession,
  compileAll,
  idsOf,
  openSession,
  reportDiagnostics,
  shown,
  writeAll,
} from './compile/compile-session.ts'
import { type ExitCode, exitCodes, unreadableRules } from '../exit-codes.ts'
import { printable, printableJsonText } from '../../words/printable.ts'
import { leaveBetweenFiles } from '../terminal/signals.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { cliWords } from '../terminal/words.ts'

export const definition = command({
  usage: 'compile [paths...]',
  examples: [
    'friendtalk compile',
    'friendtalk compile "messages/**/*.md" --out-dir out',
    'friendtalk compile hello.md --stdout',
  ],
  options: [
    option('--out-dir <dir>', {
      en: 'where the templates go (default: dist/messages below the root)',
      ko: '템플릿을 쓸 폴더(기본값: 루트 아래 dist/messages)',
    }),
    option('--stdout', { en: 'print the templates instead of writing files', ko: '파일 대신 표준 출력에 쓰기' }),
    option('--watch', { en: 'compile again what changes, until Ctrl-C', ko: '바뀔 때마다 다시 컴파일(Ctrl-C로 종료)' }),
  ],
  run: (terminal: Terminal, paths: string[], flags: CompileFlags) => compileCommand(paths, flags, terminal),
})

async function compileCommand(args: readonly string[], flags: CompileFlags, terminal: Terminal): Promise<ExitCode> {
  if (flags.stdout && flags.watch) throw flagsExclusive('--stdout', '--watch')
  if (flags.stdout && flags.outDir !== undefined) {
    throw flagsExclusive('--stdout', '--out-dir')
  }
  if (!flags.watch) return compileInto(await openSession(args, flags, terminal), flags, terminal)
  const open = (time: 'first' | 'again'): Promise<CompileSession> =>
    openSession(args, { ...flags, isReload: time === 'again' }, terminal)
  return (await import('./compile/compile-watch.ts')).watchAndCompile(open, flags, terminal)
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
