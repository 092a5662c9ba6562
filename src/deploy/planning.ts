import { relative, resolve } from 'node:path'
import type { CharacterReading } from '../text/text.ts'
import type { LedgerReader, LedgerStore } from '../ledger/ledger.ts'
import { toPosix } from '../project/files/discover.ts'
import { givenRecipients } from '../session/recipients.ts'
import { maskNumber } from '../text/phone-number.ts'
import type { Account, SendRecord } from '../contract/contract.ts'
import { contractNamed, contractOf } from '../contract/contracts.ts'
import type { Host } from '../session/host.ts'
import { readAll, selectMessages } from '../session/session.ts'
import { type PlanFile, refuseDifferences } from './approved.ts'
import { computePlan, countedAs, type PlanInput, type Planned, type PlannedMessage } from './compute-plan.ts'
import { imageAccountOf, imageKey, imagesOf } from './images.ts'
import { listedOn, releaseExclusions, type ReleaseExclusions } from './exclusions.ts'
import { inputFlags, type Plan, type PlanRequest } from './plan.ts'
import { batchOf } from './batch.ts'
import { type Addressee, prepareRecords, recipientsOf } from './record.ts'
import { messagesFor } from './service-messages.ts'
import { writeSkippedRows } from './skipped-rows.ts'
import { releaseOf, type TargetSession } from './target.ts'
import { refuseTest, testRelease } from './test-send.ts'

interface PlanOptions extends PlanRequest {
  readonly release: string
  readonly ledger?: LedgerReader | undefined
  readonly exclusions: ReleaseExclusions
}

/**
 * Compiles the messages, checks their recipients, and computes what a deploy would do. Nothing is written or sent.
 *
 * @throws UsageError for paths that match nothing, and for what the configuration lacks
 */
export async function makePlan(given: TargetSession, options: PlanOptions, host: Host): Promise<Planned> {
  const { project, store } = given
  const { root } = project
  const { paths, recipients, test, skipInvalid, release, ledger, exclusions } = options
  const { named, reached } = exclusions
  if (!test) await refuseTest(ledger, release)
  const messages = selectMessages(project, paths, host)
  const all = await readAll(messages, 'compiling', host)
  const { workspace } = messages
  const flags = inputFlags({ ...options, paths: [] })
  const { target, files } = messagesFor(given, { all, workspace, isNamed: paths.length > 0, flags }, host)
  const progress = host.progress('checking-recipients')
  const inRoot = (path: string): string => toPosix(relative(root, resolve(host.cwd, path)))
  const list = recipients === undefined ? undefined : givenRecipients(recipients, { root, cwd: host.cwd })
  const planned = await computePlan({
    ...options,
    ...exclusions,
    project,
    target,
    workspace,
    files,
    others: all.length - files.length,
    lang: host.lang,
    inputs: {
      paths: paths.map(inRoot),
      recipients: list?.file && list.path,
      exclude: named.length > 0 ? named.toSorted() : undefined,
      notIn: reached?.release,
      test: test ? true : undefined,
      skipInvalid: skipInvalid === undefined ? undefined : inRoot(skipInvalid),
    },
    recipients: list,
    ledgerPath: store.path,
    nowMs: Date.now(),
    onProgress: (done) => progress.update(done),
  })
  progress.end()
  return planned
}

/**
 * Computes what a deploy of a release would do, with what the ledger knows of it.
 *
 * @throws UsageError as `makePlan` does, and for a release that has to be named
 * @throws LedgerError for a ledger that cannot be read
 */
export async function planRelease(session: TargetSession, options: PlanRequest, host: Host): Promise<Planned> {
  const ledger = await readIfMade(session.store)
  try {
    const release = await releaseOf(options.release, session, { ledger, command: 'plan' })
    const exclusions = await releaseExclusions(session, { ...options, release, ledger }, host)
    const planned = await makePlan(session, { ...options, exclusions, release, ledger }, host)
    if (planned.type === 'plan') await writeSkippedRows(planned, options.skipInvalid, host)
    return planned
  } finally {
    await ledger?.close()
  }
}

/** Opens a ledger to read it; undefined where there is none yet. */
async function readIfMade(store: LedgerStore): Promise<LedgerReader | undefined> {
  return (await store.state()) === 'made' ? store.read() : undefined
}

export interface DryRunOptions extends PlanRequest {
  /** The plan that the requests have to be those of. */
  readonly planFile?: PlanFile | undefined
  /** All when absent. */
  readonly limit?: number | undefined
  /** Is told of the plan before the first request. */
  readonly onPlanned: (planned: Planned) => void
}

const secret = '***'
/** Which key a recipient gets is the ledger's to say. */
const keyLater = '(made by the ledger)'

/**
 * Computes every request that a deploy would make, without making any. Secrets and phone numbers are masked, and
 * nothing is written.
 */
