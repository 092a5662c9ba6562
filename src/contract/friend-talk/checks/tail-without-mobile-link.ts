import { contractCheck } from '../../contract.ts'

export const tailWithoutMobileLink = contractCheck<object>({
  id: 'tail-without-mobile-link',
  check({ content }, report) {
    const { mobile, pc, android, ios } = ('cards' in content && content.tail?.targets) || {}
    // Where there is no link at all, the reader has said so.
    const first = pc ?? android ?? ios
    if (mobile === undefined && first) report({ pointer: '/carousel/tail', at: first.pointer, args: {} })
  },
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
})
