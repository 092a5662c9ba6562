import { filledPattern } from '../../text/text.ts'
import type { Text } from '../../words/language.ts'
import type { Setting } from '../contract.ts'
import { failbackSendFields } from './names.ts'

const filled = { type: 'string', pattern: filledPattern } as const

/** The settings of friend talk in the frontmatter (interface: "Message"). */
export const settings = {
  ad_flag: {
    schema: { type: 'string', enum: ['Y', 'N'], default: 'Y' },
    description: {
      en: 'Whether the mandatory information of an advertisement is shown: `Y` (default) or `N`.',
      ko: '광고 표시를 할지 정합니다. `Y`(기본값) 또는 `N`입니다.',
    },
    default: 'Y',
  },
  echo_to_webhook: {
    schema: filled,
    description: {
      en: 'Returned with the webhook; may hold variables.',
      ko: '웹훅에 그대로 돌아오는 값입니다. 변수를 쓸 수 있습니다.',
    },
    takesVariables: true,
  },
  failback_data: {
    schema: {
      type: 'object',
      required: ['msg', 'api_unique_id'],
      properties: { msg: filled, api_unique_id: filled, origin_cid: filled },
      additionalProperties: { $ref: '#/$defs/passedThrough' },
      propertyNames: { not: { enum: failbackSendFields } },
    },
    name: { en: 'Fallback message', ko: '대체 메시지' },
    description: {
      en: 'A fallback message through another service. The numbers and the secret key are added when it is sent.',
      ko: '다른 서비스로 보내는 대체 메시지입니다. 번호와 비밀 키는 보낼 때 더해집니다.',
    },
    fields: {
      msg: {
        takesVariables: true,
        description: {
          en: 'The text of the fallback message; may hold variables.',
          ko: '대체 메시지의 본문입니다. 변수를 쓸 수 있습니다.',
        },
      },
      api_unique_id: {
        description: { en: 'The unique id of the fallback service.', ko: '대체 발송 서비스의 고유 id입니다.' },
      },
      origin_cid: { description: { en: 'A number, in quotes.', ko: '번호입니다. 따옴표로 감싸 적습니다.' } },
    },
  },
} as const satisfies { readonly [key: string]: Setting }

const remove = { en: 'friend talk has nothing like it; remove it.', ko: '친구톡에는 이런 설정이 없습니다. 지우세요.' }
const optOut = {
  en: "the opt-out number is the channel's own; remove it.",
  ko: '수신거부 번호는 채널에 등록된 번호입니다. 지우세요.',
}

/** Advice for settings of the other service. */
export const foreign: { readonly [key: string]: Text } = {
  targeting: {
    en: 'friend talk goes to friends of the channel alone; remove it.',
    ko: '친구톡은 채널 친구에게만 보냅니다. 지우세요.',
  },
  adult: remove,
  pushAlarm: remove,
  unsubscribeNo: optOut,
  unsubscribeAuthNo: optOut,
  resendParameter: {
    en: 'the fallback message is written as "failback_data: { api_unique_id: …, msg: … }".',
    ko: '대체 메시지는 "failback_data: { api_unique_id: …, msg: … }"로 적습니다.',
  },
}
