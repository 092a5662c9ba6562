import type { Fields, PriceField, ReadContent } from '../../content.ts'
import { contractCheck } from '../../contract.ts'
import { holderOf, pricesOf } from '../../checks/places.ts'
import { priceNames as names } from '../names.ts'

type Numbers = Fields<number, PriceField>

interface Price {
  readonly numbers: Numbers
  /** The pointer of a field; of what holds them all where it is missing. */
  readonly at: (field: PriceField) => string
}

/** The prices of a message whose values are all numbers. */
function numbersOf(content: ReadContent): readonly Price[] {
  return pricesOf(content).flatMap((prices) => {
    const [first] = prices.values()
    const numbers: Numbers = Object.fromEntries(
      [...prices].flatMap(([field, { value }]) => (typeof value === 'number' ? [[field, value]] : [])),
    )
    if (first === undefined || Object.keys(numbers).length < prices.size) return []
    return [{ numbers, at: (field) => prices.get(field)?.pointer ?? holderOf(first) }]
  })
}

interface WrongSet {
  readonly field: PriceField
  /** The field that it needs beside it; absent where it is one too much. */
  readonly needed?: string
}

export const priceSetNotAllowed = contractCheck<WrongSet>({
  id: 'price-set-not-allowed',
  tier: 'interface',
  check({ content }, report) {
    for (const { numbers, at } of numbersOf(content)) {
      const found = wrongSet(numbers)
      if (found) report({ pointer: at(found.field), code: '-3299', args: found })
    }
  },
  en: ({ field, needed }) =>
    `"${names[field]}" ${needed === undefined ? `cannot stand beside "${names.rate}". Remove one of them.` : `needs another price beside it. Add "${needed}".`}`,
  ko: ({ field, needed }) =>
    `"${names[field]}" 항목은 ${needed === undefined ? `"${names.rate}" 항목과 함께 쓸 수 없습니다. 하나를 빼세요.` : `혼자 쓸 수 없습니다. "${needed}" 항목을 추가하세요.`}`,
})

/** Sets are the regular price alone, or all but the rate or the fixed discount. */
function wrongSet({ regular, discounted, rate, fixed }: Numbers): WrongSet | undefined {
  const first = (['discounted', 'rate', 'fixed'] as const).find(
    (field) => ({ discounted, rate, fixed })[field] !== undefined,
  )
  // The reader of the block reports a missing regular price.
  if (first === undefined || regular === undefined) return undefined
  if (rate !== undefined && fixed !== undefined) return { field: 'fixed' }
  if (discounted === undefined) {
    const price = fixed === undefined ? Math.round(regular * (1 - (rate ?? 0) / 100)) : regular - fixed
    return { field: first, needed: `${names.discounted}: ${Math.max(0, price)}` }
  }
  if (rate !== undefined || fixed !== undefined) return undefined
  return { field: first, needed: `${names.fixed}: ${Math.max(0, regular - discounted)}` }
}

interface Contradiction {
  readonly regular: number
  readonly discounted: number
  readonly rate?: number
  readonly fixed?: number
}

export const pricesContradict = contractCheck<Contradiction>({
  id: 'prices-contradict',
  check({ content }, report) {
    for (const { numbers, at } of numbersOf(content)) {
      const { regular, discounted, rate, fixed } = numbers
      if (regular === undefined || discounted === undefined || wrongSet(numbers)) continue
      const less = regular - discounted
      const args = { regular, discounted }
      if (less < 0) report({ pointer: at('discounted'), args })
      // A rate is rounded up or down.
      else if (rate !== undefined && Math.abs((less / regular) * 100 - rate) >= 1)
        report({ pointer: at('rate'), args: { ...args, rate } })
      else if (fixed !== undefined && fixed !== less) report({ pointer: at('fixed'), args: { ...args, fixed } })
    }
  },
  en: ({ regular, discounted, rate, fixed }) =>
    regular < discounted
      ? `"${names.discounted}" ${discounted} is above "${names.regular}" ${regular}. Correct one of them.`
      : `From ${regular} to ${discounted} the discount is ${discountOf(regular, discounted, rate)}${rate === undefined ? ' won' : '%'}, not ${rate ?? fixed}. Correct the prices.`,
  ko: ({ regular, discounted, rate, fixed }) =>
    regular < discounted
      ? `"${names.discounted}" ${discounted}원이 "${names.regular}" ${regular}원보다 큽니다. 둘 중 하나를 고치세요.`
      : `${regular}원에서 ${discounted}원이면 할인은 ${discountOf(regular, discounted, rate)}${rate === undefined ? '원' : '%'}인데 ${rate ?? fixed}${rate === undefined ? '원' : '%'}로 적혀 있습니다. 가격을 고치세요.`,
})

/** The discount in percent where a rate is stated, in won elsewhere. */
function discountOf(regular: number, discounted: number, rate: number | undefined): number {
  const less = regular - discounted
  return rate === undefined ? less : Math.round((less / regular) * 100)
}
