import { beforeEach, describe, expect, it } from 'vitest'
import { fileUploadCodes, multiUploadCodes, singleUploadCodes } from '../../src/contract/friend-talk/responses.ts'
import { type SendCode, sendCodes } from '../../src/contract/friend-talk/codes.ts'
import type { FaultRule } from '../../src/emulator/faults.ts'
import type { SettingsChange } from '../../src/emulator/options.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { emulate, goodImages, send, uploadFiles } from './client.ts'
import { type Message, textMessage } from './messages.ts'

const emulator = await emulate()

beforeEach(() => {
  emulator.reset()
})

interface Provocation {
  readonly message?: Message
  readonly settings?: SettingsChange
  readonly fault?: FaultRule['fault']
}

/** What brings a message each code: input, the state of the account, or a fault. */
const provocations: { readonly [C in SendCode]: Provocation } = {
  C100: {},
  C400_1: { message: { msg: 5 } },
  C400_2: { message: { ad_flag: 'maybe' } },
  C400_3: { message: { msg: '' } },
  C404_1: { settings: { senderKeys: ['another'] } },
  C500_1: { fault: { type: 'reject', code: 'C500_1' } },
  G110: { message: { failback_data: { msg: 'a', secret_key: 'emulator_x', api_unique_id: 'none' } } },
  G140: { settings: { senderNumbers: ['0311112222'] } },
  G141: { message: { receiver_number: '123' } },
  G142: { message: { echo_to_webhook: 'x'.repeat(257) } },
  G150: { settings: { credit: 0 } },
  G160: { settings: { maxMessagesPerSession: 0 } },
}

const allSendCodes = Object.keys(sendCodes) as SendCode[]

describe('codes of the send operation', () => {
  it.each(allSendCodes)('%s can be provoked in results', async (code) => {
    const { message = {}, settings = {}, fault } = provocations[code]
    emulator.change(settings)
    if (fault) emulator.faults.add({ fault })
    const { status, body } = await send(emulator, 'ft-text', [textMessage(message)])
    expect([status, body.results[0]?.code]).toEqual([200, code])
  })

  it.each(allSendCodes)('%s can be answered by a fault, in results and at request level', async (code) => {
    emulator.faults.add({ at: 1, fault: { type: 'reject', code, messages: { indexes: [1] } } })
    emulator.faults.add({ at: 2, fault: { type: 'request-error', code } })
    const messages = [textMessage({ msg_key: 'a' }), textMessage({ msg_key: 'b' })]
    const first = await send(emulator, 'ft-text', messages)
    expect(first.body.results.map((result) => result.code)).toEqual(['C100', code])
    const second = await send(emulator, 'ft-text', messages)
    expect(second.body).toMatchObject({ code, name: sendCodes[code].title })
  })
})

describe('codes of the single-image uploads', () => {
  const rows = Object.entries(singleUploadCodes).flatMap(([code, messages]) =>
    Object.keys(messages).map((message) => ({ code, message })),
  )
  const inputs: Readonly<Record<string, Buffer>> = {
    InvalidImageMaxLengthException: Buffer.concat([goodImages.FT, Buffer.alloc(500_000)]),
    InvalidImageSizeException: pngBytes({ width: 100, height: 100 }),
    InvalidImageFormatException: Buffer.from('no image'),
  }

  it.each(rows)('$code $message can be provoked', async ({ code, message }) => {
    const data = inputs[message] ?? goodImages.FT
    if (inputs[message] === undefined && code !== 'CE400') {
      emulator.faults.add({ fault: { type: 'upload-error', code, ...(message && { message }) } })
    }
    const { body } = await uploadFiles(emulator, 'FT', [{ field: code === 'CE400' ? 'none' : 'image', data }])
    expect(body.errcode).toBe(code)
    if (message !== '') expect(body.errmsg).toBe(message)
  })
})

describe('codes of the multi-image uploads', () => {
  const upload = 'ft-carousel-feed'
  const good = { data: goodImages[upload] }

  it.each(Object.keys(multiUploadCodes))('%s can be provoked', async (code) => {
    if (!['0000', '6000', 'CE400'].includes(code)) emulator.faults.add({ fault: { type: 'upload-error', code } })
    const file = { '6000': { data: Buffer.from('no image') }, CE400: { ...good, field: 'none' } }[code] ?? good
    expect((await uploadFiles(emulator, upload, [file])).body.code).toBe(code)
  })

  it.each(Object.keys(fileUploadCodes))('%s of one file can be provoked', async (code) => {
    emulator.faults.add({ fault: { type: 'upload-error', code, files: [1] } })
    const { body } = await uploadFiles(emulator, upload, [good, good])
    expect(body.code).toBe('6000')
    expect(body.result?.failure).toEqual([
      { formField: 'image2', error: { code, message: fileUploadCodes[code as keyof typeof fileUploadCodes].message } },
    ])
  })
})

describe('the state of the account', () => {
  const codesOf = async (count: number): Promise<string[]> => {
    const { body } = await send(
      emulator,
      'ft-text',
      Array.from({ length: count }, () => textMessage()),
    )
    return body.results.map(({ code }) => code)
  }

  it('spends credit on accepted messages alone', async () => {
    emulator.change({ credit: 2 })
    await send(emulator, 'ft-text', [textMessage({ msg: '' })])
    expect(await codesOf(3)).toEqual(['C100', 'C100', 'G150'])
    expect(emulator.settings().credit).toBe(0)
    emulator.change({ credit: 1 })
    expect(await codesOf(2)).toEqual(['C100', 'G150'])
  })

  it('counts transmissions since the start or a reset', async () => {
    emulator.change({ maxMessagesPerSession: 3 })
    expect([await codesOf(2), await codesOf(2)]).toEqual([
      ['C100', 'C100'],
      ['C100', 'G160'],
    ])
  })

  it('answers 429 above a rate, by its own clock', async () => {
    emulator.change({ maxRequestsPerSecond: 1 })
    emulator.clock.change({ frozen: true })
    const statuses = []
    for (let i = 0; i < 2; i++) statuses.push((await send(emulator, 'ft-text', [textMessage()])).status)
    emulator.clock.change({ moveMs: 1000 })
    statuses.push((await send(emulator, 'ft-text', [textMessage()])).status)
    expect(statuses).toEqual([200, 429, 200])
  })
})

describe('restricted hours', () => {
  it.each([
    ['20:49:59', 'C100'],
    ['20:50:00', 'C400_2'],
    ['00:00:00', 'C400_2'],
    ['07:59:59', 'C400_2'],
    ['08:00:00', 'C100'],
  ])('at %s in Korea the answer is %s', async (time, code) => {
    emulator.change({ restrictedHours: true })
    emulator.clock.change({ set: `2026-07-01T${time}+09:00`, frozen: true })
    expect((await send(emulator, 'ft-text', [textMessage()])).body.results[0]?.code).toBe(code)
  })

  it('do not hold unless they are set to', async () => {
    emulator.clock.change({ set: '2026-07-01T23:00:00+09:00', frozen: true })
    expect((await send(emulator, 'ft-text', [textMessage()])).body.results[0]?.code).toBe('C100')
  })
})
