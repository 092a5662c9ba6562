import { command, flag, option, type Printed } from '../command.ts'
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type NewFile, writeNewFiles } from '../../project/files/write-file.ts'
import type { Contract } from '../../contract/contract.ts'
import { isFolder, lstatOf } from '../../project/files/paths.ts'
import { textIfAny } from '../../project/files/read-file.ts'
import { UsageError } from '../../project/usage-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted, printable } from '../../words/printable.ts'
import { type ProjectChoices, packedFile, projectFiles } from './init/project-files.ts'
import { shellWord } from '../../words/command-line.ts'
import { ended, hasEnded, services } from './init/starters.ts'
import type { Language, Text } from '../../words/language.ts'
import { canAsk, promptsOn } from '../terminal/ask.ts'
import { cancelled } from '../terminal/words.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { packageFolder } from '../installation.ts'

/**
 * `init`: a new project. What stands there already is left as it is.
 *
 * @throws UsageError without a terminal unless `--yes` answers, and when something cannot be written: then nothing is
 */
export const definition = command({
  usage: 'init [dir]',
  examples: ['friendtalk init', 'friendtalk init my-messages --service brand-message --yes'],
  arguments: {
    dir: { en: 'where (default: asked for, or here)', ko: '만들 폴더(기본값: 물어보거나 현재 폴더)' },
  },
  options: {
    service: option(
      '--service <service>',
      { en: 'which messages (default: asked for, or the first)', ko: '메시지의 서비스(기본값: 물어보거나 첫 번째)' },
      { choices: services.map(({ id }) => id) },
    ),
    yes: flag('--yes', {
      en: 'ask nothing; --lang decides the language of the messages',
      ko: '묻지 않고 만들기. 메시지의 언어는 --lang으로 정함',
    }),
  },
  async run({ args: [dir], options, terminal }) {
    const { cwd, lang } = terminal
    if (dir !== undefined && !isFolderOrNothing(resolve(cwd, dir)))
      throw new UsageError('not-a-folder', {
        en: `${dir}: is a file; name a folder, or one that is not there yet.`,
        ko: `${dir}: 폴더가 아니라 파일입니다. 다른 폴더를 지정하세요.`,
      })
    if (!options.yes && !canAsk(terminal))
      throw new UsageError('needs-terminal', {
        en: `There is no terminal to ask questions on; --yes takes the answers that are usual.`,
        ko: `터미널이 없어 질문할 수 없습니다. --yes 옵션을 쓰면 기본값으로 진행합니다.`,
      })
    const service = services.find(({ id }) => id === options.service)
    const usual = { dir: dir ?? '.', service: service ?? services[0], lang }
    const answers = options.yes ? usual : await answersOf({ dir, service, lang: options.lang }, terminal)
    if (answers?.service === undefined) {
      terminal.fail(cancelled)
      return exitCodes.interrupted
    }
    return makeProject({ folder: resolve(cwd, answers.dir), service: answers.service, lang: answers.lang }, terminal)
  },
})

interface Answers {
  readonly dir: string
  readonly service: Contract | undefined
  readonly lang: Language
}

