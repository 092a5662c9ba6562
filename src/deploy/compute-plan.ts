import { notesIn } from '../recipients/list-notes.ts'
import { compareDiagnostics } from '../diagnostic.ts'
import { otherTemplate } from '../ledger/ledger-error.ts'
import type { KnownSend, LedgerReader, SendState } from '../ledger/ledger.ts'
import { toPosix } from '../project/files/discover.ts'
import { checkRecipients, type RecipientChecks, type RecipientList } from '../recipients/check-recipients.ts'
import { recipientVariables } from '../recipients/recipient.ts'
import { invalidRows } from '../recipients/invalid-rows.ts'
import { type CheckedList, foundInLists, ownRecipients } from '../session/recipients.ts'
import { UsageError, wrongValue } from '../project/usage-error.ts'
import type { CompiledFile } from '../project/compiled-file.ts'
import type { ReportedFile } from '../project/reported-file.ts'
import type { Workspace } from '../project/workspace.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Text } from '../words/language.ts'
import type { Host } from '../session/host.ts'
import { plannedSender } from './credentials.ts'
import { batchOf } from './batch.ts'
import { listedOn, type ReleaseExclusions } from './exclusions.ts'
import { contentOf, plannedImages, warningsOf } from './plan-content.ts'
import { hashOf, type PlanRequest, repeatedMessages, signed } from './plan.ts'
import type { Plan, PlanExclusion, PlanInputs, PlanMessage, PlanTarget } from './plan-values.ts'
import type { SkippedRow } from './skipped-rows.ts'
import { type DeployTarget, safeListOf, shownPath, type TargetSession } from './target.ts'
import { testLists } from './test-send.ts'

/** A release that is asked for, and what is known of it. */
export interface Planning {
  readonly session: TargetSession
  readonly asked: PlanRequest
  readonly release: string
  /** Undefined when there is none yet. */
  readonly ledger: LedgerReader | undefined
  readonly exclusions: ReleaseExclusions
  readonly host: Host
}

export interface PlanInput extends Omit<Planning, 'host'> {
  readonly host: Pick<Host, 'lang'>
  /** The target, which takes the service of the messages. */
  readonly target: DeployTarget
  readonly workspace: Workspace
  /** The messages that are selected, each with what is wrong with it. */
  readonly files: readonly CompiledFile[]
  /** Count of the messages of other services, which the target does not take. */
  readonly others: number
  readonly inputs: PlanInputs
  /** For every message; each one's own when absent. */
  readonly recipients?: RecipientList | undefined
  /** In milliseconds since 1970: decides which uploaded images may still be used. */
  readonly nowMs: number
  /** Called now and then with the count of recipients that were looked at. */
  readonly onProgress: (recipients: number) => void
}

/** A message and who receives it. */
export interface PlannedMessage {
  readonly template: CompiledTemplate
  readonly recipients: RecipientList
  /** Digest of the recipients and their values. */
  readonly digest: string
  /** Rows that are left out because they are wrong. */
  readonly skip?: ReadonlySet<number> | undefined
}

/** A file and its diagnostics; its text is empty if no line of it may be shown. */
export interface FileDiagnostics extends ReportedFile {
  /** Words about how a list was read. */
  readonly note?: string
}

/** A plan, and what a deploy needs beside it. */
export interface PlannedRelease {
  readonly type: 'plan'
  readonly plan: Plan
  readonly messages: readonly PlannedMessage[]
  /** Messages that would leave although the release has them under another id too, or may have. */
  readonly repeated: readonly Text[]
  /** Sends that were rejected and would be tried again, of recipients who are excluded by now. */
  readonly leftOut: number
  /** Rows that are left out because they are wrong. */
  readonly skipped: readonly SkippedRow[]
  /** Warnings alone. */
  readonly found: readonly FileDiagnostics[]
}

/** A plan, or at least one error: nothing of it may be sent. */
export type Planned = PlannedRelease | { readonly type: 'diagnostics'; readonly found: readonly FileDiagnostics[] }

/**
 * Computes what a deploy would do: every message compiled, every recipient checked against it.
 *
 * @throws UsageError for messages without recipients, and for senders and keys that the configuration does not have
 * @throws LedgerError for a message of which the release holds another version
 */
