/** What somebody typed for a line that was meant, and why a person types it. */
export interface Slip {
  /** The message that it stands in: its line `…` is the slip. */
  readonly message: string
  readonly meant: string
  readonly typed: string
  readonly why: string
  /** Whether one meaning is evident, so that the fix builds it. */
  readonly isEvident: boolean
}

type Row = readonly [typed: string, why: string, isEvident?: false]

const of = (message: string, meant: string, rows: readonly Row[]): readonly Slip[] =>
  rows.map(([typed, why, isEvident = true]) => ({ message, meant, typed, why, isEvident }))

const text = '---\nkind: ft-text\nad_flag: N\nvars:\n  이름: { max: 5 }\n---\n\n#{이름}님, 예약을 확인해 주세요.\n\n…\n'
const card = (name: string, body: string): string =>
  `## ${name}\n\n![사진](images/a.png)\n\n${body}\n\n- [보기](https://example.com/${name})\n\n`
const carousel = `---\nkind: ft-carousel-feed\n---\n\n이번 달 추천입니다.\n\n${card('강릉', '바다 옆 숙소')}`
const list = `---\nkind: ft-wide-item-list\n---\n\n# 이번 주 신상품\n\n골라 보세요.\n\n${['니트', '코트', '가방']
  .map((name) => `## ${name}\n\n[![사진](images/a.png)](https://example.com/${name})\n\n`)
  .join('')}`
const frontmatter = '…\n\n안녕하세요.\n'

const button = '- [예약 확인](https://example.com/book)'
const second = '- [예약 확인](https://m.example.com "https://www.example.com")'
const image = '![매장 사진](images/a.png)'
const ofImage = `---\nkind: ft-image\nad_flag: N\n---\n\n…\n\n새로 열었습니다.\n`
const settings = '---\nkind: ft-text\nad_flag: N\n---'
const coupon = '```coupon\ntitle: 5000원 할인 쿠폰\ndescription: 첫 구매\nurl_mobile: https://example.com/coupon\n```'

const product = (price: string, purchase: string): string =>
  `---\nkind: bm-commerce\n---\n# 니트\n\n![사진](images/a.png)\n\n${price}\n\n${purchase}\n`
const price = '```price\nregularPrice: 30000\n```'
const purchase = '- [구매하기](https://example.com/knit)'
const feed = `---\nkind: bm-carousel-feed\n---\n${card('강릉', '바다 옆 숙소')}${card('속초', '산 아래 숙소')}`
const brandList = list
  .replace('ft-', 'bm-')
  .replace('골라 보세요.\n\n', '')
  .replaceAll('images/', 'https://example.com/')
