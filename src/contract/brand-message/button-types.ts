import { formNames } from '../checks/business-forms.ts'
import type { ButtonTypeFacts } from '../contract.ts'
import type { ButtonType } from './payload.ts'

const name = 'required'

/** What each type of a button has and does (interface: "Buttons"). */
export const buttonTypes = {
  WL: {
    fields: { name, mobile: 'required', pc: 'optional' },
    description: { en: 'Opens a web page.', ko: '웹 페이지를 엽니다.' },
  },
  AL: {
    fields: { name, mobile: 'optional', pc: 'optional', android: 'optional', ios: 'optional' },
    oneOf: ['android', 'ios', 'mobile'],
    atLeast: 2,
    description: {
      en: 'Opens an app. At least two of schemeAndroid, schemeIos and linkMo are needed.',
      ko: '앱을 엽니다. schemeAndroid, schemeIos, linkMo 중 둘 이상이 필요합니다.',
    },
  },
  BK: {
    fields: { name },
    description: { en: "Sends the button's name as a message.", ko: '버튼 이름을 메시지로 보냅니다.' },
    tap: { en: 'Sends the text of the button to the channel.', ko: '버튼 이름을 채널에 메시지로 보냅니다.' },
    sends: 'name',
  },
  MD: {
    fields: { name },
    description: {
      en: "Sends the button's name together with the message.",
      ko: '버튼 이름과 메시지 본문을 함께 보냅니다.',
    },
    tap: {
      en: 'Sends the text of the button together with the message to the channel.',
      ko: '버튼 이름과 메시지 본문을 채널에 보냅니다.',
    },
    sends: 'name',
  },
  BT: {
    fields: { name, extra: 'optional', event: 'optional' },
    description: {
      en: 'Switches to a chatbot; only for channels that use one of the open builder.',
      ko: '챗봇으로 전환합니다. 오픈빌더 챗봇을 쓰는 채널에서만 됩니다.',
    },
    tap: { en: 'Switches to the chatbot.', ko: '챗봇으로 전환합니다.' },
  },
  AC: {
    fields: { name },
    description: {
      en: 'Adds the channel. Its name is 채널 추가; friends of the channel do not see it.',
      ko: '채널을 추가합니다. 이름은 "채널 추가"이고 채널 친구에게는 보이지 않습니다.',
    },
    tap: { en: 'Adds the channel.', ko: '채널을 추가합니다.' },
    names: ['채널 추가'],
    look: 'add-channel',
  },
  BF: {
    fields: { name, form: 'required' },
    description: { en: 'Opens a business form.', ko: '비즈니스 폼을 엽니다.' },
    tap: { en: 'Opens the business form.', ko: '비즈니스폼을 엽니다.' },
    names: formNames,
  },
} as const satisfies { readonly [T in ButtonType]: ButtonTypeFacts }
