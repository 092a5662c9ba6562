import { command, flag, type Printed } from '../command.ts'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, relative, resolve } from 'node:path'
import { isFolder } from '../../project/files/paths.ts'
import { discover, matcher, selectionOf, shownFrom, toPosix } from '../../project/files/discover.ts'
import { imageContent } from '../../project/images/images.ts'
import { type NewFile, writeNewFiles } from '../../project/files/write-file.ts'
import { UsageError, fileExists, outsideRoot } from '../../project/usage-error.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { openProject, projectHere } from '../../session/session.ts'
import { idPattern } from '../../message/message.ts'
import type { Project } from '../../project/project.ts'
import { createWorkspace } from '../../project/workspace.ts'
import { canAsk, promptsOn } from '../terminal/ask.ts'
import type { Language, Text } from '../../words/language.ts'
import { argumentMissing, tooManyArguments } from '../typed-command.ts'
import { listStarters, starterNamed, starterNames, starterOf } from './init/starters.ts'
import { cancelled, notSelected } from '../terminal/words.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'

/**
 * `new`: a message from the starter of its kind, with the images that it shows. A file that is there stays.
 *
 * @throws UsageError for another starter, a file that is there or outside the root, and what cannot be written
 */
export const definition = command({
  usage: 'new [kind] [file]',
  examples: [`friendtalk new ${starterNames[0]} messages/spring-sale.md`, 'friendtalk new --list'],
  arguments: {
    kind: { en: 'a kind of message', ko: '메시지 유형', suggested: starterNames },
    file: { en: 'where it goes; .md is added where it is missing', ko: '메시지 파일. .md가 없으면 붙임' },
  },
  options: { list: flag('--list', { en: 'list the kinds', ko: '유형 목록' }) },
  async run({ args: [kind, file], options, terminal }) {
    if (options.list) {
      if (kind !== undefined) throw tooManyArguments('new --list')
      await projectHere(options, terminal)
      listStarters(terminal)
      return { next: [terminal.command('new', [[starterNames[0] ?? ''], ['messages/spring-sale.md']])] }
    }
    if (kind === undefined) throw argumentMissing('kind')
    const name = starterNamed(kind)
    if (file === undefined) throw argumentMissing('file')
    return makeMessage(name, file, { options, terminal })
  },
})

/** The names that a message file may have; any other gets `.md`. */
const messageName = /\.(?:md|markdown)$/i

async function makeMessage(
  name: string,
  typed: string,
  { options, terminal }: { readonly options: GlobalFlags; readonly terminal: Terminal },
): Promise<ExitCode | Printed> {
  const { cwd, done } = terminal
  const project = await openProject({ ...options, paths: [typed] }, terminal)
  const { root, config, configFile } = project
  const { lang } = terminal
  const path = pathOf(typed, root, cwd)
  const shown = (file: string): string => shownFrom(cwd, join(root, file))
  if (existsSync(join(root, path))) throw fileExists(shown(path))
  const stem = basename(path).replace(messageName, '')
  const id = await chooseId({ name: stem, otherwise: name }, project, terminal)
  if (id === undefined) {
    terminal.fail(cancelled)
    return exitCodes.interrupted
  }
  const starter = starterOf(name, { lang, id })
  const images: NewFile[] = starter.images.map((image) => ({
    path: posix.join(posix.dirname(path), image.path),
    content: image.content,
  }))
  const { created, kept } = writeNewFiles(root, [{ path, content: starter.source }, ...images])
  // Another process may have made it meanwhile.
  if (!created.includes(path)) throw fileExists(shown(path))
  if (configFile !== undefined && !matcher({ root, patterns: config.messages })(path)) terminal.warn(notSelected(path))
  if (options.quiet) return exitCodes.done
  for (const { path: image, content } of images) {
    // The same image from an earlier message is no news.
    if (!kept.includes(image) || imageContent(root, image)?.equals(Buffer.from(content))) continue
    terminal.warn({
      en: `${shown(image)} was there and is left as it is.`,
      ko: `${shown(image)} 파일이 이미 있어 그대로 둡니다.`,
    })
  }
  done({
    en: `${shown(path)} is a message with the id ${id}.`,
    ko: `${shown(path)} 메시지를 만들었습니다. id는 ${id}입니다.`,
  })
  for (const image of created.slice(1)) done(shown(image))
  return { next: [terminal.command('lint', [[shown(path)]])] }
}

