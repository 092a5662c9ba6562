import { appFields, commonButtons } from '../common-words.ts'
import type { ButtonTypeFacts } from '../contract.ts'

const { WL, BK, MD, BT, BF } = commonButtons

/** The types of buttons with their fields (interface: "Button types"). */
export const buttonFacts = {
  WL,
  AL: {
    fields: appFields,
    oneOf: ['ios', 'android', 'mobile'],
    description: {
      en: 'Opens an app. At least one of scheme_ios, scheme_android and url_mobile is needed.',
      ko: '앱을 엽니다. scheme_ios, scheme_android, url_mobile 중 하나 이상이 필요합니다.',
    },
  },
  BK,
  MD,
  BC: {
    fields: { name: 'required', extra: 'optional' },
    description: {
      en: 'Switches to a consultation chat; only for channels that use one.',
      ko: '상담톡으로 전환합니다. 상담톡을 쓰는 채널에서만 됩니다.',
    },
    tap: { en: 'Switches to a consultation.', ko: '상담톡으로 전환합니다.' },
  },
  BT,
  BF,
} as const satisfies { readonly [type: string]: ButtonTypeFacts }

/** A type of button, as the interface calls it. */
export type ButtonType = keyof typeof buttonFacts

/** The values of a button's `type`. */
export const buttonTypes = Object.keys(buttonFacts) as readonly ButtonType[]
