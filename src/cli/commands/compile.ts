import { existsSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { CompiledFile } from '../../project/compiled-file.ts'
import { type TemplateFolder, templateFolder, templateText } from '../../project/files/template-folder.ts'
import type { Project } from '../../project/project.ts'
import { type MessageSession, openProject, readAll, selectMessages } from '../../session/session.ts'
import { counted, printable, printableJsonText } from '../../words/printable.ts'
import { command, flag, option } from '../command.ts'
import { type ExitCode, exitCodes, unreadableRules } from '../exit-codes.ts'
import { errorsOf, showFound } from '../reporters/text.ts'
import { leaveBetweenFiles } from '../terminal/signals.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { watching } from '../terminal/words.ts'

export const definition = command({
  usage: 'compile [paths...]',
  examples: [
    'friendtalk compile',
    'friendtalk compile "messages/**/*.md" --out-dir out',
    'friendtalk compile hello.md --stdout',
  ],
  options: {
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
  },
  async run({ args: [paths], options, terminal }) {
    const open = async (time: 'first' | 'again'): Promise<CompileSession> => {
      const project = await openProject({ ...options, paths, isReload: time === 'again' }, terminal)
      const { root } = project
      const outDir = options.outDir === undefined ? resolve(root, defaultOutDir) : resolve(terminal.cwd, options.outDir)
      return { ...selectMessages(project, paths, terminal), output: templateFolder(outDir, root) }
    }
    if (options.watch) return watchAndCompile(open, options, terminal)
    const session = await open('first')
    const files = await readAll(session, 'compiling', terminal)
    if (options.stdout) {
      for (const { template } of files) if (template) terminal.out(printableJsonText(templateText(template)))
    } else await writeOnce(files, session, terminal)
    reportErrors(files, session, terminal)
    const errors = files.flatMap(errorsOf)
    if (errors.some(({ rule }) => unreadableRules.has(rule))) return exitCodes.usage
    return errors.length > 0 ? exitCodes.findings : exitCodes.done
  },
})

const defaultOutDir = 'dist/messages'

interface CompileSession extends MessageSession {
  readonly output: TemplateFolder
}

async function writeOnce(files: readonly CompiledFile[], session: CompileSession, terminal: Terminal): Promise<void> {
  const signals = leaveBetweenFiles()
  try {
    await writeAll(files, session, terminal)
  } finally {
    signals.end()
  }
  for (const { file, source } of session.output.stale(idsOf(files))) {
    const stale = shown(file, session.project)
    terminal.warn({
      en: `${stale} is left over: ${source} is gone or has another id. Remove it.`,
      ko: `${stale} 파일이 남아 있습니다. ${source} 파일이 없거나 id가 바뀌었으니 지우세요.`,
    })
  }
}

/** Longer lists of what went well are for `--verbose`. */
const maxListed = 40
const filesBetweenLooks = 20

/** Writes the templates of files and says which. */
async function writeAll(
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

/** Shows the errors that keep files from being compiled; `lint` shows warnings. */
function reportErrors(files: readonly CompiledFile[], { output, project }: CompileSession, terminal: Terminal): void {
  const broken = files.map((file) => ({ ...file, diagnostics: errorsOf(file) }))
  const notes = broken.map(({ id, diagnostics }) => {
    const file = id && output.fileOf(id.value)
    if (diagnostics.length === 0 || !file || !existsSync(file)) return ''
    const kept = shown(file, project)
    const line = { en: `The last good ${kept} stays.`, ko: `마지막 정상 결과 ${kept} 파일을 그대로 둡니다.` }
    return `${terminal.colors.dim(line[terminal.lang])}\n`
  })
  showFound(broken, terminal, notes.join(''))
}

function idsOf(files: readonly CompiledFile[]): Map<string, string | undefined> {
  return new Map(files.map(({ path, template, id }) => [path, template && id?.value]))
}

/** An absolute path as people are shown it. */
function shown(file: string, { root }: Project): string {
  const path = relative(root, file)
  return printable(path.startsWith('..') ? file : path || '.')
}

/** Compiles everything once, then what changes and what depends on it, until SIGINT or SIGTERM. */
async function watchAndCompile(
  open: (time: 'first' | 'again') => Promise<CompileSession>,
  flags: GlobalFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  // Loaded on demand: few runs watch.
  const { watchOnTerminal } = await import('../terminal/watching.ts')
  /** The files as they were last written. */
  let last: ReadonlyMap<string, CompiledFile> = new Map()

  /** Writes what differs from before, reports what stands, and removes outputs that no message accounts for any more. */
  const settle = async (session: CompileSession): Promise<void> => {
    const { workspace, output, project } = session
    const files = workspace.files()
    const changed = files.filter(({ path, template, diagnostics }) => {
      const before = last.get(path)
      return before?.template !== template || !isDeepStrictEqual(before?.diagnostics, diagnostics)
    })
    await writeAll(changed, session, terminal)
    last = new Map(files.map((file) => [file.path, file]))
    reportErrors(files, session, terminal)
    for (const stale of output.stale(idsOf(files))) {
      output.remove(stale)
      const file = shown(stale.file, project)
      terminal.tell({
        en: `Removed ${file}: its message is gone.`,
        ko: `${file} 파일을 지웠습니다. 메시지가 없어졌습니다.`,
      })
    }
    terminal.note(watching(workspace.files().length))
  }

  return watchOnTerminal(
    {
      open,
      isOutput: ({ output }, path) => dirname(path) === output.path && output.hasNameOfOutput(basename(path)),
      async start(session) {
        await readAll(session, 'compiling', terminal)
        last = new Map()
        await settle(session)
      },
      async update(session) {
        // Outputs that were removed are all written again.
        if (!existsSync(session.output.path)) last = new Map()
        await settle(session)
      },
    },
    flags,
    terminal,
  )
}
