import { fileExists, outsideRoot } from '../../project/usage-error.ts'
import { command, flag, option } from '../command.ts'
import { existsSync, readFileSync } from 'node:fs'
import { basename, isAbsolute, join, posix, relative, resolve } from 'node:path'
import { maxFileBytes } from '../../compile.ts'
import type { Contract } from '../../contract/contract.ts'
import { contractNamed, contracts, type Kind, kinds, kindStart } from '../../contract/contracts.ts'
import { convertRecord, recordsIn, unsaidIn } from '../../convert/convert.ts'
import { rewriteMessage } from '../../convert/rewrite.ts'
import { withoutByteOrderMark } from '../../diagnostic.ts'
import { folderOf, pathTo } from '../../message/path.ts'
import { discover, matcher, selectionOf, shownFrom, toPosix } from '../../project/files/discover.ts'
import { writeNewFiles } from '../../project/files/write-file.ts'
import { statOf } from '../../project/files/paths.ts'
import { maxWrittenBytes, parseJson, readInput } from '../../project/files/read-file.ts'
import type { Project } from '../../project/project.ts'
import { writeFixed } from '../../session/fix.ts'
import { openProject } from '../../session/session.ts'
import { exitCodes } from '../exit-codes.ts'
import { sayIn } from '../../words/language.ts'
import { readStandardInput, type Terminal } from '../terminal/terminal.ts'
import { idFrom } from './new.ts'
import { notSelected } from '../terminal/words.ts'

function shortName(kind: string): string {
  return kind
    .trim()
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(new RegExp(`^${kindStart}`), '')
}

/** The services in whose files those of another can be written. */
const successors = contracts.flatMap(({ id, succeeds }) => (succeeds ? [id] : []))

const options = {
  outDir: option('--out-dir <dir>', {
    en: "where the files go (default: the folder of the configuration's messages; with --to, in place)",
    ko: '파일을 쓸 폴더(기본값: 설정의 messages에 있는 폴더, --to를 쓰면 원래 자리)',
  }),
  to: option(
    '--to <service>',
    {
      en: 'rewrite message files for the service that came in place of theirs',
      ko: '메시지 파일을 후속 서비스의 메시지로 고쳐 쓰기',
    },
    { choices: successors, conflicts: ['kind'] },
  ),
  kind: option(
    '--kind <kind>',
    {
      en: 'image or wide, for records with an image: both have the same fields',
      ko: '이미지가 있는 레코드의 유형(image와 wide는 필드가 같음)',
    },
    { choices: kinds.map(shortName), plain: shortName },
  ),
  stdout: flag(
    '--stdout',
    { en: 'print the messages instead of writing files', ko: '파일 대신 표준 출력에 쓰기' },
    { conflicts: ['outDir'] },
  ),
}

/**
 * `convert`: JSON payloads → message files, or message files → those of another service. A file that is there stays,
 * unless it is the one that is rewritten.
 *
 * @throws UsageError for what is no JSON, a file that is there or outside the root, and what cannot be written
 */
export const definition = command({
  usage: 'convert <file...>',
  examples: [
    'friendtalk convert order.json --out-dir messages',
    'friendtalk convert payloads/*.json --kind wide',
    'friendtalk convert - --stdout < order.json',
    'friendtalk convert --to brand-message messages/*.md',
  ],
  options,
  async run({ args: [files], options: flags, terminal }) {
    const { cwd, out } = terminal
    const project = await openProject(flags, terminal)
    const { root, config, configFile } = project
    const to = contracts.find(({ id }) => id === flags.to)
    const folder = flags.outDir === undefined ? undefined : folderIn(flags.outDir, root, cwd)
    const converted = await (to
      ? rewriteFiles(files, { to, folder, project }, terminal)
      : convertFiles(files, { kind: kinds.find((kind) => shortName(kind) === flags.kind), folder, project }, terminal))
    const messages = converted.flatMap((file) => file.messages)
    const remarks = converted.flatMap((file) => file.remarks)
    const shown = (path: string): string => shownFrom(cwd, join(root, path))
    if (flags.stdout) for (const { content } of messages) out(content)
    else {
      writeAll(messages, project, shown)
      for (const { path } of messages) terminal.done(shown(path))
      const selects = matcher({ root, patterns: config.messages })
      const other = configFile === undefined ? undefined : messages.find(({ path }) => !selects(path))
      if (other !== undefined) terminal.warn(notSelected(other.path))
    }
    for (const { type, place, text } of remarks) (type === 'note' ? terminal.warn : terminal.fail)(`${place}: ${text}`)
    const [first] = flags.stdout ? [] : messages
    return {
      exit: remarks.some(({ type }) => type === 'problem') ? exitCodes.findings : exitCodes.done,
      next: first ? [terminal.command('lint', [[shown(posix.dirname(first.path)) || '.']])] : [],
    }
  },
})

interface ConvertedFile {
  /** New messages, and rewritten ones with their text `before`. */
  readonly messages: readonly { readonly path: string; readonly content: string; readonly before?: string }[]
  /** Each with its place, such as `order.json#/0`. A `problem` has no message. */
  readonly remarks: readonly { readonly type: 'note' | 'problem'; readonly place: string; readonly text: string }[]
}

/** All of them or none: a file that is there stays, unless it is just what would be written, or what was read. */
function writeAll(messages: ConvertedFile['messages'], project: Project, shown: (path: string) => string): void {
  const { root } = project
  const refuse = (path: string): never => {
    throw fileExists(shown(path))
  }
  const missing = messages.filter(({ path, content, before }) => {
    const file = join(root, path)
    if (before !== undefined) return false
    if (!existsSync(file)) return true
    return holds(file, content) ? false : refuse(path)
  })
  // Another process may have made one meanwhile.
  const { kept } = writeNewFiles(root, missing)
  for (const path of kept) refuse(path)
  const changed = messages.flatMap(({ path, content, before }) =>
    before === undefined ? [] : [{ path, before, after: content }],
  )
  writeFixed({ project }, changed, (_, error) => {
    throw error
  })
}

