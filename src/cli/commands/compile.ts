import { resolve } from 'node:path'
import { TemplateFolder, templateText } from '../../project/files/template-folder.ts'
import { openProject, readAll, selectMessages } from '../../session/session.ts'
import { printableJsonText } from '../../words/printable.ts'
import { command, flag, option, type OptionValues } from '../command.ts'
import { type ExitCode, exitCodes, unreadableRules } from '../exit-codes.ts'
import { leaveBetweenFiles } from '../terminal/signals.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type CompileSession, errorsOf, idsOf, reportErrors, shown, writeAll } from './compile/compile-session.ts'

const options = {
  outDir: option('--out-dir <dir>', {
    en: 'where the templates go (default: dist/messages below the root)',
    ko: '템플릿을 쓸 폴더(기본값: 루트 아래 dist/messages)',
  }),
  stdout: flag(
    '--stdout',
    { en: 'print the templates instead of writing files', ko: '파일 대신 표준 출력에 쓰기' },
    { conflicts: ['watch', 'outDir'] },
  ),
  watch: flag('--watch', {
    en: 'compile again what changes, until Ctrl-C',
    ko: '바뀔 때마다 다시 컴파일(Ctrl-C로 종료)',
  }),
}
type CompileFlags = OptionValues<typeof options>

export const definition = command({
  usage: 'compile [paths...]',
  summary: { en: 'Compiles messages to JSON templates.', ko: '메시지를 JSON 템플릿으로 컴파일합니다.' },
  examples: [
    'friendtalk compile',
    'friendtalk compile "messages/**/*.md" --out-dir out',
    'friendtalk compile hello.md --stdout',
  ],
  options,
  async run({ args: [paths], options: flags, terminal }) {
    if (!flags.watch) return compileInto(await openSession(paths, flags, terminal), flags, terminal)
    const { watchAndCompile } = await import('./compile/compile-watch.ts')
    const open = (time: 'first' | 'again'): Promise<CompileSession> =>
      openSession(paths, { ...flags, isReload: time === 'again' }, terminal)
    return watchAndCompile(open, flags, terminal)
  },
})

const defaultOutDir = 'dist/messages'

async function openSession(paths: readonly string[], flags: CompileFlags, terminal: Terminal): Promise<CompileSession> {
  const project = await openProject({ ...flags, paths }, terminal)
  const { root } = project
  const outDir = flags.outDir === undefined ? resolve(root, defaultOutDir) : resolve(terminal.cwd, flags.outDir)
  return { ...selectMessages(project, paths, terminal), output: new TemplateFolder(outDir, root) }
}

async function compileInto(session: CompileSession, flags: CompileFlags, terminal: Terminal): Promise<ExitCode> {
  const files = await readAll(session, 'compiling', terminal)
  if (flags.stdout) {
    for (const { template } of files) if (template) terminal.out(printableJsonText(templateText(template)))
  } else {
    const signals = leaveBetweenFiles()
    try {
      await writeAll(files, session, terminal)
    } finally {
      signals.end()
    }
    const { output, project } = session
    for (const { file, source } of output.stale(idsOf(files))) {
      const stale = shown(file, project)
      terminal.warn({
        en: `${stale} is left over: ${source} is gone or has another id. Remove it.`,
        ko: `${stale} 파일이 남아 있습니다. ${source} 파일이 없거나 id가 바뀌었으니 지우세요.`,
      })
    }
  }
  reportErrors(files, session, terminal)
  const errors = files.flatMap(errorsOf)
  if (errors.some(({ rule }) => unreadableRules.has(rule))) return exitCodes.usage
  return errors.length > 0 ? exitCodes.findings : exitCodes.done
}
