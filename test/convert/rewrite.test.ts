import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandMessage } from '../../src/contract/brand-message/brand-message.ts'
import { kinds } from '../../src/contract/friend-talk/kinds.ts'
import { convertRecord } from '../../src/convert/convert.ts'
import { type Rewritten, rewriteMessage } from '../../src/convert/rewrite.ts'
import { sketch } from '../../src/sketch.ts'
import { payloadOf } from './payloads.ts'

const path = 'messages/sale.md'
const rewritten = (source: string, move = { path, newPath: path }): Rewritten | undefined =>
  rewriteMessage(source, brandMessage, move)

/** A payload of friend talk, by its fields; any of them may be absent. */
interface Fields {
  readonly [name: string]: unknown
  readonly attachment?: {
    readonly button?: readonly Fields[]
    readonly image?: Fields
    readonly item?: unknown
    readonly coupon?: Fields
  }
  readonly carousel?: { readonly list: readonly Fields[]; readonly tail?: Fields }
  readonly failback_data?: Fields
}

const names: { readonly [name: string]: string } = {
  url_mobile: 'linkMo',
  url_pc: 'linkPc',
  scheme_android: 'schemeAndroid',
  scheme_ios: 'schemeIos',
  img_url: 'imageUrl',
  img_link: 'imageLink',
  chat_extra: 'chatExtra',
  chat_event: 'chatEvent',
  biz_form_key: 'bizFormKey',
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [names[key] ?? key, renamed(one)]))
}

const tapsOf = ({ button = [], coupon }: Fields['attachment'] & {} = {}): object => {
  const buttons = button.filter(({ type }) => type !== 'BC')
  return { ...(buttons.length > 0 && { buttons }), ...(coupon && { coupon }) }
}

/** What friend talk says, as a brand message says it. */
function mapped(kind: string, { msg, header, attachment, carousel, failback_data }: Fields): unknown {
  const parts: { readonly [kind: string]: object } = {
    'ft-text': { content: msg, ...tapsOf(attachment) },
    'ft-image': { content: msg, image: attachment?.image, ...tapsOf(attachment) },
    'ft-wide': { content: msg, image: attachment?.image, ...tapsOf(attachment) },
    'ft-wide-item-list': { header, item: attachment?.item, ...tapsOf(attachment) },
    'ft-carousel-feed': {
      carousel: {
        ...carousel,
        list: carousel?.list.map(({ attachment: own, ...card }) => ({ ...card, ...own?.image, ...tapsOf(own) })),
      },
    },
  }
  const resend = failback_data ? { isResend: true, resendContent: failback_data['msg'] } : { isResend: false }
  return renamed({
    chatBubbleType: kind.slice('ft-'.length).replaceAll('-', '_').toUpperCase(),
    ...parts[kind],
    recipientList: [{ targeting: 'I', resendParameter: resend }],
  })
}

