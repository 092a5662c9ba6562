import { type ContractCheck, contractCheck } from '../contract.ts'
import { buttonsOf } from './places.ts'

/**
 * Returns the check that cards have buttons of these types alone, as other services say.
 *
 * @param products the kinds that are a product, which is as a card is
 */
export function buttonTypeInCard(types: readonly string[], products: readonly string[] = []): ContractCheck {
  return contractCheck<{ type: string; isInCard: boolean }>({
    id: 'button-type-in-card',
    check({ kind, content }, report) {
      for (const { type, isInCard } of buttonsOf(content)) {
        if (type === undefined || types.includes(String(type.value))) continue
        if (!isInCard && !products.includes(kind)) continue
        report({ pointer: type.pointer, args: { type: String(type.value), isInCard } })
      }
    },
    en: ({ type, isInCard }) =>
      `${type} buttons in a ${isInCard ? 'card' : 'product'} may be refused by some services. Use ${types.slice(0, -1).join(', ')} or ${types.at(-1)}.`,
    ko: ({ type, isInCard }) =>
      `${isInCard ? '카드' : '상품'}의 ${type} 버튼은 일부 서비스에서 거절될 수 있습니다. ${types.join(', ')} 중에서 고르세요.`,
  })
}
