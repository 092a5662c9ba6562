import { command, option } from '../command.ts'
import { existsSync, readFileSync } from 'node:fs'
import { basename, isAbsolute, join, posix, relative, resolve } from 'node:path'
import { kinds } from '../../contract/contracts.ts'
import { type ConvertOptions, convertRecord, recordsIn } from '../../convert/convert.ts'
import { type ConvertProblem, convertProblemIn } from '../../convert/convert-words.ts'
import { matcher, shownFrom, toPosix } from '../../project/files/discover.ts'
import { type NewFile, writeNewFiles } from '../../project/files/write-file.ts'
import { statOf } from '../../project/files/paths.ts'
import { maxWrittenBytes, parseJson, readInput } from '../../project/files/read-file.ts'
import type { Project } from '../../project/project.ts'
import { UsageError } from '../../project/usage-error.ts'
import { openProject } from '../../session/session.ts'
import { plainName, shortName, shortNames } from '../kind-names.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { shellWord } from '../../words/command-line.ts'
import { printable } from '../../words/printable.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { readStandardInput } from '../terminal/standard-input.ts'
import { idFrom } from './init/message-id.ts'
import { starterWords } from './init/starter-words.ts'

export const definition = command({
  usage: 'convert <file.json...>',
  examples: [
    'friendtalk convert order.json --out-dir messages',
    'friendtalk convert payloads/*.json --kind wide',
    'friendtalk convert - --stdout < order.json',
  ],
  options: [
    option('--out-dir <dir>', {
      en: "where the files go (default: the folder of the configuration's messages)",
      ko: '파일을 쓸 폴더(기본값: 설정의 messages에 있는 폴더)',
    }),
    option(
      '--kind <kind>',
      {
        en: 'image or wide, for records with an image: both have the same fields',
        ko: '이미지가 있는 레코드의 유형(image와 wide는 필드가 같음)',
      },
      { choices: shortNames, plain: plainName },
    ),
    option('--stdout', { en: 'print the messages instead of writing files', ko: '파일 대신 표준 출력에 쓰기' }),
  ],
  run: (terminal: Terminal, files: string[], flags: ConvertFlags) => convertCommand(files, flags, terminal),
})

export interface ConvertFlags extends GlobalFlags {
  readonly outDir?: string
  readonly kind?: string
  readonly stdout?: boolean
}

interface FoundProblem {
  readonly place: string
  readonly problem: ConvertProblem
}

interface ConvertedFile {
  readonly messages: readonly NewFile[]
  /** Each with where it stands: `order.json#/0`. */
  readonly problems: readonly FoundProblem[]
}

/**
 * `convert`: JSON payloads → message files. A file that is there stays.
 *
 * @throws UsageError for what is no JSON, a file that is there or outside the root, and what cannot be written
 */
async function convertCommand(files: readonly string[], flags: ConvertFlags, terminal: Terminal): Promise<ExitCode> {
  const { cwd, out, err, outColors, colors } = terminal
  if (flags.stdout && flags.outDir !== undefined) {
    throw new UsageError({ type: 'flags-exclusive', flags: ['--stdout', '--out-dir'] })
  }
  const project = await openProject(flags, terminal)
  const { lang } = terminal
  const words = starterWords[lang]
  const names = new Names(folderFor(flags.outDir, project, cwd))
  const converted: ConvertedFile[] = []
  for (const file of files) converted.push(await convertFile(file, { flags, project, names, terminal }))
  const messages = converted.flatMap((file) => file.messages)
  const problems = converted.flatMap((file) => file.problems)
  if (flags.stdout) for (const { content } of messages) out(String(content))
  else {
    writeAll(messages, project, cwd)
    if (terminal.verbosity !== 'quiet') {
      for (const { path } of messages)
        out(`${outColors.green('✓')} ${printable(shownFrom(cwd, join(project.root, path)))}\n`)
    }
    const selects = matcher({ root: project.root, patterns: project.config.messages })
    const other = project.configFile === undefined ? undefined : messages.find(({ path }) => !selects(path))
    if (other !== undefined) err(`${colors.yellow('!')} ${words.notSelected(printable(other.path))}\n`)
  }
  for (const { place, problem } of problems) {
    err(`${colors.red('✗')} ${printable(place)}: ${printable(convertProblemIn(lang, problem))}\n`)
  }
  const [first] = messages
  if (!flags.stdout && first !== undefined && terminal.verbosity !== 'quiet') {
    const folder = shellWord(shownFrom(cwd, join(project.root, posix.dirname(first.path))) || '.')
    out(`\n${words.next}\n  ${outColors.bold(`npx --no-install friendtalk lint ${printable(folder)}`)}\n`)
  }
  return problems.length > 0 ? exitCodes.findings : exitCodes.done
}

