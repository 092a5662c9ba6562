import { isAdvertising } from './advertising.ts'
import * as advertisingChecks from './checks/advertising.ts'
import * as buttonChecks from './checks/buttons.ts'
import * as couponChecks from './checks/coupons.ts'
import * as wholeChecks from './checks/whole.ts'
import { buttonTypeInCard } from '../checks/button-type-in-card.ts'
import { fallbackNotEucKr } from '../checks/fallback-not-euc-kr.ts'
import { nameWordsOf } from '../common-words.ts'
import type { Contract, ContractCheck } from '../contract.ts'
import { fieldFinder } from '../read-json.ts'
import { roleFinder } from '../shape.ts'
import { refusal, sendCodes, sendOutcome } from './codes.ts'
import { deliveryCode, deliveryOf } from './delivery.ts'
import { buttonFacts, buttonTypes } from './button-types.ts'
import { buttonNames, couponNames, imageNames, targetNamesInCard } from './names.ts'
import { buildPayload, payloadSchema, readPayload, shapes } from './payload.ts'
import { kindFacts } from './kinds.ts'
import { imageLimits, limits, times } from './limits.ts'
import { messageRecord, sendRequest, uploadRequest } from './requests.ts'
import { readSendAnswer } from './read-answers.ts'
import { results } from './read-results.ts'
import { uploaded } from './uploaded.ts'
import { recordsIn, withoutSend } from './records.ts'
import { foreign, settings } from './settings.ts'

const required =
  /^\/(?:msg|header|failback_data\/msg)$|^\/attachment\/(?:button\/\d+\/name|item\/list\/\d+\/title)$|^\/carousel\/list\/\d+\/(?:header|message|attachment\/button\/\d+\/name)$/

const fallsBack = (payload: object): boolean => 'failback_data' in payload

const names = { ...buttonNames, ...couponNames, ...imageNames }

/** Friend talk (친구톡). */
export const friendTalk = {
  id: 'friend-talk',
  name: { en: 'friend talk', ko: '친구톡' },
  kinds: kindFacts,
  settings,
  foreign,
  names,
  blocks: {
    button: ['name', 'type', ...Object.values(buttonNames).slice(1)],
    coupon: Object.values(couponNames),
    link: Object.values(targetNamesInCard),
    tail: Object.values(targetNamesInCard),
  },
  nameWords: nameWordsOf(names, buttonTypes),
  buttonTypes: buttonFacts,
  lineTypes: { web: 'WL', app: 'AL' },
  limits,
  checks: [
    ...[advertisingChecks, buttonChecks, couponChecks, wholeChecks].flatMap((of) => Object.values<ContractCheck>(of)),
    buttonTypeInCard(['WL', 'AL', 'BK', 'MD', 'BF']),
    fallbackNotEucKr,
  ],
  images: imageLimits,
  roleOf: roleFinder(Object.values(shapes), { within: '/failback_data', text: 'msg' }),
  required,
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
  needsSenderNumber: () => true,
  fallsBack,
  needsFallbackKey: fallsBack,
  record: messageRecord,
  listName: 'msg_data',
  contentFields: ['msg', 'header', 'attachment', 'carousel'],
  recordsIn,
  withoutSend,
  request: sendRequest,
  readSendAnswer,
  uploaded,
  codes: sendCodes,
  outcomeOf: sendOutcome,
  refusal,
  results,
  deliveryCode,
  deliveryOf,
  fieldIn: fieldFinder(Object.values(shapes)),
  upload: uploadRequest,
} as const satisfies Contract
