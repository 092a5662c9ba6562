import type { SendRecord } from '../contract/contract.ts'
import { contractOf } from '../contract/contracts.ts'
import type { RecipientBatch } from '../ledger/ledger.ts'
import { prepareTemplate, type Renderable, type VariableValues } from '../message/render.ts'
import { lastKeyOf, parentOf, valueAt } from '../text/json-text.ts'
import { UsageError } from '../project/usage-error.ts'
import { readRecipients, type RecipientReading } from '../recipients/read.ts'
import { recipientVariables } from '../recipients/recipient.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Project } from '../project/project.ts'
import type { PlannedMessage, PlannedRelease } from './compute-plan.ts'
import type { Recorded } from './deploy-host.ts'
import { keepLists, listedOn } from './exclusions.ts'
import { messagesIn } from './plan.ts'
import { listsNow } from './planning.ts'
import type { SenderIdentity } from './run.ts'

/** Values that a send adds to each message of a template. */
export interface Addition extends SenderIdentity {
  readonly release: string
  /** Secret key of the fallback service's sub-account; a message that falls back needs it. */
  readonly failbackSecretKey?: string | undefined
  /** The URL of each image, by its pointer in the payload. */
  readonly imageUrls: ReadonlyMap<string, string>
}

/** A recipient of the release. */
export interface Addressee {
  readonly key: string
  /** Digits alone. */
  readonly number: string
  readonly values: VariableValues
}

/**
 * Prepares a template for sending: a function from a recipient to the message record of the interface.
 *
 * @returns undefined from that function when the values leave a gap or break a link; they were checked before
 */
export function prepareRecords(
  template: CompiledTemplate,
  { sender_key, sender_number, release, failbackSecretKey, imageUrls }: Addition,
): (addressee: Addressee) => SendRecord | undefined {
  const payload = withImageUrls(template.payload, imageUrls)
  const render = prepareTemplate<Renderable>({ ...template, payload })
  const contract = contractOf(template.service_id)
  return ({ key, number, values }) => {
    const { payload: rendered } = render(values)
    const send = { sender_key, receiver_number: number, sender_number, msg_key: key, release }
    return rendered && contract.record(rendered, send, failbackSecretKey)
  }
}

/** @throws Error for a pointer that leads nowhere: a template that was not compiled by this program */
function withImageUrls(payload: object, urls: ReadonlyMap<string, string>): object {
  const copy = structuredClone(payload)
  for (const [pointer, url] of urls) {
    const holder = valueAt(copy, parentOf(pointer))
    if (typeof holder !== 'object' || holder === null) throw new Error(`The template has no image at ${pointer}.`)
    ;(holder as { [key: string]: unknown })[lastKeyOf(pointer)] = url
  }
  return copy
}

/** Reads who receives a planned message. */
export function recipientsOf({ template, recipients, skip }: PlannedMessage, { config }: Project): RecipientReading {
  const variables = recipientVariables(template)
  const { characters } = config.limits
  return readRecipients(recipients, { variables, characters, ...(skip && { skip }) })
}

/** Copies recipients into the ledger, with the plan that gives them. Returns whether this adds or retries any. */
export async function recordRelease(deploying: Recorded, { plan, messages }: PlannedRelease): Promise<boolean> {
  const { asked, release, ledger, exclusions, host } = deploying
  const { stop } = host
  await ledger.usePlan({ digest: plan.digest, text: JSON.stringify(plan) }, release)
  await keepLists(ledger, release, exclusions)
  // Another machine may have recorded lists of its own.
  const { lists } = ledger.shared ? await listsNow(deploying) : exclusions
  const progress = host.progress('recording-recipients', messagesIn(plan))
  const recipients = recipientBatches(messages, deploying, {
    listOf: (number) => listedOn(lists, number),
    onProgress: (done) => progress.update(done),
  })
  const templates = messages.map(({ template }) => template)
  const { added, retried, notGiven } = await ledger.prepare({
    release,
    templates,
    recipients,
    rejected: asked.rejected ?? 'keep',
    stop,
  })
  progress.end()
  if (notGiven > 0) host.onEvent({ type: 'not-given', recipients: notGiven })
  return added + retried > 0
}

/**
 * Returns the recipients of planned messages, to be copied into the ledger.
 *
 * @throws UsageError at the end of a file that is not what was planned any more, so that nothing of it counts
 * @throws the reason of the signal once it is aborted
 */
async function* recipientBatches(
  messages: readonly PlannedMessage[],
  { session, host: { stop } }: Recorded,
  { listOf, onProgress }: { listOf: (number: string) => string | undefined; onProgress: (recipients: number) => void },
): AsyncGenerator<RecipientBatch> {
  let done = 0
  for (const message of messages) {
    const { template, recipients: file, digest } = message
    const reading = recipientsOf(message, session.project)
    for await (const rows of reading.batches()) {
      stop.throwIfAborted()
      const recipients = rows.map(({ receiver_number: number, ref, values }) => {
        return { number, values, ref, list: listOf(number) }
      })
      yield { id: template.id, recipients }
      onProgress((done += rows.length))
    }
    stop.throwIfAborted()
    const summary = await reading.summary()
    if (summary.digest !== digest) {
      throw new UsageError('recipients-changed', {
        en: `${file.path}: changed while it was read. Nothing was sent; run the command again.`,
        ko: `${file.path}: 읽는 동안 바뀌었습니다. 아무것도 보내지 않았으니 다시 실행하세요.`,
      })
    }
  }
}
