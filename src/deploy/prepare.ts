import type { RecipientBatch } from '../ledger/ledger.ts'
import type { CharacterReading } from '../contract/units.ts'
import { sourceOf } from '../session/recipients.ts'
import { UsageError } from '../project/usage-error.ts'
import { readRecipients } from '../recipients/read.ts'
import { recipientVariables } from '../recipients/recipient.ts'
import type { PlannedMessage } from './compute-plan.ts'

/** Deploying was broken off before the first request. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/**
 * The recipients of planned messages, to be copied into the ledger.
 *
 * @throws UsageError at the end of a file that is not what was planned any more, so that nothing of it counts
 * @throws Interrupted once the signal is aborted
 */
export async function* recipientBatches(
  messages: readonly PlannedMessage[],
  characters: CharacterReading,
  { stop, onProgress }: { readonly stop: AbortSignal; readonly onProgress: (recipients: number) => void },
): AsyncGenerator<RecipientBatch> {
  let done = 0
  for (const { template, recipients: file, digest } of messages) {
    const variables = recipientVariables(template)
    const reading = readRecipients(sourceOf(file), { variables, characters })
    for await (const rows of reading.batches()) {
      if (stop.aborted) throw new Interrupted()
      const recipients = rows.map(({ receiver_number: number, msg_key: key, values }) => {
        return { number, values, ...(key !== undefined && { key }) }
      })
      yield { id: template.id, recipients }
      onProgress((done += rows.length))
    }
    if (stop.aborted) throw new Interrupted()
    const summary = await reading.summary()
    if (summary.digest !== digest) {
      throw new UsageError({ type: 'deploy', problem: { type: 'recipients-changed', path: file.path } })
    }
  }
}
