import { imageMessage, shirtItem, textMessage, wideItemList } from '../example-source.ts'
import type { ReaderRuleInfo } from './reader-rule.ts'

const text = '예약이 확정되었습니다.\n'
const button = (lines: string): string => textMessage(`${text}\n\`\`\`button\n${lines}\`\`\`\n`)

/** Rules about links, and about what a button opens. */
export const linkRules = [
  {
    id: 'link-empty',
    tier: 'language',
    summary: {
      en: 'A button, an image, an item or a "more" link has no address.',
      ko: '버튼이나 이미지, 아이템, 더보기의 주소가 비어 있습니다.',
    },
    why: {
      en: 'Whoever taps it would get nowhere, and the service rejects a web button without an address.',
      ko: '눌러도 아무 일도 일어나지 않으며, 주소가 없는 웹 링크 버튼은 서비스가 거절합니다.',
    },
    bad: { source: textMessage(`${text}\n- [예약 보기]()\n`) },
    good: { source: textMessage(`${text}\n- [예약 보기](https://example.com/bookings)\n`) },
  },
  {
    id: 'link-without-scheme',
    tier: 'language',
    summary: {
      en: 'A link starts neither with "https://" nor with the scheme of an app.',
      ko: '링크 앞에 "https://"도 앱 스킴도 없습니다.',
    },
    why: {
      en: 'A phone cannot tell whether a browser or an app is to open it, and a tap does nothing.',
      ko: '브라우저로 열지 앱으로 열지 알 수 없어 눌러도 열리지 않습니다.',
    },
    bad: { source: textMessage(`${text}\n- [예약 보기](www.example.com/bookings)\n`) },
    good: { source: textMessage(`${text}\n- [예약 보기](https://www.example.com/bookings)\n`) },
  },
  {
    id: 'link-scheme-not-allowed',
    tier: 'language',
    summary: { en: 'The link of an image opens an app.', ko: '이미지에 앱을 여는 링크를 걸었습니다.' },
    why: {
      en: 'The service takes a web address for an image. Buttons and items can open apps.',
      ko: '이미지 링크에는 웹 주소만 쓸 수 있습니다. 앱을 여는 링크는 버튼이나 아이템에 거세요.',
    },
    bad: { source: imageMessage('[![매장](store.png)](exampleshop://stores/1)\n') },
    good: { source: imageMessage('[![매장](store.png)](https://example.com/stores/1)\n') },
  },
  {
    id: 'second-link-not-allowed',
    tier: 'language',
    summary: { en: 'Two links stand at one image.', ko: '이미지에 링크를 두 개 걸었습니다.' },
    why: {
      en: 'The service has one field for the link of an image: phones and PCs open the same page.',
      ko: '서비스의 이미지 링크 필드는 하나뿐입니다. 휴대폰과 PC에서 같은 페이지가 열립니다.',
    },
    bad: {
      source: imageMessage('[![매장](store.png)](https://m.example.com/stores/1 "https://www.example.com/stores/1")\n'),
    },
    good: { source: imageMessage('[![매장](store.png)](https://example.com/stores/1)\n') },
  },
  {
    id: 'second-link-not-web',
    tier: 'language',
    summary: {
      en: 'The second link of a button, an item or a "more" link is not a web address.',
      ko: '버튼이나 아이템, 더보기의 두 번째 링크가 웹 주소가 아닙니다.',
    },
    why: {
      en: 'The second link is opened on a PC or on a phone without the app, and there only a web page can be.',
      ko: '두 번째 링크는 PC나 앱이 없는 휴대폰에서 열립니다. 그런 환경에서는 웹 페이지만 열 수 있습니다.',
    },
    bad: { source: textMessage(`${text}\n- [예약 보기](https://m.example.com/bookings "exampleshop://bookings")\n`) },
    good: { source: textMessage(`${text}\n- [예약 보기](exampleshop://bookings "https://m.example.com/bookings")\n`) },
  },
  {
    id: 'item-link-missing',
    tier: 'interface',
    source: 'Attachment',
    summary: {
      en: 'An item of a wide item list has no link.',
      ko: '와이드 아이템 리스트의 아이템에 링크가 없습니다.',
    },
    why: {
      en: 'The service requires a web address for phones in every item and rejects a message without it.',
      ko: '서비스는 아이템마다 휴대폰용 웹 주소를 요구하며, 없으면 메시지를 거절합니다.',
    },
    bad: { source: wideItemList('## 린넨 셔츠\n![린넨 셔츠](shirt.png)\n') },
    good: { source: wideItemList(shirtItem) },
  },
  {
    id: 'item-link-repeated',
    tier: 'language',
    summary: { en: 'An item states its link twice.', ko: '아이템의 링크를 두 번 적었습니다.' },
    why: {
      en: 'A link stands around the image or in one block; with two of them nobody knows which is meant.',
      ko: '링크는 이미지나 블록 중 한 곳에만 적습니다. 두 번 적으면 어느 쪽이 맞는지 알 수 없습니다.',
    },
    bad: { source: wideItemList(`${shirtItem}\`\`\`link\nurl_mobile: https://m.example.com/p/1\n\`\`\`\n`) },
    good: { source: wideItemList(shirtItem) },
  },
  {
    id: 'item-link-not-mobile',
    tier: 'interface',
    source: 'Attachment',
    summary: {
      en: 'The links of an item have no web page for phones among them.',
      ko: '아이템 링크 중에 휴대폰용 웹 주소가 없습니다.',
    },
    why: {
      en: 'The service requires one for every item, and a phone without the app needs a page to open.',
      ko: '서비스는 아이템마다 이 주소를 요구합니다. 앱이 없는 휴대폰에서도 열 페이지가 있어야 합니다.',
    },
    bad: { source: wideItemList('## 린넨 셔츠\n[![린넨 셔츠](shirt.png)](exampleshop://p/1)\n') },
    good: {
      source: wideItemList('## 린넨 셔츠\n[![린넨 셔츠](shirt.png)](exampleshop://p/1 "https://example.com/p/1")\n'),
    },
  },
  {
    id: 'button-attribute-not-allowed',
    tier: 'interface',
    source: 'Button types',
    summary: {
      en: 'A button has an attribute that belongs to other button types.',
      ko: '버튼에 다른 유형의 속성이 있습니다.',
    },
    why: {
      en: 'Each type has its own attributes: the service does not use another one, and the button would not do what is written.',
      ko: '속성은 버튼 유형마다 정해져 있습니다. 유형에 없는 속성은 쓰이지 않아 버튼이 적힌 대로 동작하지 않습니다.',
    },
    bad: { source: button('name: 상담원 연결\ntype: BC\nurl_mobile: https://example.com/help\n') },
    good: { source: button('name: 도움말 보기\ntype: WL\nurl_mobile: https://example.com/help\n') },
  },
  {
    id: 'app-link-target-missing',
    tier: 'interface',
    source: 'Button types',
    summary: {
      en: 'A button of type AL has neither an app scheme nor a web address for phones.',
      ko: 'AL 버튼에 앱 스킴도 휴대폰용 웹 주소도 없습니다.',
    },
    why: {
      en: 'The service requires at least one of these; without any a tap has nothing to open.',
      ko: '서비스는 이 중 하나 이상을 요구합니다. 하나도 없으면 눌러도 열 곳이 없습니다.',
    },
    bad: { source: button('name: 앱에서 보기\ntype: AL\n') },
    good: {
      source: button(
        'name: 앱에서 보기\ntype: AL\nscheme_android: exampleshop://bookings\nscheme_ios: exampleshop://bookings\n',
      ),
    },
  },
] as const satisfies readonly ReaderRuleInfo[]
