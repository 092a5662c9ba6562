import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, relative, resolve } from 'node:path'
import { idPattern } from '../../message/message.ts'
import { isFolder } from '../../project/files/paths.ts'
import { discover, matcher, selectionOf, toPosix } from '../../project/files/discover.ts'
import { imageContent } from '../../project/images/images.ts'
import { type NewFile, writeNewFiles } from '../../project/files/output-folder.ts'
import type { Project } from '../../project/project.ts'
import { UsageError } from '../../project/usage-error.ts'
import { Workspace } from '../../project/workspace.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import { openProject } from '../../session/session.ts'
import { printable } from '../terminal/printable.ts'
import { shellWord } from '../program/remedy.ts'
import { shortName } from '../program/command.ts'
import { kindNamed, starterOf } from './starter.ts'
import { starterWords } from './starter-words.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'

/** The names that a message file is left to have; any other gets `.md`. */
const messageName = /\.(?:md|markdown)$/i
const maxIdUnits = 60

/**
 * `new`: a message from the starter of its kind, with the images that it shows. A file that is there stays.
 *
 * @throws UsageError for another kind, a file that is there or outside the root, and what cannot be written
 */
export async function newCommand(
  word: string,
  typed: string,
  { flags, terminal }: { readonly flags: GlobalFlags; readonly terminal: Terminal },
): Promise<ExitCode> {
  const { cwd, out, err, outColors, colors } = terminal
  const kind = kindNamed(word)
  const project = await openProject(flags, terminal)
  const { lang } = terminal
  const words = starterWords[lang]
  const path = pathOf(typed, project.root, cwd)
  const file = join(project.root, path)
  if (existsSync(file)) throw new UsageError({ type: 'file-exists', path: shownFrom(cwd, file) })
  const id = freeId(idFrom(basename(path).replace(messageName, '')) ?? shortName(kind), await takenIds(project, lang))
  const starter = starterOf(kind, { lang, id })
  const images: NewFile[] = starter.images.map((image) => ({
    path: posix.join(posix.dirname(path), image.path),
    content: image.content,
  }))
  const { created, kept } = writeNewFiles(project.root, [{ path, content: starter.source }, ...images])
  // Somebody else may have made it meanwhile.
  if (!created.includes(path)) throw new UsageError({ type: 'file-exists', path: shownFrom(cwd, file) })
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
  out(`\n${words.next}\n  ${outColors.bold(`npx friendtalk lint ${printable(shellWord(shown))}`)}\n`)
  return exitCodes.done
}

/** The path of the new file below the root. */
function pathOf(typed: string, root: string, cwd: string): string {
  const absolute = resolve(cwd, typed)
  if (/[\\/]$/.test(typed) || isFolder(absolute)) throw new UsageError({ type: 'not-a-file-name', path: typed })
  const named = messageName.test(absolute) ? absolute : `${absolute}.md`
  const path = toPosix(relative(root, realPathOf(named)))
  if (path.startsWith('../') || isAbsolute(path)) throw new UsageError({ type: 'outside-root', path: typed, root })
  return path
}

/** A path of which the folders that exist have no symbolic links: the root has none. */
function realPathOf(path: string): string {
  const folder = dirname(path)
  if (folder === path) return path
  return join(existsSync(folder) ? realpathSync.native(folder) : realPathOf(folder), basename(path))
}

function shownFrom(cwd: string, file: string): string {
  return toPosix(relative(cwd, file))
}

/** An id from the name of a file; nothing where the name has no letter that an id may have. */
function idFrom(name: string): string | undefined {
  const id = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
    .slice(0, maxIdUnits)
  return idPattern.test(id) ? id : undefined
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id
  let number = 2
  while (taken.has(`${id}-${number}`)) number++
  return `${id}-${number}`
}

/** The ids of the project's messages. */
async function takenIds(project: Project, lang: Terminal['lang']): Promise<ReadonlySet<string>> {
  const { root, config } = project
  if (config.messages.length === 0) return new Set()
  // The rules that depend on the day say nothing of ids.
  const workspace = new Workspace(project, { lang, today: '1970-01-01' })
  for (const path of await messagesOf(root, config.messages)) workspace.update(path)
  return new Set(workspace.files().flatMap(({ id }) => id?.value ?? []))
}

/** The message files that there are; a new project may have none. */
async function messagesOf(root: string, messages: readonly string[]): Promise<readonly string[]> {
  try {
    return await discover(selectionOf([], { cwd: root, root, messages }))
  } catch (error) {
    if (error instanceof UsageError && error.problem.type === 'nothing-matches') return []
    throw error
  }
}
