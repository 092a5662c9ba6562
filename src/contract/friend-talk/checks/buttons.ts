import { graphemesOf, inQuotes, placeholder } from '../../../text/text.ts'
import { formNameMeant, formNames } from '../../checks/business-forms.ts'
import { buttonsOf, hasVariable } from '../../checks/places.ts'
import { contractCheck } from '../../contract.ts'
import { targetNames } from '../names.ts'

const targets = ['ios', 'android', 'mobile'] as const

/** The interface asks for one, sibling services for more. */
const minTargets = 2

interface OneTarget {
  readonly target: string
  readonly others: readonly string[]
}

export const appLinkWithOneTarget = contractCheck<OneTarget>({
  id: 'app-link-with-one-target',
  check({ content }, report) {
    for (const { pointer, type, attributes } of buttonsOf(content)) {
      // The reader reports a button without any target.
      const stated = targets.filter((target) => attributes[target] !== undefined)
      const [target] = stated
      if (type?.value !== 'AL' || target === undefined || stated.length >= minTargets) continue
      const others = targets.filter((other) => other !== target).map((other) => targetNames[other])
      report({
        pointer,
        at: attributes[target]?.pointer ?? pointer,
        measure: { actual: stated.length, limit: minTargets, unit: 'fields' },
        args: { target: targetNames[target], others },
      })
    }
  },
  en: ({ target, others }) =>
    `The app link has only "${target}"; some services need two targets. Add ${others.map((name) => `"${name}"`).join(' or ')}.`,
  ko: ({ target, others }) =>
    `앱링크 대상이 "${target}" 하나뿐입니다. 두 가지가 있어야 하는 서비스가 있으니 ${others.map((name) => `"${name}"`).join(' 또는 ')} 항목을 추가하세요.`,
})

/** The limit of a button name in a card (interface: "Carousel"). */
const maxBytesInCard = 8

type FormViolation =
  | { readonly wrong: 'name'; readonly name: string }
  | { readonly wrong: 'order'; readonly nth: number }

export const businessFormName = contractCheck<FormViolation>({
  id: 'business-form-name',
  check(message, report) {
    // Advice must not break the interface: these names are too long for a card if its limit is read in bytes.
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

const allowed = /^[A-Za-z0-9_]$/

// The interface limits their length too, which is another rule's.
export const chatFieldCharacters = contractCheck<{ field: string; value: string }>({
  id: 'chat-field-characters',
  check({ texts }, report) {
    for (const { pointer, text, template } of texts) {
      const [field] = /chat_(?:extra|event)$/.exec(pointer) ?? []
      const range = field && stretchOfOthers(text)
      if (field && range) report({ pointer, range, args: { field, value: template } })
    }
  },
  en: ({ field, value }) =>
    `"${field}" is "${value}"; some services take only letters A–Z, digits and "_" there. Replace the other characters.`,
  ko: ({ field, value }) =>
    `"${field}" 값이 "${value}"입니다. 영문, 숫자, "_"만 받는 서비스가 있으니 다른 글자는 바꾸세요.`,
})

/** From the first to the last character that is not allowed. */
function stretchOfOthers(text: string): { readonly start: number; readonly end: number } | undefined {
  const others = Array.from(graphemesOf(text)).filter(
    ({ segment }) => !allowed.test(segment) && segment !== placeholder,
  )
  const [first, last] = [others[0], others.at(-1)]
  return first && last && { start: first.index, end: last.index + last.segment.length }
}
