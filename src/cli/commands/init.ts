import { command, option } from '../command.ts'
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type NewFile, writeNewFiles } from '../../project/files/write-file.ts'
import { textIfAny } from '../../project/files/read-file.ts'
import { UsageError } from '../../project/usage-error.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { printable } from '../../words/printable.ts'
import { askProject, isFolderOrNothing } from './init/ask-project.ts'
import { type ProjectChoices, packedFile, projectFiles } from './init/project-files.ts'
import { shellWord } from '../../words/command-line.ts'
import { services } from './init/starter-catalog.ts'
import { starterWords } from './init/starter-words.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { packageFolder } from '../installation.ts'

export const definition = command({
  usage: 'init [dir]',
  examples: ['friendtalk init', 'friendtalk init my-messages --service brand-message --yes'],
  arguments: {
    dir: { en: 'where (default: asked for, or here)', ko: '만들 폴더(기본값: 물어보거나 현재 폴더)' },
  },
  options: [
    option(
      '--service <service>',
      { en: 'which messages (default: asked for, or the first)', ko: '메시지의 서비스(기본값: 물어보거나 첫 번째)' },
      { choices: services.map(({ id }) => id) },
    ),
    option('--yes', {
      en: 'ask nothing; --lang decides the language of the messages',
      ko: '묻지 않고 만들기. 메시지의 언어는 --lang으로 정함',
    }),
  ],
  run: (terminal: Terminal, dir: string | undefined, flags: InitFlags) => initCommand(dir, flags, terminal),
})

export interface InitFlags extends GlobalFlags {
  readonly yes?: boolean
  readonly service?: string
}

/**
 * `init`: a new project. What stands there already is left as it is.
 *
 * @throws UsageError without a terminal unless `--yes` answers, and when something cannot be written: then nothing is
 */
async function initCommand(dir: string | undefined, flags: InitFlags, terminal: Terminal): Promise<ExitCode> {
  const { cwd, lang, colors, err } = terminal
  if (dir !== undefined && !isFolderOrNothing(resolve(cwd, dir)))
    throw new UsageError('not-a-folder', {
      en: `${dir}: is a file; name a folder, or one that is not there yet.`,
      ko: `${dir}: 폴더가 아니라 파일입니다. 다른 폴더를 지정하세요.`,
    })
  if (!flags.yes && !(process.stdin.isTTY && terminal.isInteractive)) {
    throw new UsageError('needs-terminal', {
      en: `There is no terminal to ask questions on; --yes takes the answers that are usual.`,
      ko: `터미널이 없어 질문할 수 없습니다. --yes 옵션을 쓰면 기본값으로 진행합니다.`,
    })
  }
  const [first] = services
  const service = services.find(({ id }) => id === flags.service) ?? (flags.yes ? first : undefined)
  const choices =
    flags.yes && service
      ? { folder: resolve(cwd, dir ?? '.'), service, lang }
      : await askProject({ dir, service, lang: flags.lang }, terminal)
  if (choices === undefined) {
    err(`${colors.red('✗')} ${starterWords[lang].cancelled}\n`)
    return exitCodes.interrupted
  }
  makeProject(choices, terminal)
  return exitCodes.done
}

function makeProject(choices: ProjectChoices, { cwd, lang, outColors: colors, verbosity, out }: Terminal): void {
  const { folder } = choices
  const words = starterWords[lang]
  const files = projectFiles(choices)
  const { created, kept } = writeNewFiles(folder, files)
  if (verbosity === 'quiet') return
  for (const path of created) out(`${colors.green('✓')} ${printable(path)}\n`)
  if (kept.length > 0) {
    out(`${colors.yellow('!')} ${created.length === 0 ? words.isProject : words.kept(kept.map(printable))}\n`)
  }
  for (const file of files.filter(({ path }) => path.endsWith('ignore') && kept.includes(path))) {
    const missing = missingLines(folder, file)
    if (missing.length > 0) out(`${colors.yellow('!')} ${words.keptIgnore(file.path, missing)}\n`)
  }
  const shown = printable(relative(cwd, folder) || '.')
  if (created.length > 0) out(`\n${words.written({ files: created.length, kept: kept.length, folder: shown })}\n`)
  const first = nextCommands(folder, cwd).map(printable).join(' && ')
  const next = [first, 'npx --no-install friendtalk preview --open', 'npx --no-install friendtalk deploy --yes']
  out(`\n${[words.next, ...next.map((line) => `  ${colors.bold(line)}`)].join('\n')}\n`)
}

function missingLines(folder: string, { path, content }: NewFile): string[] {
  const lines = new Set(textIfAny(join(folder, path)).split(/\r?\n/))
  const wanted = String(content).trimEnd().split('\n')
  return wanted.filter((line) => !lines.has(line) && !lines.has(line.replace(/\/$/, '')))
}

/** What leads from here to a first result, as it can be typed. */
function nextCommands(folder: string, cwd: string): string[] {
  const pack = `mkdir -p vendor && npm pack ${shellWord(fileURLToPath(packageFolder).replace(/\/$/, ''))} --ignore-scripts --loglevel=error --pack-destination vendor`
  const isNamed = /"friendtalk"\s*:/.test(textIfAny(join(folder, 'package.json')))
  const install = `${pack} && npm install${isNamed ? '' : ` --save-dev ./${packedFile()}`}`
  return [
    ...(folder === cwd ? [] : [`cd ${shellWord(relative(cwd, folder))}`]),
    ...(isInstalled(folder) ? [] : [install]),
    'npx --no-install friendtalk lint',
  ]
}

/** Whether the package can be found from a folder. */
function isInstalled(folder: string): boolean {
  const parent = dirname(folder)
  return existsSync(join(folder, 'node_modules/friendtalk/package.json')) || (parent !== folder && isInstalled(parent))
}
