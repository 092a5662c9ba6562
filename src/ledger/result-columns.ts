import type { DeliveryResult, ResultColumns } from './results.ts'
import { type Personal, scrubbed } from './states.ts'

/**
 * Returns a result as it is stored, without what its descriptions quote of the recipient.
 *
 * @param personal absent where it is erased, and where there is no description
 * @param receivedAt in milliseconds since 1970
 */
export function resultColumns(
  { code, doneAt = 0, description, fallback }: DeliveryResult,
  personal: Personal | undefined,
  receivedAt: number,
): ResultColumns {
  const plain = (text: string | undefined): string | null =>
    text === undefined ? null : scrubbed(text, personal ?? { number: '', values: {} })
  return {
    code,
    done_at: doneAt,
    description: plain(description),
    fallback_code: fallback?.code ?? '',
    fallback_done_at: fallback?.doneAt ?? 0,
    fallback_description: plain(fallback?.description),
    received_at: receivedAt,
  }
}
