import { command, option } from '../command.ts'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, relative, resolve } from 'node:path'
import { isFolder } from '../../project/files/paths.ts'
import { matcher, shownFrom, toPosix } from '../../project/files/discover.ts'
import { imageContent } from '../../project/images/images.ts'
import { type NewFile, writeNewFiles } from '../../project/files/write-file.ts'
import { UsageError, fileExists, outsideRoot } from '../../project/usage-error.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { openProject, projectHere } from '../../session/session.ts'
import { printable } from '../../words/printable.ts'
import { shellWord } from '../../words/command-line.ts'
import { ArgumentError } from '../typed-command.ts'
import { chooseId } from './init/message-id.ts'
import { starterList, starterNamed, starterNames } from './init/starter-catalog.ts'
import { starterOf } from './init/starter.ts'
import { starterWords } from './init/starter-words.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'

export const definition = command({
  usage: 'new [kind] [file]',
  examples: [`friendtalk new ${starterNames[0]} messages/spring-sale.md`, 'friendtalk new --list'],
  arguments: {
    kind: {
      en: 'a kind of message',
      ko: '메시지 유형',
      suggested: starterNames,
    },
    file: { en: 'where it goes; .md is added where it is missing', ko: '메시지 파일. .md가 없으면 붙임' },
  },
  options: [option('--list', { en: 'list the kinds', ko: '유형 목록' })],
  run: (terminal: Terminal, kind: string | undefined, file: string | undefined, flags: NewFlags) =>
    newCommand([kind, file], flags, terminal),
})

/** The names that a message file is left to have; any other gets `.md`. */
const messageName = /\.(?:md|markdown)$/i

export interface NewFlags extends GlobalFlags {
  readonly list?: boolean
}

/**
 * `new`: a message from the starter of its kind, with the images that it shows. A file that is there
 * stays.
 *
 * @throws ArgumentError for arguments that are missing or too many
 * @throws UsageError for another starter, a file that is there or outside the root, and what cannot be written
 */
async function newCommand(
  [word, typed]: readonly [starter: string | undefined, file: string | undefined],
  flags: NewFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  if (flags.list) {
    if (word !== undefined) throw new ArgumentError({ type: 'too-many-arguments', command: 'new --list' })
    await projectHere(flags, terminal)
    terminal.out(starterList(terminal))
    return exitCodes.done
  }
  if (word === undefined) throw new ArgumentError({ type: 'argument-missing', argument: 'kind' })
  const name = starterNamed(word)
  if (typed === undefined) throw new ArgumentError({ type: 'argument-missing', argument: 'file' })
  return makeMessage(name, typed, { flags, terminal })
}

async function makeMessage(
  name: string,
  typed: string,
  { flags, terminal }: { readonly flags: GlobalFlags; readonly terminal: Terminal },
): Promise<ExitCode> {
  const { cwd, out, err, outColors, colors } = terminal
  const project = await openProject({ ...flags, paths: [typed] }, terminal)
  const { lang } = terminal
  const words = starterWords[lang]
  const path = pathOf(typed, project.root, cwd)
  const file = join(project.root, path)
  if (existsSync(file)) throw fileExists(shownFrom(cwd, file))
  const id = await chooseId({ name: basename(path).replace(messageName, ''), otherwise: name }, project, terminal)
  if (id === undefined) {
    err(`${colors.red('✗')} ${words.cancelled}\n`)
    return exitCodes.interrupted
  }
  const starter = starterOf(name, { lang, id })
  const images: NewFile[] = starter.images.map((image) => ({
    path: posix.join(posix.dirname(path), image.path),
    content: image.content,
  }))
  const { created, kept } = writeNewFiles(project.root, [{ path, content: starter.source }, ...images])
  // Another process may have made it meanwhile.
  if (!created.includes(path)) throw fileExists(shownFrom(cwd, file))
  const shown = shownFrom(cwd, file)
  const { messages } = project.config
  if (project.configFile !== undefined && !matcher({ root: project.root, patterns: messages })(path)) {
    err(`${colors.yellow('!')} ${words.notSelected(printable(path))}\n`)
  }
  if (terminal.verbosity === 'quiet') return exitCodes.done
  for (const { path: image, content } of images) {
    // The same image from an earlier message is no news.
    if (!kept.includes(image) || imageContent(project.root, image)?.equals(Buffer.from(content))) continue
    err(`${colors.yellow('!')} ${words.keptImage(printable(shownFrom(cwd, join(project.root, image))))}\n`)
  }
  out(`${outColors.green('✓')} ${words.made({ file: printable(shown), id })}\n`)
  for (const image of created.slice(1)) {
    out(`${outColors.green('✓')} ${printable(shownFrom(cwd, join(project.root, image)))}\n`)
  }
  out(`\n${words.next}\n  ${outColors.bold(`npx --no-install friendtalk lint ${printable(shellWord(shown))}`)}\n`)
  return exitCodes.done
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

/** A path of which the folders that exist have no symbolic links: the root has none. */
function realPathOf(path: string): string {
  const folder = dirname(path)
  if (folder === path) return path
  return join(existsSync(folder) ? realpathSync.native(folder) : realPathOf(folder), basename(path))
}
