import { contractOf, contracts, factsOf, type Kind, kinds } from '../contract/contracts.ts'
import type { BlockName } from '../language/block-names.ts'
import { frontmatterSchema } from '../message/frontmatter.ts'
import { inKorean } from '../text/json-schema.ts'
import { valueAt } from '../text/json-text.ts'
import type { Language, Text } from '../words/language.ts'

export const blockDescriptions: { readonly [N in BlockName]: Text } = {
  button: { en: 'One button, or a list of buttons.', ko: '버튼 하나 또는 버튼 목록입니다.' },
  coupon: { en: 'A coupon.', ko: '쿠폰입니다.' },
  price: { en: 'The price of a product.', ko: '상품의 가격입니다.' },
  link: { en: 'The links of an item, or of what stands before the cards.', ko: '항목이나 인트로 카드의 링크입니다.' },
  tail: { en: 'The "more" link at the end of a carousel.', ko: '캐러셀 끝의 "더보기" 링크입니다.' },
}

interface Asked {
  readonly lang: Language
  /** Absent while the file states none that there is. */
  readonly kind: Kind | undefined
}

/** Returns the description of a key of the frontmatter or of a block. */
export function keyDescription(path: readonly string[], where: string, { lang, kind }: Asked): string | undefined {
  if (where !== 'frontmatter') {
    const [contract] = kind === undefined ? contracts : [contractOf(kind)]
    return contract?.nameWords[path.at(-1) ?? '']?.[lang]
  }
  // The names of variables are people's own.
  const isOfVariable = path[0] === 'vars' && path.length === 3
  const keys = isOfVariable ? ['vars/additionalProperties', ...path.slice(2)] : path
  const place = keys.map((key) => `/properties/${key}`).join('')
  const text = valueAt(frontmatterSchema, `${place}/${lang === 'ko' ? inKorean : 'description'}`)
  return typeof text === 'string' ? text : undefined
}

/** Returns the description of a kind or of a type of buttons. */
export function valueDescription(key: string, value: string, { lang, kind: own }: Asked): string | undefined {
  if (key === 'kind') return kinds.some((kind) => kind === value) ? factsOf(value as Kind).description[lang] : undefined
  const asked = own === undefined ? contracts : [contractOf(own)]
  return asked.map(({ buttonTypes }) => buttonTypes[value]?.description[lang]).find((text) => text !== undefined)
}
