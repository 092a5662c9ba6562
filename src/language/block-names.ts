/** The info strings that the language knows. */
export const blockNames = ['button', 'coupon', 'price', 'link', 'tail'] as const
export type BlockName = (typeof blockNames)[number]

export const koreanBlockNames: ReadonlyMap<string, BlockName> = new Map([
  ['버튼', 'button'],
  ['쿠폰', 'coupon'],
  ['가격', 'price'],
  ['링크', 'link'],
  ['더보기', 'tail'],
])
