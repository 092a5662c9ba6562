import type { ImageOperation } from '../contract/contract.ts'
import { contractOf, type Upload } from '../contract/contracts.ts'
import type { ImageFacts } from '../message/message.ts'
import type { Sentences } from '../words/language.ts'
import { defineRule, type LintRule, type Measure } from './rule.ts'

export interface ImageViolation extends Measure {
  readonly path: string
  readonly upload: Upload
  readonly facts: ImageFacts
  readonly operation: ImageOperation
}

interface ImageRuleSpec extends Sentences<ImageViolation> {
  readonly id: string
  readonly check: (facts: ImageFacts, limit: ImageOperation) => Measure | undefined
}

/** A rule of the interface about the files that a message uploads; a file that several places refer to is reported at each. */
export function imageRule({ check, ...parts }: ImageRuleSpec): LintRule {
  return defineRule<ImageViolation>({
    ...parts,
    tier: 'interface',
    check({ message, draft }, report) {
      const { images } = contractOf(message.kind)
      for (const { path, upload, facts, pointer } of draft.images) {
        const operation = images[upload]
        const measure = facts && operation && check(facts, operation)
        const span = draft.spans.get(pointer)
        if (measure && span) report({ span, pointer, measure, args: { path, upload, facts, operation, ...measure } })
      }
    },
  })
}
