// Must not import modules of Node.js: programs get these types.
import { type Delivery, deliveries } from '../contract/contract.ts'
import type { DeliveryCounts } from '../ledger/results.ts'
import { type SendCounts, sendStates } from '../ledger/ledger.ts'
import { closed, list, mapOf, oneOf, type TypedSchema, typed, type ValueOf } from '../text/json-schema.ts'

/**
 * States of a release: a deploy sends it, something is left to send, some sends are unknown, nothing is left, or it was
 * called off.
 */
export const releaseStates = ['running', 'paused', 'unsettled', 'done', 'cancelled'] as const

export type ReleaseState = (typeof releaseStates)[number]

const text = (description?: string): TypedSchema<string> => ({ type: 'string', description })
const name = (description?: string): TypedSchema<string> => ({ type: 'string', minLength: 1, description })
const time = (description: string): TypedSchema<string> => ({
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?\\+09:00$',
  description: `${description}ISO 8601, in Korean time.`,
})
const count = (description?: string): TypedSchema<number> => ({ type: 'integer', minimum: 0, description })
const countEach = <T>(keys: readonly string[], description: string): TypedSchema<T> =>
  typed<T>({ ...closed(Object.fromEntries(keys.map((key) => [key, count()]))), description })

const counts = countEach<SendCounts>(sendStates, 'Sends by state.')
const delivered = countEach<DeliveryCounts>(deliveries, 'Accepted sends by delivery; they add up to `counts.accepted`.')

const result = closed(
  {
    delivery: oneOf(deliveries.filter((delivery): delivery is Exclude<Delivery, 'none'> => delivery !== 'none')),
    code: text('Of the delivery result that counts: the latest one.'),
    meaning: name('Meaning of the code, in the language of the status.'),
    sends: count(),
    conflicts: count('Of these, sends about which another result says otherwise.'),
  },
  { fallbackCode: text('Of the fallback message; absent where none was sent.') },
)

const message = closed({
  id: name(),
  counts,
  codes: { ...mapOf(count()), description: 'How often the service answered with each code.' },
  deliveries: delivered,
  results: { ...list(result), description: 'The delivery results that came, the most frequent first.' },
})

const failure = closed(
  {
    id: name("The message's id."),
    state: oneOf(['rejected', 'deferred', 'unknown']),
    meaning: name('Meaning of the code, in the language of the status.'),
    sends: count(),
  },
  {
    code: text("The service's; absent where it gave none."),
    line: typed<number>({ type: 'integer', minimum: 1, description: "Of the message's file, where it is known." }),
  },
)

const release = closed(
  {
    release: name(),
    target: name(),
    state: oneOf(releaseStates),
    createdAt: time(''),
    workers: count('At work now.'),
    counts: { ...counts, description: 'Sends by state. With `excluded` they add up to the recipients.' },
    excluded: count('Recipients on a list of numbers that are not sent to.'),
    exclusions: { ...mapOf(count()), description: 'Excluded recipients by the path of the list.' },
    skipped: count('Rows of its lists that were left out because they were wrong.'),
    deliveries: delivered,
    messages: list(message),
    failures: list(failure),
  },
  {
    test: typed<true>({
      const: true,
      description: 'Sent to named numbers, with the examples of the variables as values.',
    }),
    startedAt: time('When the first message was about to leave; '),
    endedAt: time('Absent while anything is left to send; '),
    next: name('The command to type next; absent where there is nothing to do.'),
  },
)

/** One release as its ledger tells of it. */
export type ReleaseValues = ValueOf<typeof release>

const status = closed({ version: typed<1>({ const: 1 }), releases: list(release) })

/** Releases of ledgers, the oldest first: the value of `status --json`. */
export type StatusOutput = ValueOf<typeof status>

/** The JSON Schema of `status --json`. */
export const statusSchema: typeof status = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk status',
  ...status,
}
