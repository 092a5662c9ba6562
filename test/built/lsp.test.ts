import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { ProcessClient } from '../lsp/client.ts'
import { tempFolder } from '../project/temp-folder.ts'

const message = '---\nkind: ft-text\nad_flag: N\n---\n\n안녕하세요  \n'

it('a configuration that is a program disturbs nothing by what it prints', async () => {
  const program = (severity: string): string =>
    `console.log('hello')\nprocess.stdout.write('there')\nexport default { messages: ['messages/**/*.md'], rules: { 'trailing-space': '${severity}' } }\n`
  const root = tempFolder({ 'friendtalk.config.mjs': program('off') })
  const uri = pathToFileURL(join(root, 'messages/a.md')).href
  const client = await ProcessClient.start({ folders: [root] }, root)
  await client.open(uri, message)
  await client.untilPushed(uri)
  expect(client.rulesOf(uri)).toEqual([])
  writeFileSync(join(root, 'friendtalk.config.mjs'), program('error'))
  await client.watched(join(root, 'friendtalk.config.mjs'))
  await client.untilPushed(uri, ({ diagnostics }) => diagnostics[0]?.severity === 1)
  expect(client.stderr).toContain('hello')
})

it('a server ends when it is told to, and when its client goes', async () => {
  const root = tempFolder()
  const polite = await ProcessClient.start({}, root)
  await polite.connection.sendRequest('shutdown')
  await polite.connection.sendNotification('exit')
  expect(await polite.ended).toBe(0)
  const gone = await ProcessClient.start({}, root)
  gone.input.end()
  expect(await gone.ended).toBe(1)
  const cut = await ProcessClient.start({}, root)
  await cut.open(pathToFileURL(join(root, 'a.md')).href, message)
  cut.output.destroy()
  cut.input.destroy()
  await cut.ended
})
