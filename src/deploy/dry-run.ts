import { limits } from '../contract/limits.ts'
import type { CharacterReading } from '../contract/units.ts'
import type { LedgerReader, SendState } from '../ledger/ledger.ts'
import { sourceOf } from '../session/recipients.ts'
import { maskNumber } from '../recipients/number.ts'
import { readRecipients } from '../recipients/read.ts'
import { recipientVariables } from '../recipients/recipient.ts'
import type { MessageRecord } from '../service/service.ts'
import type { Host } from '../session/host.ts'
import type { PlannedMessage } from './compute-plan.ts'
import { imageKey, imagesOf } from './images.ts'
import { makePlan, type PlanOptions, type PlanResult, readIfMade } from './make-plan.ts'
import { releaseOf, type TargetSession } from './open-target.ts'
import type { Plan } from './plan.ts'
import { type PlanFile, refuseDifferences } from './plan-file.ts'
import { type Addressee, prepareRecords } from './record.ts'

export interface DryRunOptions extends Pick<PlanOptions, 'paths' | 'recipients' | 'rejected'> {
  readonly release?: string | undefined
  /** The plan that the requests have to be those of. */
  readonly planFile?: PlanFile | undefined
  /** Messages at most; all when absent. */
  readonly maxMessages?: number | undefined
}

const secret = '***'
/** Which key a recipient gets is the ledger's to say. */
const keyLater = '(made by the ledger)'

/** What a dry run gives: the plan first, then each request that a deploy would make, as JSON. */
export type DryRunItem =
  | { readonly type: 'planned'; readonly result: PlanResult }
  | { readonly type: 'request'; readonly request: object }

/**
 * Computes every request that a deploy would make, without making any. Secrets and phone numbers are masked, and nothing
 * is written.
 */
export async function* dryRun(session: TargetSession, options: DryRunOptions, host: Host): AsyncGenerator<DryRunItem> {
  const { store, project } = session
  const { paths, recipients, rejected, planFile, maxMessages } = options
  const ledger = await readIfMade(store)
  try {
    const release = await releaseOf(options.release, session, { ledger, command: 'deploy' })
    const planned = await makePlan(session, { paths, recipients, rejected, release, ledger }, host)
    yield { type: 'planned', result: planned }
    if (planned.type === 'findings') return
    if (planFile) refuseDifferences(planFile, planned.plan, host)
    for (const request of uploadsOf(planned.messages, planned.plan)) yield { type: 'request', request }
    let left = maxMessages ?? Number.POSITIVE_INFINITY
    for (const message of planned.messages) {
      const of = { plan: planned.plan, ledger, rejected, characters: project.config.limits.characters } as const
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
  const uploaded = new Set(planned.flatMap(({ images }) => images.filter((one) => one.isUploaded).map(imageKey)))
  return imagesOf(messages.map(({ template }) => template))
    .filter((image) => !uploaded.has(imageKey(image)))
    .map(({ path, upload, sha256, bytes }) => ({
      method: 'POST',
      url: `${target.uploadUrl ?? ''}/file/v1/${upload}/image/${encodeURIComponent(target.account)}`,
      headers: {
        ...(target.uploadAuthorization && { Authorization: `${target.account};${secret}` }),
        'Content-Type': 'multipart/form-data',
      },
      form: [{ name: 'image', path, bytes, sha256 }],
    }))
}

interface Around {
  readonly plan: Plan
  readonly ledger: LedgerReader | undefined
  readonly rejected: 'keep' | 'retry'
  readonly characters: CharacterReading
}

/** The records of each request, for whom nothing was sent yet. */
async function* requestsOf(
  { template, recipients }: PlannedMessage,
  { plan, ledger, rejected, characters }: Around,
): AsyncGenerator<readonly MessageRecord[]> {
  const { id } = template
  const sender_number = plan.messages.find((message) => message.id === id)?.sender.sender_number ?? ''
  const imageUrls = new Map<string, string>()
  for (const { pointer, sha256, upload, path: image } of template.images) {
    const stored = await ledger?.image({ sha256, operation: upload, account: plan.target.account })
    imageUrls.set(pointer, stored?.url ?? `(URL of ${image})`)
  }
  const failback = template.payload.failback_data && { failbackSecretKey: secret }
  const record = prepareRecords(template, { sender_key: secret, sender_number, imageUrls, ...failback })
  const variables = recipientVariables(template)
  const reading = readRecipients(sourceOf(recipients), { variables, characters })
  let records: MessageRecord[] = []
  for await (const batch of reading.batches()) {
    const numbers = batch.map(({ receiver_number: number }) => number)
    const known = await ledger?.knownSends({ release: plan.release, id }, numbers)
    for (const [index, { receiver_number: number, msg_key: own, values }] of batch.entries()) {
      if (!isLeft(known?.[index]?.state, rejected)) continue
      const key = own ?? known?.[index]?.key ?? keyLater
      const addressee: Addressee = { key, number: maskNumber(number), values: Object.fromEntries(values) }
      const made = record(addressee)
      if (made) records.push(made)
      if (records.length < limits.messagesPerRequest.max) continue
      yield records
      records = []
    }
  }
  if (records.length > 0) yield records
}

function isLeft(state: SendState | undefined, rejected: 'keep' | 'retry'): boolean {
  return (
    state === undefined || state === 'pending' || state === 'deferred' || (state === 'rejected' && rejected === 'retry')
  )
}

function sendRequest({ template }: PlannedMessage, records: readonly MessageRecord[], { target }: Plan): object {
  return {
    method: 'POST',
    url: `${target.baseUrl ?? ''}/${template.service_id}/v2/send`,
    headers: { Authorization: `${target.account};${secret}`, 'Content-Type': 'application/json;charset=utf-8' },
    body: { msg_data: records },
  }
}
