import { buildPayload } from './build.ts'
import { deliveries } from './delivery.ts'
import { buttonTypes, kindFacts, kinds, uploadFacts, uploadOfKind } from './kinds.ts'
import { imageLimits, limits, times } from './limits.ts'
import { takesVariables } from './payload.ts'
import { authorizationOf, messageRecord, sendRequest, uploadField, uploadPath } from './requests.ts'
import { responseSchemas, sendOutcome } from './responses.ts'
import { payloadSchema } from './schema.ts'

/** The interface of the messaging service: what it takes, what it answers, and what the answers mean. */
export const contract = {
  kinds,
  kindFacts,
  buttonTypes,
  limits,
  times,
  /** The payload: what a message becomes. */
  payload: { build: buildPayload, schema: payloadSchema, takesVariables },
  uploads: { facts: uploadFacts, ofKind: uploadOfKind, limits: imageLimits, path: uploadPath, field: uploadField },
  send: { authorizationOf, record: messageRecord, request: sendRequest, outcome: sendOutcome },
  responses: responseSchemas,
  /** The delivery of a message that was accepted. */
  deliveries,
} as const
