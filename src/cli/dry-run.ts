import type { Plan } from '../deploy/plan.ts'
import type { PlannedMessage } from '../deploy/compute-plan.ts'
import { imageKey, imagesOf } from '../deploy/images.ts'
import { type Addressee, prepareRecords } from '../deploy/record.ts'
import { limits } from '../contract/limits.ts'
import type { CharacterReading } from '../contract/units.ts'
import type { LedgerReader, SendState } from '../ledger/ledger.ts'
import { openLedgerReader } from '../ledger/sqlite/open-ledger.ts'
import { sourceOf } from '../project/recipients-file.ts'
import { maskNumber } from '../recipients/number.ts'
import { readRecipients } from '../recipients/read.ts'
import { recipientVariables } from '../recipients/variables.ts'
import type { MessageRecord } from '../service/service.ts'
import { type DeploySession, type PlanFlags, planFrom, type PlanInputs, releaseOf } from './deploy-session.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { type PlanFile, refuseDifferences } from './plan-file.ts'
import { reportFound, reportRepeated } from './plan-text.ts'
import { printableJson } from './printable.ts'
import type { Terminal } from './terminal.ts'

export interface DryRun {
  readonly session: DeploySession
  readonly flags: PlanFlags & { readonly limit?: number; readonly retryRejected?: boolean }
  readonly inputs: Pick<PlanInputs, 'paths' | 'recipients'>
  /** The plan that the requests have to be those of. */
  readonly planFile: PlanFile | undefined
}

const secret = '***'
/** Which key a recipient gets is the ledger's to say. */
const keyLater = '(made by the ledger)'

/**
 * `deploy --dry-run`: prints every request that would be made, one JSON object a line, without making any. Secrets and
 * phone numbers are masked, and nothing is written.
 */
export async function dryRun({ session, flags, inputs, planFile }: DryRun, terminal: Terminal): Promise<ExitCode> {
  const { ledgerFile: path, target, hasLedger, project } = session
  const ledger = hasLedger ? openLedgerReader({ path, target: target.name }) : undefined
  try {
    const release = releaseOf(flags, session, { ledger, command: 'deploy' })
    const rejected = flags.retryRejected ? 'retry' : 'keep'
    const planned = await planFrom({ ...inputs, release, rejected, ...(ledger && { ledger }) }, session, terminal)
    reportFound(planned.found, terminal)
    if (planned.type === 'findings') return exitCodes.findings
    if (planFile) refuseDifferences(planFile, planned.plan, terminal, flags)
    reportRepeated(planned.repeated, terminal)
    const print = (request: object): void => terminal.out(`${printableJson(request)}\n`)
    for (const request of uploadsOf(planned.messages, planned.plan)) print(request)
    let left = flags.limit ?? Number.POSITIVE_INFINITY
    for (const message of planned.messages) {
      const of = { plan: planned.plan, ledger, rejected, characters: project.config.limits.characters } as const
      for await (const records of requestsOf(message, of)) {
        if (left <= 0) break
        const some = records.slice(0, left)
        left -= some.length
        print(sendRequest(message, some, planned.plan))
      }
    }
    return exitCodes.done
  } finally {
    ledger?.close()
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
  const known = ledger?.knownSends({ release: plan.release, id })
  const sender_number = plan.messages.find((message) => message.id === id)?.sender.sender_number ?? ''
  const imageUrls = new Map(
    template.images.map(({ pointer, sha256, upload, path: image }) => {
      const stored = ledger?.image({ sha256, operation: upload, account: plan.target.account })
      return [pointer, stored?.url ?? `(URL of ${image})`] as const
    }),
  )
  const failback = template.payload.failback_data && { failbackSecretKey: secret }
  const record = prepareRecords(template, { sender_key: secret, sender_number, imageUrls, ...failback })
  const variables = recipientVariables(template)
  const reading = readRecipients(sourceOf(recipients), { variables, characters })
  let records: MessageRecord[] = []
  for await (const { receiver_number: number, msg_key: own, values } of reading.rows()) {
    if (!isLeft(known?.stateOf(number), rejected)) continue
    const addressee: Addressee = {
      key: own ?? known?.keyOf(number) ?? keyLater,
      number: maskNumber(number),
      values: Object.fromEntries(values),
    }
    const made = record(addressee)
    if (made) records.push(made)
    if (records.length < limits.messagesPerRequest.max) continue
    yield records
    records = []
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
