import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { CharacterReading } from '../text/text.ts'
import type { Ledger, LedgerReader, LedgerStore, UsedPlan } from '../ledger/ledger.ts'
import { toPosix } from '../project/files/discover.ts'
import { onDisk } from '../project/files/paths.ts'
import { givenRecipients } from '../session/recipients.ts'
import type { GivenRecipients } from '../recipients/recipient.ts'
import type { ExclusionList } from '../recipients/exclusion-list.ts'
import { maskNumber } from '../text/phone-number.ts'
import type { Account, SendRecord } from '../contract/contract.ts'
import { contractNamed, contractOf } from '../contract/contracts.ts'
import { readExclusions } from '../session/exclusions.ts'
import type { Host } from '../session/host.ts'
import { readAll, selectMessages } from '../session/session.ts'
import { type PlanFile, refuseDifferences } from './approved.ts'
import { computePlan, countedAs, type Planned, type PlannedMessage } from './compute-plan.ts'
import { imageAccountOf, imageKey, imagesOf } from './images.ts'
import { listedOn } from './holds.ts'
import { inputFlags, type Plan } from './plan.ts'
import { batchOf } from './batch.ts'
import { type Addressee, prepareRecords, recipientsOf } from './record.ts'
import { messagesFor } from './service-messages.ts'
import { writeSkippedRows } from './skipped-rows.ts'
import { refuse, refuseRelease, releaseOf, type TargetSession } from './target.ts'
import { refuseTest, testRelease } from './test-send.ts'

/** The messages and files that a plan is made of, as a person or an earlier plan names them. */
export interface PlanRequest {
  /** Files, folders and patterns; those of the configuration when there are none. */
  readonly paths: readonly string[]
  /** A list for every message; each one's own when absent. */
  readonly recipients?: GivenRecipients | undefined
  /** Numbers that each message goes to instead, with the examples of its variables. */
  readonly test?: readonly string[] | undefined
  /** Lists of numbers that are not sent to, beside those of the target; relative to the working directory. */
  readonly exclude?: readonly string[] | undefined
  /** A release: recipients who have, or may have, something of it are not sent to. */
  readonly notIn?: string | undefined
  /** Where rows that are wrong are written while the others are sent, relative to the working directory. */
  readonly skipInvalid?: string | undefined
  /** Made up for the built-in emulator alone. */
  readonly release?: string | undefined
}

interface PlanOptions extends PlanRequest {
  readonly release: string
  readonly ledger?: LedgerReader | undefined
  /** The release's exclusions, if they were read already. */
  readonly exclusions?: ReleaseExclusions | undefined
  /** Whether what was rejected is sent again. */
  readonly rejected: 'keep' | 'retry'
}

/**
 * Compiles the messages, checks their recipients, and computes what a deploy would do. Nothing is written or sent.
 *
 * @throws UsageError for paths that match nothing, and for what the configuration lacks
 */
export async function makePlan(given: TargetSession, options: PlanOptions, host: Host): Promise<Planned> {
  const { project, store } = given
  const { root } = project
  const { paths, recipients, test, exclude, notIn, skipInvalid, release, ledger, rejected } = options
  if (!test) await refuseTest(ledger, release)
  const { named, lists, reached } =
    options.exclusions ?? (await releaseExclusions(given, { ledger, release, exclude, notIn }, host))
  const messages = selectMessages(project, paths, host)
  const all = await readAll(messages, 'compiling', host)
  const { target, files } = messagesFor(
    given,
    { all, workspace: messages.workspace, isNamed: paths.length > 0, flags: inputFlags({ ...options, paths: [] }) },
    host,
  )
  const progress = host.progress('checking-recipients')
  const inRoot = (path: string): string => toPosix(relative(root, resolve(host.cwd, path)))
  const list = recipients === undefined ? undefined : givenRecipients(recipients, { root, cwd: host.cwd })
  const planned = await computePlan({
    project,
    workspace: messages.workspace,
    files,
    others: all.length - files.length,
    inputs: {
      paths: paths.map(inRoot),
      recipients: list?.content === undefined ? list?.path : undefined,
      exclude: named.length > 0 ? named.toSorted() : undefined,
      notIn: reached,
      test: test ? true : undefined,
      skipInvalid: skipInvalid === undefined ? undefined : inRoot(skipInvalid),
    },
    recipients: list,
    test,
    target,
    lists,
    release,
    ledgerPath: store.path,
    ledger,
    rejected,
    lang: host.lang,
    nowMs: Date.now(),
    onProgress: (done) => progress.update(done),
  })
  progress.end()
  return planned
}