const head = `---\nkind: bm-carousel-commerce\n---\n# 가을 신상품\n\n골라 보세요.\n\n…\n\n${['니트', '코트']
  .map((name) => `## ${name}\n\n![사진](images/a.png)\n\n${price}\n\n${purchase}\n\n`)
  .join('')}`

/** Mistakes that people make; a slip that is not here is left to the reader of the preview. */
export const slips: readonly Slip[] = [
  ...of(product('…', purchase), price, [
    ['~~~price\nregularPrice: 30000\n~~~', 'knows the other fence of Markdown'],
    ['```가격\nregularPrice: 30000\n```', 'writes the name in Korean'],
    ['```prise\nregularPrice: 30000\n```', 'misspells the name'],
    ['``price\nregularPrice: 30000\n``', 'loses a backtick', false],
  ]),
  ...of(product(price, '…'), purchase, [
    [` ${purchase}`, 'indents it as in a document'],
    ['[구매하기](https://example.com/knit)', 'forgets the mark'],
    ['* [구매하기](https://example.com/knit)', 'knows the star from other Markdown'],
  ]),
  ...of(head, image, [
    [` ${image}`, 'indents it as in a document'],
    ['![매장 사진] (images/a.png)', 'puts a space as in a sentence'],
  ]),
  ...of(`${feed}…\n\n[더 보기](https://example.com)\n`, '---', [
    ['—', 'a word processor makes a dash of hyphens'],
    ['--', 'loses a hyphen'],
  ]),
  ...of(`${brandList}…\n\n${button}\n`, '---', [['—', 'a word processor makes a dash of hyphens']]),
  ...of(frontmatter, '---\nkind: bm-text\npushAlarm: false\n---', [
    ['---\nkind: bm-text\npushAlarm：false\n---', 'types a colon in full width'],
    ['---\nkind: bm-text\npushalarm= false\n---', 'knows another format'],
    ['---\nkind: bm_text\npushAlarm: false\n---', 'types the other line'],
  ]),
  ...of(text, button, [
    [` ${button}`, 'indents it as in a document'],
    [`  ${button}`, 'indents it as a list below a text'],
    [`\t${button}`, 'presses the tabulator'],
    [`\u00A0${button}`, 'copies from a web page with its hard space'],
    [`\u3000${button}`, 'types with a Japanese or Chinese keyboard'],
    ['* [예약 확인](https://example.com/book)', 'knows the star from other Markdown'],
    ['+ [예약 확인](https://example.com/book)', 'knows the plus from other Markdown'],
    ['• [예약 확인](https://example.com/book)', 'copies from a word processor'],
    ['· [예약 확인](https://example.com/book)', 'uses the middle dot of Korean notices'],
    ['ㆍ[예약 확인](https://example.com/book)', 'uses the Hangul dot'],
    ['– [예약 확인](https://example.com/book)', 'a word processor made a dash of the hyphen'],
    ['— [예약 확인](https://example.com/book)', 'a phone made a long dash of the hyphen'],
    ['－ [예약 확인](https://example.com/book)', 'types in full width'],
    ['1. [예약 확인](https://example.com/book)', 'numbers the buttons'],
    ['1) [예약 확인](https://example.com/book)', 'numbers the buttons'],
    ['▶ [예약 확인](https://example.com/book)', 'decorates the button'],
    ['👉 [예약 확인](https://example.com/book)', 'decorates the button'],
    ['[예약 확인](https://example.com/book)', 'forgets the mark'],
    ['-[예약 확인](https://example.com/book)', 'forgets the space'],
    ['- [예약 확인] (https://example.com/book)', 'puts a space as in a sentence'],
    ['- [예약 확인]  (https://example.com/book)', 'puts two spaces'],
    ['- ［예약 확인］(https://example.com/book)', 'types brackets in full width'],
    ['- [예약 확인]（https://example.com/book）', 'types parentheses in full width'],
    ['- 【예약 확인】(https://example.com/book)', 'uses the brackets of a title'],
    ['- [예약 확인](https://example.com/book', 'loses the last parenthesis'],
    ['- [예약 확인(https://example.com/book)', 'loses a bracket'],
    ['- 예약 확인](https://example.com/book)', 'loses the first bracket'],
    ['- (예약 확인)[https://example.com/book]', 'mixes up the brackets'],
    ['(예약 확인)[https://example.com/book]', 'mixes up the brackets'],
    ['- [예약 확인](https://example.com/my book)', 'copies an address with a blank', false],
    ['- [예약 확인](example.com/book)', 'leaves the scheme out, as in a browser'],
    ['- [예약 확인](https:/example.com/book)', 'loses a slash'],
    ['- [예약 확인](https//example.com/book)', 'loses the colon'],
    ['- [예약 확인](htps://example.com/book)', 'mistypes the scheme'],
    ['- [예약 확인](//example.com/book)', 'copies an address without its scheme'],
    ['- [예약 확인](https：//example.com/book)', 'types the colon in full width'],
    ['- **[예약 확인](https://example.com/book)**', 'wants it bold'],
    ['> - [예약 확인](https://example.com/book)', 'pastes from a quoted mail'],
    ['- [예약 확인](https://example.com/book).', 'ends it as a sentence', false],
    ['- [예약 확인](https://example.com/book) 클릭!', 'writes on behind it', false],
    ['예약은 [여기](https://example.com/book)에서', 'links a word as in a web page', false],
    ['- [예약 확인](https://example.com/book) - [문의](https://example.com/ask)', 'puts two on a line', false],
    ['- [예약 확인](https://example.com/book) [문의](https://example.com/ask)', 'puts two on a line', false],
    ['- [예약 확인]\n(https://example.com/book)', 'an editor broke the line', false],
    ['<a href="https://example.com/book">예약 확인</a>', 'knows HTML', false],
    ['[url=https://example.com/book]예약 확인[/url]', 'knows the code of boards', false],
    ['[[예약 확인|https://example.com/book]]', 'knows wikis', false],
    ['[https://example.com/book 예약 확인]', 'knows wikis', false],
    ['- [](https://example.com/book)', 'forgets the name', false],
    ['- [예약 확인]()', 'means to add the link later', false],
    ['- [예약 확인](BC)', 'takes the type of the button for a link', false],
    ['- [예약 확인](02-123-4567)', 'wants a button that calls', false],
    ['- [예약 확인](tel:02-123-4567)', 'wants a button that calls', false],
    ['~~~button\nname: 예약 확인\ntype: WL\nurl_mobile: https://example.com/book\n~~~', 'knows fences of tildes'],
    [
      "'''button\nname: 예약 확인\ntype: WL\nurl_mobile: https://example.com/book\n'''",
      'takes the quote for the backtick',
    ],
    ['``button\nname: 예약 확인\ntype: WL\nurl_mobile: https://example.com/book\n``', 'counts to two'],
    ['```buton\nname: 예약 확인\ntype: WL\nurl_mobile: https://example.com/book\n```', 'mistypes the name'],
    ['```Button\nname: 예약 확인\ntype: WL\nurl_mobile: https://example.com/book\n```', 'writes a capital'],
    ['```버튼\nname: 예약 확인\ntype: WL\nurl_mobile: https://example.com/book\n```', 'writes Korean'],
    ['```button\nname: 예약 확인\ntype: WL\nurl_mobile: https://example.com/book', 'forgets the end', false],
    ['```button\nname: 예약 확인\ntype: WL\nurl_mobil: https://example.com/book\n```', 'mistypes a key'],
    ['```button\nname: 예약 확인\ntype: wl\nurl_mobile: https://example.com/book\n```', 'writes small letters'],
    ['```button\nname: 예약 확인\nurl_mobile: https://example.com/book\n```', 'leaves the type out', false],
  ]),
  ...of(text, second, [
    ['- [예약 확인](https://m.example.com “https://www.example.com”)', 'a phone curled the quotes'],
    ['- [예약 확인](https://m.example.com ＂https://www.example.com＂)', 'types quotes in full width'],
    ['- [예약 확인](https://m.example.com https://www.example.com)', 'leaves the quotes out'],
    ['- [예약 확인](https://m.example.com, https://www.example.com)', 'separates them with a comma'],
    ['- [예약 확인](https://m.example.com "www.example.com")', 'leaves the scheme out'],
  ]),
  ...of(ofImage, image, [
    [` ${image}`, 'indents it'],
    ['! [매장 사진](images/a.png)', 'puts a space'],
    ['![매장 사진] (images/a.png)', 'puts a space'],
    ['！[매장 사진](images/a.png)', 'types the mark in full width'],
    ['![매장 사진](images\\a.png)', 'copies the path on Windows'],
    ['![매장 사진](images/a.png', 'loses the last parenthesis'],
    ['![매장 사진]（images/a.png）', 'types parentheses in full width'],
    ['- ![매장 사진](images/a.png)', 'takes it for a list'],
    ['**![매장 사진](images/a.png)**', 'wants it bold'],
    ['![매장 사진](images/b.png)', 'mistypes the name of the file'],
    ['![매장 사진](/images/a.png)', 'starts at the root, as on a web page', false],
    ['![매장 사진]()', 'means to add the path later', false],
    ['![매장 사진](http://example.com/a.png)', 'copies an address', false],
    ['<img src="images/a.png">', 'knows HTML', false],
    ['[매장 사진](images/a.png)', 'forgets the mark', false],
    ['새로 열었습니다 ![매장 사진](images/a.png)', 'puts it beside a text', false],
  ]),
  ...of(ofImage, '[![매장 사진](images/a.png)](https://example.com)', [
    ['[![매장 사진](images/a.png)] (https://example.com)', 'puts a space'],
    ['[![매장 사진](images/a.png)](https://example.com', 'loses the last parenthesis'],
    ['[![매장 사진](images/a.png)](example.com)', 'leaves the scheme out'],
    ['- [![매장 사진](images/a.png)](https://example.com)', 'takes it for a button'],
    ['[![매장 사진](images/a.png)](shop://home)', 'wants the app to open', false],
  ]),
  ...of(`${carousel}…\n\n![사진](images/a.png)\n\n산 아래 숙소\n\n- [보기](https://example.com/b)\n`, '## 제주', [
    ['##제주', 'forgets the space'],
    ['＃＃ 제주', 'types in full width'],
    ['### 제주', 'takes it for a smaller heading'],
    ['##\u00A0제주', 'copies from a web page'],
    ['     ## 제주', 'indents it'],
    ['# 제주', 'takes it for the first heading', false],
    ['##', 'forgets the title', false],
  ]),
  ...of(`${carousel}## 제주\n\n![사진](images/a.png)\n\n산 아래 숙소\n\n…\n`, coupon, [
    [coupon.replaceAll('```', '~~~'), 'knows fences of tildes'],
    [coupon.replace('coupon', '쿠폰'), 'writes Korean'],
    [coupon.replaceAll('```', '~~~').replace('coupon', '쿠폰'), 'knows tildes and writes Korean'],
    [coupon.replace('coupon', 'cupon'), 'mistypes the name'],
    [coupon.replace('coupon', 'Coupon'), 'writes a capital'],
    [coupon.replaceAll('```', '     ```'), 'indents it'],
    [coupon.replace('title:', 'titel:'), 'mistypes a key'],
    [coupon.replace('https://example.com', 'example.com'), 'leaves the scheme out'],
    [coupon.replace('title: 5000원 할인 쿠폰', 'title: 5000'), 'YAML takes digits for a number', false],
    ['```coupon\n```', 'means to fill it later', false],
    ['```coupon title: 5000원 할인 쿠폰```', 'writes it on one line', false],
  ]),
  ...of(`${carousel}## 제주\n\n![사진](images/a.png)\n\n산 아래 숙소\n\n…\n`, '- [보기](https://example.com/b)', [
    ['[보기](https://example.com/b)', 'forgets the mark, or the line above a tail', false],
  ]),
  ...of(`${carousel.replace(/- .*/, '…')}${card('제주', '산')}`, '- [보기](https://example.com/b)', [
    ['[보기](https://example.com/b)', 'forgets the mark'],
  ]),
  ...of(`${carousel}${card('제주', '산 아래 숙소')}---\n\n…\n`, '[더 보기](https://example.com/more)', [
    ['[더 보기] (https://example.com/more)', 'puts a space', false],
    ['- [더 보기](https://example.com/more)', 'takes it for a button', false],
    ['［더 보기］(https://example.com/more)', 'types in full width'],
    ['[더 보기](https://example.com/more', 'loses the last parenthesis'],
    ['[더 보기](example.com/more)', 'leaves the scheme out'],
  ]),
  ...of(`${list}…\n\n- [전체 보기](https://example.com)\n`, '---', [
    ['—', 'a phone made a dash of the hyphens'],
    ['–––', 'a word processor made dashes'],
    ['--', 'counts to two'],
    ['－－－', 'types in full width'],
    ['', 'forgets it', false],
  ]),
  ...of(frontmatter, settings, [
    [`\n${settings}`, 'leaves a line above it'],
    [` \n\n${settings}`, 'leaves lines above it'],
    [settings.replace('---', '--'), 'counts to two'],
    [settings.replace('---', '—'), 'a phone made a dash of the hyphens'],
    [settings.replace('---', '----'), 'counts to four'],
    [settings.replace('---', '***'), 'takes stars'],
    [settings.slice(4), 'forgets the first line'],
    [`${settings.slice(0, -3)}--`, 'counts to two at the end'],
    [`${settings.slice(0, -3)}----`, 'counts to four at the end'],
    [`${settings.slice(0, -3)}—`, 'a phone made a dash of the hyphens'],
    [settings.slice(0, -4), 'forgets the last line', false],
    [settings.replace('kind:', 'kind：'), 'types the colon in full width'],
    [settings.replace('kind:', 'kind ='), 'knows other formats'],
    [settings.replace('kind: ', 'kind='), 'knows other formats'],
    [settings.replace('kind: ', 'kind:'), 'forgets the space'],
    [settings.replace('kind', 'Kind'), 'a phone wrote a capital'],
    [settings.replace('kind', 'KIND'), 'writes capitals'],
    [settings.replace('kind', 'knd'), 'mistypes a key'],
    [settings.replace('ad_flag', 'adflag'), 'forgets the underscore'],
    [settings.replace('ad_flag', 'ad-flag'), 'takes the hyphen'],
    [settings.replace('ad_flag: N', 'ad_flag: n'), 'writes a small letter'],
    [settings.replace('ad_flag: N', 'ad_flag: false'), 'knows other formats'],
    [settings.replace('ad_flag: N', 'ad_flag: No'), 'writes the word'],
    [settings.replace('ft-text', 'ft-txt'), 'mistypes the kind'],
    [settings.replace('ft-text', 'FT-TEXT'), 'writes capitals'],
    [settings.replace('ft-text', 'text'), 'writes the kind as the command takes it', false],
    [settings.replace('ft-text', 'ft_text'), 'takes the underscore'],
    [settings.replace('---\n', '---\ntitle: 봄: 세일\n'), 'writes a colon in a title', false],
    [settings.replace('---\n', '---\ntitle: "봄\n'), 'forgets a quote', false],
    [settings.replace('---\n', '---\nid: 봄 세일\n'), 'writes a space in the id', false],
    ['kind: ft-text', 'knows nothing of the lines', false],
    [`${settings}\n\nkind: ft-text`, 'writes a setting into the text', false],
  ]),
  ...of('---\nkind: ft-text\nad_flag: N\nvars:\n  이름: { max: 5 }\n---\n\n…\n', '#{이름}님, 안녕하세요.', [
    ['＃｛이름｝님, 안녕하세요.', 'types in full width'],
    ['{{이름}}님, 안녕하세요.', 'knows other tools'],
    ['{{ 이름 }}님, 안녕하세요.', 'knows other tools'],
    ['${이름}님, 안녕하세요.', 'knows program code'],
    ['%이름%님, 안녕하세요.', 'knows mail programs'],
    ['%%이름%%님, 안녕하세요.', 'knows mail programs'],
    ['#[이름]님, 안녕하세요.', 'takes another bracket'],
    ['#(이름)님, 안녕하세요.', 'takes another bracket'],
    ['{이름}님, 안녕하세요.', 'forgets the sign'],
    ['[이름]님, 안녕하세요.', 'knows other services'],
    ['#{ 이름 }님, 안녕하세요.', 'puts spaces'],
    ['#{이름님, 안녕하세요.', 'forgets the brace'],
    ['#{이릉}님, 안녕하세요.', 'mistypes the name', false],
    ['#{고객명}님, 안녕하세요.', 'takes another name', false],
  ]),
]
