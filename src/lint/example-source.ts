/** A message of kind `ft-text`; `settings` are lines of its frontmatter. */
export function textMessage(body: string, settings = ''): string {
  return `---
kind: ft-text
${settings}---
${body}`
}

/** A message of kind `ft-image`, with the lines that follow its text. */
export function imageMessage(lines: string): string {
  return `---
kind: ft-image
---
강남점이 새로 문을 열었습니다.

${lines}`
}

/** A message of kind `ft-wide-item-list` of which all but one item and what follows the items is as it should be. */
export function wideItemList(firstItem: string, after = ''): string {
  return `---
kind: ft-wide-item-list
---
# 이번 주 추천

많이 찾은 상품을 모았습니다.

${firstItem}
## 데님 팬츠
[![데님 팬츠](denim.png)](https://example.com/p/2)

## 캔버스 백
[![캔버스 백](bag.png)](https://example.com/p/3)
${after}`
}

/** An item of that list with nothing wrong. */
export const shirtItem = `## 린넨 셔츠
[![린넨 셔츠](shirt.png)](https://example.com/p/1)
`

/** A message of kind `ft-carousel-feed` of which all but one card and what follows the cards is as it should be. */
export function carouselFeed(firstCard: string, after = ''): string {
  return `---
kind: ft-carousel-feed
---
여름 준비, 지금 시작하세요.

${firstCard}
## 샌들
![샌들](sandal.png)
하루 종일 편한 발
${after}`
}

/** A card of that carousel with nothing wrong. */
export const shirtCard = `## 여름옷
![여름옷](summer.png)
가볍고 시원한 린넨
`

/** A message of kind `ft-wide-item-list` with items of these titles. */
export function listOf(titles: readonly string[], header = '스킨케어 베스트'): string {
  const items = titles.map(
    (title, index) => `\n## ${title}\n[![${title}](item${index + 1}.png)](https://example.com/${index + 1})\n`,
  )
  return `---
kind: ft-wide-item-list
---
# ${header}

이번 주 추천 상품입니다.
${items.join('')}`
}

/** A card of a carousel; `after` are lines that follow its text. */
export interface ExampleCard {
  readonly header: string
  readonly message?: string
  readonly after?: string
}

/** A message of kind `ft-carousel-feed` with these cards. */
export function carouselOf(cards: readonly ExampleCard[]): string {
  const drawn = cards.map(
    ({ header, message = `따뜻한 ${header} 한 잔`, after = '' }, index) =>
      `\n## ${header}\n![${header}](card${index + 1}.png)\n${message}\n${after}`,
  )
  return `---
kind: ft-carousel-feed
---
겨울 신메뉴를 소개합니다.
${drawn.join('')}`
}

/** The lines of a coupon, as they stand in a card. */
export function couponBlock(fields: { readonly title?: string; readonly description?: string }): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
  return `\`\`\`coupon\n${lines.join('')}url_mobile: https://example.com/coupon\n\`\`\`\n`
}
