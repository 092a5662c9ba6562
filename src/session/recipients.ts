import { closeSync, existsSync, realpathSync } from 'node:fs'
import { join, posix, relative, resolve } from 'node:path'
import type { Violation } from '../violation.ts'
import { checkRecipients, type RecipientList } from '../recipients/check-recipients.ts'
import { notesIn } from '../recipients/list-notes.ts'
import type { GivenRecipients } from '../recipients/recipient.ts'
import { besideMessage, toPosix } from '../project/files/discover.ts'
import { isIgnored } from '../project/files/git.ts'
import { suggestionForPath } from '../project/files/paths.ts'
import { openInput, openInside, streamInput, textIfAny } from '../project/files/read-file.ts'
import type { CompiledFile } from '../project/compiled-file.ts'
import type { Workspace } from '../project/workspace.ts'
import { compareDiagnostics, type Diagnostic, withoutByteOrderMark } from '../diagnostic.ts'
import type { Language } from '../words/language.ts'
import type { LintOutcome, LintSession } from './lint-session.ts'
import type { ReportedFile } from '../project/reported-file.ts'
import type { Host } from './host.ts'

/** In larger files offsets are not counted: memory must not grow with them. */
const maxCountedBytes = 8 * 1024 * 1024

/**
 * Returns the list in a file.
 *
 * @param path as people are shown it
 * @throws UsageError while it is read, when it cannot be: it may be gone since it was found
 */
export function listAt(file: string, path: string): RecipientList {
  return {
    path,
    file,
    open: () => streamInput(file, { shown: path }),
    text: () => withoutByteOrderMark(textIfAny(file, maxCountedBytes)),
  }
}

/** Returns a list of which the content is known. */
function listOf(content: Buffer, path: string): RecipientList {
  return {
    path,
    async *open() {
      yield content
    },
    text: () => (content.length > maxCountedBytes ? '' : withoutByteOrderMark(content.toString('utf8'))),
  }
}

/**
 * Returns the list that a command line or a program names. Rows are read as a list of NDJSON, the first one on line 1.
 *
 * @throws UsageError when there is no such file
 */
export function givenRecipients(given: GivenRecipients, { root, cwd }: { root: string; cwd: string }): RecipientList {
  if (typeof given !== 'string') {
    return listOf(Buffer.from(given.map((row) => `${JSON.stringify(row)}\n`).join('')), 'recipients.ndjson')
  }
  const { file, path } = fileNamed(given, { root, folder: cwd, flag: '--recipients' })
  return listAt(file, path)
}

/** Finds a file that the configuration or a command line names; its path is that in the project if it is inside. */
export function fileNamed(
  shown: string,
  { root, folder, flag }: { readonly root: string; readonly folder: string; readonly flag?: string },
): { readonly file: string; readonly path: string } {
  const named = { shown, ...(flag !== undefined && { flag: { name: flag, folder } }) }
  const { descriptor, file: opened } = openInput(resolve(folder, shown), named)
  closeSync(descriptor)
  const file = realpathSync.native(opened)
  const inside = toPosix(relative(root, file))
  return { file, path: inside.startsWith('../') ? shown : inside }
}

/** A list that a message names and that cannot be read. */
type UnreadList = Extract<Violation, { readonly rule: 'recipients-not-read' }>

/** Returns the list that a message names itself, or why it cannot be read; nothing if it names none. */
export function ownRecipients(
  { path, recipients }: Pick<CompiledFile, 'path' | 'recipients'>,
  root: string,
  stagedAt?: Workspace['stagedAt'],
): RecipientList | UnreadList | undefined {
  if (recipients === undefined) return undefined
  const inside = besideMessage(path, recipients.value)
  const committed = stagedAt?.(inside)
  // A list that is in no commit, as lists of real people should be, is the one on disk.
  if (committed?.type === 'content') return listOf(committed.content, inside)
  const opened = openInside(root, inside)
  if (opened.type === 'open') {
    closeSync(opened.descriptor)
    return listAt(opened.file, inside)
  }
  const reason = opened.type === 'outside-root' ? 'outside-root' : opened.reason
  // A path is often given from the root, and counts from the folder of the message.
  const isThere = reason === 'not-found' && existsSync(join(root, recipients.value))
  const meant = isThere
    ? { suggestion: posix.relative(posix.dirname(path), recipients.value) }
    : suggestionForPath(recipients.value, join(root, posix.dirname(path)))
  return {
    rule: 'recipients-not-read',
    span: recipients.span,
    args: { path: recipients.value, file: inside, reason, ...meant },
  }
}

