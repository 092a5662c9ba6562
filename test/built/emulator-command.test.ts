import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../cli/run-inside.ts'
import { startCli } from '../cli/run-cli.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { emulate, send } from '../emulator/client.ts'
import { textMessage } from '../emulator/messages.ts'

const cwd = tempFolder()

function configFile(config: unknown): string {
  const file = join(cwd, 'emulator.json')
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config))
  return file
}

it.each(['SIGINT', 'SIGTERM'] as const)('runs until %s, and ends cleanly', async (signal) => {
  const run = startCli(['emulator', '--port', '0', '--faults', configFile({ credit: 1 })], { cwd })
  await run.untilOutput('Secret key    emulator_not_a_secret')
  const url = /Inbox\s+(http:\/\/127\.0\.0\.1:\d+)/.exec(run.output)?.[1] ?? ''
  const emulator = { ...(await emulate()), baseUrl: url }
  const { body } = await send(emulator, 'ft-text', [textMessage(), textMessage()])
  expect(body.results.map(({ code }) => code)).toEqual(['C100', 'G150'])
  const page = await fetch(url)
  expect(await page.text()).toContain('<!doctype html>')
  const events = await fetch(`${url}/_emulator/inbox/events`)
  run.kill(signal)
  const { code, stderr } = await run.ended()
  expect([code, stderr]).toEqual([0, 'Stopped. 2 messages came, 1 accepted.\n'])
  await expect(events.text()).rejects.toThrow()
})

it.each<[config: unknown, line: string]>([
  [{ credits: 1 }, '✗ emulator.json: does not have "credits"'],
  [
    { secretKey: 'real-secret' },
    '✗ emulator.json (/secretKey): must start with "emulator_": never give a real secret here',
  ],
  [{ clock: { set: 'yesterday' } }, '✗ emulator.json (/clock/set): is no time'],
  [{ clock: { moveMs: 1e300 } }, '✗ emulator.json (/clock/moveMs): is no time'],
  [{ faults: [{ fault: { type: 'delay', ms: -1 } }] }, '✗ emulator.json (/faults/0/fault/ms): must be >= 0'],
  [{ faults: [{ fault: { type: 'own', name: 'x' } }] }, '✗ emulator.json (/faults/0/fault): has no type that there is'],
  [
    { faults: [{ fault: { type: 'refuse' }, on: ['send'] }] },
    '✗ emulator.json (/faults/0/on): must name one operation: send, upload, query, send:ft-text,',
  ],
  [[], '✗ emulator.json: must be object'],
  ['{"credit": 1', '✗ emulator.json:1:12: not JSON from here on'],
])('refuses the configuration %j', async (config, line) => {
  const { code, stdout, stderr } = await runCli(['emulator', '--port', '0', '--faults', configFile(config)], { cwd })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.startsWith(line)).toBe(true)
})

it('refuses a port that is none or taken', async () => {
  const port = new URL((await emulate()).url).port
  const inFile = await runCli(['emulator', '--faults', configFile({ port: Number(port) })], { cwd })
  expect([inFile.code, inFile.stderr]).toEqual([
    2,
    expect.stringContaining(`emulator.json (/port): port ${port} is taken`),
  ])
  for (const [args, line] of [
    [
      ['--port', '70000'],
      '✗ --port cannot be "70000". Write a whole number from 0 to 65535.\nSee friendtalk emulator --help\n',
    ],
    [['--port', port], `✗ --port: port ${port} is taken; name another, or 0 for a free one\n`],
  ] as const) {
    expect(await runCli(['emulator', ...args], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: line,
    })
  }
})

it('says it in Korean', async () => {
  const run = startCli(['emulator', '--port', '0', '--lang', 'ko'], { cwd })
  await run.untilOutput('멈추려면 Ctrl-C를 누르세요.')
  const url = /(http:\/\/127\.0\.0\.1:\d+)/.exec(run.output)?.[1] ?? ''
  // What the browser prefers counts for less than what was asked for.
  const inbox = async (query: string): Promise<string> =>
    (await fetch(url + query, { headers: { 'accept-language': 'en' } })).text()
  expect(await inbox('')).toContain('<html lang="ko"')
  expect(await inbox('/?lang=en')).toContain('<html lang="en"')
  run.kill('SIGINT')
  expect((await run.ended()).stderr).toBe('멈췄습니다. 메시지 0건을 받아 0건을 접수했습니다.\n')
  const wrong = await runCli(['emulator', '--faults', configFile({ credits: 1 }), '--lang', 'ko'], { cwd })
  const notUrl = await runCli(['emulator', '--webhook', 'foo'], { cwd })
  expect(notUrl.stderr).toMatch(/^✗ --webhook: /)
  expect(wrong.stderr).toBe('✗ emulator.json: "credits" 항목은 없습니다\n')
})

it.each([
  [{}, 'ko', 'ko'],
  [{}, 'fr, en;q=0.8', 'en'],
  [{ lang: 'en' }, 'ko', 'en'],
] as const)('%j shows its inbox to a browser that prefers %s in %s', async (options, preferred, lang) => {
  const { url } = await emulate(options)
  const page = await fetch(url, { headers: { 'accept-language': preferred } })
  expect(await page.text()).toContain(`<html lang="${lang}"`)
})
