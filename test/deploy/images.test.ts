import { describe, expect, it } from 'vitest'
import { friendTalk } from '../../src/contract/friend-talk/friend-talk.ts'
import type { RunEvent } from '../../src/deploy/deploy-notice.ts'
import type { RunEnd } from '../../src/deploy/run.ts'
import { deployWorld, type World, type WorldOptions } from './deploy-world.ts'
import { carouselTemplate, imageTemplate, readPicture } from './image-template.ts'
import { nothingWrong, truthOf } from './truth.ts'
import { html, cutOff, expireImage } from '../support/wire.ts'

const imageReuseDays = friendTalk.imageReuse.days
const dayMs = 86_400_000

/** The operations in the order of their requests, and how many files each upload carried. */
function operations({ emulator }: World): string[] {
  return emulator
    .requests()
    .map(({ operation, body }) =>
      operation.type === 'upload' ? `upload ${(body as unknown[] | undefined)?.length ?? 0}` : 'send',
    )
}

const uploads = (world: World): number => operations(world).filter((operation) => operation !== 'send').length

async function imageWorld(options: WorldOptions): Promise<World> {
  const world = await deployWorld({ recipients: 2, ...options })
  return { ...world, run: (changes) => world.run({ readImage: readPicture, ...changes }) }
}

/** A picture that no other test has uploaded: they share a ledger. */
let last = 0
const fresh = (): number => ++last

