import type { CheckedMessage, Contract, ContractCheck } from '../contract/contract.ts'
import { contracts } from '../contract/contracts.ts'
import { onceFor } from '../text/once.ts'
import { composedTextOf } from './composed-text.ts'
import { counterOf } from './measure.ts'
import { contentOf, placeOf } from './node-lists.ts'
import { defineRule, type LintRule, type Subject } from './rule.ts'

/** The checks that services have beside their limits. */
export const contractRules: readonly LintRule[] = contracts.flatMap((contract) =>
  contract.checks.map((check) => contractRule(contract, check)),
)

function contractRule({ kinds }: Contract, { tier = 'platform', check, ...parts }: ContractCheck): LintRule {
  return defineRule<never>({
    ...parts,
    tier,
    check(subject, report) {
      if (!Object.hasOwn(kinds, subject.message.kind)) return
      check(checkedMessage(subject), ({ pointer, range, at = pointer, args, measure, replacement }) => {
        const entry = range && subject.draft.texts.find((text) => text.pointer === at)
        const span =
          entry && range ? composedTextOf(entry.text, 'masked').spanOf(range.start, range.end) : placeOf(subject, at)
        if (span === undefined) return
        const fix = replacement !== undefined && { fix: { safe: false, edits: [{ ...span, text: replacement }] } }
        report({ span, pointer, args, ...(measure && { measure }), ...fix })
      })
    },
  })
}

const checkedMessage: (subject: Subject) => CheckedMessage = onceFor((subject) => {
  const { message, draft, readings } = subject
  return {
    kind: message.kind,
    get content() {
      return contentOf(subject)
    },
    texts: draft.texts.map(({ pointer, role, template, hasVariable, text }) => ({
      pointer,
      role,
      template,
      hasVariable,
      text: hasVariable ? composedTextOf(text, 'masked').text : template,
    })),
    payload: draft.payload,
    images: draft.images.flatMap(({ pointer, facts }) => (facts ? [{ pointer, ...facts }] : [])),
    fits: (text, unit, max) => counterOf(unit, readings)(text) <= max,
  }
})
