import { buildPayload } from './friend-talk/build.ts'
import { deliveries } from './friend-talk/delivery.ts'
import { buttonTypes, kindFacts, kinds, uploadFacts, uploadOfKind } from './friend-talk/kinds.ts'
import { imageLimits, limits, times } from './friend-talk/limits.ts'
import { takesVariables } from './friend-talk/payload.ts'
import { authorizationOf, messageRecord, sendRequest, uploadField, uploadPath } from './friend-talk/requests.ts'
import { responseSchemas, sendOutcome } from './friend-talk/responses.ts'
import { payloadSchema } from './friend-talk/schema.ts'

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
