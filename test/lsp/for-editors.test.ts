import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DiagnosticSeverity } from 'vscode-languageserver/node'
import { expect, it } from 'vitest'
import { tempFolder } from '../project/temp-folder.ts'
import { EditorClient } from './client.ts'

const text = `---
kind: ft-text
ad_flag: N
vars:
  이름: { max: 5, example: 하늘 }
---

#{이름}님
반갑습니다.

- [이번 주 신상품 모두 보러 가기](https://example.com)

\`\`\`button
name: 다음에
type: BK
\`\`\`
`

async function opened(
  files: Parameters<typeof tempFolder>[0],
  initializationOptions: unknown = {},
  source = text,
): Promise<{ readonly client: EditorClient; readonly root: string; readonly uri: string }> {
  const root = tempFolder(files)
  const uri = pathToFileURL(join(root, 'a.md')).href
  const client = await EditorClient.start({ folders: [root], initializationOptions }, root)
  await client.open(uri, source)
  await client.untilPushed(uri)
  return { client, root, uri }
}

it('a drawing says which lines its parts stand on, as long as it is that of the text', async () => {
  const { client, uri } = await opened({ 'friendtalk.config.json': JSON.stringify({ messages: ['*.md'] }) })
  const linesIn = async (): Promise<readonly string[]> => {
    const { html } = await client.ask<{ html: string }>('friendtalk/preview', { uri })
    return [...html.matchAll(/data-pointer="([^"]+)" data-from="(\d+)" data-to="(\d+)"/g)].map(
      ([, pointer, from, to]) => `${pointer}:${from}-${to}`,
    )
  }
  // The block with its fences; the empty line between the buttons belongs to none.
  expect(await linesIn()).toEqual(['/msg:8-9', '/attachment/button/0:11-11', '/attachment/button/1:13-16'])
  await client.change(uri, 2, [{ text: text.replace('kind: ft-text', 'kind: [') }])
  expect(await linesIn()).toEqual([])
})

it('the limits of a message come with the tightest first, and other documents have none', async () => {
  const { client, root, uri } = await opened({})
  const limits = await client.ask<readonly object[]>('friendtalk/limits', { uri })
  expect(limits).toMatchObject([
    { pointer: '/attachment/button/0/name', name: 'Button 1 › name', actual: 17, limit: 14, unit: 'characters' },
    { pointer: '/attachment/button/1/name', actual: 3, limit: 14 },
    { pointer: '/msg', name: 'Text', actual: 13, limit: 1000 },
  ])
  expect(limits[0]).toHaveProperty('range.start', { line: 10, character: 3 })
  const other = pathToFileURL(join(root, 'README.md')).href
  await client.open(other, '# Not a message\n')
  expect(await client.ask('friendtalk/limits', { uri: other })).toBeNull()
  expect(await client.ask('friendtalk/limits', {})).toBeNull()
})

const program = `import { writeFileSync } from 'node:fs'
writeFileSync(new URL('was-run', import.meta.url), '')
export default { messages: ['*.md'] }
`

it('without trust a configuration that is a program is not run, and the file says so', async () => {
  const { client, root } = await opened({ 'friendtalk.config.ts': program }, { trusted: false })
  const config = pathToFileURL(join(root, 'friendtalk.config.ts')).href
  const pushed = await client.untilPushed(config)
  expect(pushed.diagnostics.map(({ message }) => message)).toEqual([
    'friendtalk.config.ts: is a program and was not run, because this folder is not trusted. The default settings hold; trust the folder, or write a friendtalk.config.json, which is only read.',
  ])
  expect(pushed.diagnostics[0]?.severity).toBe(DiagnosticSeverity.Warning)
  expect(existsSync(join(root, 'was-run'))).toBe(false)
})

it('without trust a configuration in JSON is read, also beside one that is a program', async () => {
  const sender = { sender_key: { env: 'A' }, sender_number: '0212345678' }
  const json = JSON.stringify({ messages: ['*.md'], senders: { default: sender } })
  const files = { 'friendtalk.config.ts': program, 'friendtalk.config.json': json }
  const { client, root, uri } = await opened(
    files,
    { trusted: false },
    text.replace('ad_flag', 'sender: nobody\nad_flag'),
  )
  const codes = client.pushed.filter((one) => one.uri === uri).flatMap(({ diagnostics }) => diagnostics)
  expect(codes.map(({ code }) => code)).toContain('sender-unknown')
  expect(existsSync(join(root, 'was-run'))).toBe(false)
})

it('with trust it is run', async () => {
  const { root } = await opened({ 'friendtalk.config.ts': program }, { trusted: true })
  expect(existsSync(join(root, 'was-run'))).toBe(true)
})
