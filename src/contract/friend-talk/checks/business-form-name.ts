import { inQuotes } from '../../../text/text.ts'
import { formNameMeant, formNames } from '../../checks/business-forms.ts'
import { buttonsOf, hasVariable } from '../../checks/places.ts'
import { contractCheck } from '../../contract.ts'

/** Of a name in a card (interface: "Carousel"). */
const maxBytesInCard = 8

type FormViolation =
  | { readonly wrong: 'name'; readonly name: string }
  | { readonly wrong: 'order'; readonly nth: number }

export const businessFormName = contractCheck<FormViolation>({
  id: 'business-form-name',
  check(message, report) {
    // What is advised must not break the interface: in a card these names do not fit where bytes are read as bytes.
    const fitsInCard = formNames.every((name) => message.fits(name, 'bytes', maxBytesInCard))
    for (const { pointer, index, type, attributes, isInCard } of buttonsOf(message.content)) {
      if (type?.value !== 'BF') continue
      if (index > 0) report({ pointer, at: `${pointer}/type`, args: { wrong: 'order', nth: index + 1 } })
      const name = attributes.name && String(attributes.name.value)
      if ((isInCard && !fitsInCard) || name === undefined || formNames.includes(name)) continue
      if (attributes.name && hasVariable(message, attributes.name)) continue
      const replacement = formNameMeant(name)
      report({
        pointer: `${pointer}/name`,
        args: { wrong: 'name', name },
        ...(replacement !== undefined && { replacement }),
      })
    }
  },
  en: (violation) =>
    violation.wrong === 'name'
      ? `A business form named "${violation.name}" may be refused by some services. Use ${inQuotes(formNames, ' or ')}.`
      : `The business form is button ${violation.nth}; some services take it only as the first one. Move it up.`,
  ko: (violation) =>
    violation.wrong === 'name'
      ? `비즈니스폼 버튼 이름이 "${violation.name}"입니다. 일부 서비스에서 거절될 수 있으니 ${inQuotes(formNames)} 중에서 고르세요.`
      : `비즈니스폼이 ${violation.nth}번째 버튼입니다. 첫 번째 버튼으로만 받는 서비스가 있으니 맨 앞으로 옮기세요.`,
})