export async function* dryRun(session: TargetSession, options: DryRunOptions, host: Host): AsyncGenerator<object> {
  const { store, project } = session
  const { test, rejected, planFile, limit } = options
  const ledger = await readIfMade(store)
  try {
    const release = test
      ? await testRelease(ledger, Date.now())
      : await releaseOf(options.release, session, { ledger, command: 'deploy' })
    const exclusions = await releaseExclusions(session, { ...options, ledger, release }, host)
    const planned = await makePlan(session, { ...options, exclusions, release, ledger }, host)
    options.onPlanned(planned)
    if (planned.type === 'diagnostics') return
    if (planFile) refuseDifferences(planFile, planned.plan, host)
    yield* uploadsOf(planned.messages, planned.plan)
    let left = limit ?? Number.POSITIVE_INFINITY
    const { lists } = exclusions
    for (const message of planned.messages) {
      const of = { plan: planned.plan, ledger, rejected, lists }
      for await (const records of requestsOf(message, of, project.config.limits.characters)) {
        if (left <= 0) break
        const some = records.slice(0, left)
        left -= some.length
        yield sendRequest(message, some, planned.plan)
      }
    }
  } finally {
    await ledger?.close()
  }
}

function uploadsOf(messages: readonly PlannedMessage[], { target, messages: planned }: Plan): readonly object[] {
  const contract = contractNamed(target.service)
  const uploaded = new Set(planned.flatMap(({ images }) => images.filter((one) => one.isUploaded).map(imageKey)))
  return imagesOf(messages.map(({ template }) => template))
    .filter((image) => !uploaded.has(imageKey(image)))
    .map(({ path, upload, sha256, bytes }) => {
      const { path: at, headers, field, fields = {} } = contract.upload(upload, accountOf(target))
      return {
        method: 'POST',
        url: `${target.uploadUrl ?? target.baseUrl ?? ''}${at}`,
        headers: {
          ...target.headers,
          ...((target.uploadAuthorization || contract.signing.ofUploads === 'known') && shownHeaders(headers)),
          'Content-Type': 'multipart/form-data',
        },
        form: [
          ...Object.entries(fields).map(([name, value]) => ({ name, value })),
          { name: field, path, bytes, sha256 },
        ],
      }
    })
}

/** Returns the records of each request, for whom nothing was sent yet. */
async function* requestsOf(
  message: PlannedMessage,
  { plan, ledger, rejected, lists }: Pick<PlanInput, 'ledger' | 'rejected' | 'lists'> & { readonly plan: Plan },
  characters: CharacterReading,
): AsyncGenerator<readonly SendRecord[]> {
  const { template } = message
  const { id } = template
  const sender_number = plan.messages.find((one) => one.id === id)?.sender.sender_number
  const imageUrls = new Map<string, string>()
  for (const { pointer, sha256, upload, path: image } of template.images) {
    const account = imageAccountOf(plan.target, plan.release)
    const stored = await ledger?.image({ sha256, operation: upload, account })
    imageUrls.set(pointer, stored?.url ?? `(URL of ${image})`)
  }
  const contract = contractOf(template.service_id)
  const failback = contract.needsFallbackKey(template.payload) && { failbackSecretKey: secret }
  const { release } = plan
  const record = prepareRecords(template, { sender_key: secret, sender_number, release, imageUrls, ...failback })
  const most = batchOf(template, plan.target)
  let records: SendRecord[] = []
  for await (const batch of recipientsOf(message, characters).batches()) {
    const numbers = batch.map(({ receiver_number: number }) => number)
    const known = await ledger?.knownSends({ release, id }, numbers)
    for (const [index, { receiver_number: number, values }] of batch.entries()) {
      if (listedOn(lists, number) || !['new', 'waiting'].includes(countedAs(known?.[index], rejected))) continue
      const key = known?.[index]?.key ?? keyLater
      const addressee: Addressee = { key, number: maskNumber(number), values: Object.fromEntries(values) }
      const made = record(addressee)
      if (made) records.push(made)
      if (records.length < most) continue
      yield records
      records = []
    }
  }
  if (records.length > 0) yield records
}

function sendRequest({ template }: PlannedMessage, records: readonly SendRecord[], { target }: Plan): object {
  const { service_id: kind } = template
  const { path, headers, body } = contractOf(kind).request({
    kind,
    records,
    account: accountOf(target),
    attempt: '(made for each request)',
  })
  return {
    method: 'POST',
    url: `${target.baseUrl ?? ''}${path}`,
    headers: { ...target.headers, ...shownHeaders(headers) },
    body,
  }
}

/** The account of a target, its secrets masked. */
function accountOf({ service, account }: Plan['target']): Account {
  const { settings, account: named } = contractNamed(service).signing
  const shown = (setting: string): boolean => setting === named.setting && named.hashedAs === undefined
  return Object.fromEntries(Object.keys(settings).map((setting) => [setting, shown(setting) ? account : secret]))
}

/** Headers by their names as people write them: `Content-Type`. */
function shownHeaders(headers: { readonly [name: string]: string }): { readonly [name: string]: string } {
  const named = (name: string): string => name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [named(name), value]))
}
