import { deliveries } from '../contract/delivery.ts'
import { addDeliveries, type DeliveryCounts, type RecordedResults, sumOfDeliveries } from '../ledger/results.ts'

/** What a receiver has counted since it started. */
export interface ReceiverCounts {
  readonly received: number
  readonly recorded: number
  readonly repeated: number
  readonly foreign: number
  readonly malformed: number
  readonly deliveries: DeliveryCounts
}

/** Counts of a receiver, as Prometheus reads them. */
export class ReceiverMetrics {
  #counts: ReceiverCounts = {
    received: 0,
    recorded: 0,
    repeated: 0,
    foreign: 0,
    malformed: 0,
    deliveries: addDeliveries([]),
  }
  readonly #statuses = new Map<number, number>()
  #lastAtMs = 0

  get counts(): ReceiverCounts {
    return this.#counts
  }

  recorded(received: number, { recorded, repeated, foreign, deliveries: found }: RecordedResults): void {
    const before = this.#counts
    this.#counts = {
      ...before,
      received: before.received + received,
      recorded: before.recorded + recorded,
      repeated: before.repeated + repeated,
      foreign: before.foreign + foreign,
      deliveries: sumOfDeliveries([{ counts: before.deliveries }, { counts: found }]),
    }
    this.#lastAtMs = Date.now()
  }

  malformed(results: number): void {
    this.#counts = { ...this.#counts, malformed: this.#counts.malformed + results }
  }

  answered(status: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  /** Returns everything in Prometheus' text format. */
  text(): string {
    const { received, repeated, foreign, malformed, deliveries: found } = this.#counts
    const statuses = [...this.#statuses].map(([status, count]): Sample => [`{status="${status}"}`, count])
    const byDelivery = deliveries
      .filter((delivery) => delivery !== 'none')
      .map((delivery): Sample => [`{delivery="${delivery}"}`, found[delivery]])
    return [
      ...counter('results_received_total', 'Results that were well formed.', [['', received]]),
      ...counter('results_recorded_total', 'New results, by what they say.', byDelivery),
      ...counter('results_repeated_total', 'Results that were recorded before.', [['', repeated]]),
      ...counter('results_foreign_total', 'Results of messages that the ledger does not have.', [['', foreign]]),
      ...counter('results_malformed_total', 'Bodies and results that could not be read.', [['', malformed]]),
      ...counter('webhook_responses_total', 'Answered requests, by status.', statuses),
      ...metric(
        'results_last_received_timestamp_seconds',
        ['gauge', 'When results were last recorded.'],
        [['', this.#lastAtMs / 1000]],
      ),
      '',
    ].join('\n')
  }
}

/** Labels and a value. */
type Sample = readonly [labels: string, value: number]

function counter(name: string, help: string, samples: readonly Sample[]): readonly string[] {
  return metric(name, ['counter', help], samples)
}

function metric(
  name: string,
  [type, help]: readonly [type: 'counter' | 'gauge', help: string],
  samples: readonly Sample[],
): readonly string[] {
  const full = `friendtalk_${name}`
  return [
    `# HELP ${full} ${help}`,
    `# TYPE ${full} ${type}`,
    ...samples.map(([labels, value]) => `${full}${labels} ${value}`),
  ]
}
