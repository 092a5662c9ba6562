import { inQuotes } from '../../../text/text.ts'
import { formNameMeant } from '../../checks/business-forms.ts'
import { buttonsOf, hasVariable, type PlacedButton } from '../../checks/places.ts'
import { type ButtonTypeFacts, contractCheck } from '../../contract.ts'
import { type ButtonType, buttonTypes } from '../button-types.ts'
import { targetNames } from '../names.ts'

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

/** The codes for buttons that stand elsewhere. */
const places = {
  'AC first': '-3311',
  'AC last': '-3312',
  'AC once': '-3349',
  'BF first': '-3330',
  'BF second': '-3336',
  'BF last': '-3337',
  'BF left': '-3338',
} as const

type Place = keyof typeof places

const placeWords = {
  first: { en: 'stands first; move it up', ko: '맨 앞에 둬야 합니다. 맨 위로 옮기세요' },
  second: { en: 'stands second, below AC; move it there', ko: 'AC 버튼 바로 다음에 둬야 합니다. 두 번째로 옮기세요' },
  last: { en: 'stands last, on the right; move it down', ko: '맨 뒤(오른쪽)에 둬야 합니다. 맨 아래로 옮기세요' },
  left: { en: 'stands first, on the left of AC; move it up', ko: 'AC 버튼 왼쪽에 둬야 합니다. 맨 위로 옮기세요' },
  once: { en: 'stands once in a message; remove this one', ko: '메시지에 하나만 둘 수 있습니다. 이 버튼을 지우세요' },
}

/** The kinds whose buttons stand one below the other; those of the others stand side by side. */
const vertical: ReadonlySet<string> = new Set(['bm-text', 'bm-image'])

export const buttonPlaceNotAllowed = contractCheck<{ type: string; where: keyof typeof placeWords }>({
  id: 'button-place-not-allowed',
  tier: 'interface',
  check({ kind, content }, report) {
    const all = buttonsOf(content)
    const firstAdd = all.find(isOf('AC'))
    for (const { pointer } of content.lists.filter(({ unit }) => unit === 'buttons')) {
      const list = all.filter((button) => button.pointer.startsWith(`${pointer}/`))
      const wrong = list.flatMap((button): { button: PlacedButton; place: Place }[] => {
        const place = placeWanted(button, { list, isVertical: vertical.has(kind), firstAdd })
        return place === undefined ? [] : [{ button, place }]
      })
      // Once an AC stands where it has to, its neighbours may too.
      const [first] = [...wrong.filter(({ button }) => isOf('AC')(button)), ...wrong]
      if (first === undefined) continue
      const [type, where] = first.place.split(' ') as ['AC' | 'BF', keyof typeof placeWords]
      report({ pointer: `${first.button.pointer}/type`, code: places[first.place], args: { type, where } })
    }
  },
  en: ({ type, where }) => `The ${type} button ${placeWords[where].en}.`,
  ko: ({ type, where }) => `${type} 버튼은 ${placeWords[where].ko}.`,
})

function isOf(type: string): (button: PlacedButton) => boolean {
  return (button) => button.type?.value === type
}

interface Around {
  readonly list: readonly PlacedButton[]
  readonly isVertical: boolean
  readonly firstAdd: PlacedButton | undefined
}

/** Returns where a button has to stand, if it stands elsewhere. */
function placeWanted(button: PlacedButton, { list, isVertical, firstAdd }: Around): Place | undefined {
  const { index } = button
  const last = list.length - 1
  if (isOf('AC')(button)) {
    if (button !== firstAdd) return 'AC once'
    return isVertical ? (index === 0 ? undefined : 'AC first') : index === last ? undefined : 'AC last'
  }
  if (!isOf('BF')(button)) return undefined
  const isBesideAdd = list.some(isOf('AC'))
  if (isVertical && isBesideAdd) return index === 1 ? undefined : 'BF second'
  if (isVertical) return index === 0 ? undefined : 'BF first'
  if (isBesideAdd) return index === 0 ? undefined : 'BF left'
  return index === last ? undefined : 'BF last'
}