export interface CheckedList {
  readonly list: string
  readonly message: string
  readonly diagnostics: readonly Diagnostic[]
  /** A sentence about how it was read. */
  readonly note: string | undefined
}

/** Findings that are about a variable of a message. */
const aboutVariables: ReadonlySet<string> = new Set(['recipients-column-missing', 'recipients-variable-without-column'])

/** Returns what was found about lists, each finding once: under several messages with those that it concerns. */
export function foundInLists(
  checked: readonly CheckedList[],
  lang: Language,
): readonly (ReportedFile & { readonly note?: string })[] {
  return [...new Set(checked.map(({ list }) => list))].map((path) => {
    const ofList = checked.filter(({ list }) => list === path)
    const found = new Map<string, { readonly diagnostic: Diagnostic; readonly messages: string[] }>()
    for (const { message, diagnostics } of ofList) {
      for (const diagnostic of diagnostics) {
        const key = JSON.stringify([diagnostic.rule, diagnostic.message, diagnostic.start])
        const same = found.get(key)
        if (same) same.messages.push(message)
        else found.set(key, { diagnostic, messages: [message] })
      }
    }
    const diagnostics = [...found.values()].map(({ diagnostic, messages }) => {
      const { help, rule } = diagnostic
      const isNamed = ofList.length > 1 && (messages.length < ofList.length || aboutVariables.has(rule))
      if (!isNamed) return diagnostic
      const names = messages.join(', ')
      const named = lang === 'ko' ? `해당 메시지: ${names}` : `Messages: ${names}`
      return { ...diagnostic, help: help === undefined ? named : `${help}\n${named}` }
    })
    // Its lines are people's numbers and names: no report shows them.
    const note = ofList.find((one) => one.note !== undefined)?.note
    return {
      path,
      source: '',
      diagnostics: diagnostics.toSorted(compareDiagnostics),
      ...(note !== undefined && { note }),
    }
  })
}

/** Renders every message that has recipients for each of them; one with an error is not sent to anybody anyway. */
export async function lintRecipients(
  session: LintSession,
  files: readonly CompiledFile[],
  host: Host,
): Promise<LintOutcome> {
  const { project, workspace, options } = session
  const { root } = project
  const given =
    options.recipients === undefined ? undefined : givenRecipients(options.recipients, { root, cwd: host.cwd })
  const lists: CheckedList[] = []
  const violationsOf = async (file: CompiledFile): Promise<readonly Violation[]> => {
    const recipients = given ?? ownRecipients(file, root, workspace.stagedAt)
    if (recipients === undefined) return []
    if ('rule' in recipients) {
      const { file: list, reason, suggestion } = recipients.args
      // A list of real people is in no commit, and so not there where the project was cloned.
      const isElsewhere = reason === 'not-found' && suggestion === undefined && isIgnored(root, list)
      return isElsewhere ? [] : [recipients]
    }
    const template = workspace.trialTemplate(file.path)
    if (template === undefined) return []
    const { columns, limits: readings } = project.config
    const list = { ...recipients, columns: { ...columns, ...file.columns } }
    const found = await checkRecipients(template, { source: file.source, readings, lang: host.lang }, list)
    const note = notesIn(host.lang, found.notes)
    lists.push({ list: recipients.path, message: file.path, diagnostics: found.diagnostics, note })
    return found.violations
  }
  const messages: ReportedFile[] = []
  for (const file of files) {
    const ofRows = workspace.word(file.path, file.source, await violationsOf(file))
    messages.push({ ...file, diagnostics: [...file.diagnostics, ...ofRows].toSorted(compareDiagnostics) })
  }
  const others = foundInLists(lists, host.lang)
  const notes = others.flatMap(({ path, note }) => (note === undefined ? [] : [`${path}: ${note}`]))
  return { messages, others, notes }
}
