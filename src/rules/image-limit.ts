import type { ImageOperation } from '../contract/contract.ts'
import { contractOf, type Upload } from '../contract/contracts.ts'
import type { ImageFacts } from '../message/message.ts'
import type { Language, Wording } from '../words/language.ts'
import { defineRule, type LintRule, type Measure } from './rule.ts'
import type { RuleInfo } from './finding.ts'

export interface ImageViolation extends Measure {
  readonly path: string
  readonly upload: Upload
  readonly facts: ImageFacts
  readonly operation: ImageOperation
}

export interface ImageRuleSpec extends Pick<RuleInfo, 'id'>, Partial<Pick<RuleInfo, 'tier'>> {
  readonly check: (facts: ImageFacts, limit: ImageOperation) => Measure | undefined
  readonly words: { readonly [L in Language]: (violation: ImageViolation) => Wording }
}

/** A rule about the files that a message uploads, of the interface unless it says otherwise; a file that several places refer to is reported at each. */
export function imageRule({ id, tier = 'interface', check, words }: ImageRuleSpec): LintRule {
  return defineRule<ImageViolation>()({
    id,
    tier,
    severity: 'error',
    check({ message, draft }, report) {
      const { images } = contractOf(message.kind)
      for (const { path, upload, facts, pointer } of draft.images) {
        const operation = images[upload]
        const measure = facts && operation && check(facts, operation)
        const span = draft.spans.get(pointer)
        if (measure && span) report({ span, pointer, measure, args: { path, upload, facts, operation, ...measure } })
      }
    },
    words,
  })
}
