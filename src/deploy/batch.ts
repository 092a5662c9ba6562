import { contractOf } from '../contract/contracts.ts'
import { textParts } from '../message/render.ts'
import { textAt, variableTexts } from '../rules/row-limits.ts'
import type { CompiledTemplate } from '../template.ts'
import type { JsonObject } from '../text/json-text.ts'
import type { DeployTarget } from './plan-values.ts'

/** Returns how many people one request takes of a message: where they share what they get, it is the same for all of them. */
export function batchOf(template: CompiledTemplate, target: Pick<DeployTarget, 'batch'>): number {
  const { batch } = contractOf(template.service_id)
  if (batch.content === 'each') return batch.max
  const { [batch.own]: _, ...shared } = template.payload as object as JsonObject
  const isSame = variableTexts(shared).every((pointer) =>
    textParts(textAt(shared, pointer), template).every((part) => typeof part === 'string'),
  )
  return isSame ? Math.min(target.batch, batch.max) : 1
}
