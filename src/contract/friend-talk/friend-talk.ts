import { isAdvertising } from './advertising.ts'
import * as advertisingChecks from './checks/advertising.ts'
import * as buttonChecks from './checks/buttons.ts'
import * as couponChecks from './checks/coupons.ts'
import * as wholeChecks from './checks/whole.ts'
import { buttonTypeInCard } from '../checks/button-type-in-card.ts'
import { fallbackNotEucKr } from '../checks/fallback-not-euc-kr.ts'
import { botTap, buttonWords, linkWords, oneLine } from '../common-words.ts'
import type { ButtonTypeFacts, Contract, ContractCheck, FieldRole, Presence } from '../contract.ts'
import type { ButtonAttribute } from '../content.ts'
import { fieldIn, refusal, sendCodes, sendOutcome } from './codes.ts'
import { deliveryCode, deliveryOf } from './delivery.ts'
import { buildPayload } from './build.ts'
import { buttonNames, couponNames, imageNames } from './names.ts'
import {
  type ButtonType,
  buttonAttributes,
  buttonFields,
  buttonTypes,
  couponFields,
  linkFields,
  linkTargetFields,
} from './payload.ts'
import { kindFacts } from './kinds.ts'
import { imageLimits, limits, times } from './limits.ts'
import { messageRecord, sendRequest, uploadRequest } from './requests.ts'
import { maySpeakOfResults, readSendAnswer } from './read-answers.ts'
import { entriesIn, entryOfRow, readResult, resultColumns } from './read-results.ts'
import { uploaded } from './uploaded.ts'
import { recordsIn, withoutSend } from './records.ts'
import { readPayload } from './read.ts'
import { uploadMeaning } from './responses.ts'
import { payloadSchema } from './schema.ts'
import { foreign, settings } from './settings.ts'

const typeWords: { readonly [T in ButtonType]: Omit<ButtonTypeFacts, 'fields'> } = {
  ...buttonWords,
  AL: {
    oneOf: ['ios', 'android', 'mobile'],
    description: {
      en: 'Opens an app. At least one of scheme_ios, scheme_android and url_mobile is needed.',
      ko: '앱을 엽니다. scheme_ios, scheme_android, url_mobile 중 하나 이상이 필요합니다.',
    },
  },
  BC: {
    description: {
      en: 'Switches to a consultation chat; only for channels that use one.',
      ko: '상담톡으로 전환합니다. 상담톡을 쓰는 채널에서만 됩니다.',
    },
    tap: { en: 'Switches to a consultation.', ko: '상담톡으로 전환합니다.' },
  },
  BT: {
    description: {
      en: 'Switches to a chatbot; only for channels that use one.',
      ko: '챗봇으로 전환합니다. 챗봇을 쓰는 채널에서만 됩니다.',
    },
    tap: botTap,
  },
}

function factsOf(type: ButtonType): ButtonTypeFacts {
  const attributes = Object.keys(buttonNames) as ButtonAttribute[]
  const fields = Object.entries<Presence>(buttonFields[type]).flatMap(([name, presence]) => {
    const attribute = attributes.find((one) => buttonNames[one] === name)
    return attribute === undefined ? [] : [[attribute, presence] as const]
  })
  return { ...typeWords[type], fields: Object.fromEntries(fields) }
}

const shown: ReadonlySet<string> = new Set(['msg', 'header', 'title', 'message', 'name', 'description'])
const links: ReadonlySet<string> = new Set(linkFields)
const fixed: ReadonlySet<string> = new Set(['chat_extra', 'chat_event', 'biz_form_key'])
const required =
  /^\/(?:msg|header|failback_data\/msg)$|^\/attachment\/(?:button\/\d+\/name|item\/list\/\d+\/title)$|^\/carousel\/list\/\d+\/(?:header|message|attachment\/button\/\d+\/name)$/

