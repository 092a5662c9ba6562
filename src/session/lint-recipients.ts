import { compareDiagnostics } from '../diagnostic.ts'
import type { Violation } from '../violation.ts'
import { recipientFindings } from '../project/recipient-findings.ts'
import { givenRecipients, ownRecipients } from '../project/files/recipients-file.ts'
import type { CompiledFile } from '../project/workspace.ts'
import type { LintOutcome, LintSession } from './lint.ts'
import { type ReportedFile, ReportedWith } from '../project/reported-file.ts'
import type { Host } from './host.ts'

/** Renders every message that has recipients for each of them; one with an error is not sent to anybody anyway. */
export async function checkRecipients(
  session: LintSession,
  files: readonly CompiledFile[],
  host: Host,
): Promise<LintOutcome> {
  const { project, workspace, options } = session
  const { root } = project
  const given =
    options.recipients === undefined ? undefined : givenRecipients(options.recipients, { root, cwd: host.cwd })
  const messages: ReportedFile[] = []
  const others = new Map<string, ReportedFile>()
  for (const file of files) {
    const recipients = given ?? ownRecipients(file, root)
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
    const found = await recipientFindings(template, { source, readings, lang: host.lang }, recipients)
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

function withFaults(file: CompiledFile, faults: readonly Violation[], { workspace }: LintSession): ReportedFile {
  if (faults.length === 0) return file
  const found = workspace.word(file.path, file.source, faults)
  return new ReportedWith(file, [...file.diagnostics, ...found].toSorted(compareDiagnostics))
}
