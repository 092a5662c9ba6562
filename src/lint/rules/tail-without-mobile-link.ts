import { linkFields } from '../../contract/fields.ts'
import { defineRule } from '../rule.ts'

export const tailWithoutMobileLink = defineRule<object>({
  id: 'tail-without-mobile-link',
  tier: 'platform',
  severity: 'warning',
  source: 'tail',
  summary: {
    en: 'The "more" button of a carousel has no mobile link.',
    ko: '캐러셀의 더보기 버튼에 모바일 링크가 없습니다.',
  },
  why: {
    en: 'Sibling services need "url_mobile" there. Without it the button may do nothing where the app is not installed.',
    ko: '다른 서비스에서는 더보기 버튼에 "url_mobile"이 있어야 합니다. 없으면 앱이 설치되지 않은 휴대폰에서는 버튼을 눌러도 열리지 않을 수 있습니다.',
  },
  bad: { source: carouselWith('[더보기](exampleshop://menu)') },
  good: { source: carouselWith('[더보기](exampleshop://menu "https://example.com/menu")') },
  check({ message }, report) {
    if (message.kind !== 'ft-carousel-feed' || message.tail === undefined) return
    const targets: { readonly [field: string]: { readonly span: { start: number; end: number } } | undefined } =
      message.tail.targets
    if (targets['url_mobile'] !== undefined) return
    // Where there is no link at all, the reader has said so.
    const first = linkFields.map((field) => targets[field]).find((text) => text !== undefined)
    if (first !== undefined) report({ span: first.span, pointer: '/carousel/tail', args: {} })
  },
  words: {
    en: () => ({
      message:
        'The "more" button has no mobile link, which some services need. Add a web address in quotes, or "url_mobile" in a block.',
      help: '[더보기](exampleshop://menu "https://example.com/menu")',
    }),
    ko: () => ({
      message:
        '더보기 버튼에 모바일 링크가 없습니다. 모바일 링크가 꼭 있어야 하는 서비스가 있으니 따옴표 안에 웹 주소를 적거나 블록에 "url_mobile"을 더하세요.',
      help: '[더보기](exampleshop://menu "https://example.com/menu")',
    }),
  },
})

function carouselWith(tail: string): string {
  return `---
kind: ft-carousel-feed
---
겨울 신메뉴를 소개합니다.

## 라떼
![라떼](latte.png)
부드러운 우유

## 핫초코
![핫초코](choco.png)
진한 초콜릿

---

${tail}
`
}
