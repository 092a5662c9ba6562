import { describe, expect, it } from 'vitest'
import { type StyleRow, styleDiagnostics, decomposed, expectStyleRow, text } from './style-diagnostics.ts'

const markdown = (body: string, fixed?: string): StyleRow => {
  const row = { rule: 'markdown-in-text', source: text(body) }
  return fixed === undefined ? row : { ...row, fixed: text(fixed), isUnsafe: true }
}
const link = (body: string): StyleRow => ({ rule: 'link-inside-text', severity: 'error', source: text(body) })
const image = (body: string): StyleRow => ({ ...link(body), rule: 'image-inside-text' })
const invisible = (body: string, fixed: string): StyleRow => {
  return { rule: 'invisible-character', source: text(body), fixed: text(fixed), isUnsafe: true }
}
const trailing = (body: string, fixed: string): StyleRow => {
  return { rule: 'trailing-space', source: text(body), fixed: text(fixed) }
}
const composed = (body: string): StyleRow => {
  const source = text(body)
  return { rule: 'not-nfc', source, fixed: source.replaceAll(/[«»]/g, '').normalize('NFC') }
}

const rows: readonly StyleRow[] = [
  markdown('오늘 «**특가**»입니다.', '오늘 특가입니다.'),
  markdown('«**특가**»와 «**할인**»', '특가와 할인'),
  markdown('«__주의__» 하세요', '주의 하세요'),
  markdown('(«*필수*») 확인', '(필수) 확인'),
  markdown('[«**공지**»] 안내', '[공지] 안내'),
  markdown('정가 «~~10,000원~~» 5,000원', '정가 10,000원 5,000원'),
  markdown('쿠폰 번호 «`AB12`»', '쿠폰 번호 AB12'),
  markdown('쿠폰 ``«`AB12`»``', '쿠폰 AB12'),
  markdown('«> »공지', '공지'),
  markdown('«>> »공지\n«> »- 배송비 무료', '공지\n- 배송비 무료'),
  markdown('«> »> > > > > > > > > > > > 공지', '공지'),
  markdown('첫 줄\n«###» 공지', '첫 줄\n공지'),
  markdown('«###» #봄세일', '#봄세일'),
  markdown('«> »### 공지', '공지'),
  markdown('«<b>»굵게«</b>» «<span class="a">»빨강«</span>»', '굵게 빨강'),
  markdown('첫 줄«<BR>»둘째 «<br/>» 셋째«<br />»', '첫 줄\n둘째\n셋째'),
  markdown('가\n«<br>»\n나', '가\n\n나'),
  {
    ...markdown(''),
    source: '---\r\nkind: ft-text\r\n---\r\n가«<br>»나\r\n',
    fixed: '---\r\nkind: ft-text\r\n---\r\n가\r\n나\r\n',
    isUnsafe: true,
  },
  markdown('«<B>»굵게\n둘째«</b>»', '굵게\n둘째'),
  markdown('«<b>»굵게«</b>» <B> 타입', '굵게 <B> 타입'),
  markdown('«__SALE__», «__봄 세일__»', 'SALE, 봄 세일'),
  markdown('«###» 오늘의 소식 ###\n«#####» 보상 #####'),
  markdown('«> »### 오늘의 소식 ###'),
  markdown('«<a href="https://example.com">»여기«</a>» «<li>» «<img src="a.png">»'),
  markdown('«| 월 | 화 |»\n«| --- | --- |»'),
  markdown('\\*첫\\* «**진짜**»', '\\*첫\\* 진짜'),
  // A word goes on behind the mark
  markdown('«*할인*»합니다', '할인합니다'),
  markdown('오늘만 «*전 품목 할인*»을', '오늘만 전 품목 할인을'),
  markdown('«*(할인)*»은', '(할인)은'),
  markdown('\\\\«**진짜**»', '\\\\진짜'),
  {
    ...markdown(''),
    source: text('#{이름}님 «**#{이름}님만의 특가**»«<br>»끝', 'vars: { 이름: { max: 5 } }\n'),
    fixed: text('#{이름}님 #{이름}님만의 특가\n끝', 'vars: { 이름: { max: 5 } }\n'),
    isUnsafe: true,
  },
  {
    rule: 'markdown-in-text',
    source:
      '---\nkind: ft-carousel-feed\n---\n안내\n## «**여름**»\n![a](a.png)\n«**옷**»\n## 둘«<br>»셋\n![a](b.png)\n둘\n---\n[더 **보기**](https://a.kr)\n',
    fixed:
      '---\nkind: ft-carousel-feed\n---\n안내\n## 여름\n![a](a.png)\n옷\n## 둘<br>셋\n![a](b.png)\n둘\n---\n[더 **보기**](https://a.kr)\n',
    isUnsafe: true,
  },
  // What stands for a line break in strings, and fences.
  markdown('안녕«\\n»반가워요 «\\n\\n» 또 봐요«\\r\\n»', '안녕\n반가워요\n\n또 봐요'),
  markdown('Hello.«\\n\\n»World', 'Hello.\n\nWorld'),
  markdown('안녕«\\n»1. 배송«\\n»ok', '안녕\n1. 배송\nok'),
  markdown('- [가«\\n»나](https://example.com)'),
  markdown('«```»\n안내\n«````»'),
  {
    rule: 'markdown-in-text',
    source: '---\nkind: ft-text\nfailback_data:\n  api_unique_id: a\n  msg: 안녕«\\n»반가워요\n---\n안녕\n',
  },
  markdown('안녕«\\»\n반가워', '안녕\n반가워'),
  markdown('`ㅋㅋ` 오늘만 «`쿠폰`» 증정', '`ㅋㅋ` 오늘만 쿠폰 증정'),
  markdown('«<s>»10,000«</s>» «&rarr;» «&#128522;»'),
  { rule: 'markdown-in-text', source: text('가\n- [A«&amp;»B](https://a.kr)\n- [«<b>»보기«</b>»](https://b.kr)') },
  // Links of buttons beside text.
  markdown('«- [예약하기] → https://example.com»\n문의 주세요'),
  markdown('«- [예약하기] ➡️ https://example.com»\n문의 주세요'),
  markdown('«- [예약하기] - https://example.com»\n문의 주세요'),
  markdown('«- [장소] 서점 (https://example.com)»\n문의 주세요'),
  markdown('«- [예약하기]»\nhttps://example.com'),
  ...['예약하기', '자세히 보기', '쿠폰 받기'].map((name) => markdown(`«[${name}]»\n(https://example.com/a)`)),

  // What would become a form, or holds one, is left to a person.
  markdown('«> »## 공지'),
  markdown('«`# 제목`»'),
  markdown('가«<br>»## 나'),
  markdown('«`--`»-'),
  markdown('[보기]«**(https://example.com)**»'),
  markdown('«**할인**» [보기] (https://example.com)'),
  markdown('#«`{이름}`»'),
  markdown('{«`{이름}`»}'),
  markdown('«**50**»%이름%'),
  markdown('«` `»'),

  link('자세히 «[공지](https://example.com)» 보기'),
  link('«[공지](https://example.com "b")» 보기'),
  link('«[a](b)» 그리고 «[c](d)»'),
  link('«[위키](https://example.com/a_(b))» 보기'),
  link('나«[a]()»'),
  image('매장 «![매장](a.png)» 안내'),
  image('- 매장 «![매장](a.png)»을 보세요'),
  link('자세히 «[[공지]](https://example.com)»를 보세요'),
  link('자세히 «[공지 [필독]](https://example.com)» 보기'),
  link('자세히 «［공지］(https://example.com)» 보기'),
  link('자세히 «[공지]（https://example.com）» 보기'),
  link('자세히 «[공지](https://example.com» 보기'),
  link('자세히 «<https://example.com|공지>» 보기'),
  link('자세히 «[[공지|https://example.com]]» 보기'),
  link('자세히 «[URL=https://example.com]공지[/url]» 보기'),
  link('매장 «[![매장](a.png)](https://example.com)» 보기'),
  image('매장 «![[봄] 매장](a.png)» 안내'),
  image('매장 «![매장] (a.png)» 안내'),
  image('매장 «！［매장］（images/a.PNG）» 안내'),
  image('매장 «![[images/a.png]]» 안내'),

  trailing('첫 줄«  »\n둘째« »\n셋째«\t»', '첫 줄\n둘째\n셋째'),
  trailing('가\\*« »', '가\\*'),
  trailing('끝의 역슬래시\\« »', '끝의 역슬래시\\'),
  trailing('👍🏽« \t »', '👍🏽'),
  {
    rule: 'trailing-space',
    source: '---\r\nkind: ft-text\r\n---\r\n첫 줄«  »\r\n둘째« »\r\n',
    fixed: '---\r\nkind: ft-text\r\n---\r\n첫 줄\r\n둘째\r\n',
  },

  invisible('무료«\u200B»배송', '무료배송'),
  invisible('가«\u2028»나«\u000B»다«\u0085»라', '가\n나\n다\n라'),
  invisible('가«\b\u001B»나«\u007F»', '가나'),
  {
    rule: 'invisible-character',
    source: text('가\n- [나«\u2028»다](https://example.com)'),
    fixed: text('가\n- [나다](https://example.com)'),
    isUnsafe: true,
  },
  invisible('가«\u2028»\n나', '가\n나'),
  { rule: 'invisible-character', source: text('가«\u2028»# 나') },
  {
    rule: 'lost-character',
    source: text('«\uF0B7» 무료 배«\uFFFD\uFFFD»\n<!-- \uF0B7 -->\n«\u{F0000}»', 'title: \uF0B7\n'),
  },
  invisible('가«\u3164»나«\uFFA0»', '가나'),
  invisible('가«\uFEFF»나', '가나'),
  invisible('가«\u00AD\u200D\u2060»나', '가나'),
  invisible('👍«\u200B»👍', '👍👍'),
  invisible('می«\u200C» خواهم«\u200D»가', 'می خواهم가'),
  invisible('- [가«\u200B»나](https://example.com/«\u200B»)', '- [가나](https://example.com/)'),
  { ...invisible('', ''), source: text('x', 'title: 가«\u200B»나\n'), fixed: text('x', 'title: 가나\n') },
  ...['\u061C', '\u200E', '\u200F', '\u202E', '\u2066\u2069'].map((character): StyleRow => ({
    rule: 'bidirectional-character',
    severity: 'error',
    source: text(`가«${character}»나`),
    fixed: text('가나'),
    isUnsafe: true,
  })),

  composed(`«${decomposed('새 소식')}»이 왔어요`),
  composed(`가«${decomposed('나')}»다`),
  composed(`첫 «${decomposed('줄')}»\n둘째 «${decomposed('줄')}»`),
  composed(`caf«${decomposed('é')}»`),
  composed(`- [«${decomposed('보기')}](https://example.com/${decomposed('가')}»)`),
  { ...composed(''), source: text('x', `title: «${decomposed('제목')}»\n`), fixed: text('x', 'title: 제목\n') },
]

