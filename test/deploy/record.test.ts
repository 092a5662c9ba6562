import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { CompiledTemplate } from '../../src/template.ts'
import { person, template } from '../ledger/temp-ledger.ts'
import { deployWorld } from './deploy-world.ts'
import { nothingWrong, truthOf } from './truth.ts'
import { type Sent, watched } from './watched.ts'

const secret = 'emulator_canary_of_the_fallback'

function withFallback(id: string): CompiledTemplate {
  const { payload, ...rest } = template(id)
  const failback = { msg: '안녕하세요.', api_unique_id: 'lms-standard', origin_cid: '302190001' }
  return { ...rest, service_id: 'ft-text', payload: { ...payload, failback_data: failback } } as CompiledTemplate
}

it('a message says who sends it to whom, with the values of its recipient, under a key without personal data', async () => {
  const recipients = [person(7), person(8)]
  const world = await deployWorld({ recipients })
  await world.run()
  const messages = world.emulator.messages().toReversed()
  expect(messages.map(({ record }) => record)).toEqual([
    {
      sender_key: 'emulator-sender',
      sender_number: '0212345678',
      receiver_number: '01000000007',
      msg_key: expect.stringMatching(/^m-[\w-]{24}$/) as string,
      msg: '안녕하세요, 손님 7님.',
      ad_flag: 'Y',
    },
    {
      sender_key: 'emulator-sender',
      sender_number: '0212345678',
      receiver_number: '01000000008',
      msg_key: expect.stringMatching(/^m-[\w-]{24}$/) as string,
      msg: '안녕하세요, 손님 8님.',
      ad_flag: 'Y',
    },
  ])
  expect(messages.every(({ ignored, findings }) => ignored.length + findings.length === 0)).toBe(true)
  expect(messages[0]?.msgKey).not.toContain('00000007')
})

it('a message that falls back has its own fields, and the secret is in the request alone', async () => {
  const world = await deployWorld({ templates: [withFallback('a'), template('b')], recipients: 2 })
  const sent: Sent[number][] = []
  const service = watched(world.service, (_request, messages) => sent.push(...messages))
  expect(await world.run({ service, failbackSecretKey: secret })).toEqual({ type: 'done' })
  const fallbacks = sent.map((message) => (message as { failback_data?: unknown }).failback_data)
  const common = { msg: '안녕하세요.', api_unique_id: 'lms-standard', origin_cid: '302190001' }
  expect(fallbacks).toEqual([
    { ...common, sender_number: '0212345678', receiver_number: '01000000000', secret_key: secret },
    { ...common, sender_number: '0212345678', receiver_number: '01000000001', secret_key: secret },
    undefined,
    undefined,
  ])
  expect(await world.counts()).toMatchObject({ accepted: 4 })
  expect(await truthOf(world)).toEqual(nothingWrong)
  expect(JSON.stringify(world.events)).not.toContain(secret)
  for (const end of ['', '-wal', '-shm']) {
    const file = `${world.path}${end}`
    if (existsSync(file)) expect(readFileSync(file).includes(secret)).toBe(false)
  }
})
