import { filledPattern } from '../../text/text.ts'
import type { Text } from '../../words/language.ts'
import type { Setting } from '../contract.ts'

const filled = { type: 'string', pattern: filledPattern } as const

/** The settings of brand messages in the frontmatter (interface: "Common fields", "recipientList[]"). */
export const settings = {
  targeting: {
    schema: { type: 'string', enum: ['I', 'M', 'N'], default: 'I' },
    description: {
      en: 'Who may get it: `I` friends of the channel (default), `M` who agreed to marketing, `N` of these no friends.',
      ko: '받는 사람입니다. `I`는 채널 친구(기본값), `M`은 마케팅 수신 동의자, `N`은 그중 친구가 아닌 사람입니다.',
    },
    default: 'I',
  },
  adult: {
    shown: 'adult-cover',
    schema: { type: 'boolean', default: false },
    description: {
      en: 'Whether the message is covered until an age check (20 or older).',
      ko: '성인 인증(만 19세 이상) 전까지 메시지를 가릴지 정합니다.',
    },
  },
  pushAlarm: {
    schema: { type: 'boolean', default: true },
    description: { en: 'Whether the phone shows a notification.', ko: '휴대폰에 알림을 띄울지 정합니다.' },
  },
  unsubscribeNo: {
    shown: 'opt-out-number',
    schema: filled,
    description: {
      en: 'The 080 number for opting out, in quotes; that of the profile when absent.',
      ko: '080 수신거부 번호입니다. 따옴표로 감싸 적습니다. 없으면 발신 프로필의 번호입니다.',
    },
  },
  unsubscribeAuthNo: {
    shown: 'opt-out-code',
    schema: filled,
    description: {
      en: 'The code of the 080 number, in quotes, at most 10 digits; needs `unsubscribeNo`.',
      ko: '080 수신거부 인증 코드입니다. 따옴표로 감싸 적고 10자리까지입니다. `unsubscribeNo`와 함께 씁니다.',
    },
  },
  resendParameter: {
    schema: {
      type: 'object',
      properties: {
        resendType: { type: 'string', enum: ['SMS', 'LMS'] },
        resendTitle: filled,
        resendContent: filled,
        resendUnsubscribeNo: filled,
      },
      additionalProperties: false,
      // The contract and a send fill them in.
      propertyNames: { not: { enum: ['isResend', 'resendSendNo'] } },
    },
    name: { en: 'Fallback message', ko: '대체 메시지' },
    description: {
      en: 'The text message that follows where the brand message does not arrive; none without it.',
      ko: '브랜드 메시지가 전달되지 않았을 때 대신 보내는 문자입니다. 없으면 문자를 보내지 않습니다.',
    },
    fields: {
      resendType: {
        description: {
          en: 'SMS or LMS; by the length of the text when absent.',
          ko: 'SMS 또는 LMS입니다. 없으면 문구 길이로 정해집니다.',
        },
      },
      resendTitle: {
        takesVariables: true,
        description: {
          en: 'The title of an LMS; that of the channel when absent. May hold variables.',
          ko: 'LMS의 제목입니다. 없으면 채널 이름입니다. 변수를 쓸 수 있습니다.',
        },
      },
      resendContent: {
        takesVariables: true,
        description: {
          en: 'The text, `(광고)…[무료 수신거부]080XXXXXXX`; that of the message when absent. May hold variables.',
          ko: '`(광고)…[무료 수신거부]080XXXXXXX` 형식의 문구입니다. 없으면 메시지 본문입니다. 변수를 쓸 수 있습니다.',
        },
      },
      resendUnsubscribeNo: {
        description: {
          en: 'The 080 number of the text-message service, in quotes.',
          ko: '문자 서비스의 080 수신거부 번호입니다. 따옴표로 감싸 적습니다.',
        },
      },
    },
  },
} as const satisfies { readonly [key: string]: Setting }

/** Advice for settings of the other service. */
export const foreign: { readonly [key: string]: Text } = {
  ad_flag: {
    en: 'a brand message is always advertising; remove it.',
    ko: '브랜드 메시지는 언제나 광고로 표시됩니다. 지우세요.',
  },
  echo_to_webhook: {
    en: 'the webhook returns friendtalk\'s own key of each send; remove it, and keep notes under "meta".',
    ko: '웹훅에는 friendtalk이 발송마다 붙인 키가 돌아옵니다. 지우고, 메모는 "meta"에 적으세요.',
  },
  failback_data: {
    en: 'the fallback message is written as "resendParameter: { resendContent: (광고)…[무료 수신거부]080XXXXXXX }".',
    ko: '대체 메시지는 "resendParameter: { resendContent: (광고)…[무료 수신거부]080XXXXXXX }"로 적습니다.',
  },
}