function roleOf(pointer: string): FieldRole {
  const field = pointer.slice(pointer.lastIndexOf('/') + 1)
  if (fixed.has(field)) return 'fixed'
  if (field === 'img_url') return 'image'
  if (links.has(field)) return 'link'
  if (pointer.startsWith('/failback_data')) return field === 'msg' ? 'fallback' : 'other'
  return shown.has(field) ? 'shown' : 'other'
}

/** Friend talk (친구톡). */
const fallsBack = (payload: object): boolean => 'failback_data' in payload

export const friendTalk = {
  id: 'friend-talk',
  name: { en: 'friend talk', ko: '친구톡' },
  kinds: kindFacts,
  settings,
  foreign,
  names: { ...buttonNames, ...couponNames, ...imageNames },
  blocks: {
    button: buttonAttributes,
    coupon: Object.keys(couponFields),
    link: Object.keys(linkTargetFields),
    tail: Object.keys(linkTargetFields),
  },
  nameWords: {
    ...linkWords(buttonNames),
    type: {
      en: 'What a tap does: WL, AL, BK, MD, BC, BT or BF.',
      ko: '버튼을 누르면 할 일입니다. WL, AL, BK, MD, BC, BT, BF 중 하나입니다.',
    },
    chat_extra: {
      en: 'Passed on when the chat is switched over; at most 50 bytes.',
      ko: '상담 전환 때 함께 전달되는 값입니다. 최대 50바이트입니다.',
    },
    chat_event: {
      en: "The name of the bot's event; at most 50 bytes.",
      ko: '봇 이벤트 이름입니다. 최대 50바이트입니다.',
    },
    title: { en: 'The name of the coupon.', ko: '쿠폰 이름입니다.' },
    description: {
      en: 'What the coupon is for; at most 12 characters.',
      ko: '쿠폰 설명입니다. 최대 12자입니다.',
    },
  },
  buttonTypes: Object.fromEntries(buttonTypes.map((type) => [type, factsOf(type)])),
  lineTypes: { web: 'WL', app: 'AL' },
  limits,
  checks: [
    ...[advertisingChecks, buttonChecks, couponChecks, wholeChecks].flatMap((of) => Object.values<ContractCheck>(of)),
    buttonTypeInCard(['WL', 'AL', 'BK', 'MD', 'BF']),
    fallbackNotEucKr,
  ],
  images: imageLimits,
  roleOf,
  requires: (_, pointer) => required.test(pointer),
  isAdvertising,
  build: buildPayload,
  read: readPayload,
  schema: payloadSchema,
  batch: { max: 10, usual: 10, content: 'each' },
  targetSettings: {
    uploadUrl: 'required',
    userId: 'required',
    secretKey: 'required',
    failbackSecretKey: 'optional',
    uploadAuthorization: 'optional',
  },
  signing: {
    // The first semicolon ends the user ID.
    settings: { userId: /^[\x21-\x3a\x3c-\x7e]+$/, secretKey: /^[\x21-\x7e]+$/ },
    account: { setting: 'userId' },
    headers: ['authorization'],
    ofUploads: 'unknown',
  },
  requestTimeoutMs: 10_000,
  hours: times,
  imageReuse: { days: 80, by: 'account' },
  approvalNeeded: () => undefined,
  needsSenderNumber: () => true,
  oneLine,
  fallsBack,
  needsFallbackKey: fallsBack,
  record: messageRecord,
  listName: 'msg_data',
  contentFields: ['msg', 'header', 'attachment', 'carousel'],
  recordsIn,
  withoutSend,
  request: sendRequest,
  readSendAnswer,
  maySpeakOfResults,
  uploaded,
  codes: sendCodes,
  outcomeOf: sendOutcome,
  refusal,
  uploadMeaning,
  passingUploadCodes: ['G900', 'CE500', 'CE504', '2004'],
  results: {
    entriesIn,
    read: readResult,
    columns: resultColumns,
    fields: ['msg_key', 'code', 'done_date'],
    required: ['msg_key', 'code'],
    entryOfRow,
  },
  deliveryCode,
  deliveryOf,
  fieldIn,
  upload: uploadRequest,
} as const satisfies Contract