describe('every message of friend talk', () => {
  it.each(kinds)('of the kind %s says the same as a brand message', (kind) => {
    fc.assert(
      fc.property(payloadOf(kind), fc.boolean(), (payload, isWindows) => {
        const converted = convertRecord({ pointer: '', record: payload, kind }, { path, id: 'sale', lang: 'en' })
        if (converted.type === 'refused') throw new Error(JSON.stringify(converted.problems))
        const source = isWindows ? converted.source.replaceAll('\n', '\r\n') : converted.source
        const { source: result = '', lost = [] } = rewritten(source) ?? {}
        const read = sketch(result, { path, image: () => ({ type: 'not-found' }) })
        expect(read?.template.payload).toEqual(mapped(kind, payload as Fields))
        const lines = result.split(/\r?\n/)
        for (const { line } of lost) expect(lines[line - 1]).toMatch(/^ *(?:#|<!--) /)
        expect(rewritten(result)).toBeUndefined()
      }),
      { numRuns: 15 },
    )
  })
})

const frontmatter = (rest: string): string => `---\nkind: ft-text\n${rest}---\n안녕하세요.\n`

describe('the rest of a file', () => {
  it('stays as its author wrote it', () => {
    const source = `---
kind: 'ft-carousel-feed'   # 여름
ad_flag: Y
title: "여름 책"
echo_to_webhook: >-
  summer
  #{차수}
failback_data:
  api_unique_id: sms  # 대체 발송
  msg: '(광고) #{이름}님' # 문구
vars: { 이름: 김하늘, 차수: '1' }
---
여름에 읽기 좋은 책을 모았습니다.

  두 번째 줄 --> 끝
<!-- 담당: 마케팅 -->
세 번째 줄

## 소설

![소설책](images/novels.png)
\\# 하나   

\`\`\`button
- name: 상담하기
  type: BC
- { type: WL, url_mobile: 'https://m.example.com', "url_pc": https://example.com, name: 보기 }
\`\`\`

\`\`\`coupon
# 7월
title: 2000원 할인 쿠폰
url_mobile: https://m.example.com
\`\`\`

## 시집

![시집](images/poems.png)
짧은 휴식

\`\`\`button
name: 상담하기
type: BC
\`\`\`
---
[더보기](https://m.example.com)
`
    const expected = `---
kind: bm-carousel-feed   # 여름
title: "여름 책"
# echo_to_webhook: >-
#   summer
#   #{차수}
resendParameter:
  # api_unique_id: sms  # 대체 발송
  resendContent: '(광고) #{이름}님' # 문구
vars: { 이름: 김하늘, 차수: '1' }
---
<!-- 여름에 읽기 좋은 책을 모았습니다.

  두 번째 줄 -- > 끝 -->
<!-- 담당: 마케팅 -->
<!-- 세 번째 줄 -->

## 소설

![소설책](images/novels.png)
\\# 하나   

\`\`\`button
# - name: 상담하기
#   type: BC
- { type: WL, linkMo: 'https://m.example.com', linkPc: https://example.com, name: 보기 }
\`\`\`

\`\`\`coupon
# 7월
title: 2000원 할인 쿠폰
linkMo: https://m.example.com
\`\`\`

## 시집

![시집](images/poems.png)
짧은 휴식

<!-- \`\`\`button
name: 상담하기
type: BC
\`\`\` -->
---
[더보기](https://m.example.com)
`
    const { source: result, lost = [] } = rewritten(source) ?? {}
    expect(result).toBe(expected)
    expect(lost.map(({ line, words }) => `${line} ${words.en.replace(': it is a comment now.', '')}`)).toEqual([
      '4 A brand message has no setting echo_to_webhook',
      '8 A brand message has no setting failback_data.api_unique_id',
      '12 A brand message of this kind has no text here',
      '16 A brand message of this kind has no text here',
      '24 A brand message has no buttons of the type BC',
      '40 A brand message has no buttons of the type BC',
    ])
  })

  it.each([
    ['ad_flag: N\n', '# ad_flag: N\n'],
    ['ad_flag: Y # 광고\nid: a\n', ' # 광고\nid: a\n'],
    ['echo_to_webhook:\nid: a\n', '# echo_to_webhook:\nid: a\n'],
    [
      'failback_data:\n  msg: |\n    문자\n\n  api_unique_id: a\nid: a\n',
      'resendParameter:\n  resendContent: |\n    문자\n\n  # api_unique_id: a\nid: a\n',
    ],
    ['failback_data:\n  api_unique_id: a\n', '# failback_data:\n#   api_unique_id: a\n'],
    ['meta: { ad_flag: N }\n', 'meta: { ad_flag: N }\n'],
  ])('keeps what settings say: %j', (rest, expected) => {
    const { source = '' } = rewritten(frontmatter(rest)) ?? {}
    expect(source).toContain(frontmatter(expected).replace('ft-text', 'bm-text').split('---', 2)[1])
  })

  it.each(['{ msg: 문자, api_unique_id: a }', '{ api_unique_id: a, msg: 문자 }'])(
    'tells what it takes out of braces in a line before all: %s',
    (failback) => {
      expect(rewritten(frontmatter(`failback_data: ${failback}\n`))?.source).toBe(
        '---\n# api_unique_id: a\nkind: bm-text\nresendParameter: { resendContent: 문자 }\n---\n안녕하세요.\n',
      )
    },
  )

  it.each([
    ['messages/a.md', 'brand/a.md', '![](images/a.png)', '![](../messages/images/a.png)', '../list.csv'],
    ['messages/a.md', 'messages/brand/a.md', '![](<../그림 1.png>)', '![](<../../그림 1.png>)', '../../list.csv'],
    ['messages/a.md', 'messages/brand/a.md', '![](https://a.kr/a.png)', '![](https://a.kr/a.png)', '../../list.csv'],
    ['봄 글/a.md', 'a.md', '[![](a.png)](https://a.kr)', '[![](<봄 글/a.png>)](https://a.kr)', 'list.csv'],
    ['messages/a.md', 'messages/b.md', '![](images/a.png)', '![](images/a.png)', '../list.csv'],
  ])('leads from %s and %s to the same files: %s', (from, newPath, image, newImage, list) => {
    const source = `---\nkind: ft-image\nrecipients: ../list.csv\n---\n${image}\n`
    expect(rewritten(source, { path: from, newPath })?.source).toBe(
      `---\nkind: bm-image\nrecipients: ${list}\n---\n${newImage}\n`,
    )
  })
})

it.each([
  '',
  'text',
  '---\nkind: bm-text\n---\na\n',
  '---\nkind: ft-txt\n---\na\n',
  '---\nkind: [\n---\na\n',
  '---\n- a\n---\n',
])('leaves what is no message of friend talk: %j', (source) => {
  expect(rewritten(source)).toBeUndefined()
})