export async function computePlan(input: PlanInput): Promise<Planned> {
  const { session, files, target, release, inputs, ledger, host, exclusions } = input
  const broken = files.map(withSuppressed).filter(hasErrors)
  if (broken.length > 0) return { type: 'diagnostics', found: broken }
  const isBegun = ledger !== undefined && (await ledger.releases(release)).length > 0
  const recorded = isBegun ? await ledger.templates(release) : []
  refuseOtherTemplates(input, recorded)
  const walk: Walk = { seen: 0, leftOut: 0, excluded: new Map() }
  const checked: Checked[] = []
  for (const source of withRecipients(input)) checked.push(await check(source, input, walk))
  const inLists = foundInLists(
    checked.map(({ list }) => list),
    host.lang,
  )
  const found = [...checked.map(({ own }): FileDiagnostics => own), ...inLists].filter(
    ({ diagnostics, note }) => diagnostics.length > 0 || note !== undefined,
  )
  if (found.some(hasErrors)) return { type: 'diagnostics', found }
  const lists = exclusions.lists.map(({ path, digest, numbers }): PlanExclusion => {
    return { path, digest, numbers, excluded: walk.excluded.get(path) ?? 0 }
  })
  const first = checked.find(({ sends }) => sends > 0)
  const plan = signed({
    release,
    target: plannedTarget(target),
    ledger: { path: toPosix(shownPath(session.store.path, session.project.root)), lineage: ledger?.lineage },
    inputs,
    exclusions: lists.length > 0 ? lists : undefined,
    messages: await Promise.all(checked.map((one) => planned(one, input, one === first ? 1 : 0))),
    others: input.others > 0 ? input.others : undefined,
  })
  return {
    type: 'plan',
    plan,
    messages: checked,
    skipped: checked.flatMap(({ skipped }) => skipped),
    leftOut: walk.leftOut,
    repeated: repeatedMessages(
      checked.map(({ template, sends }) => ({ ...template, leaves: sends > 0 })),
      recorded,
    ),
    found,
  }
}

/** Counts of one walk over the recipients of all messages. */
interface Walk {
  seen: number
  /** Rejected sends whose recipients are excluded by now. */
  leftOut: number
  /** Excluded recipients by list. */
  readonly excluded: Map<string, number>
}

interface Checked extends PlannedMessage {
  readonly file: CompiledFile
  /** Diagnostics of the message; `list` has those of its list. */
  readonly own: FileDiagnostics
  readonly list: CheckedList
  readonly counts: Omit<PlanMessage['recipients'], 'path' | 'digest'>
  readonly sends: number
  readonly fallbacks: PlanMessage['fallbacks']
  readonly skipped: readonly SkippedRow[]
}

type Source = Pick<Checked, 'file' | 'template' | 'recipients'>

/**
 * Returns a file with the errors that it suppresses among its diagnostics: a rule of the interface may be suppressed for
 * the linter, never for what is sent.
 */
function withSuppressed(file: CompiledFile): CompiledFile {
  const suppressed = file.suppressed.filter(({ severity }) => severity === 'error')
  return { ...file, diagnostics: [...file.diagnostics, ...suppressed].toSorted(compareDiagnostics) }
}

/** Returns whether something may not be sent. */
function hasErrors({ diagnostics }: Pick<FileDiagnostics, 'diagnostics'>): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

/** Half of a release would receive one text and half another. */
function refuseOtherTemplates({ files, release }: PlanInput, before: readonly CompiledTemplate[]): void {
  const digests = new Map(before.map(({ id, digest }) => [id, digest]))
  const other = files.find(
    ({ template }) => template && (digests.get(template.id) ?? template.digest) !== template.digest,
  )
  if (other?.template) throw otherTemplate(release, other.template.id)
}

function withRecipients(input: PlanInput): readonly Source[] {
  const { workspace, files, recipients, asked } = input
  const { root, config } = input.session.project
  const tested = asked.test && testLists(asked.test, input)
  const without: string[] = []
  const sources = files.flatMap((file): Source[] => {
    const { template, path } = file
    if (template === undefined) throw new Error(`${path} has no error and no template.`)
    const own = tested?.get(file) ?? recipients ?? ownRecipients(file, root)
    if (own === undefined) without.push(path)
    else if ('rule' in own) {
      const [found] = workspace.word(path, file.source, [{ ...own }])
      const message = found?.message ?? ''
      throw wrongValue(`${path}:${found?.start.line ?? 1}`, { en: message, ko: message })
    } else return [{ file, template, recipients: { ...own, columns: { ...config.columns, ...file.columns } } }]
    return []
  })
  if (without.length > 0) {
    throw new UsageError('no-recipients', {
      en:
        without.length === 1
          ? `${without.join()}: names no recipients. Write "recipients: list.csv", a path from the message's folder, in its frontmatter, or add --recipients <file>.`
          : `${without.join(', ')}: these name no recipients. Write "recipients: list.csv", a path from the folder of each message, in their frontmatter, or add --recipients <file>.`,
      ko: `${without.join(', ')}: 수신자가 없습니다. 프론트매터에 메시지가 있는 폴더를 기준으로 "recipients: list.csv"를 쓰거나 --recipients <파일>을 붙이세요.`,
    })
  }
  return sources
}

