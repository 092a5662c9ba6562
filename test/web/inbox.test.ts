import { expect, it } from 'vitest'
import { emulate, send } from '../emulator/client.ts'
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
