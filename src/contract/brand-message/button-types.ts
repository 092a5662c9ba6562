import { formNames } from '../checks/business-forms.ts'
import { botTap, buttonWords } from '../common-words.ts'
import type { ButtonTypeFacts } from '../contract.ts'

const name = 'required'

/** The types of buttons with their fields (interface: "Buttons"). */
export const buttonTypes = {
  WL: {
    fields: { name, mobile: 'required', pc: 'optional' },
    ...buttonWords.WL,
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
  BK: { fields: { name }, ...buttonWords.BK },
  MD: { fields: { name }, ...buttonWords.MD },
  BT: {
    fields: { name, extra: 'optional', event: 'optional' },
    description: {
      en: 'Switches to a chatbot; only for channels that use one of the open builder.',
      ko: '챗봇으로 전환합니다. 오픈빌더 챗봇을 쓰는 채널에서만 됩니다.',
    },
    tap: botTap,
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
    ...buttonWords.BF,
    names: formNames,
  },
} as const satisfies { readonly [type: string]: ButtonTypeFacts }

export type ButtonType = keyof typeof buttonTypes
