import { type Kind, kinds } from '../../src/contract/kinds.ts'

/** A valid message that slips are made in. */
export interface SlipMessage {
  readonly name: string
  readonly kind: Kind
  /** With LF, whatever `ending` says. */
  readonly source: string
  readonly ending: '\n' | '\r\n' | '\r'
}

const name = 'vars:\n  이름: { max: 10, example: 김하늘, fallback: 고객 }'
const order = '  주문번호: { max: 12, example: P2606-0117 }'
const shop = 'https://m.shop.example.com'
const web = 'https://www.shop.example.com'

const picture = '[![봄 원피스](images/spring.png)](https://m.shop.example.com/spring)'
const card = (title: string, more = ''): string =>
  `## ${title}\n\n![${title}](images/card.png)\n\n오늘만 무료로 배송해 드려요.\n${more}`
const item = (title: string, link = `${shop}/p/${title.length}`): string =>
  `## ${title}\n\n[![${title}](images/item.png)](${link})\n`

/** What stands in one place of the example, whether before or after. */
const bodies: { readonly [K in Kind]: readonly (readonly [settings: string, body: string])[] } = {
  'ft-text': [
    [name, `#{이름}님, 안녕하세요.\n봄 소식을 전해 드려요.\n\n- [자세히 보기](${shop}/spring)\n`],
    [
      `title: 배송 안내\nad_flag: N\n${name}\n${order}`,
      `#{이름}님, 주문하신 상품이 출발했어요.\n\n▶ 주문번호: #{주문번호}\n\n- [배송 조회](${shop}/o/#{주문번호} "${web}/o/#{주문번호}")\n`,
    ],
    [
      `echo_to_webhook: order:#{주문번호}\nad_flag: N\nvars:\n${order}`,
      `주문번호 #{주문번호}\n\n- [앱에서 보기](exampleshop://orders "${shop}/orders")\n- [주문 확인](${shop}/orders)\n`,
    ],
    [
      name,
      '#{이름|회원}님, 궁금한 점을 물어보세요.\n\n```button\nname: 상담하기\ntype: BC\nchat_extra: help_center\n```\n',
    ],
    [
      'sender: marketing',
      '<!-- 동료에게: 다음 주까지 씁니다. -->\n\n새 매장이 문을 열었어요.\n\n```button\n- name: 신청할게요\n  type: BK\n- name: "매장 보기"\n  type: WL\n  url_mobile: https://m.shop.example.com/store\n  url_pc: "https://www.shop.example.com/store"\n```\n',
    ],
    [
      'ad_flag: N\nvars: { 이름: { max: 10 } }\nfailback_data:\n  api_unique_id: sms-standard\n  origin_cid: "012345678"\n  msg: "#{이름}님, 예약이 확정되었습니다."',
      '#{이름}님, 예약이 확정되었습니다.\n',
    ],
    [
      `ad_flag: N\n${name}\nfailback_data:\n  api_unique_id: lms-standard\n  msg: |-\n    #{이름}님, 내일 뵙겠습니다.\n\n    일시: 6월 20일`,
      '#{이름}님, 내일 뵙겠습니다.\n',
    ],
    [
      'vars:\n  name:\n    max: 10\n    example: Hana\n    fallback: "고객"',
      '#{name}님, 반가워요!\n\n- 배송비 무료\n- 적립 2배\n',
    ],
    ['meta: { team: crm }', `- [보기](${shop})\n- [더 보기](${shop}/more)\n\n오늘 하루만 할인해 드려요.\n`],
    [
      'vars:\n  링크: { max: 40, example: "https://m.shop.example.com/a" }',
      '맞춤 소식을 모았어요.\n\n- [소식 보기](#{링크})\n- [모두 보기](<https://m.shop.example.com/all> "https://www.shop.example.com/all")\n',
    ],
    [
      `ad_flag: N\necho_to_webhook: "pickup #{주문번호}"\n${name}\n${order}`,
      '#{이름}님(주문 #{주문번호}), 상품이 준비되었어요.\n\n```button\nname: 교환증 보기\ntype: AL\nscheme_android: exampleshop://pickup/#{주문번호}\nscheme_ios: exampleshop://pickup/#{주문번호}\nurl_mobile: https://m.shop.example.com/pickup\n```\n',
    ],
    ['id: notice.spring', '<!--\n여러 줄에 걸친\n메모입니다.\n-->\n\n매주 수요일에 새 상품이 들어와요.\n'],
    [
      "title: '봄 소식'\nvars:\n  점수: { max: 5, example: '1200' }\n  등급: { max: 5, fallback: 일반 }",
      `#{등급} 회원님의 점수는 #{점수}점입니다.\n\n- [#{등급} 혜택](${shop}/grade?g=#{등급})\n`,
    ],
    [
      'vars: { 이름: { max: 10 }, 번호: { max: 4, example: A1 } }',
      '#{이름}님의 번호는 #{번호}번입니다.\n```button\nname: "확인"\ntype: BK\n```\n감사합니다.\n',
    ],
    [
      'recipients: recipients.csv',
      '구독해 주셔서 감사해요.\n\n- [구독 관리](https://a.example.com/u?id=1&b=2)\n- [홈](http://a.example.com)\n',
    ],
    [
      'ad_flag: Y',
      '가까운 매장에서 만나요.\n\n```button\nname: 문의하기\ntype: MD\n```\n\n```button\nname: 알림 받을게요\ntype: BK\n```\n',
    ],
  ],
  'ft-image': [
    [name, `${picture}\n\n#{이름}님, 봄이 왔어요.\n\n- [봄옷 보기](${shop}/spring)\n`],
    ['ad_flag: Y', '![봄 세일](<images/봄 세일.png>)\n\n오늘까지 무료로 배송해 드려요.\n'],
    [
      `vars:\n  쿠폰: { max: 16, example: BDAY-7K2M }`,
      `생일을 축하드려요.\n\n[![선물](images/gift.png)](${shop}/c/#{쿠폰})\n\n▶ 쿠폰: #{쿠폰}\n\n- [쿠폰 쓰기](${shop}/c/#{쿠폰} "${web}/c/#{쿠폰}")\n`,
    ],
    [
      'title: 신상품',
      `![신상품](images/new.png)\n\n신상품이 들어왔어요.\n\n- [앱에서 보기](exampleshop://new "${shop}/new")\n- [모두 보기](${shop}/all)\n`,
    ],
    ['meta:\n  team: crm\n  tags: [봄, 세일]', `${picture}\n봄 소식이에요.\n- [보러 가기](${shop}/s)\n`],
    ['title: 올린 이미지', `![소식](https://mud-kage.kakao.com/dn/a/img_l.png)\n\n소식을 확인해 보세요.\n`],
    [
      name,
      '<!-- 이미지는 720x720 -->\n![초대장](images/card-1.png)\n\n#{이름}님을 초대합니다.\n\n```button\nname: 참석할게요\ntype: BK\n```\n- [약도 보기](https://m.shop.example.com/map)\n',
    ],
  ],
  'ft-wide': [
    [
      name,
      `[![회원 카드](images/wide.png)](${shop}/members)\n\n#{이름}님, 회원의 날이에요.\n\n- [혜택 받기](${shop}/members "${web}/members")\n`,
    ],
    [
      'ad_flag: Y',
      `![음료](images/drink.png)\n\n새 음료가 나왔어요.\n\n- [메뉴 보기](${shop}/menu)\n- [매장 찾기](${shop}/stores)\n`,
    ],
    ["ad_flag: 'N'", `소식이에요.\n\n[![소식](images/news.png)](${shop}/news)\n`],
    ['title: 와이드', `새 소식을 전해요.\n\n![와이드](<images/wide 2.png>)\n`],
    [
      'vars: { 지점: { max: 5, example: 성수점 } }',
      '![지점](images/store.png)\n\n#{지점}에서 만나요.\n\n```button\nname: "#{지점} 앱"\ntype: WL\nurl_mobile: https://m.shop.example.com/s?n=#{지점}\n```\n',
    ],
    ['sender: marketing', `<!-- 다음 달까지 -->\n\n[![행사](images/event.png)](${shop}/event)\n\n행사에 초대해요.\n`],
  ],
  'ft-wide-item-list': [
    [
      'ad_flag: Y',
      `# 여름 추천\n\n이번 주 추천이에요.\n\n${item('토너 세트')}\n${item('선크림')}\n${item('틴트')}\n---\n\n- [전체 보기](${shop}/all)\n`,
    ],
    [
      name,
      `# 이번 주 추천\n\n#{이름}님께 골라 드려요.\n\n${item('린넨 셔츠')}\n## #{이름}님의 데님\n\n[![데님](images/item.png)](exampleshop://p/2 "${shop}/p/2")\n\n## 가방\n\n![가방](images/item.png)\n\n\`\`\`link\nurl_mobile: ${shop}/p/3\nurl_pc: ${web}/p/3\n\`\`\`\n`,
    ],
    [
      'vars:\n  코드: { max: 8, example: A1 }',
      `# 추천 #{코드}\n\n추천 상품이에요.\n\n${item('셔츠', `${shop}/p?c=#{코드} "${web}/p?c=#{코드}"`)}\n${item('긴 바지')}\n${item('샌들')}\n---\n\n- [모두 보기](${shop}/all "${web}/all")\n- [앱에서 보기](exampleshop://all "${shop}/app")\n`,
    ],
    [
      'title: 목록',
      `# 가을 준비\n\n가을을 준비해요.\n\n<!-- 첫 항목 -->\n${item('코트')}\n${item('두꺼운 니트')}\n${item('털모자')}\n---\n\n\`\`\`button\nname: 전체 보기\ntype: WL\nurl_mobile: ${shop}/fall\n\`\`\`\n`,
    ],
    [
      name,
      `<!-- 머리글 -->\n# 봄 신상\n\n#{이름|회원}님, 봄이에요.\n\n${item('가디건', 'exampleshop://p/1 "https://m.shop.example.com/p/1"')}\n${item('봄 치마')}\n${item('흰 스니커즈')}\n---\n\n- [보기](${shop}/spring)\n`,
    ],
    ['id: list.short', `# 겨울\n겨울이 왔어요.\n${item('장갑')}${item('목도리')}${item('긴 부츠')}`],
  ],
  'ft-carousel-feed': [
    ['ad_flag: Y', `이번 달 추천이에요.\n\n${card('커피')}\n${card('텀블러')}\n---\n\n[더보기](${shop}/all)\n`],
    [
      name,
      `#{이름}님, 여름을 준비해요.\n\n## 휴가룩\n\n[![휴가](images/card.png)](${shop}/summer)\n\n가볍게 떠나는 여름.\n\n- [보기](${shop}/summer "${web}/summer")\n- [앱](exampleshop://summer "${shop}/summer")\n\n${card('샌들')}\n---\n\n[더보기](${shop}/all "${web}/all")\n`,
    ],
    [
      'vars:\n  쿠폰: { max: 16, example: SUMMER26 }',
      `쿠폰을 드려요.\n\n${card('여름옷', `\n\`\`\`coupon\ntitle: 5000원 할인 쿠폰\ndescription: 7월 31일까지\nurl_mobile: ${shop}/c/#{쿠폰}\nurl_pc: ${web}/c/#{쿠폰}\n\`\`\`\n`)}\n${card('신발')}\n`,
    ],
    [
      'title: 꼬리',
      `기획전을 열었어요.\n\n${card('바지', `\n- [보기](${shop}/1)\n`)}\n${card('치마', '\n```button\nname: 보기\ntype: BK\n```\n')}\n---\n\n\`\`\`tail\nurl_mobile: ${shop}/all\nurl_pc: ${web}/all\n\`\`\`\n`,
    ],
    [
      'id: feed-2',
      `추천해요.\n${card('하나', `- [앱](exampleshop://1 "${shop}/1")\n`)}${card('둘')}---\n[모두](exampleshop://all "${shop}/all")\n`,
    ],
    [
      `vars:\n  이름: { max: 3, example: 하늘 }`,
      `안녕하세요.\n\n${card('#{이름}님').replace('오늘만', '#{이름}님께만')}\n<!-- 둘째 카드 -->\n${card('모두')}`,
    ],
  ],
}

/** More than forty messages of all kinds, with forms of every sort in every place. */
export const slipMessages: readonly SlipMessage[] = kinds.flatMap((kind) =>
  bodies[kind].map(([settings, body], index): SlipMessage => ({
    name: `${kind} ${index + 1}`,
    kind,
    source: `---\nkind: ${kind}\n${settings}\n---\n\n${body}`,
    // Some are written on Windows, and some by a program that ends lines as old Macs did.
    ending: index % 4 === 3 ? '\r\n' : index % 4 === 1 ? '\r' : '\n',
  })),
)
