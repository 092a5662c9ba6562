import type { CheckedMessage, ContractCheck } from '../contract/contract.ts'
import { contractOf, contracts } from '../contract/contracts.ts'
import { composedTextOf } from './composed-text.ts'
import { counterOf } from './measure.ts'
import { contentOf, placeOf } from './node-lists.ts'
import { defineRule, type LintRule, type Subject } from './rule.ts'

/** The checks that services have beside their limits. */
export const contractRules: readonly LintRule[] = contracts.flatMap(({ checks }) => checks.map(contractRule))

function contractRule({ id, tier, check, words }: ContractCheck): LintRule {
  return defineRule<never>()({
    id,
    tier,
    severity: tier === 'interface' ? 'error' : 'warning',
    check(subject, report) {
      if (!contractOf(subject.message.kind).checks.some((own) => own.check === check)) return
      check(checkedMessage(subject), ({ pointer, range, at = pointer, args, measure, replacement }) => {
        const entry = range && subject.draft.texts.find((text) => text.pointer === at)
        const span =
          entry && range ? composedTextOf(entry.text, 'masked').spanOf(range.start, range.end) : placeOf(subject, at)
        if (span === undefined) return
        const fix = replacement !== undefined && { fix: { safe: false, edits: [{ ...span, text: replacement }] } }
        report({ span, pointer, args, ...(measure && { measure }), ...fix })
      })
    },
    words,
  })
}

const checked = new WeakMap<Subject, CheckedMessage>()

function checkedMessage(subject: Subject): CheckedMessage {
  const { message, draft, readings } = subject
  const texts = (): CheckedMessage['texts'] =>
    draft.texts.map((entry) => {
      const { pointer, role, template, hasVariable } = entry
      return {
        pointer,
        role,
        template,
        hasVariable,
        text: hasVariable ? composedTextOf(entry.text, 'masked').text : template,
      }
    })
  const view = checked.get(subject) ?? {
    kind: message.kind,
    content: contentOf(subject),
    texts: texts(),
    payload: draft.payload,
    fits: (text, unit, max) => counterOf(unit, readings)(text) <= max,
  }
  checked.set(subject, view)
  return view
}
