import { closeSync, realpathSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { compareDiagnostics } from '../diagnostic.ts'
import { type Fault, fault } from '../fault.ts'
import { besideMessage } from '../project/beside-message.ts'
import { toPosix } from '../project/discover.ts'
import { openInside } from '../project/read-file.ts'
import { recipientFindings, type RecipientsFile } from '../project/recipient-findings.ts'
import { suggestionForPath } from '../project/nearest-path.ts'
import { UsageError } from '../project/usage-error.ts'
import type { CompiledFile } from '../project/workspace.ts'
import type { LintOutcome, LintSession } from './lint-session.ts'
import type { ReportedFile } from './reporters/report.ts'
import type { Terminal } from './terminal.ts'

/** Renders every message that has recipients for each of them; one with an error is not sent to anybody anyway. */
export async function checkRecipients(
  session: LintSession,
  files: readonly CompiledFile[],
  terminal: Terminal,
): Promise<LintOutcome> {
  const { project, workspace, flags } = session
  const given = flags.recipients === undefined ? undefined : givenFile(flags.recipients, project.root, terminal)
  const messages: ReportedFile[] = []
  const others = new Map<string, ReportedFile>()
  for (const file of files) {
    const recipients = given ?? ownFile(file, project.root)
    if (recipients === undefined) {
      messages.push(file)
      continue
    }
    if ('rule' in recipients) {
      messages.push(withFaults(file, [recipients], session))
      continue
    }
    const template = workspace.trialTemplate(file.path)
    if (template === undefined) {
      messages.push(file)
      continue
    }
    const { source } = file
    const { limits: readings } = project.config
    const found = await recipientFindings(template, { source, readings, lang: terminal.lang }, recipients)
    messages.push(withFaults(file, found.faults, session))
    const known = others.get(recipients.path)?.diagnostics ?? []
    others.set(recipients.path, {
      path: recipients.path,
      // Its lines are people's numbers and names: no report shows them.
      source: '',
      // Several messages may find the same in one file.
      diagnostics: [
        ...known,
        ...found.diagnostics.filter(({ message }) => !known.some((one) => one.message === message)),
      ],
    })
  }
  return { messages, others: [...others.values()] }
}

function withFaults(file: CompiledFile, faults: readonly Fault[], { workspace }: LintSession): ReportedFile {
  if (faults.length === 0) return file
  const found = workspace.word(file.path, file.source, faults)
  return { ...file, diagnostics: [...file.diagnostics, ...found].toSorted(compareDiagnostics) }
}

/** @throws UsageError when there is no such file */
function givenFile(path: string, root: string, { cwd }: Terminal): RecipientsFile {
  const stats = statSync(resolve(cwd, path), { throwIfNoEntry: false })
  if (!stats?.isFile()) {
    throw new UsageError({ type: 'no-such-file', flag: '--recipients', path, ...suggestionForPath(path, cwd) })
  }
  const file = realpathSync.native(resolve(cwd, path))
  const inside = toPosix(relative(root, file))
  return { file, bytes: stats.size, path: inside.startsWith('../') ? path : inside }
}

/** The file that a message names itself, or why it cannot be read; nothing where it names none. */
function ownFile({ path, recipients }: CompiledFile, root: string): RecipientsFile | Fault | undefined {
  if (recipients === undefined) return undefined
  const inside = besideMessage(path, recipients.value)
  const opened = openInside(root, inside)
  if (opened.type === 'open') {
    closeSync(opened.descriptor)
    return { path: inside, file: realpathSync.native(join(root, inside)), bytes: opened.bytes }
  }
  const reason = opened.type === 'outside-root' ? 'outside-root' : opened.reason
  return fault('recipients-not-read', recipients.span, { path: recipients.value, reason })
}
