import { inQuotes } from '../../../text/text.ts'
import { formNameMeant } from '../../checks/business-forms.ts'
import { buttonsOf, hasVariable } from '../../checks/places.ts'
import { type ButtonTypeFacts, contractCheck } from '../../contract.ts'
import { buttonTypes } from '../button-types.ts'
import { targetNames } from '../names.ts'
import type { ButtonType } from '../payload.ts'

export const buttonNameNotAllowed = contractCheck<{ type: string; name: string; names: readonly string[] }>({
  id: 'button-name-not-allowed',
  tier: 'interface',
  check(message, report) {
    for (const { type, attributes } of buttonsOf(message.content)) {
      const { names }: Partial<ButtonTypeFacts> = buttonTypes[type?.value as ButtonType] ?? {}
      const placed = attributes.name
      if (!names || !placed || hasVariable(message, placed) || names.includes(String(placed.value))) continue
      const name = String(placed.value)
      const replacement = names.length === 1 ? names[0] : formNameMeant(name)
      report({
        pointer: placed.pointer,
        code: names.length === 1 ? '-3348' : '-3045',
        args: { type: String(type?.value), name, names },
        ...(replacement !== undefined && { replacement }),
      })
    }
  },
  en: ({ type, name, names }) =>
    `A button of type ${type} cannot be called "${name}". Write ${inQuotes(names, ' or ')}.`,
  ko: ({ type, name, names }) =>
    `${type} 버튼 이름이 "${name}"입니다. ${inQuotes(names)}${names.length === 1 ? '로' : ' 중 하나로'} 쓰세요.`,
})

export const addChannelUnseen = contractCheck<object>({
  id: 'add-channel-unseen',
  check({ content }, report) {
    const { targeting } = content.settings
    if (!targeting || !('value' in targeting) || targeting.value !== 'I') return
    for (const { type } of buttonsOf(content)) if (type?.value === 'AC') report({ pointer: type.pointer, args: {} })
  },
  en: 'With "targeting: I" only friends of the channel get the message, and they do not see this button. Remove it, or write "targeting: M" or "targeting: N".',
  ko: '"targeting: I"이면 채널 친구만 받고, 친구에게는 이 버튼이 보이지 않습니다. 버튼을 지우거나 "targeting: M" 또는 "targeting: N"으로 바꾸세요.',
})

const targets = ['android', 'ios', 'mobile'] as const

export const appLinkSchemeMissing = contractCheck<{ missing: string }>({
  id: 'app-link-scheme-missing',
  check({ content }, report) {
    for (const { pointer, type, attributes } of buttonsOf(content)) {
      const [missing, ...others] = targets.filter((target) => attributes[target] === undefined)
      // With less than two of the three the interface refuses it, which is reported where the button is read.
      if (type?.value !== 'AL' || missing === undefined || missing === 'mobile' || others.length > 0) continue
      report({ pointer, at: `${pointer}/type`, args: { missing: targetNames[missing] } })
    }
  },
  en: ({ missing }) => `The app link has no "${missing}"; some services need the schemes of both systems. Add it.`,
  ko: ({ missing }) =>
    `앱링크에 "${missing}" 항목이 없습니다. 두 운영체제의 앱 주소가 모두 있어야 하는 서비스가 있으니 추가하세요.`,
})
