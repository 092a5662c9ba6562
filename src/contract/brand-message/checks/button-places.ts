import { buttonsOf, type PlacedButton } from '../../checks/places.ts'
import { contractCheck } from '../../contract.ts'

/** The place of a button, the code for another place, and its sentence. */
const places = {
  'AC first': { code: '-3311', en: 'stands first; move it up', ko: '맨 앞에 둬야 합니다. 맨 위로 옮기세요' },
  'AC last': {
    code: '-3312',
    en: 'stands last, on the right; move it down',
    ko: '맨 뒤(오른쪽)에 둬야 합니다. 맨 아래로 옮기세요',
  },
  'AC once': {
    code: '-3349',
    en: 'stands once in a message; remove this one',
    ko: '메시지에 하나만 둘 수 있습니다. 이 버튼을 지우세요',
  },
  'BF first': { code: '-3330', en: 'stands first; move it up', ko: '맨 앞에 둬야 합니다. 맨 위로 옮기세요' },
  'BF second': {
    code: '-3336',
    en: 'stands second, below AC; move it there',
    ko: 'AC 버튼 바로 다음에 둬야 합니다. 두 번째로 옮기세요',
  },
  'BF last': {
    code: '-3337',
    en: 'stands last, on the right; move it down',
    ko: '맨 뒤(오른쪽)에 둬야 합니다. 맨 아래로 옮기세요',
  },
  'BF left': {
    code: '-3338',
    en: 'stands first, on the left of AC; move it up',
    ko: 'AC 버튼 왼쪽에 둬야 합니다. 맨 위로 옮기세요',
  },
} as const

type Place = keyof typeof places

/** The kinds whose buttons stand one below the other; those of the others stand side by side. */
const vertical: ReadonlySet<string> = new Set(['bm-text', 'bm-image'])

export const buttonPlaceNotAllowed = contractCheck<{ place: Place }>({
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
      const { code } = places[first.place]
      report({ pointer: `${first.button.pointer}/type`, code, args: { place: first.place } })
    }
  },
  en: ({ place }) => `The ${place.slice(0, 2)} button ${places[place].en}.`,
  ko: ({ place }) => `${place.slice(0, 2)} 버튼은 ${places[place].ko}.`,
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
