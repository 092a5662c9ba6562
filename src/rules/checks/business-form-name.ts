import { textLimits, counterOf } from '../measure.ts'
import { templateOf, type LocatedText } from '../../message/located.ts'
import { buttonListsOf } from '../button-lists.ts'
import { defineRule, type Report, type Subject } from '../rule.ts'
import { inQuotes } from '../terms.ts'

/** By the word that tells which one was meant. */
const namesByWord = { 예약: '톡에서 예약하기', 설문: '톡에서 설문하기', 응모: '톡에서 응모하기' } as const
const names: readonly string[] = Object.values(namesByWord)

type FormViolation =
  | { readonly wrong: 'name'; readonly name: string }
  | { readonly wrong: 'order'; readonly nth: number }

export const businessFormName = defineRule<FormViolation>()({
  id: 'business-form-name',
  tier: 'platform',
  severity: 'warning',
  check(subject, report) {
    for (const { pointer, buttons, card } of buttonListsOf(subject.message)) {
      const hasToFit = card === undefined || fitsInCard(subject)
      for (const [index, { type, attributes }] of buttons.entries()) {
        if (type?.value !== 'BF') continue
        const at = `${pointer}/${index}`
        if (index > 0) report({ span: type.span, pointer: at, args: { wrong: 'order', nth: index + 1 } })
        if (hasToFit && attributes.name) checkName(attributes.name, `${at}/name`, report)
      }
    }
  },
  words: {
    en: (violation) => ({
      message:
        violation.wrong === 'name'
          ? `A business form named "${violation.name}" may be refused by some services. Use ${inQuotes(names, ' or ')}.`
          : `The business form is button ${violation.nth}; some services take it only as the first one. Move it up.`,
    }),
    ko: (violation) => ({
      message:
        violation.wrong === 'name'
          ? `비즈니스폼 버튼 이름이 "${violation.name}"입니다. 일부 서비스에서 거절될 수 있으니 ${inQuotes(names)} 중에서 고르세요.`
          : `비즈니스폼이 ${violation.nth}번째 버튼입니다. 첫 번째 버튼으로만 받는 서비스가 있으니 맨 앞으로 옮기세요.`,
    }),
  },
})

/** What is advised must not break the interface: in a card these names do not fit where bytes are read as bytes. */
function fitsInCard({ readings }: Subject): boolean {
  const { max, unit } = textLimits.cardButtonName
  return names.every((name) => counterOf(unit, readings)(name) <= max)
}

function checkName(text: LocatedText, pointer: string, report: Report<FormViolation>): void {
  // What a variable comes to is not known here.
  if (text.pieces.some(({ type }) => type === 'variable')) return
  const name = templateOf(text)
  if (names.includes(name)) return
  const meant = Object.entries(namesByWord).filter(([word]) => name.includes(word))
  const [only] = meant.length === 1 ? meant : []
  report({
    span: text.span,
    pointer,
    args: { wrong: 'name', name },
    ...(only && { fix: { safe: false, edits: [{ ...text.span, text: only[1] }] } }),
  })
}
