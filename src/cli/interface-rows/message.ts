import { kinds } from '../../contract/kinds.ts'
import { limits } from '../../contract/limits.ts'
import type { InterfaceSection } from './row.ts'

const { msg, header, echoToWebhook, adFlag } = limits

/** What the interface asks of a message record. */
export const messageSection: InterfaceSection = {
  title: { en: 'Message', ko: '메시지' },
  rows: [
    {
      field: '{service_id}',
      fact: { en: `one of ${kinds.join(', ')}; never left out`, ko: `${kinds.join(', ')} 중 하나이며 생략할 수 없음` },
      rules: ['key-missing', 'value-not-allowed'],
    },
    {
      field: 'sender_key',
      fact: { en: 'required: the key of a registered sender profile', ko: '필수. 등록된 발신 프로필의 키' },
      rules: ['sender-unknown'],
      elsewhere: {
        en: "the configuration's own check: every sender has one, and only as the name of an environment variable",
        ko: '설정 검사: 모든 발신자에 있어야 하며 환경 변수 이름으로만 적을 수 있음',
      },
    },
    {
      field: 'sender_number',
      fact: { en: 'required: a registered phone number', ko: '필수. 등록된 발신 번호' },
      rules: ['sender-unknown'],
      elsewhere: {
        en: "the configuration's own check: every sender has a Korean phone number",
        ko: '설정 검사: 모든 발신자에 국내 전화번호가 있어야 함',
      },
    },
    {
      field: 'receiver_number',
      fact: { en: 'required: a mobile phone number', ko: '필수. 수신자의 휴대폰 번호' },
      rules: [
        'recipients-column-missing',
        'recipient-number-missing',
        'recipient-number-not-text',
        'recipient-number-lost-zero',
        'recipient-number-invalid',
      ],
    },
    {
      field: 'msg_key',
      fact: { en: 'unique to each message', ko: '메시지마다 다른 키' },
      rules: ['recipient-key-duplicate', 'recipients-keys-unchecked', 'id-duplicate'],
      elsewhere: {
        en: 'deploy makes one of id, release and number where the recipients file has none',
        ko: '발송(deploy): 수신자 파일에 없으면 id, 릴리스, 번호로 만듦',
      },
    },
    {
      field: 'msg',
      fact: { en: 'required in every kind', ko: '모든 종류에서 필수' },
      limits: ['msg'],
      rules: ['text-missing', 'text-may-be-empty', 'recipient-text-empty'],
    },
    {
      field: 'msg',
      fact: { en: `at most ${msg.max} characters, spaces included`, ko: `공백을 포함해 최대 ${msg.max}자` },
      limits: ['msg'],
      rules: ['msg-too-long', 'text-may-overflow', 'recipient-overflow'],
    },
    {
      field: 'header',
      fact: { en: 'required in a wide item list, and only there', ko: '와이드 아이템 리스트에서만 쓰며 필수' },
      limits: ['header'],
      rules: ['header-missing', 'title-empty', 'header-repeated', 'heading-not-allowed'],
    },
    {
      field: 'header',
      fact: { en: `at most ${header.max} bytes`, ko: `최대 ${header.max}바이트` },
      limits: ['header'],
      rules: ['header-too-long', 'text-may-overflow', 'recipient-overflow'],
    },
    {
      field: 'echo_to_webhook',
      fact: { en: `text of at most ${echoToWebhook.max} bytes`, ko: `최대 ${echoToWebhook.max}바이트의 문자열` },
      limits: ['echoToWebhook'],
      rules: [
        'echo-to-webhook-too-long',
        'text-may-overflow',
        'recipient-overflow',
        'value-type',
        'number-unquoted',
        'value-empty',
      ],
    },
    {
      field: 'ad_flag',
      fact: {
        en: `${adFlag.values.join(' or ')}; ${adFlag.default} where nothing is said`,
        ko: `${adFlag.values.join(' 또는 ')}. 적지 않으면 ${adFlag.default}`,
      },
      limits: ['adFlag'],
      rules: ['value-not-allowed'],
      elsewhere: { en: 'the compiler always writes it out', ko: '컴파일러가 값을 항상 적음' },
    },
    {
      field: 'failback_data.api_unique_id',
      fact: { en: 'required where the fallback is used', ko: '대체 발송을 쓰면 필수' },
      rules: ['key-missing', 'value-empty'],
    },
    {
      field: 'failback_data.secret_key',
      fact: {
        en: "required where the fallback is used: a key of the fallback service's own account",
        ko: '대체 발송을 쓰면 필수. 대체 발송 서비스 계정의 키',
      },
      rules: ['failback-field-reserved', 'secret-in-message'],
      elsewhere: {
        en: "deploy takes it from the target's configuration",
        ko: '발송(deploy): 발송 대상 설정에서 가져옴',
      },
    },
    {
      field: 'failback_data.sender_number, receiver_number',
      fact: { en: 'those of the message', ko: '메시지의 발신 번호와 수신 번호' },
      rules: ['failback-field-reserved'],
      elsewhere: { en: 'deploy fills them in', ko: '발송(deploy): 발송할 때 채움' },
    },
    {
      field: 'failback_data.msg, origin_cid',
      fact: { en: 'text', ko: '문자열' },
      rules: ['key-missing', 'number-unquoted', 'value-type', 'value-empty'],
    },
  ],
}
