import { formNames } from '../checks/business-forms.ts'
import { appFields, commonButtons } from '../common-words.ts'
import type { ButtonTypeFacts } from '../contract.ts'

const { WL, BK, MD, BT, BF } = commonButtons

/** The types of buttons with their fields (interface: "Buttons"). */
export const buttonTypes = {
  WL,
  AL: {
    fields: appFields,
    oneOf: ['android', 'ios', 'mobile'],
    atLeast: 2,
    description: {
      en: 'Opens an app. At least two of schemeAndroid, schemeIos and linkMo are needed.',
      ko: '앱을 엽니다. schemeAndroid, schemeIos, linkMo 중 둘 이상이 필요합니다.',
    },
  },
  BK,
  MD,
  BT,
  AC: {
    fields: { name: 'required' },
    description: {
      en: 'Adds the channel. Its name is 채널 추가; friends of the channel do not see it.',
      ko: '채널을 추가합니다. 이름은 "채널 추가"이고 채널 친구에게는 보이지 않습니다.',
    },
    tap: { en: 'Adds the channel.', ko: '채널을 추가합니다.' },
    names: ['채널 추가'],
    look: 'add-channel',
  },
  BF: { ...BF, names: formNames },
} as const satisfies { readonly [type: string]: ButtonTypeFacts }

export type ButtonType = keyof typeof buttonTypes
