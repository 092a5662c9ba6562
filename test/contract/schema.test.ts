import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { type Kind, kinds } from '../../src/contract/friend-talk/kinds.ts'
import { responseSchemas } from '../../src/contract/friend-talk/responses.ts'
import type { TextState } from '../../src/contract/contract.ts'
import { payloadSchema } from '../../src/contract/friend-talk/payload.ts'
import { type ExampleName, exampleNames, exampleTemplate } from '../compile-source.ts'
import { changed as changedIn } from '../emulator/messages.ts'

const ajv = new Ajv2020({ strictTuples: false })
const validators = new Map(
  kinds.flatMap((kind) =>
    (['template', 'rendered'] as const).map(
      (texts) => [`${kind} ${texts}`, ajv.compile(payloadSchema(kind, texts))] as const,
    ),
  ),
)

function isValid(payload: unknown, kind: Kind, texts: TextState): boolean {
  return validators.get(`${kind} ${texts}`)?.(payload) ?? false
}

const payloadOf = (name: ExampleName): unknown => structuredClone(exampleTemplate(name)['payload'])

type Tree = { [key: string]: unknown }

const changed = (example: ExampleName, pointer: string, value: unknown): unknown =>
  changedIn(payloadOf(example) as Tree, pointer, value)

function at(payload: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((value, key) => (value as Tree)[key], payload)
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const button = { name: '보기', type: 'BK' }
const item = at(payloadOf('wide-item-list'), '/attachment/item/list/0')
const card = at(payloadOf('carousel-feed'), '/carousel/list/0')
const web = { url_mobile: 'https://a.example' }

const buttonAt = '/attachment/button/0'
const buttonsAt = '/attachment/button'
const itemsAt = '/attachment/item/list'
const cardAt = '/carousel/list/0'
const cardsAt = '/carousel/list'

type Change = readonly [what: string, example: ExampleName, pointer: string, value: unknown]

const accepted: readonly Change[] = [
  ['no attachment in a text message', 'text', '/attachment', undefined],
  ['no failback_data', 'text', '/failback_data', undefined],
  ['a field of the fallback service', 'text', '/failback_data/whatever', { a: [1] }],
  ['5 buttons', 'text', buttonsAt, times(5, button)],
  ['a WL button without url_pc', 'text', `${buttonAt}/url_pc`, undefined],
  ['an AL button with scheme_ios alone', 'text', buttonAt, { name: '앱', type: 'AL', scheme_ios: 'a://b' }],
  ['an AL button with scheme_android alone', 'text', buttonAt, { name: '앱', type: 'AL', scheme_android: 'a://b' }],
  ['an AL button with url_mobile alone', 'text', buttonAt, { name: '앱', type: 'AL', ...web }],
  [
    'a BT button with chat_extra and chat_event',
    'text',
    buttonAt,
    { name: '봇', type: 'BT', chat_extra: 'a', chat_event: 'b' },
  ],
  ['a BF button with its key', 'text', buttonAt, { name: '폼', type: 'BF', biz_form_key: 'k' }],
  ['an image message without buttons', 'image', buttonsAt, undefined],
  ['an image without link', 'image', '/attachment/image/img_link', undefined],
  ['3 items', 'wide-item-list', itemsAt, times(3, item)],
  ['4 items', 'wide-item-list', itemsAt, times(4, item)],
  ['2 cards', 'carousel-feed', cardsAt, times(2, card)],
  ['6 cards', 'carousel-feed', cardsAt, times(6, card)],
  ['a card without buttons', 'carousel-feed', `${cardAt}/attachment/button`, undefined],
  ['a card without coupon', 'carousel-feed', `${cardAt}/attachment/coupon`, undefined],
  ['no tail', 'carousel-feed', '/carousel/tail', undefined],
]

const rejected: readonly Change[] = [
  ['a msg that is no text', 'text', '/msg', 1],
  ['no ad_flag', 'text', '/ad_flag', undefined],
  ['an unknown key', 'text', '/msgs', 'a'],
  ['a sender_key, which a send adds', 'text', '/sender_key', 'a'],
  ['an empty echo_to_webhook', 'text', '/echo_to_webhook', ''],
  ['a carousel in a text message', 'text', '/carousel', at(payloadOf('carousel-feed'), '/carousel')],
  ['an image in a text message', 'text', '/attachment/image', { img_url: 'https://a.example/a.png' }],
  ['an empty attachment in a text message', 'text', '/attachment', {}],
  ['failback_data without msg', 'text', '/failback_data/msg', undefined],
  ['no button in the list of buttons', 'text', buttonsAt, []],
  ['buttons that are no list', 'text', buttonsAt, button],
  ['a button without name', 'text', `${buttonAt}/name`, undefined],
  ['a button with an empty name', 'text', `${buttonAt}/name`, ''],
  ['a button without type', 'text', `${buttonAt}/type`, undefined],
  ['a button of a type in small letters', 'text', `${buttonAt}/type`, 'wl'],
  ['an unknown key of a button', 'text', `${buttonAt}/url`, 'https://a.example'],
  ['MD with a URL', 'text', buttonAt, { ...button, type: 'MD', ...web }],
  ['BC with chat_event', 'text', buttonAt, { ...button, type: 'BC', chat_event: 'a' }],
  ['WL with an empty url_mobile', 'text', `${buttonAt}/url_mobile`, ''],
  ['WL with a scheme', 'text', `${buttonAt}/scheme_ios`, 'a://b'],
  ['AL without targets', 'text', buttonAt, { name: '앱', type: 'AL' }],
  ['an image without img_url', 'image', '/attachment/image/img_url', undefined],
  ['an empty img_url', 'image', '/attachment/image/img_url', ''],
  ['an unknown key of an image', 'image', '/attachment/image/alt', 'a'],
  ['items in an image message', 'image', '/attachment/item', { list: times(3, item) }],
  ['a wide message without image', 'wide', '/attachment/image', undefined],
  ['a list with an empty header', 'wide-item-list', '/header', ''],
  ['a list without attachment', 'wide-item-list', '/attachment', undefined],
  ['a list without items', 'wide-item-list', '/attachment/item', undefined],
  ['2 items', 'wide-item-list', itemsAt, times(2, item)],
  ['5 items', 'wide-item-list', itemsAt, times(5, item)],
  ['the first item without title', 'wide-item-list', `${itemsAt}/0/title`, undefined],
  ['the second item without title', 'wide-item-list', `${itemsAt}/1/title`, undefined],
  ['an item without image', 'wide-item-list', `${itemsAt}/0/img_url`, undefined],
  ['the first item without url_mobile', 'wide-item-list', `${itemsAt}/0/url_mobile`, undefined],
  ['an unknown key of an item', 'wide-item-list', `${itemsAt}/1/img_link`, 'https://a.example'],
  ['an image in a list', 'wide-item-list', '/attachment/image', { img_url: 'https://a.example/a.png' }],
  ['7 cards', 'carousel-feed', cardsAt, times(7, card)],
  ['a carousel without cards', 'carousel-feed', cardsAt, undefined],
  ['a card without header', 'carousel-feed', `${cardAt}/header`, undefined],
  ['a card without message', 'carousel-feed', `${cardAt}/message`, undefined],
  ['a card with an empty message', 'carousel-feed', `${cardAt}/message`, ''],
  ['a card without attachment', 'carousel-feed', `${cardAt}/attachment`, undefined],
  ['6 buttons of a card', 'carousel-feed', `${cardAt}/attachment/button`, times(6, button)],
  ['a spoilt button of a card', 'carousel-feed', `${cardAt}/attachment/button/0`, { ...button, ...web }],
  ['an unknown key of a coupon', 'carousel-feed', `${cardAt}/attachment/coupon/price`, '1'],
  ['an unknown key of a tail', 'carousel-feed', '/carousel/tail/name', '더보기'],
]

const kindOf = (name: ExampleName): Kind => exampleTemplate(name)['service_id'] as Kind

describe('the schema of a payload', () => {
  it.each(exampleNames)('accepts the example %s, as the template and rendered', (name) => {
    expect(isValid(payloadOf(name), kindOf(name), 'template')).toBe(true)
    expect(isValid(payloadOf(name), kindOf(name), 'rendered')).toBe(true)
  })

  it('accepts no example as another kind, but for the two kinds with one image', () => {
    const passed = exampleNames.flatMap((name) =>
      kinds
        .filter((kind) => kind !== kindOf(name) && isValid(payloadOf(name), kind, 'template'))
        .map((kind) => [name, kind]),
    )
    expect(passed).toEqual([
      ['image', 'ft-wide'],
      ['wide', 'ft-image'],
    ])
  })

  it.each(accepted)('accepts %s', (_, example, pointer, value) => {
    const payload = changed(example, pointer, value)
    expect(isValid(payload, kindOf(example), 'template')).toBe(true)
    expect(isValid(payload, kindOf(example), 'rendered')).toBe(true)
  })

  it.each(rejected)('rejects %s', (_, example, pointer, value) => {
    const payload = changed(example, pointer, value)
    expect(isValid(payload, kindOf(example), 'template')).toBe(false)
    expect(isValid(payload, kindOf(example), 'rendered')).toBe(false)
  })

  it.each([
    ['text', '/msg', 1000],
    ['wide', `${buttonAt}/name`, 8],
    ['carousel-feed', `${cardAt}/attachment/coupon/description`, 12],
  ] as const)('bounds texts once they are rendered: in %s %s by %i', (example, pointer, max) => {
    const [full, over] = [max, max + 1].map((units) => changed(example, pointer, '가'.repeat(units)))
    expect(isValid(full, kindOf(example), 'rendered')).toBe(true)
    expect(isValid(over, kindOf(example), 'rendered')).toBe(false)
    expect(isValid(over, kindOf(example), 'template')).toBe(true)
  })
})

const data = { image_key: 'k', request_date: '20260101', name: 'a.png', url: 'https://a.example/a.png' }
const success = [{ formField: 'image1', url: 'https://a.example/a.png' }]
const failure = [{ formField: 'image2', error: { code: '2001', message: 'InvalidImageLengthException' } }]
const entry = { msg_key: 'k', code: 'C100', desc: 'Success' }

const responses: readonly [name: keyof typeof responseSchemas, good: readonly unknown[], bad: readonly unknown[]][] = [
  [
    'singleUpload',
    [
      { data, errcode: '0000', errmsg: '' },
      { data },
      { errcode: 'E600', errmsg: 'InvalidImageSizeException' },
      { data: { ...data, more: 1 }, more: true },
    ],
    [null, [], '', { data: 'https://a.example' }, { data: { ...data, url: 1 } }, { errcode: 600 }, { errmsg: null }],
  ],
  [
    'multiUpload',
    [
      { code: '0000', result: { success, failure: [] } },
      { code: '6000', result: { success, failure, request_date: '20260101', name: 'a.png', url: 'https://a.example' } },
      { code: 'G900' },
      { code: '0000', result: { success, more: 1 }, more: 1 },
    ],
    [
      {},
      { code: 0 },
      { code: '0000', result: [] },
      { code: '0000', result: { success: {} } },
      { code: '0000', result: { success: [{ url: 'https://a.example' }] } },
      { code: '0000', result: { success: [{ formField: 'image1' }] } },
      { code: '6000', result: { failure: [{ formField: 'image1' }] } },
      { code: '6000', result: { failure: [{ formField: 'image1', error: { code: 2001, message: '' } }] } },
      { code: '6000', result: { failure: [{ formField: 'image1', error: { code: '2001' } }] } },
      { result: { success } },
    ],
  ],
  [
    'send',
    [{ results: [] }, { results: [entry, { ...entry, code: 'G141' }] }, { results: [{ ...entry, more: 1 }], more: 1 }],
    [
      {},
      [],
      { results: entry },
      { results: [{ code: 'C100' }] },
      { results: [{ msg_key: 'k' }] },
      { results: [{ ...entry, code: 100 }] },
      { results: [{ ...entry, msg_key: null }] },
      { code: 'C400_2', name: 'a', description: 'b' },
    ],
  ],
  [
    'requestError',
    [
      { code: 'C400_2', name: 'Invalid request parameter', description: 'userId' },
      { code: 'C500_1', more: 1 },
    ],
    [{}, { code: 400 }, { name: 'a', description: 'b' }, { code: 'C400_2', name: 1 }, { results: [entry] }],
  ],
]

describe('the schema of a response', () => {
  it.each(responses.flatMap(([name, good]) => good.map((response) => ({ name, response }))))(
    '$name accepts $response',
    ({ name, response }) => {
      expect(ajv.validate(responseSchemas[name], response)).toBe(true)
    },
  )

  it.each(responses.flatMap(([name, , bad]) => bad.map((response) => ({ name, response }))))(
    '$name rejects $response',
    ({ name, response }) => {
      expect(ajv.validate(responseSchemas[name], response)).toBe(false)
    },
  )
})