describe('images', () => {
  it('are uploaded once each, before the first message, whoever shows them', async () => {
    const [one, two] = [fresh(), fresh()]
    const templates = [
      imageTemplate('a', one),
      imageTemplate('b', one),
      imageTemplate('c', two),
      carouselTemplate('d', [one, two, one]),
    ]
    const world = await imageWorld({ templates, recipients: 1, target: { concurrency: 8 } })
    expect(await world.run()).toEqual({ type: 'done' })
    // Another operation is another image.
    expect(operations(world)).toEqual([...Array(4).fill('upload 1'), ...Array(4).fill('send')])
    expect(world.emulator.counts()).toMatchObject({ accepted: 4, rejected: 0 })
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('stand in the cards that show them, whatever the service calls their field', async () => {
    const pictures = [fresh(), fresh(), fresh()]
    for (const formField of ['from-1', 'from-0', 'brackets', 'as-sent'] as const) {
      const world = await imageWorld({
        templates: [carouselTemplate('a', pictures)],
        settings: { formField },
      })
      // Not in the ledger under this name.
      expect(await world.run({ imageAccount: formField })).toEqual({ type: 'done' })
      const bytes = world.emulator.messages()[0]?.record['carousel'] as {
        list: { attachment: { image: { img_url: string } } }[]
      }
      const shown = bytes.list.map(
        ({ attachment: { image } }) => world.emulator.images().find(({ url }) => url === image.img_url)?.heightPx,
      )
      expect(shown).toEqual(pictures.map((n) => 720 + n))
    }
  })

  it('are uploaded again once the service could not find what their message names', async () => {
    const n = fresh()
    const world = await imageWorld({ templates: [imageTemplate('a', n), imageTemplate('b', fresh())], recipients: 3 })
    expect(await world.run({ maxMessages: 1 })).toEqual({ type: 'limit' })
    const url = world.emulator.images().find(({ heightPx }) => heightPx === 720 + n)?.url ?? ''
    expect(world.emulator.expireImage(url)).toBe(true)
    expect(await world.run({ maxMessages: 1 })).toEqual({ type: 'limit' })
    expect(await world.counts()).toMatchObject({ accepted: 1, rejected: 1 })
    expect(uploads(world)).toBe(2)
    expect(await world.run()).toEqual({ type: 'done' })
    // Only that of the message that was refused.
    expect(uploads(world)).toBe(3)
    expect(await world.counts()).toMatchObject({ accepted: 5, rejected: 1 })
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it(`are used again for ${imageReuseDays} days, and uploaded again after that`, async () => {
    const templates = [imageTemplate('a', fresh())]
    const world = await imageWorld({ templates, recipients: 3 })
    const uploadedAt = world.clock.now()
    expect(await world.run({ maxMessages: 1 })).toEqual({ type: 'limit' })
    world.clock.set(uploadedAt + imageReuseDays * dayMs - 60_000)
    expect(await world.run({ maxMessages: 1 })).toEqual({ type: 'limit' })
    expect(uploads(world)).toBe(1)
    world.clock.set(uploadedAt + imageReuseDays * dayMs + 60_000)
    expect(await world.run()).toEqual({ type: 'done' })
    expect(uploads(world)).toBe(2)
  })

  it('of messages that are sent already are not uploaded', async () => {
    const templates = [imageTemplate('a', fresh())]
    const world = await imageWorld({ templates })
    await world.run()
    expect(await world.run({ readImage: () => 'missing', imageAccount: 'another' })).toEqual({ type: 'done' })
    expect(uploads(world)).toBe(1)
  })

  it('that expire before their message are rejected with it', async () => {
    const templates = [imageTemplate('a', fresh())]
    const faults = [{ on: 'send', at: 2, fault: expireImage }] as const
    const world = await imageWorld({ templates, recipients: 25, faults })
    expect(await world.run()).toEqual({ type: 'done' })
    expect(await world.counts()).toMatchObject({ accepted: 1, rejected: 24 })
    expect(await world.ledger().failures(world.release)).toMatchObject([
      { id: 'a', state: 'rejected', code: 'C404_1', sends: 24 },
    ])
    expect(await truthOf(world)).toEqual(nothingWrong)
  })
})

describe("the service's clock at an upload", () => {
  it('counts at each of several', async () => {
    const world = await imageWorld({
      templates: [carouselTemplate('a', [fresh(), fresh(), fresh()])],
    })
    let uploaded = 0
    const upload: World['service']['upload'] = async (...given) => {
      uploaded++
      if (uploaded === 2) world.emulator.clock.change({ moveMs: 60_000 })
      return world.service.upload(...given)
    }
    expect((await world.run({ service: { ...world.service, upload } })).type).toBe('clock')
    expect(operations(world)).toEqual(['upload 1', 'upload 1'])
  })

  it.each([
    [31_500, 'clock'],
    [29_500, 'done'],
    [-29_500, 'done'],
    [-32_500, 'clock'],
    [86_400_000, 'clock'],
  ])('%i ms ahead: %s, before the first message', async (moveMs, type) => {
    const n = fresh()
    const world = await imageWorld({ templates: [imageTemplate('a', n), imageTemplate('b', fresh())] })
    world.emulator.clock.change({ moveMs })
    const end = await world.run()
    expect(end.type).toBe(type)
    if (end.type !== 'clock') return
    expect(Math.abs(end.aheadMs - moveMs)).toBeLessThan(2_000)
    expect(operations(world)).toEqual(['upload 1'])
    expect(await world.counts()).toMatchObject({ pending: 4, accepted: 0 })
    world.emulator.clock.change({ moveMs: -moveMs })
    expect(await world.run()).toEqual({ type: 'done' })
    // Nobody knows since when the first is there.
    expect(uploads(world)).toBe(3)
  })

  it.each([
    { type: 'upload-error', code: 'E600' },
    { type: 'upload-error', code: 'G900' },
  ] as const)('ends the deploy though the upload failed: %j', async (fault) => {
    const world = await imageWorld({ templates: [imageTemplate('a', fresh())], faults: [{ on: 'upload', fault }] })
    world.emulator.clock.change({ moveMs: 60_000 })
    expect((await world.run()).type).toBe('clock')
    expect(uploads(world)).toBe(1)
  })
})

describe('an image that cannot be used', () => {
  const problemsOf = (end: RunEnd): unknown =>
    end.type === 'images' && end.problems.map(({ image, problem }) => [image.path, image.usedBy, problem])

  it.each([
    ['missing', { type: 'file-missing' }],
    ['other', { type: 'file-changed' }],
  ] as const)(
    'because its file is %s: named with each message and place, and nothing is sent',
    async (content, problem) => {
      const n = fresh()
      const templates = [imageTemplate('a', n), imageTemplate('b', n)]
      const world = await imageWorld({ templates })
      const usedBy = ['a', 'b'].map((id) => ({ id, source: `messages/${id}.md`, pointer: '/attachment/image/img_url' }))
      expect(problemsOf(await world.run({ readImage: () => content }))).toEqual([[`images/${n}.png`, usedBy, problem]])
      expect(world.emulator.requests()).toEqual([])
      expect(await world.counts()).toMatchObject({ pending: 4 })
    },
  )

  it('because the service refuses it: all of them are named, the others are kept, and nothing is sent', async () => {
    const numbers = [fresh(), fresh(), fresh()]
    const templates = numbers.map((n) => imageTemplate(`m${n}`, n))
    const fault = { type: 'upload-error', code: 'E600', message: 'InvalidImageFormatException' } as const
    const world = await imageWorld({ templates, faults: [{ on: 'upload', at: [1, 3], fault }] })
    const problem = { type: 'refused', code: 'E600', message: 'InvalidImageFormatException' }
    expect(await world.run()).toMatchObject({
      type: 'images',
      problems: [numbers[0], numbers[2]].map((n) => ({ image: { path: `images/${n}.png` }, problem })),
    })
    expect(operations(world)).toHaveLength(3)
    world.emulator.faults.clear()
    expect(await world.run()).toEqual({ type: 'done' })
    expect(uploads(world)).toBe(5)
  })

  it.each([
    { type: 'upload-error', code: 'G900' },
    { type: 'upload-error', code: 'CE504' },
    { type: 'status', status: 503 },
    { type: 'drop' },
    { type: 'reset-after-reading' },
    html(),
    cutOff(),
  ] as const)('for the moment is tried again: %j', async (fault) => {
    const world = await imageWorld({
      templates: [imageTemplate('a', fresh())],
      faults: [{ on: 'upload', at: [1, 2], fault }],
    })
    expect(await world.run()).toEqual({ type: 'done' })
    expect(uploads(world)).toBe(3)
    expect(await world.counts()).toMatchObject({ accepted: 2 })
  })

  it('at all ends the deploy with the first: the others would take as long', async () => {
    const templates = [fresh(), fresh(), fresh()].map((n) => imageTemplate(`m${n}`, n))
    const world = await imageWorld({ templates, faults: [{ on: 'upload', fault: { type: 'drop' } }] })
    expect(await world.run({ retryDelaysMs: [10, 10] })).toMatchObject({
      type: 'images',
      problems: [{ problem: { type: 'failed' } }],
    })
    expect(operations(world)).toHaveLength(3)
  })

  it('beside others is tried again without them, also by the next run', async () => {
    const fault = { type: 'upload-error', code: '2004' } as const
    const world = await imageWorld({
      templates: [carouselTemplate('a', [fresh(), fresh(), fresh()])],
      faults: [{ on: 'upload', at: 2, fault }],
    })
    const stop = new AbortController()
    const onEvent = (event: RunEvent): void => {
      if (event.type === 'retrying') stop.abort()
    }
    expect(await world.run({ stop: stop.signal, onEvent })).toEqual({ type: 'interrupted' })
    world.emulator.faults.clear()
    expect(await world.run()).toEqual({ type: 'done' })
    expect(uploads(world)).toBe(4)
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('ends with a signal while it is tried again', async () => {
    const world = await imageWorld({
      templates: [imageTemplate('a', fresh())],
      faults: [{ on: 'upload', fault: { type: 'drop' } }],
    })
    const stop = new AbortController()
    const onEvent = (): void => stop.abort()
    expect(await world.run({ stop: stop.signal, onEvent })).toEqual({ type: 'interrupted' })
    expect(uploads(world)).toBe(1)
  })
})