/** The path of the new file below the root. */
function pathOf(typed: string, root: string, cwd: string): string {
  const absolute = resolve(cwd, typed)
  if (/[\\/]$/.test(typed) || isFolder(absolute))
    throw new UsageError('not-a-file-name', {
      en: `${typed}: is a folder; name the file that the message goes to.`,
      ko: `${typed}: 폴더입니다. 메시지를 쓸 파일 이름을 지정하세요.`,
    })
  const named = messageName.test(absolute) ? absolute : `${absolute}.md`
  const path = toPosix(relative(root, realPathOf(named)))
  if (path.startsWith('../') || isAbsolute(path)) throw outsideRoot(typed, root)
  return path
}

/** Resolves symbolic links of the folders that exist, because the root has none. */
function realPathOf(path: string): string {
  const folder = dirname(path)
  if (folder === path) return path
  return join(existsSync(folder) ? realpathSync.native(folder) : realPathOf(folder), basename(path))
}

/** Leaves room for a number behind it. */
const maxIdUnits = 60

/**
 * Chooses a free id for a new message: the name of its file, or that of the kind where no id can be spelled like it.
 * Then it is only a suggestion where a person can be asked.
 *
 * @param otherwise the id where the name has nothing that an id may have
 * @returns undefined when the person cancels
 */
async function chooseId(
  { name, otherwise }: { readonly name: string; readonly otherwise: string },
  project: Project,
  terminal: Terminal,
): Promise<string | undefined> {
  const taken = await takenIds(project, terminal.lang)
  const suggestion = freeId(idFrom(name) ?? otherwise, taken)
  // A name in the letters of ids is taken as it is.
  if (/^[\w .-]*$/.test(name) || !canAsk(terminal)) return suggestion
  const { isCancel, text } = await promptsOn(terminal)
  const { lang } = terminal
  const id = await text({
    message:
      lang === 'ko'
        ? `${name} 메시지의 id를 무엇으로 할까요? 계획, 보고서, 발송 기록에서 이 이름을 씁니다.`
        : `Which id does ${name} get? Plans, reports and the ledger know the message by it.`,
    initialValue: suggestion,
    output: process.stderr,
    validate: (typed = '') => wrongId(typed, taken)?.[lang],
  })
  return isCancel(id) ? undefined : id
}

function wrongId(id: string, taken: ReadonlySet<string>): Text | undefined {
  if (!idPattern.test(id))
    return {
      en: 'An id has 1 to 64 of a-z, 0-9, ".", "_" and "-", the first a letter or digit.',
      ko: 'id는 a-z, 0-9, ".", "_", "-" 1~64자이며 영문 소문자나 숫자로 시작합니다.',
    }
  return taken.has(id)
    ? { en: `Another message has the id ${id}.`, ko: `${id} id는 다른 메시지가 쓰고 있습니다.` }
    : undefined
}

/** Returns an id from the name of a file; undefined where it has letters that no id may have. */
export function idFrom(name: string, maxUnits: number = maxIdUnits): string | undefined {
  if (/[^\p{ASCII}]/u.test(name)) return undefined
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
    .slice(0, maxUnits)
    .replace(/[._-]+$/, '')
  return idPattern.test(id) ? id : undefined
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id
  let number = 2
  while (taken.has(`${id}-${number}`)) number++
  return `${id}-${number}`
}

async function takenIds(project: Project, lang: Language): Promise<ReadonlySet<string>> {
  const { root, config } = project
  if (config.messages.length === 0) return new Set()
  const workspace = createWorkspace(project, { lang })
  for (const path of await messagesOf(root, config.messages)) workspace.update(path)
  return new Set(workspace.files().flatMap(({ id }) => id?.value ?? []))
}

/** The message files that there are; a new project may have none. */
async function messagesOf(root: string, messages: readonly string[]): Promise<readonly string[]> {
  try {
    return await discover(selectionOf([], { cwd: root, root, messages }))
  } catch (error) {
    if (error instanceof UsageError && error.code === 'nothing-matches') return []
    throw error
  }
}
