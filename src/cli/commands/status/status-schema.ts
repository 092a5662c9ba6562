import { deliveries } from '../../../contract/contract.ts'
import type { JsonSchema } from '../../../text/json-schema.ts'
import { releaseStates } from '../../../deploy/report.ts'
import { sendStates } from '../../../ledger/ledger.ts'
import { closed } from '../../reporters/json-schema.ts'

const name: JsonSchema = { type: 'string', minLength: 1 }
const time: JsonSchema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?\\+09:00$',
  description: 'ISO 8601, in Korean time.',
}
const count: JsonSchema = { type: 'integer', minimum: 0 }
const counts: JsonSchema = closed(Object.fromEntries(sendStates.map((state) => [state, count])))

const deliveryCounts: JsonSchema = closed(Object.fromEntries(deliveries.map((delivery) => [delivery, count])))

const result: JsonSchema = closed(
  {
    delivery: { enum: deliveries.filter((delivery) => delivery !== 'none') },
    code: { type: 'string', description: 'Of the delivery result that counts: the latest one.' },
    meaning: name,
    sends: count,
    conflicts: count,
  },
  { fallbackCode: { type: 'string', description: 'Of the fallback message; absent where none was sent.' } },
)

const failure: JsonSchema = closed(
  { id: name, state: { enum: ['rejected', 'deferred', 'unknown'] }, meaning: name, sends: count },
  {
    code: { type: 'string', description: "The service's; absent where it gave none." },
    line: { type: 'integer', minimum: 1, description: "Of the message's file, where it is known." },
  },
)

export const statusSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk status',
  ...closed({
    version: { const: 1 },
    releases: {
      type: 'array',
      items: closed(
        {
          release: name,
          target: name,
          state: { enum: releaseStates },
          createdAt: time,
          workers: { ...count, description: 'At work now.' },
          counts,
          excluded: count,
          exclusions: { type: 'object', additionalProperties: count },
          skipped: { ...count, description: 'Rows of its lists that were left out because they were wrong.' },
          deliveries: { ...deliveryCounts, description: 'Of the accepted sends, which they add up to.' },
          messages: {
            type: 'array',
            items: closed({
              id: name,
              counts,
              codes: { type: 'object', additionalProperties: count },
              deliveries: deliveryCounts,
              results: { type: 'array', items: result },
            }),
          },
          failures: { type: 'array', items: failure },
        },
        {
          test: { const: true, description: 'Sent to named numbers, with the examples of the variables as values.' },
          startedAt: { ...time, description: 'When the first message was about to leave; ISO 8601, in Korean time.' },
          endedAt: { ...time, description: 'Absent while anything is left to send; ISO 8601, in Korean time.' },
          next: { ...name, description: 'The command to type next; absent where there is nothing to do.' },
        },
      ),
    },
  }),
}
