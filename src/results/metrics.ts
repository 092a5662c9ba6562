import { deliveries } from '../contract/contract.ts'
import { type DeliveryCounts, type RecordedResults, sumOfDeliveries, sumOfResults } from '../ledger/results.ts'

export interface ReceiverCounts extends RecordedResults {
  readonly received: number
  readonly malformed: number
}

export class ReceiverMetrics {
  counts: ReceiverCounts = { ...sumOfResults([]), received: 0, malformed: 0, deliveries: sumOfDeliveries([]) }
  readonly #statuses = new Map<number, number>()
  #lastAtMs = 0

  recorded(received: number, results: RecordedResults): void {
    const before = this.counts
    this.counts = {
      ...before,
      ...sumOfResults([before, results]),
      received: before.received + received,
      deliveries: sumOfDeliveries([before.deliveries, results.deliveries]),
    }
    this.#lastAtMs = Date.now()
  }

  malformed(results: number): void {
    this.counts = { ...this.counts, malformed: this.counts.malformed + results }
  }

  answered(status: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  text(): string {
    const { received, repeated, foreign, malformed, deliveries: found } = this.counts
    const statuses = [...this.#statuses].map(([status, count]): Sample => [`{status="${status}"}`, count])
    return [
      ...metric('results_received_total', 'Results that were well formed.', received),
      ...metric('results_recorded_total', 'New results, by what they say.', byDelivery(found)),
      ...metric('results_repeated_total', 'Results that were recorded before.', repeated),
      ...metric('results_foreign_total', 'Results of messages that the ledger does not have.', foreign),
      ...metric('results_malformed_total', 'Bodies and results that could not be read.', malformed),
      ...metric('webhook_responses_total', 'Answered requests, by status.', statuses),
      ...metric('results_last_received_timestamp_seconds', 'When results were last recorded.', this.#lastAtMs / 1000),
      '',
    ].join('\n')
  }
}

type Sample = readonly [labels: string, value: number]

function byDelivery(counts: DeliveryCounts): readonly Sample[] {
  return deliveries.flatMap((each) => (each === 'none' ? [] : [[`{delivery="${each}"}`, counts[each]] as const]))
}

/** Names of counters end in `_total`. */
function metric(name: string, help: string, samples: number | readonly Sample[]): readonly string[] {
  const full = `friendtalk_${name}`
  const all: readonly Sample[] = typeof samples === 'number' ? [['', samples]] : samples
  return [
    `# HELP ${full} ${help}`,
    `# TYPE ${full} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
    ...all.map(([labels, value]) => `${full}${labels} ${value}`),
  ]
}