describe('a diagnostic about a text', () => {
  it.each(rows)('$rule stands at its place in $source', (row) => {
    expectStyleRow(row)
  })

  it('says what the Markdown would be', () => {
    const messages = styleDiagnostics(text('> **가** *나* ~~다~~ `라` <br> \n### 마\n| 바 |')).map(
      ({ message }) => message,
    )
    const names = [
      'a quote',
      'strong text',
      'emphasis',
      'struck-out text',
      'code',
      'an HTML tag',
      'a heading',
      'a table',
    ]
    for (const name of names)
      expect(
        messages.some((message) => message.includes(name)),
        name,
      ).toBe(true)
  })

  it.each(['**#{이름}**님', '***#{이름}***', '~~#{이름}~~', '`#{이름}`', '오늘 ***특가*** 시작'])(
    'quotes the Markdown of %s with its variables',
    (line) => {
      const [marked = ''] = /[*~`].*[*~`]/.exec(line) ?? []
      const found = styleDiagnostics(text(line, 'vars: { 이름: { max: 3 } }\n'))
      expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining(`"${marked}" is Markdown`))
    },
  )

  it.each([
    '*** 안내 ***',
    '010-***-1234, 010-***-5678',
    '김***님',
    '***',
    '"***"님 외 "***"님',
    '(***1) (***2)',
    '★***★ 안내 ★***★',
  ])('finds no Markdown in %s', (line) => {
    expect(styleDiagnostics(text(line))).toEqual([])
  })

  it.each([
    '- [예약: https://a.kr]',
    '- [예약 https://a.kr]',
    '- [앱, https://a.kr]',
    '- [앱 - https://a.kr]',
    '- 예약 [https://a.kr]',
    '- [예약] m.a.com',
    '- [예약]a.com/b',
  ])('says that %s is sent as text', (line) => {
    const found = styleDiagnostics(text(`글\n\n${line}`))
    expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining('is sent as text; for a button'))
  })

  it.each(['- [예약](전화: 02-123-4567)', '- [앱](예약 페이지)', '- [앱](https://a.kr "https://b.kr" "https://c.kr")'])(
    'says of %s what a button has',
    (line) => {
      const found = styleDiagnostics(text(`글\n\n${line}`))
      expect(found.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^This button would be sent/))
    },
  )

  it.each(['|\n  보기', '"봄\\t"', '"봄\\n세일"'])('finds a line break or a tab in the name %s', (name) => {
    const found = styleDiagnostics(text(`글\n\`\`\`button\nname: ${name}\ntype: BK\n\`\`\``))
    expect(found.map(({ rule }) => rule)).toEqual(['invisible-character'])
  })

  it('cuts what it quotes, and not inside a character', () => {
    const [found] = styleDiagnostics(text(`**가${'😀'.repeat(30)}**`))
    expect(found?.message).toContain(`"**가${'😀'.repeat(17)}…" is Markdown for strong text`)
  })

  it.each(['자세히 [**공지**](https://example.com)'])(
    'offers no fix that makes a form of %s, or text of what was meant',
    (line) => {
      const found = styleDiagnostics(text(line))
      expect(found.map(({ rule }) => rule)).toContain('markdown-in-text')
      expect(found.filter(({ fix }) => fix)).toEqual([])
    },
  )

  it('finds a link around an image whose path has brackets', () => {
    const found = styleDiagnostics(text('[(봄) ![매장](a[1].png)](https://example.com) 보기'))
    expect(found.map(({ rule }) => rule)).toEqual(['link-inside-text', 'image-inside-text'])
  })

  it('names the characters that nobody sees', () => {
    const [found] = styleDiagnostics(text('가\u200B\u200B\u2060나'))
    expect(found?.message).toBe('3 invisible characters stand here (U+200B, U+2060); remove them.')
    const [turned] = styleDiagnostics(text('가\u202E나'))
    expect(turned?.message).toContain('(U+202E)')
  })
})

