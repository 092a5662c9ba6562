import type { Account, SendRecord } from '../contract/contract.ts'
import { contractNamed, contractOf } from '../contract/contracts.ts'
import type { Host } from '../session/host.ts'
import { maskNumber } from '../text/phone-number.ts'
import { refuseDifferences } from './approve.ts'
import { batchOf } from './batch.ts'
import { countedAs, type Planned, type PlannedMessage, type PlannedRelease, type Planning } from './compute-plan.ts'
import { listedOn } from './exclusions.ts'
import { imageAccountOf, imageKey, imagesOf } from './images.ts'
import type { Plan, PlanFile, PlanRequest } from './plan.ts'
import { makePlan, planningOf, readIfMade } from './planning.ts'
import { prepareRecords, recipientsOf } from './record.ts'
import type { TargetSession } from './target.ts'

export interface DryRunOptions extends PlanRequest {
  /** The plan that the requests have to be those of. */
  readonly planFile?: PlanFile | undefined
  /** All when absent. */
  readonly limit?: number | undefined
  /** Is told of the plan before the first request. */
  readonly onPlanned: (planned: Planned) => void
}

const secret = '***'
/** The ledger alone makes the key of a send. */
const keyLater = '(made by the ledger)'

/**
 * Computes every request that a deploy would make, without making any. Secrets and phone numbers are masked, and
 * nothing is written.
 */
export async function* dryRun(session: TargetSession, asked: DryRunOptions, host: Host): AsyncGenerator<object> {
  const ledger = await readIfMade(session.store)
  try {
    const planning = await planningOf(session, asked, { ledger, host })
    const planned = await makePlan(planning)
    asked.onPlanned(planned)
    if (planned.type === 'diagnostics') return
    const { plan, messages } = planned
    if (asked.planFile) refuseDifferences(asked.planFile, plan, host)
    yield* uploadsOf(planned)
    let left = asked.limit ?? Number.POSITIVE_INFINITY
    for (const message of messages) {
      for await (const records of requestsOf(message, plan, planning)) {
        if (left <= 0) break
        const some = records.slice(0, left)
        left -= some.length
        yield sendRequest(message, some, plan)
      }
    }
  } finally {
    await ledger?.close()
  }
}

function uploadsOf({ messages, plan: { target, messages: planned } }: PlannedRelease): readonly object[] {
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
  plan: Plan,
  { session, asked, ledger, exclusions }: Planning,
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
  for await (const batch of recipientsOf(message, session.project).batches()) {
    const numbers = batch.map(({ receiver_number: number }) => number)
    const known = await ledger?.knownSends({ release, id }, numbers)
    for (const [index, { receiver_number: number, values }] of batch.entries()) {
      const counted = countedAs(known?.[index], asked.rejected)
      if (listedOn(exclusions.lists, number) || (counted !== 'new' && counted !== 'waiting')) continue
      const key = known?.[index]?.key ?? keyLater
      const made = record({ key, number: maskNumber(number), values: Object.fromEntries(values) })
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