/** The numbers that a release is not sent to. */
export interface ReleaseExclusions {
  /** The lists beside those of the target, relative to the root. */
  readonly named: readonly string[]
  /** The numbers of all of them. */
  readonly lists: readonly ExclusionList[]
  /** A release: recipients who have, or may have, something of it are not sent to. */
  readonly reached?: string | undefined
}

/**
 * Reads the lists of numbers that a release is not sent to: those of the target, those that its plans were given
 * (on any machine that goes on with it), and those that are given now.
 *
 * @throws UsageError for a list that cannot be read or has lines that are no number, and for a release to leave out that
 *   is not over
 */
export async function releaseExclusions(
  { project, target }: TargetSession,
  { ledger, release, exclude = [], notIn }: Pick<PlanOptions, 'ledger' | 'release' | 'exclude' | 'notIn'>,
  host: Pick<Host, 'cwd' | 'lang'>,
): Promise<ReleaseExclusions> {
  const { root } = project
  const plans = (await ledger?.plansOf(release)) ?? []
  const reached = await reachedRelease({ ledger, release, notIn }, plans)
  const planned = new Set(inputsOf(plans).flatMap((inputs) => inputs.exclude ?? []))
  for (const path of planned) {
    if (!existsSync(onDisk(resolve(root, path))))
      refuse('exclusion-list-gone', {
        en: [
          `${path}: release ${release} was begun with this list, and it is not there. Nothing was sent: a person may have been added to it.`,
          'Put the list back; an empty list is a file with the line receiver_number.',
        ],
        ko: [
          `${path}: 릴리스 ${release}을(를) 시작할 때 지정한 목록이 없습니다. 그사이 추가된 사람이 있을 수 있어 아무것도 보내지 않았습니다.`,
          '목록을 다시 두세요. 아무도 없는 목록은 receiver_number 한 줄만 적은 파일입니다.',
        ],
      })
  }
  const lists = await readExclusions({ recorded: [...target.exclude, ...planned], given: exclude }, project, host)
  const given = exclude.map((path) => toPosix(relative(root, resolve(host.cwd, path))))
  return { named: [...new Set([...planned, ...given])], lists, reached }
}

/** Returns the release whose recipients are left out, now or by an earlier plan. */
async function reachedRelease(
  { ledger, release, notIn }: Pick<PlanOptions, 'ledger' | 'release' | 'notIn'>,
  plans: readonly UsedPlan[],
): Promise<string | undefined> {
  const planned = inputsOf(plans).find((inputs) => inputs.notIn !== undefined)?.notIn
  const name = notIn ?? planned
  if (name === undefined) return undefined
  const [there] = (await ledger?.releases(name)) ?? []
  const all = there ? [] : ((await ledger?.releases()) ?? [])
  if (there === undefined) {
    return refuseRelease(
      name,
      all.map((each) => each.release),
    )
  }
  if (planned !== undefined && planned !== there.release)
    refuse('not-in-differs', {
      en: [
        `Release ${release} was begun with --not-in ${planned}, which holds for all of it. Nothing was sent.`,
        'Leave --not-in away, or use another release name.',
      ],
      ko: [
        `릴리스 ${release} 발송은 --not-in ${planned} 옵션으로 시작했고, 이 옵션은 릴리스 전체에 적용됩니다. 아무것도 보내지 않았습니다.`,
        '--not-in을 빼거나 다른 릴리스 이름을 쓰세요.',
      ],
    })
  const { pending, deferred, inflight } = there.counts
  const waiting = pending + deferred + inflight
  if (waiting > 0)
    refuse('not-in-waits', {
      en: [
        `--not-in ${there.release}: ${waiting} of its messages still wait or are under way, so who gets it is not known. Nothing was sent.`,
        `Let it end first, or call it off: friendtalk cancel ${there.release} --reason "…".`,
      ],
      ko: [
        `--not-in ${there.release}: 이 릴리스의 메시지 ${waiting}건이 아직 기다리거나 발송 중이라 누가 받을지 알 수 없습니다. 아무것도 보내지 않았습니다.`,
        `먼저 끝까지 보내거나 friendtalk cancel ${there.release} --reason "…" 명령으로 취소하세요.`,
      ],
    })
  return there.release
}