/** What people write, and no rule of style may say anything about. */
const silent: readonly string[] = [
  // Stars
  '* 본 상품은 한정 수량입니다\n** 환불되지 않습니다\n*** 자세한 내용은 매장으로',
  '특가* 상품과 한정** 상품\n*7일 한정 **조기 종료될 수 있음',
  '카드 1234-****-5678',
  '김*늘님, 이*솔님',
  '010*1234',
  '2*3*4=24, 2 * 3 * 4 = 24, 5*5cm',
  '★ * ★ * ★',
  '*1) 조건 *2) 조건',
  '\\*\\*특가\\*\\*',
  '*',
  '**',
  '****',
  '/* 안내 */',
  '*^0^* *^ㅁ^* *ㅅ* `ㅅ` __ㅠ__ ~*~ 감사합니다 ~*~',
  '|_|',
  'https://example.com/?a=1&b=*2*, R&D;, BUY&GET;',
  // Brackets beside an address
  '[공지] (https://example.com), [필독]\n(https://example.com) [1](주1',
  '\\[공지](https://example.com), \\[[공지|https://example.com]], \\<https://example.com|공지>, \\![[a.png]]',
  '아메리카노 4,500\\\n/(^o^)\\',
  '*^^* *~* (*´∀`*) ╰(*°▽°*)╯ ★*:.｡.*★',
  '(*) 필수 (*) 선택, 별표(*)는 필수 항목(*)입니다',
  '김**님 이**님의 주문',
  '010-****-5678, 010-1234-****, 1234-****-****-5678',
  // Tildes and dashes
  '1~2만원, 10시~18시, 12/1~12/31',
  '안녕하세요~~ 반갑습니다~!!',
  '안녕~~반가워~~',
  '>_< >.<',
  '오늘까지~~!!',
  '----- 안내 -----',
  '2026-06-01',
  // Underscores
  'snake_case_word',
  '_강조_ 아님',
  '^_^ ^^ ^.^ -_- ㅠ_ㅠ T_T (o_o) (^_^)/',
  'https://example.com/my_page_one/a__b__c_d',
  '아이디: my_shop_2026',
  '__init__.py 파일, if __name__ == "__main__"',
  'src/**/a.ts, src/**, /**공지**/, *.jpg,*.png',
  // Brackets and others
  '<B> 타입 6,000원, <A>동 / <B>동, <I> LOVE COFFEE, <Big Sale>, <B 코스>',
  '<Small> 4,500원\n<Center>\n<P> 주차, <Table> 2인석, <Button>',
  '>>> 공지 <<<\n>> [안내] <<\n> 필독 <',
  '[필독] 안내, (광고), <안내>, 「여름」, <3',
  '[1] 조건 [2] 조건',
  '[a][b]',
  '\\[공지](https://example.com)',
  '!\\[매장](a.png)',
  '와![대박]',
  '#여름 #세일 #신상',
  '#1 매장',
  '| 안내',
  "it's `' ok",
  '1 > 0, a->b, -> 바로 가기',
  '- 배송비 무료\n- 사은품 증정\n1. 첫째\n2. 둘째',
  '• 하나\n· 둘\n▶ 셋\n※ 넷',
  '50% 할인, 1+1, 3,000원',
  'C:\\shop\\a, C:\\new\\night, \\\\n',
  '- 장소: 서점(https://example.com)\n문의 주세요',
  '- [예약하기]\n\nhttps://example.com',
  '[블로그]\n(https://example.com)\n[이용 안내]\n(https://example.com/a)',
  '[예약하기]\nhttps://example.com\n[문의하기]\n\n(https://example.com)',
  '*당일 예약 가능*시간 문의*\n*배송비 별도, *도서산간\n김*님*은 *1*개 5*3*2개 *필수 *선택',
  '﹡강조﹡ ＊강조＊',
  // Emoji and spaces that are seen
  '👨‍👩‍👧‍👦 👩🏽‍💻 🧑🏻‍❤️‍🧑🏽 🏳️‍🌈 ❤️‍🔥 👁️‍🗨️ ⛹🏽‍♀️',
  '🇰🇷🇺🇸 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣#️⃣*️⃣ ☎︎ ♥︎ ❤️ ©️ ‼️ 〰️ ㊗️',
  '가\u00A0나\u3000다\u2009라',
  '끝의 넓은 공백\u3000\n끝의 \u00A0',
  'ㄱㅏ ㅋㅋㅋ ㅠㅠ ㅎㅎ',
  '½ ① ㎏ ㈜ ℡ …',
  'עברית, العربية',
  'فارسی: می\u200Cخواهم, हिन्दी क्\u200Dष, বাংলা র\u200D্যা',
  '가\n   \n나',
  // Numbers that are nobody's own
  '1588-1234, 1544-0000, 15881234',
  '080-123-4567, 0801234567',
  '02-123-4567, 031-1234-5678, (02)123-4567',
  '070-1234-5678, 050-1234-5678, 0505-123-4567',
  '010-****-5678, 010-XXXX-XXXX',
  '접수번호 P010-2611-0012, ORDER01012345678',
  '주문번호 20260101012345678',
  '주문번호 01012345678901',
  '계좌 123-01012345678, 110-010-12345678901',
  '송장 2010-1234-5678',
  // Addresses that are none
  '@example 친구, 카카오톡 @example',
  'https://example.com/@shop, https://example.com/@shop.kr',
  '1@2, a@b, 50%@행사',
  'mailto: 없이, example.com, logo@2x.png',
  // What is no secret
  'sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'da39a3ee5e6b4b0d3255bfef95601890afd8070, DA39A3EE5E6B4B0D3255BFEF95601890AFD80709',
  '비밀번호: 123456789012',
  'https://cdn.example.com/da39a3ee5e6b4b0d3255bfef95601890afd80709.png',
  '쿠폰 번호 1234567890123456789012345678901234567890',
  '비밀번호 변경: password: ****',
  'secret: 시크릿 특가, secretary: abcdefghijklmno',
  'https://example.com:8080/@a, http://example.com/x:y@z',
  '인증 번호: 123456',
]

