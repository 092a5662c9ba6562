import type { JsonSchema } from '../contract/schema.ts'

/**
 * A line of an NDJSON file of recipients; a CSV has a column for each key. Which variables there are is known by the
 * message alone, and what no variable uses may hold anything.
 */
export const recipientSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk recipient',
  description: 'One line of an NDJSON file. Every other key is the value of a variable, as text.',
  type: 'object',
  required: ['receiver_number'],
  properties: {
    receiver_number: {
      type: 'string',
      minLength: 1,
      description: 'A Korean mobile number in quotes: 01012345678, 010-1234-5678 or +82 10-1234-5678.',
    },
    msg_key: {
      type: ['string', 'null'],
      description: "The caller's own key of this message; made from message, release and number where it is absent.",
    },
  },
  additionalProperties: true,
}