function inputsOf(plans: readonly UsedPlan[]): readonly Plan['inputs'][] {
  return plans.map(({ text }) => (JSON.parse(text) as Plan).inputs)
}

/** Records what a start was told to leave out with the release's plan: it holds for every run that goes on with it. */
export async function keepLists(ledger: Ledger, release: string, { named, reached }: ReleaseExclusions): Promise<void> {
  const plans = await ledger.plansOf(release)
  const kept = inputsOf(plans)
  const isKept =
    named.every((path) => kept.some(({ exclude }) => exclude?.includes(path))) &&
    (reached === undefined || kept.some(({ notIn }) => notIn !== undefined))
  const [last] = plans
  if (last === undefined || isKept) return
  await ledger.amendPlan(last.digest, (text) => {
    const plan = JSON.parse(text) as Plan
    const exclude = [...new Set([...(plan.inputs.exclude ?? []), ...named])]
    return JSON.stringify({ ...plan, inputs: { ...plan.inputs, exclude, notIn: reached ?? plan.inputs.notIn } })
  })
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
    const planned = await makePlan(session, { ...options, release, ledger, rejected: 'keep' }, host)
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
  /** Whether what was rejected is sent again. */
  readonly rejected: 'keep' | 'retry'
  /** The plan that the requests have to be those of. */
  readonly planFile?: PlanFile | undefined
  /** All when absent. */
  readonly limit?: number | undefined
}

const secret = '***'
/** Which key a recipient gets is the ledger's to say. */
const keyLater = '(made by the ledger)'

/** The output of a dry run: the plan first, then each request that a deploy would make, as JSON. */
export type DryRunItem =
  | { readonly type: 'planned'; readonly result: Planned }
  | { readonly type: 'request'; readonly request: object }

/**
 * Computes every request that a deploy would make, without making any. Secrets and phone numbers are masked, and
 * nothing is written.
 */
export async function* dryRun(session: TargetSession, options: DryRunOptions, host: Host): AsyncGenerator<DryRunItem> {
  const { store, project } = session
  const { test, exclude, notIn, rejected, planFile, limit } = options
  const ledger = await readIfMade(store)
  try {
    const release = test
      ? await testRelease(ledger, Date.now())
      : await releaseOf(options.release, session, { ledger, command: 'deploy' })
    const exclusions = await releaseExclusions(session, { ledger, release, exclude, notIn }, host)
    const planned = await makePlan(session, { ...options, exclusions, release, ledger }, host)
    yield { type: 'planned', result: planned }
    if (planned.type === 'diagnostics') return
    if (planFile) refuseDifferences(planFile, planned.plan, host)
    for (const request of uploadsOf(planned.messages, planned.plan)) yield { type: 'request', request }
    let left = limit ?? Number.POSITIVE_INFINITY
    const lists = [...exclusions.lists, ...(planned.reached ? [planned.reached] : [])]
    for (const message of planned.messages) {
      const of = { plan: planned.plan, ledger, rejected, lists, characters: project.config.limits.characters } as const
      for await (const records of requestsOf(message, of)) {
        if (left <= 0) break
        const some = records.slice(0, left)
        left -= some.length
        yield { type: 'request', request: sendRequest(message, some, planned.plan) }
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

interface Around {
  readonly plan: Plan
  readonly ledger: LedgerReader | undefined
  readonly rejected: 'keep' | 'retry'
  readonly lists: readonly ExclusionList[]
  readonly characters: CharacterReading
}

/** Returns the records of each request, for whom nothing was sent yet. */
async function* requestsOf(
  message: PlannedMessage,
  { plan, ledger, rejected, lists, characters }: Around,
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
