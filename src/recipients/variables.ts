import type { Payload } from '../contract/payload.ts'
import { prepareTemplate, type Renderable } from '../message/render.ts'
import type { RecipientVariable } from './recipient.ts'

/** The variables of a compiled template as columns of recipients. */
export function recipientVariables(template: Renderable<Payload>): RecipientVariable[] {
  // A fallback may stand at each use: only rendering without values knows what is then missing.
  const missing = new Set(prepareTemplate(template)({}).missing)
  return template.variables.map(({ name, max }) => ({
    name,
    isRequired: missing.has(name),
    ...(max !== undefined && { max }),
  }))
}
