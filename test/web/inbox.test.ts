import { expect, it } from 'vitest'
import { emulate, send } from '../emulator/client.ts'
import { codesOf, recipient, sendBody } from '../emulator/brand-message/client.ts'
import { textMessage } from '../emulator/messages.ts'

it.each([
  ['ko', '오전 12:05', '2026년 7월 1일'],
  ['en', '12:05 AM', 'July 1, 2026'],
])('the inbox tells in %s the time in Korea, wherever the machine is', async (lang, time, day) => {
  const emulator = await emulate({ clock: { set: '2026-06-30T15:05:00Z', frozen: true } })
  await send(emulator, 'ft-text', [textMessage()])
  const page = await (await fetch(`${emulator.url}/_emulator/inbox/messages/1?lang=${lang}`)).text()
  const list = await (await fetch(`${emulator.url}/_emulator/inbox/list?lang=${lang}`)).text()
  for (const text of [day, time]) expect(page.replaceAll('\u202F', ' ')).toContain(text)
  expect(list).toContain('"time":"00:05:00"')
})

it.each([
  { code: '1000', isResend: true, outcome: 'delivered' },
  { code: '3018', isResend: false, outcome: 'failed' },
  { code: '3018', isResend: true, outcome: 'fallback delivered' },
])('the inbox says $outcome of a brand message with $code, where a text may follow: $isResend', async (row) => {
  const { code, isResend, outcome } = row
  const emulator = await emulate({ webhooks: { 'brand-message': { code } } })
  const resendParameter = isResend ? { isResend, resendContent: '(광고)주말[무료 수신거부]0801234567' } : { isResend }
  const [resendSendNo] = emulator.settings().senderNumbers ?? ['0212345678']
  const sent = { ...recipient, resendParameter: { ...resendParameter, ...(isResend && { resendSendNo }) } }
  const body = { senderKey: 'emulator-sender', chatBubbleType: 'TEXT', content: '주말', recipientList: [sent] }
  expect(codesOf(await sendBody(emulator, body))).toEqual([0, 0])
  const list = await (await fetch(`${emulator.url}/_emulator/inbox/list?lang=en`)).text()
  expect(list).toContain(`"outcome":"${outcome}"`)
})