describe('nothing is found in', () => {
  it.each(silent)('%j', (body) => {
    expect(styleDiagnostics(text(body)).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([])
  })

  it.each([
    ['a comment', text('x\n<!-- **a** [b](c) -->')],
    ['an image with its link', '---\nkind: ft-image\n---\n[![**a**](a_b_c.png)](https://example.com/a_b_c)\nx\n'],
    ['the spaces behind a button', text('x\n- [a](https://example.com)  ')],
    ['a decomposed path of recipients', text('x', `recipients: ${decomposed('수신자')}.csv\n`)],
    ['a decomposed path', `---\nkind: ft-image\n---\n![a](${decomposed('사진')}.png)\nx\n`],
    ['Markdown in the link of a button', text('x\n- [a](https://example.com/*a*)')],
    ['escaped stars in the name of a button', text('x\n- [\\*\\*a\\*\\*](https://example.com/)')],
    ['a footnote in the name of a button', text('x\n- [김**님 5*3](https://example.com/)')],
    ['Markdown in the frontmatter', text('x', 'title: "**a** [b](c)"\nmeta: { a: "`b`" }\n')],
    [
      'the label of a tail',
      '---\nkind: ft-carousel-feed\n---\nx\n## a\n![a](a.png)\na\n## b\n![b](b.png)\nb\n---\n[**더** 보기](https://example.com)\n',
    ],
  ])('%s', (_, source) => {
    expect(styleDiagnostics(source)).toEqual([])
  })
})
