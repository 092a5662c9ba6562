import { type ImageLimit, imageLimits } from '../contract/limits.ts'
import type { Upload } from '../contract/kinds.ts'
import type { ImageFacts } from '../message/message.ts'
import type { Language, Wording } from '../words/language.ts'
import { defineRule, type LintRule, type Measure, type RuleInfo } from './rule.ts'

/** What an image breaks of its upload's limits. */
export interface ImageViolation extends Measure {
  readonly path: string
  readonly upload: Upload
  readonly facts: ImageFacts
}

export interface ImageRuleSpec extends Pick<RuleInfo, 'id'>, Partial<Pick<RuleInfo, 'tier'>> {
  /** What is wrong with an image, if anything. */
  readonly check: (facts: ImageFacts, limit: ImageLimit) => Measure | undefined
  readonly words: { readonly [L in Language]: (violation: ImageViolation) => Wording }
}

/** A rule about the files that a message uploads, of the interface unless it says otherwise; a file that several places refer to is reported at each. */
export function imageRule({ id, tier = 'interface', check, words }: ImageRuleSpec): LintRule {
  return defineRule<ImageViolation>()({
    id,
    tier,
    severity: 'error',
    check({ draft }, report) {
      for (const { path, upload, facts, pointer } of draft.images) {
        const measure = facts && check(facts, imageLimits[upload])
        const span = draft.spans.get(pointer)
        if (measure && span) report({ span, pointer, measure, args: { path, upload, facts, ...measure } })
      }
    },
    words,
  })
}