/** Tells if a file has this content. */
function holds(file: string, content: string): boolean {
  try {
    return statOf(file)?.isFile() === true && readFileSync(file, 'utf8') === content
  } catch {
    return false
  }
}

/** Rewrites messages of the service that another succeeds. @throws UsageError for a file that cannot be read */
async function rewriteFiles(
  files: readonly string[],
  { to, folder, project: { root, config } }: { to: Contract; folder: string | undefined; project: Project },
  { lang, cwd }: Terminal,
): Promise<readonly ConvertedFile[]> {
  const paths = await discover(selectionOf(files, { cwd, root, messages: config.messages }))
  const common = paths.map(folderOf).reduce(sharedFolder)
  return paths.map((path): ConvertedFile => {
    const place = shownFrom(cwd, join(root, path))
    const before = withoutByteOrderMark(readInput(join(root, path), { shown: place, maxBytes: maxFileBytes }))
    const newPath = folder === undefined ? path : posix.join(folder, pathTo(common, path))
    const rewritten = rewriteMessage(before, to, { path, newPath })
    if (rewritten === undefined) {
      const from = to.succeeds === undefined ? '' : contractNamed(to.succeeds.service).name[lang]
      const text = sayIn(lang)(
        `This is no message of ${from}: it is left as it is.`,
        `${from} 메시지가 아니어서 그대로 두었습니다.`,
      )
      return { messages: [], remarks: [{ type: 'note', place, text }] }
    }
    const { source: content, lost } = rewritten
    const shown = shownFrom(cwd, join(root, newPath))
    return {
      messages: [{ path: newPath, content, ...(folder === undefined && { before }) }],
      remarks: lost.map(({ line, words }) => ({ type: 'note', place: `${shown}:${line}`, text: words[lang] })),
    }
  })
}

/** @throws UsageError for a file that cannot be read, or that is no JSON */
async function convertFiles(
  files: readonly string[],
  { kind, folder, project: { config } }: { kind: Kind | undefined; folder: string | undefined; project: Project },
  { lang, cwd }: Terminal,
): Promise<readonly ConvertedFile[]> {
  const take = namesIn(folder ?? folderOfPattern(config.messages[0] ?? ''))
  const converted: ConvertedFile[] = []
  for (const file of files) {
    const isInput = file === '-'
    const [shown, stem] = isInput ? ['stdin', 'message'] : [file, basename(file).replace(/\.json$/i, '')]
    const text = isInput
      ? await readStandardInput(maxWrittenBytes)
      : readInput(resolve(cwd, file), { shown, maxBytes: maxWrittenBytes })
    const records = recordsIn(parseJson(text, shown), kind)
    const none = sayIn(lang)(
      'This list is empty: it has no message record.',
      '빈 목록입니다. 메시지 레코드가 없습니다.',
    )
    if (records.length === 0) converted.push({ messages: [], remarks: [{ type: 'problem', place: shown, text: none }] })
    for (const [index, record] of records.entries()) {
      const wanted = record.id ?? (records.length === 1 ? stem : `${stem}-${index + 1}`)
      const { id, path } = take(wanted, record.id ?? shortName(record.kind ?? 'message'))
      const result = convertRecord(record, { path, id, lang, readings: config.limits })
      const isMessage = result.type === 'message'
      const wordings = isMessage ? unsaidIn(record, lang) : result.problems
      converted.push({
        messages: isMessage ? [{ path, content: result.source }] : [],
        remarks: wordings.map(({ pointer, text: words }) => ({
          type: isMessage ? 'note' : 'problem',
          place: pointer === '' ? shown : `${shown}#${pointer}`,
          text: words,
        })),
      })
    }
  }
  return converted
}

/** A folder for new files, relative to the root. @throws UsageError for one outside */
function folderIn(typed: string, root: string, cwd: string): string {
  const folder = toPosix(relative(root, resolve(cwd, typed)))
  if (folder.startsWith('../') || folder === '..' || isAbsolute(folder)) {
    throw outsideRoot(typed, root)
  }
  return folder
}

/** The innermost folder that two lie in. */
function sharedFolder(a: string, b: string): string {
  return `${b}/`.startsWith(a === '.' ? '' : `${a}/`) ? a : sharedFolder(folderOf(a), b)
}

// Returns the folder that every file of a pattern lies in: `templates` for `templates/**/*.md`.
function folderOfPattern(pattern: string): string {
  const names = pattern.split('/').slice(0, -1)
  const wild = names.findIndex((name) => /[*?[\]{}()!+@]/.test(name))
  return (wild < 0 ? names : names.slice(0, wild)).join('/')
}

type TakeName = (name: string, otherwise: string) => { readonly id: string; readonly path: string }

/** Returns a function that names the files of one run, each once; `otherwise` is the id where a name has no letter of ids. */
function namesIn(folder: string): TakeName {
  const taken = new Set<string>()
  return (name, otherwise) => {
    const written = name.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, '-')
    for (let number = 1; ; number++) {
      const file = number === 1 ? written : `${written}-${number}`
      const id = idFrom(file, 64) ?? (number === 1 ? otherwise : `${otherwise}-${number}`)
      const names = [file.toLowerCase(), `id ${id}`]
      if (names.some((each) => taken.has(each))) continue
      for (const each of names) taken.add(each)
      return { id, path: posix.join(folder, `${file}.md`) }
    }
  }
}
