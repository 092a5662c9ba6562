import { carouselFeed, shirtCard, shirtItem, textMessage, wideItemList } from '../example-source.ts'
import type { ReaderRuleInfo } from './reader-rule.ts'

const pickedItems = `## 린넨 셔츠
[![린넨 셔츠](shirt.png)](https://example.com/p/1)

## 데님 팬츠
[![데님 팬츠](denim.png)](https://example.com/p/2)

## 캔버스 백
[![캔버스 백](bag.png)](https://example.com/p/3)
`

/** Rules about which headings, texts and buttons a kind has, and where. */
export const structureRules = [
  {
    id: 'look-alike-character',
    tier: 'language',
    summary: {
      en: 'A full-width, typographic or invisible character stands where a form has another one.',
      ko: '서식에 쓰는 기호 자리에 전각 문자나 둥근따옴표, 보이지 않는 문자가 있습니다.',
    },
    why: {
      en: 'Korean keyboards and word processors type characters that look like "#", "(", "-", ":" or a space and are others. The line would be sent as text. Fixing it changes no name, text or link.',
      ko: '한글 입력기나 워드 프로세서는 "#", "(", "-", ":", 공백과 비슷하지만 다른 문자를 입력하기도 합니다. 그러면 그 줄은 글자 그대로 발송됩니다. 고쳐도 이름이나 글, 링크는 바뀌지 않습니다.',
    },
    bad: { source: textMessage('예약을 알려 드립니다.\n\n- ［예약 보기］（https://example.com/bookings）\n') },
    good: { source: textMessage('예약을 알려 드립니다.\n\n- [예약 보기](https://example.com/bookings)\n') },
  },
  {
    id: 'form-mistyped',
    tier: 'language',
    summary: {
      en: 'A line was clearly meant as a button, an image, a heading, a block or a setting, and is none.',
      ko: '버튼, 이미지, 제목, 블록, 설정으로 쓰려던 줄이 그 서식에 맞지 않습니다.',
    },
    why: {
      en: 'A line that has none of the forms of the language is sent as it is typed: people would read brackets and links. An indentation, another bullet, a space too many or too few, a missing bracket, and the syntax of other tools are reported, and mended to what was meant. To send the characters themselves, escape the first one ("\\-").',
      ko: '어느 서식에도 맞지 않는 줄은 입력한 그대로 발송되어, 수신자에게 괄호와 링크가 보입니다. 들여쓰기, 다른 글머리 기호, 넘치거나 모자란 공백, 빠진 괄호, 다른 도구의 표기를 찾아 의도한 서식으로 고쳐 줍니다. 글자 그대로 보내려면 첫 기호를 이스케이프하세요("\\-").',
    },
    bad: { source: textMessage('예약을 알려 드립니다.\n\n- [예약 보기] (https://example.com/bookings)\n') },
    good: { source: textMessage('예약을 알려 드립니다.\n\n- [예약 보기](https://example.com/bookings)\n') },
  },
  {
    id: 'heading-not-allowed',
    tier: 'language',
    summary: {
      en: 'A line that starts with "# " or "## " stands where no heading may be.',
      ko: '제목을 둘 수 없는 자리에 "# "나 "## "로 시작하는 줄이 있습니다.',
    },
    why: {
      en: 'KakaoTalk shows plain text, and only the kinds with items and cards have headings: it must be clear whether the "#" is meant to be read.',
      ko: '카카오톡 본문에는 서식이 없고, 제목은 아이템이나 카드가 있는 종류에만 있습니다. "#"를 글자로 보내려는 것인지 분명해야 합니다.',
    },
    bad: { source: textMessage('# 여름 휴무 안내\n8월 5일부터 정상 영업합니다.\n') },
    good: { source: textMessage('여름 휴무 안내\n8월 5일부터 정상 영업합니다.\n') },
  },
  {
    id: 'header-repeated',
    tier: 'language',
    summary: {
      en: 'A wide item list has more than one header.',
      ko: '와이드 아이템 리스트에 헤더가 둘 이상입니다.',
    },
    why: {
      en: 'The service has one field for a header, so one of them would be lost.',
      ko: '서비스에는 헤더를 넣는 필드가 하나뿐이라 나머지는 사라집니다.',
    },
    bad: { source: picks('# 이번 주 추천\n# 여름 베스트\n\n많이 찾은 상품을 모았습니다.') },
    good: { source: picks('# 이번 주 추천\n\n여름 베스트, 많이 찾은 상품을 모았습니다.') },
  },
  {
    id: 'header-after-text',
    tier: 'language',
    summary: {
      en: 'The header of a wide item list comes below its text.',
      ko: '와이드 아이템 리스트의 헤더가 본문보다 아래에 있습니다.',
    },
    why: {
      en: 'A recipient sees the header first, and the file should read in the order of the message.',
      ko: '수신자는 헤더를 먼저 봅니다. 파일도 메시지와 같은 순서로 읽혀야 검토하기 쉽습니다.',
    },
    bad: { source: picks('많이 찾은 상품을 모았습니다.\n\n# 이번 주 추천') },
    good: { source: picks('# 이번 주 추천\n\n많이 찾은 상품을 모았습니다.') },
  },
  {
    id: 'header-missing',
    tier: 'interface',
    source: 'Message',
    summary: { en: 'A wide item list has no header.', ko: '와이드 아이템 리스트에 헤더가 없습니다.' },
    why: {
      en: 'The service requires one for this kind and rejects a message without it.',
      ko: '이 종류에서는 헤더가 필수이며, 없으면 서비스가 메시지를 거절합니다.',
    },
    bad: { source: picks('많이 찾은 상품을 모았습니다.') },
    good: { source: picks('# 이번 주 추천\n\n많이 찾은 상품을 모았습니다.') },
  },
  {
    id: 'title-empty',
    tier: 'interface',
    source: 'Message, Attachment, Carousel',
    summary: {
      en: 'A header, an item or a card has an empty title.',
      ko: '헤더나 아이템, 카드의 제목이 비어 있습니다.',
    },
    why: {
      en: 'All three are required fields: the service rejects a message in which one is empty.',
      ko: '모두 필수 항목이라, 하나라도 비어 있으면 서비스가 메시지를 거절합니다.',
    },
    bad: { source: wideItemList('##\n[![린넨 셔츠](shirt.png)](https://example.com/p/1)\n') },
    good: { source: wideItemList(shirtItem) },
  },
  {
    id: 'text-not-allowed',
    tier: 'language',
    summary: {
      en: 'Text stands where the kind has none.',
      ko: '텍스트를 담을 수 없는 자리에 텍스트가 있습니다.',
    },
    why: {
      en: 'The service has no field for it, so nobody would read it: an item has a title and no text, for one.',
      ko: '서비스에 담을 필드가 없어 아무도 볼 수 없습니다. 예를 들어 아이템에는 제목만 있고 본문이 없습니다.',
    },
    bad: { source: wideItemList(`${shirtItem}가볍고 시원한 여름 셔츠\n`) },
    good: { source: wideItemList(shirtItem) },
  },
  {
    id: 'text-missing',
    tier: 'interface',
    source: 'Message, Carousel',
    summary: { en: 'A message or a card has no text.', ko: '메시지나 카드에 본문이 없습니다.' },
    why: {
      en: 'The service requires text in every message and every card, also where an image says everything.',
      ko: '본문은 모든 메시지와 카드의 필수 항목입니다. 이미지에 내용이 다 있어도 본문을 써야 합니다.',
    },
    bad: { source: carouselFeed('## 여름옷\n![여름옷](summer.png)\n') },
    good: { source: carouselFeed(shirtCard) },
  },
  {
    id: 'items-missing',
    tier: 'interface',
    source: 'Attachment, Carousel',
    summary: {
      en: 'A wide item list has no items, or a carousel no cards.',
      ko: '와이드 아이템 리스트에 아이템이 없거나 캐러셀에 카드가 없습니다.',
    },
    why: {
      en: 'These kinds consist of them, and the service rejects a message that has none.',
      ko: '아이템과 카드가 메시지의 핵심이므로, 하나도 없으면 서비스가 거절합니다.',
    },
    bad: {
      source: `---
kind: ft-wide-item-list
---
# 이번 주 추천

많이 찾은 상품을 모았습니다.
`,
    },
    good: { source: picks('# 이번 주 추천\n\n많이 찾은 상품을 모았습니다.') },
  },
  {
    id: 'divider-not-allowed',
    tier: 'language',
    summary: {
      en: 'A "---" stands where it ends no items or cards.',
      ko: '아이템이나 카드가 끝나는 곳이 아닌데 "---"가 있습니다.',
    },
    why: {
      en: 'In the kinds with items and cards this line ends them. As a line for the eye it would not be sent.',
      ko: '아이템이나 카드가 있는 종류에서 "---"는 그 끝을 나타냅니다. 구분선으로 쓴 것이라면 메시지에는 보이지 않습니다.',
    },
    bad: { source: wideItemList(`${shirtItem}\n---\n`) },
    good: { source: wideItemList(shirtItem) },
  },
  {
    id: 'button-not-allowed',
    tier: 'language',
    summary: { en: 'A button stands where the kind has none.', ko: '버튼을 둘 수 없는 자리에 버튼이 있습니다.' },
    why: {
      en: 'A carousel has buttons in its cards alone, a wide item list outside of its items alone; the service has no field for any other.',
      ko: '캐러셀은 카드 안에만, 와이드 아이템 리스트는 아이템 밖에만 버튼이 있습니다. 다른 자리의 버튼은 서비스에 담을 필드가 없습니다.',
    },
    bad: { source: wideItemList(`${shirtItem}\n- [구매하기](https://example.com/buy)\n`) },
    good: { source: wideItemList(shirtItem, '\n---\n\n- [구매하기](https://example.com/buy)\n') },
  },
] as const satisfies readonly ReaderRuleInfo[]

/** A wide item list with three items, and what stands above them. */
function picks(top: string): string {
  return `---
kind: ft-wide-item-list
---
${top}

${pickedItems}`
}