/** All of them or none: a file that is there stays, unless it is just what would be written. */
function writeAll(messages: readonly NewFile[], { root }: Project, cwd: string): void {
  const refuse = (path: string): never => {
    throw new UsageError({ type: 'file-exists', path: shownFrom(cwd, join(root, path)) })
  }
  const missing = messages.filter(({ path, content }) => {
    const file = join(root, path)
    if (!existsSync(file)) return true
    return holds(file, content) ? false : refuse(path)
  })
  // Another process may have made one meanwhile.
  const { kept } = writeNewFiles(root, missing)
  for (const path of kept) refuse(path)
}

/** Whether a file is there that has this content. */
function holds(file: string, content: NewFile['content']): boolean {
  try {
    return statOf(file)?.isFile() === true && readFileSync(file, 'utf8') === content
  } catch {
    return false
  }
}

interface Converting {
  readonly flags: ConvertFlags
  readonly project: Project
  readonly names: Names
  readonly terminal: Terminal
}

/** @throws UsageError for a file that cannot be read, or that is no JSON */
async function convertFile(file: string, { flags, project, names, terminal }: Converting): Promise<ConvertedFile> {
  const { lang, cwd } = terminal
  const shown = file === '-' ? 'stdin' : file
  const text =
    file === '-'
      ? await readStandardInput(maxWrittenBytes)
      : readInput(resolve(cwd, file), { shown: file, maxBytes: maxWrittenBytes })
  const data = parseJson(text, shown)
  const kind = kinds.find((one) => shortName(one) === flags.kind)
  const records = recordsIn(data, kind)
  if (records.length === 0) {
    return { messages: [], problems: [{ place: shown, problem: { type: 'no-record', pointer: '' } }] }
  }
  const messages: NewFile[] = []
  const problems: FoundProblem[] = []
  const stem = file === '-' ? 'message' : basename(file).replace(/\.json$/i, '')
  for (const [index, record] of records.entries()) {
    const wanted = record.id ?? (records.length === 1 ? stem : `${stem}-${index + 1}`)
    const { id, path } = names.take(wanted, record.id === undefined ? shortName(record.kind ?? 'message') : record.id)
    const options: ConvertOptions = { path, id, lang, readings: project.config.limits }
    const result = convertRecord(record, options)
    if (result.type === 'message') messages.push({ path, content: result.source })
    else
      for (const problem of result.problems)
        problems.push({ place: problem.pointer === '' ? shown : `${shown}#${problem.pointer}`, problem })
  }
  return { messages, problems }
}

/** The folder of the new files relative to the root. */
function folderFor(given: string | undefined, { root, config }: Project, cwd: string): string {
  if (given === undefined) return folderOfPattern(config.messages[0] ?? '')
  const folder = toPosix(relative(root, resolve(cwd, given)))
  if (folder.startsWith('../') || folder === '..' || isAbsolute(folder)) {
    throw new UsageError({ type: 'outside-root', path: given, root })
  }
  return folder
}

// The folder that every file of a pattern lies in: `templates` for `templates/**/*.md`.
function folderOfPattern(pattern: string): string {
  const names = pattern.split('/').slice(0, -1)
  const wild = names.findIndex((name) => /[*?[\]{}()!+@]/.test(name))
  return (wild < 0 ? names : names.slice(0, wild)).join('/')
}

/** The names of the files of one run, each given once. */
class Names {
  readonly #folder: string
  readonly #taken = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** @param otherwise the id where a name has no letter that an id may have */
  take(name: string, otherwise: string): { readonly id: string; readonly path: string } {
    const written = name.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, '-')
    for (let number = 1; ; number++) {
      const file = number === 1 ? written : `${written}-${number}`
      const id = idFrom(file, 64) ?? (number === 1 ? otherwise : `${otherwise}-${number}`)
      if (this.#taken.has(file.toLowerCase()) || this.#taken.has(`id ${id}`)) continue
      this.#taken.add(file.toLowerCase())
      this.#taken.add(`id ${id}`)
      return { id, path: posix.join(this.#folder, `${file}.md`) }
    }
  }
}