async function check(source: Source, input: PlanInput, walk: Walk): Promise<Checked> {
  const { template, recipients, file } = source
  const { workspace, ledger, release, target, asked, host } = input
  const { lists, reached } = input.exclusions
  const { lang } = host
  const counts = { count: 0, new: 0, waiting: 0, sent: 0, notRetried: 0, excluded: 0 }
  // A variable without a fallback needs a value anyway.
  const optional = recipientVariables(template).filter(({ isRequired }) => !isRequired)
  const fallbacks = new Map(optional.map(({ name }) => [name, 0]))
  const safeList = safeListOf(target)
  const checks: RecipientChecks = {
    source: file.source,
    readings: input.session.project.config.limits,
    lang,
    ...(safeList && { safeList }),
    onRecipients: async (batch) => {
      counts.count += batch.length
      for (const [name, without] of fallbacks) {
        fallbacks.set(name, without + batch.filter(({ values }) => !values.has(name)).length)
      }
      const numbers = batch.map(({ receiver_number: number }) => number)
      const known = await ledger?.knownSends({ release, id: template.id }, numbers)
      if (ledger) await reached?.look(ledger, numbers)
      for (const [index, number] of numbers.entries()) {
        const send = known?.[index]
        const counted = countedAs(send, asked.rejected)
        // A list does not change sends that have left.
        const list = counted === 'new' || counted === 'waiting' ? listedOn(lists, number) : undefined
        counts[list === undefined ? counted : 'excluded']++
        if (list === undefined) continue
        walk.excluded.set(list, (walk.excluded.get(list) ?? 0) + 1)
        if (send?.state === 'rejected') walk.leftOut++
      }
      input.onProgress((walk.seen += batch.length))
    },
  }
  const invalid = input.inputs.skipInvalid === undefined ? undefined : await invalidRows(template, checks, recipients)
  const skip = invalid && new Set(invalid.keys())
  const found = await checkRecipients(template, { ...checks, ...(skip && { skip }) }, recipients)
  const note = notesIn(lang, found.notes)
  const { diagnostics } = file
  const own = [...diagnostics, ...workspace.word(file.path, file.source, found.violations)].toSorted(compareDiagnostics)
  return {
    ...source,
    counts: { ...counts, skipped: skip?.size },
    sends: counts.new + counts.waiting,
    skip,
    skipped: [...(invalid?.values() ?? [])].map((row) => ({ ...row, id: template.id, list: recipients.path })),
    fallbacks: Object.fromEntries([...fallbacks].filter(([, without]) => without > 0)),
    digest: found.digest ?? '',
    own: { path: file.path, source: file.source, diagnostics: own },
    list: { list: recipients.path, message: file.path, diagnostics: found.diagnostics, note },
  }
}

type CountedState = 'new' | 'waiting' | 'sent' | 'notRetried'

const countedStates: { readonly [S in SendState]: CountedState } = {
  pending: 'waiting',
  deferred: 'waiting',
  accepted: 'sent',
  inflight: 'notRetried',
  unknown: 'notRetried',
  cancelled: 'notRetried',
  rejected: 'notRetried',
}

/** Returns how a plan counts a recipient of whom the ledger knows something. */
export function countedAs(known: KnownSend | undefined, rejected: PlanRequest['rejected']): CountedState {
  if (known?.state === undefined) return 'new'
  const isRetried = known.state === 'rejected' && rejected === 'retry' && known.mayBeRetried === true
  return isRetried ? 'waiting' : countedStates[known.state]
}

/** @param alone how many of its sends have a request of their own: the first one of a deploy */
async function planned(checked: Checked, input: PlanInput, alone: number): Promise<PlanMessage> {
  const { template, recipients, digest, counts, sends, fallbacks, file, own, list } = checked
  const { id, service_id, source } = template
  const batch = batchOf(template, input.target)
  return {
    id,
    title: file.title,
    service_id,
    source,
    digest: template.digest,
    sender: plannedSender(template, input.session.project.config, input.target),
    images: await plannedImages(template, input),
    recipients: { path: recipients.path, digest, ...counts },
    requests: alone + Math.ceil((sends - alone) / batch),
    batch,
    warnings: warningsOf([...own.diagnostics, ...list.diagnostics]),
    fallbacks,
    ...(await contentOf(file, template, input)),
  }
}

/** Returns a target as plans name it. */
export function plannedTarget(target: DeployTarget): PlanTarget {
  const numbers = safeListOf(target)
  if (numbers === undefined) return { ...target, recipients: 'all' }
  return { ...target, recipients: { count: numbers.size, digest: hashOf([...numbers].toSorted()) } }
}
