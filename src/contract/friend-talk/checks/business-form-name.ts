import { inQuotes } from '../../../text/text.ts'
import { contractCheck } from '../../contract.ts'
import { buttonsOf, hasVariable } from './buttons.ts'

/** By the word that tells which one was meant. */
const namesByWord = { 예약: '톡에서 예약하기', 설문: '톡에서 설문하기', 응모: '톡에서 응모하기' } as const
const names: readonly string[] = Object.values(namesByWord)
/** Of a name in a card (interface: "Carousel"). */
const maxBytesInCard = 8

type FormViolation =
  | { readonly wrong: 'name'; readonly name: string }
  | { readonly wrong: 'order'; readonly nth: number }

export const businessFormName = contractCheck<FormViolation>({
  id: 'business-form-name',
  tier: 'platform',
  check(message, report) {
    // What is advised must not break the interface: in a card these names do not fit where bytes are read as bytes.
    const fitsInCard = names.every((name) => message.fits(name, 'bytes', maxBytesInCard))
    for (const { pointer, index, type, attributes, isInCard } of buttonsOf(message.content)) {
      if (type?.value !== 'BF') continue
      if (index > 0) report({ pointer, at: `${pointer}/type`, args: { wrong: 'order', nth: index + 1 } })
      const name = attributes.name && String(attributes.name.value)
      if ((isInCard && !fitsInCard) || name === undefined || names.includes(name)) continue
      if (attributes.name && hasVariable(message, attributes.name)) continue
      const [only, ...others] = Object.entries(namesByWord).filter(([word]) => name.includes(word))
      report({
        pointer: `${pointer}/name`,
        args: { wrong: 'name', name },
        ...(only && others.length === 0 && { replacement: only[1] }),
      })
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
