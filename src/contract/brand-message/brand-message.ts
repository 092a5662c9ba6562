import type { Contract, ContractCheck } from '../contract.ts'
import { nameWordsOf } from '../common-words.ts'
import { buttonTypeInCard } from '../checks/button-type-in-card.ts'
import { fallbackNotEucKr } from '../checks/fallback-not-euc-kr.ts'
import { buttonTypes } from './button-types.ts'
import { codes, outcomeOf } from './codes.ts'
import { fieldFinder } from '../read-json.ts'
import { roleFinder } from '../shape.ts'
import { deliveryCode, deliveryOf } from './delivery.ts'
import * as buttonChecks from './checks/buttons.ts'
import * as couponChecks from './checks/coupons.ts'
import * as optOutChecks from './checks/opt-out.ts'
import * as priceChecks from './checks/prices.ts'
import * as wholeChecks from './checks/whole.ts'
import { kindFacts } from './kinds.ts'
import { imageLimits, limits, times } from './limits.ts'
import { buttonNames, couponNames, imageNames, priceNames, targetNames } from './names.ts'
import { query } from './query.ts'
import { readSendAnswer, refusal } from './read-answers.ts'
import { results } from './read-results.ts'
import { recordsIn, unsaid, withoutSend } from './records.ts'
import { approvalNeeded, fallsBack, record, request, upload } from './requests.ts'
import { buildPayload, payloadSchema, readPayload, shapes } from './payload.ts'
import { foreign, settings } from './settings.ts'
import { uploaded } from './uploaded.ts'

const names = { ...buttonNames, ...couponNames, ...imageNames, ...priceNames }
const targets = Object.values(targetNames)
const required =
  /^\/(?:content|header)$|\/commerce\/title$|^(?:\/carousel\/list\/\d+)?\/(?:buttons\/\d+\/name|coupon\/(?:title|description))$|^\/item\/list\/[1-9]\d*\/title$|^\/carousel\/(?:head\/(?:header|content)|list\/\d+\/(?:header|message))$/

/** Brand messages (브랜드 메시지). */
export const brandMessage = {
  id: 'brand-message',
  name: { en: 'brand message', ko: '브랜드 메시지' },
  // The interface: "Mapping from friend talk".
  succeeds: {
    service: 'friend-talk',
    kinds: {
      'ft-text': 'bm-text',
      'ft-image': 'bm-image',
      'ft-wide': 'bm-wide',
      'ft-wide-item-list': 'bm-wide-item-list',
      'ft-carousel-feed': 'bm-carousel-feed',
    },
    settings: { failback_data: { key: 'resendParameter', fields: { msg: 'resendContent' } } },
    implied: {
      ad_flag: {
        value: 'Y',
        words: {
          en: 'A brand message is always an advertisement: its ad_flag is a comment now.',
          ko: '브랜드 메시지는 언제나 광고입니다. ad_flag를 주석으로 바꿨습니다.',
        },
      },
    },
  },
  kinds: kindFacts,
  settings,
  foreign,
  leftOut: {
    pattern: /premium.?video|프리미엄/i,
    words: {
      en: 'friendtalk sends no video messages; use another kind',
      ko: 'friendtalk은 프리미엄 동영상형을 보내지 않습니다. 다른 종류를 쓰세요',
    },
  },
  names,
  blocks: {
    button: ['name', 'type', ...targets, 'chatExtra', 'chatEvent', 'bizFormKey'],
    coupon: ['title', 'description', ...targets],
    price: Object.values(priceNames),
    link: targets,
    tail: targets,
  },
  nameWords: {
    ...nameWordsOf(names, Object.keys(buttonTypes)),
    regularPrice: { en: 'The regular price in won, without commas.', ko: '정가입니다. 쉼표 없이 원 단위로 씁니다.' },
    discountPrice: {
      en: 'The price after the discount in won, with discountRate or discountFixed.',
      ko: '할인된 가격(원)입니다. discountRate나 discountFixed와 함께 씁니다.',
    },
    discountRate: { en: 'The discount in percent, 1 to 100.', ko: '할인율(%)입니다. 1~100입니다.' },
    discountFixed: { en: 'The discount in won.', ko: '할인 금액(원)입니다.' },
  },
  buttonTypes,
  lineTypes: { web: 'WL', app: 'AL' },
  limits,
  checks: [
    ...[buttonChecks, couponChecks, optOutChecks, priceChecks, wholeChecks].flatMap((of) =>
      Object.values<ContractCheck>(of),
    ),
    buttonTypeInCard(['WL', 'AL'], ['bm-commerce']),
    fallbackNotEucKr,
  ],
  images: imageLimits,
  roleOf: roleFinder([...shapes.values()], { within: '/recipientList/', text: 'resendContent' }),
  withoutVariables: /\/buttons\/\d+\/name$|^\/carousel\/tail\//,
  required,
  build: buildPayload,
  isAdvertising: () => true,
  read: readPayload,
  schema: payloadSchema,
  batch: { max: 1_000, usual: 100, content: 'shared', own: 'recipientList' },
  targetSettings: { appKey: 'required', secretKey: 'required', batch: 'optional', webhookSignature: 'optional' },
  signing: {
    settings: { appKey: /^[\x21-\x7e]+$/, secretKey: /^[\x21-\x7e]+$/ },
    account: { setting: 'appKey', hashedAs: 'app-' },
    headers: ['x-secret-key', 'x-nc-api-idempotency-key'],
    ofUploads: 'known',
  },
  requestTimeoutMs: 30_000,
  hours: times,
  imageReuse: { days: 30, by: 'release' },
  approvalNeeded,
  needsSenderNumber: fallsBack,
  fallsBack,
  needsFallbackKey: () => false,
  record,
  listName: 'recipientList',
  contentFields: ['content', 'header', 'item', 'commerce', 'carousel', 'chatBubbleType'],
  recordsIn,
  withoutSend,
  unsaid,
  request,
  readSendAnswer,
  uploaded,
  codes,
  outcomeOf,
  refusal,
  fieldIn: fieldFinder(shapes.values()),
  results,
  query,
  deliveryCode,
  deliveryOf,
  upload,
} as const satisfies Contract
