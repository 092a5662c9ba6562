import { textMessage } from '../example-source.ts'
import type { ReaderRuleInfo } from './reader-rule.ts'

const text = '주문하신 상품이 준비되었습니다.\n'
const button = (lines: string): string => `${text}\n\`\`\`button\n${lines}\`\`\`\n`

/** Rules about the keys of a frontmatter or a block and their values. */
export const valueRules = [
  {
    id: 'key-duplicate',
    tier: 'language',
    summary: { en: 'A key occurs twice in one place.', ko: '같은 자리에 같은 키가 두 번 있습니다.' },
    why: {
      en: 'Only one of the two values can be meant, and programs do not agree on which.',
      ko: '두 값 중 하나만 쓰이는데, 어느 쪽을 쓸지는 프로그램마다 다릅니다.',
    },
    bad: { source: textMessage(text, 'title: 수령 안내\ntitle: 매장 수령 안내\n') },
    good: { source: textMessage(text, 'title: 매장 수령 안내\n') },
  },
  {
    id: 'key-unknown',
    tier: 'language',
    summary: {
      en: 'A key stands where no key of this name exists.',
      ko: '프론트매터나 블록에서 쓰지 않는 이름의 키가 있습니다.',
    },
    why: {
      en: 'A misspelt key that is dropped in silence would send the message without what it says.',
      ko: '잘못 쓴 키를 조용히 넘기면 그 내용이 빠진 채로 메시지가 발송됩니다.',
    },
    bad: { source: textMessage(text, `failback:\n  api_unique_id: sms-standard\n  msg: ${text}`) },
    good: { source: textMessage(text, `failback_data:\n  api_unique_id: sms-standard\n  msg: ${text}`) },
  },
  {
    id: 'key-missing',
    tier: 'interface',
    source: 'Message, Attachment, Button types',
    summary: {
      en: 'A key that has to be there is not.',
      ko: '프론트매터나 블록에 꼭 있어야 하는 키가 빠졌습니다.',
    },
    why: {
      en: 'The service rejects a message without its required fields, and without a kind it cannot even be read.',
      ko: '필수 값이 빠진 메시지는 서비스가 거절합니다. 종류(kind)가 없으면 메시지를 읽을 수조차 없습니다.',
    },
    bad: { source: textMessage(button('name: 주문 확인\ntype: WL\n')) },
    good: { source: textMessage(button('name: 주문 확인\ntype: WL\nurl_mobile: https://example.com/orders\n')) },
  },
  {
    id: 'value-type',
    tier: 'language',
    summary: { en: 'A value has another type than its key takes.', ko: '값의 형식이 키에 맞지 않습니다.' },
    why: {
      en: 'YAML decides by the look of a value: one in square brackets is a list, and true is not text.',
      ko: 'YAML은 값의 모양으로 형식을 정합니다. 대괄호로 감싸면 목록이 되고 true는 텍스트가 아닙니다.',
    },
    bad: { source: textMessage(text, 'title: [매장 수령 안내]\n') },
    good: { source: textMessage(text, 'title: "[매장 수령 안내]"\n') },
  },
  {
    id: 'value-empty',
    tier: 'language',
    summary: {
      en: 'A key, a block or the name of a button has nothing in it.',
      ko: '키나 블록, 버튼 이름에 내용이 없습니다.',
    },
    why: {
      en: 'Most often the value was forgotten, or a "#" outside quotes has turned it into a YAML comment.',
      ko: '값을 빠뜨렸거나, 따옴표 없이 쓴 "#" 뒤의 내용이 YAML 주석으로 처리된 경우가 많습니다.',
    },
    bad: { source: numbered('echo_to_webhook: #{주문번호}\n') },
    good: { source: numbered('echo_to_webhook: "#{주문번호}"\n') },
  },
  {
    id: 'number-unquoted',
    tier: 'language',
    summary: {
      en: 'Digits without quotes stand where text belongs.',
      ko: '텍스트를 쓸 자리에 따옴표 없는 숫자가 있습니다.',
    },
    why: {
      en: 'YAML takes the zero off the start of a phone number: the fallback message would name a number that is not yours.',
      ko: '따옴표가 없으면 YAML이 전화번호 맨 앞의 0을 버려, 대체 발송에 엉뚱한 번호가 쓰일 수 있습니다.',
    },
    bad: { source: textMessage(text, calledFrom('0212345678')) },
    good: { source: textMessage(text, calledFrom('"0212345678"')) },
  },
  {
    id: 'value-not-allowed',
    tier: 'interface',
    source: 'Message, Button types',
    summary: {
      en: 'A value is none of those that its key may have.',
      ko: '정해진 값 중에서 골라야 하는 키에 다른 값이 있습니다.',
    },
    why: {
      en: 'The service takes fixed values here and rejects all others; upper and lower case differ.',
      ko: '서비스는 정해진 값만 받고 나머지는 거절합니다. 대문자와 소문자도 구별합니다.',
    },
    bad: { source: textMessage(text, 'ad_flag: no\n') },
    good: { source: textMessage(text, 'ad_flag: N\n') },
  },
  {
    id: 'value-too-small',
    tier: 'language',
    summary: { en: 'A number is smaller than its key allows.', ko: '숫자가 허용된 최솟값보다 작습니다.' },
    why: {
      en: 'A variable that may have no characters takes no value: every recipient who has one would be refused.',
      ko: '"max"가 0인 변수에는 아무 값도 넣을 수 없어, 값이 있는 수신자마다 한도를 넘게 됩니다.',
    },
    bad: { source: named(0) },
    good: { source: named(10) },
  },
] as const satisfies readonly ReaderRuleInfo[]

function numbered(echo: string): string {
  return textMessage(`주문번호 #{주문번호}, 상품이 준비되었습니다.\n`, `${echo}vars:\n  주문번호: { max: 12 }\n`)
}

function calledFrom(number: string): string {
  return `failback_data:\n  api_unique_id: sms-standard\n  msg: ${text}  origin_cid: ${number}\n`
}

function named(max: number): string {
  return textMessage(`#{이름}님, ${text}`, `vars:\n  이름: { max: ${max} }\n`)
}