/** Asks a person for the choices that the command line leaves open; undefined when the person cancels. */
async function answersOf(
  typed: { readonly [A in keyof Answers]: Answers[A] | undefined },
  terminal: Terminal,
): Promise<Answers | undefined> {
  const { cwd, lang, err } = terminal
  const { intro, isCancel, select, text } = await promptsOn(terminal)
  const on = { output: process.stderr, showInstructions: false }
  const inLang = ({ en, ko }: Text): string => (lang === 'ko' ? ko : en)
  intro(inLang({ en: 'A new friendtalk project', ko: '새 friendtalk 프로젝트' }), on)
  const taken = {
    en: 'There is a file of this name; name a folder.',
    ko: '같은 이름의 파일이 있습니다. 폴더를 지정하세요.',
  }
  const dir =
    typed.dir ??
    (await text({
      ...on,
      message: inLang({ en: 'Which folder?', ko: '어느 폴더에 만들까요?' }),
      placeholder: '.',
      defaultValue: '.',
      validate: (answer) => (isFolderOrNothing(resolve(cwd, answer ?? '.')) ? undefined : taken[lang]),
    }))
  if (isCancel(dir)) return undefined
  const service =
    typed.service ??
    (await select<Contract>({
      ...on,
      message: inLang({ en: 'For which messages?', ko: '어떤 메시지인가요?' }),
      options: services.map((value) => ({
        value,
        label: value.name[lang],
        ...(hasEnded(value) && { hint: ended[lang] }),
      })),
    }))
  if (isCancel(service)) return undefined
  const language =
    typed.lang ??
    (await select<Language>({
      ...on,
      message: inLang({
        en: 'In which language are these messages and their hints?',
        ko: '메시지와 설명을 어느 언어로 쓸까요?',
      }),
      options: [
        { value: 'ko', label: '한국어' },
        { value: 'en', label: 'English' },
      ],
      initialValue: lang,
    }))
  if (isCancel(language)) return undefined
  err('\n')
  return { dir, service, lang: language }
}

function isFolderOrNothing(path: string): boolean {
  return lstatOf(path) === undefined || isFolder(path)
}

function makeProject(choices: ProjectChoices, terminal: Terminal): Printed {
  const { cwd, outColors: colors, done, out, say, lang } = terminal
  const { folder } = choices
  const files = projectFiles(choices)
  const { created, kept } = writeNewFiles(folder, files)
  if (terminal.verbosity === 'quiet') return {}
  for (const path of created) done(path)
  const note = (text: Text): void => out(`${colors.yellow('!')} ${printable(text[lang])}\n`)
  if (created.length === 0)
    note({
      en: 'There is a project here already; nothing was written.',
      ko: '이미 프로젝트가 있어 아무것도 쓰지 않았습니다.',
    })
  else if (kept.length > 0)
    note({ en: `Left as they were: ${kept.join(', ')}`, ko: `이미 있어 그대로 둔 파일: ${kept.join(', ')}` })
  for (const file of files.filter(({ path }) => path.endsWith('ignore') && kept.includes(path))) {
    const missing = missingLines(folder, file).join('  ')
    if (missing !== '')
      note({
        en: `${file.path} should have these lines: ${missing}`,
        ko: `${file.path} 파일에 다음 줄이 있어야 합니다: ${missing}`,
      })
  }
  const shown = relative(cwd, folder) || '.'
  if (created.length > 0) {
    const leftEn = kept.length === 0 ? '' : `, ${kept.length} left as they were`
    const leftKo = kept.length === 0 ? '' : ` ${kept.length}개는 그대로 두었습니다.`
    out('\n')
    say({
      en: `${counted(created.length, 'file')} written ${shown === '.' ? 'here' : `to ${shown}`}${leftEn}.`,
      ko: `${shown === '.' ? '현재 폴더' : shown}에 파일 ${created.length}개를 썼습니다.${leftKo}`,
    })
  }
  const [preview, deploy] = ['npx --no-install friendtalk preview --open', 'npx --no-install friendtalk deploy --yes']
  return { lines: [''], next: [nextCommands(folder, cwd).join(' && '), preview, deploy] }
}

function missingLines(folder: string, { path, content }: NewFile): string[] {
  const lines = new Set(textIfAny(join(folder, path)).split(/\r?\n/))
  const wanted = String(content).trimEnd().split('\n')
  return wanted.filter((line) => !lines.has(line) && !lines.has(line.replace(/\/$/, '')))
}

/** Returns the commands that lead from here to a first result. */
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

/** Tells if the package can be found from a folder. */
function isInstalled(folder: string): boolean {
  const parent = dirname(folder)
  return existsSync(join(folder, 'node_modules/friendtalk/package.json')) || (parent !== folder && isInstalled(parent))
}
