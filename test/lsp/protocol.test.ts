import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { EditorClient } from './client.ts'

const good = '---\nkind: ft-text\nad_flag: N\n---\n\n안녕하세요\n'
const longName =
  '---\nkind: ft-text\nad_flag: N\n---\n\n안녕하세요\n\n- [소식을 아주 자세히 보러 가기](https://m.example.com)\n'
const config = (rules: object = {}): string => JSON.stringify({ messages: ['messages/**/*.md'], rules })

const address = (root: string, path: string): string => pathToFileURL(join(root, path)).href

describe('diagnostics', () => {
  it('are pushed once for every version, each with its number', async () => {
    const root = tempFolder({ 'friendtalk.config.json': config(), 'messages/a.md': good })
    const uri = address(root, 'messages/a.md')
    const client = await EditorClient.start({ folders: [root] }, root)
    await client.open(uri, good)
    for (let version = 2; version <= 60; version++) {
      const at = { line: 5, character: 5 }
      void client.change(uri, version, [{ range: { start: at, end: at }, text: '가' }])
    }
    await client.untilPushed(uri, ({ version }) => version === 60)
    const versions = client.pushed.filter((one) => one.uri === uri).map(({ version }) => version)
    expect(versions).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  })

  it('stand where they are after a change that reaches behind the end', async () => {
    const root = tempFolder({ 'friendtalk.config.json': config() })
    const uri = address(root, 'messages/a.md')
    const client = await EditorClient.start(
      { folders: [root], capabilities: { textDocument: { diagnostic: {} } } },
      root,
    )
    await client.open(uri, good)
    const range = { start: { line: 90, character: 5 }, end: { line: 91, character: 5 } }
    await client.change(uri, 2, [{ range, text: '\n- [소식을 아주 자세히 보러 가기](https://m.example.com)\n' }])
    const report = await client.ask('textDocument/diagnostic', { textDocument: { uri } })
    expect(report).toMatchObject({
      items: [{ code: 'button-name-too-long', range: { start: { line: 7, character: 17 } } }],
    })
  })

  it('carry their rule, its page and the limit', async () => {
    const root = tempFolder({ 'friendtalk.config.json': config() })
    const uri = address(root, 'messages/a.md')
    const client = await EditorClient.start({ folders: [root], locale: 'ko-KR' }, root)
    await client.open(uri, longName)
    const { diagnostics } = await client.untilPushed(uri)
    expect(diagnostics).toMatchObject([
      {
        source: 'friendtalk',
        code: 'button-name-too-long',
        severity: 1,
        data: { actual: 16, limit: 14, unit: 'characters', pointer: '/attachment/button/0/name' },
        message: expect.stringContaining('버튼 이름') as string,
      },
    ])
  })

  it('are in the language of the configuration, whatever the editor speaks', async () => {
    const korean = JSON.stringify({ messages: ['messages/*.md'], lang: 'ko' })
    const root = tempFolder({ 'friendtalk.config.json': korean })
    const uri = address(root, 'messages/a.md')
    const client = await EditorClient.start({ folders: [root], locale: 'en-GB' }, root)
    await client.open(uri, longName)
    const { diagnostics } = await client.untilPushed(uri)
    expect(diagnostics).toMatchObject([{ message: expect.stringContaining('버튼 이름') as string }])
  })

  it('are pulled where a client asks, and then not pushed too', async () => {
    const root = tempFolder({ 'friendtalk.config.json': config() })
    const uri = address(root, 'messages/a.md')
    const client = await EditorClient.start(
      { folders: [root], capabilities: { textDocument: { diagnostic: {} } } },
      root,
    )
    expect(client.initialized.capabilities.diagnosticProvider).toBeDefined()
    await client.open(uri, longName)
    const report = await client.ask('textDocument/diagnostic', { textDocument: { uri } })
    expect(report).toMatchObject({ kind: 'full', items: [{ code: 'button-name-too-long' }] })
    expect(client.pushed).toEqual([])
  })

  it('have the columns of the client', async () => {
    const root = tempFolder({ 'friendtalk.config.json': config() })
    const uri = address(root, 'messages/a.md')
    const client = await EditorClient.start({ folders: [root] }, root)
    await client.open(uri, longName)
    const at = { line: 7, character: 3 }
    await client.change(uri, 2, [{ range: { start: at, end: at }, text: '새' }])
    const { diagnostics } = await client.untilPushed(uri, ({ version }) => version === 2)
    expect(diagnostics[0]?.range.start.character).toBe(17)
  })

  it("are those of each folder's configuration, and the defaults outside of any", async () => {
    const one = tempFolder({ 'friendtalk.config.json': config() })
    const other = tempFolder({ 'friendtalk.config.json': config({ 'trailing-space': 'off' }) })
    const outside = tempFolder()
    const client = await EditorClient.start({ folders: [one, other] }, one)
    const trailing = good.replace('안녕하세요', '안녕하세요  ')
    const uris = [address(one, 'messages/a.md'), address(other, 'messages/a.md'), address(outside, 'a.md')]
    for (const uri of uris) await client.open(uri, trailing)
    await client.open('untitled:Untitled-1', trailing, { languageId: 'friendtalk' })
    await client.open(address(one, 'README.md'), '# What this is\n')
    for (const uri of uris) await client.untilPushed(uri)
    expect(uris.map((uri) => client.rulesOf(uri))).toEqual([['trailing-space'], [], ['trailing-space']])
    await client.untilPushed('untitled:Untitled-1')
    expect(client.rulesOf('untitled:Untitled-1')).toEqual(['trailing-space'])
    await client.untilPushed(address(one, 'README.md'), ({ diagnostics }) => diagnostics.length === 0)
  })
})

describe('what a message depends on', () => {
  const image = '---\nkind: ft-image\nad_flag: N\n---\n\n안녕하세요\n\n![사진](images/a.png)\n'

  it('is looked at again when the client tells of a change', async () => {
    const root = tempFolder({ 'friendtalk.config.json': config(), 'messages/a.md': image })
    mkdirSync(join(root, 'messages/images'))
    const uri = address(root, 'messages/a.md')
    const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } }
    const client = await EditorClient.start({ folders: [root], capabilities }, root)
    await client.until('watching', () => client.registered.includes('workspace/didChangeWatchedFiles'))
    await client.open(uri, image)
    await client.untilPushed(uri)
    expect(client.rulesOf(uri)).toEqual(['image-not-found'])
    const file = join(root, 'messages/images/a.png')
    writeFileSync(file, pngBytes({ width: 720, height: 720 }))
    await client.watched(file)
    await client.until('the image to be seen', () => client.rulesOf(uri)?.length === 0)
  })

  it('is read with its recipients, whose rows are checked', async () => {
    const text =
      '---\nkind: ft-text\nad_flag: N\nvars:\n  이름: { max: 10, example: 김하늘 }\nrecipients: list.csv\n---\n\n#{이름}님\n'
    const list = 'receiver_number,이름\n01012345678,김하늘\n'
    const root = tempFolder({ 'friendtalk.config.json': config(), 'messages/list.csv': list })
    const uri = address(root, 'messages/a.md')
    const client = await EditorClient.start({ folders: [root] }, root)
    await client.open(uri, text)
    await client.untilPushed(uri)
    expect(client.rulesOf(uri)).toEqual([])
    const csv = join(root, 'messages/list.csv')
    writeFileSync(csv, 'receiver_number,이름\n0101234567,김하늘\n')
    await client.watched(csv)
    const csvUri = pathToFileURL(csv).href
    const { diagnostics } = await client.untilPushed(csvUri)
    expect(diagnostics).toMatchObject([{ code: 'recipient-number-invalid', range: { start: { line: 1 } } }])
    rmSync(csv)
    await client.watched(csv)
    await client.untilPushed(uri, (one) => one.diagnostics.some(({ code }) => code === 'recipients-not-read'))
    await client.untilPushed(csvUri, (one) => one.diagnostics.length === 0)
  })

  it('is a configuration that breaks, is told once, and is repaired', async () => {
    const root = tempFolder({ 'friendtalk.config.json': config({ 'trailing-space': 'off' }) })
    const uri = address(root, 'messages/a.md')
    const file = join(root, 'friendtalk.config.json')
    const client = await EditorClient.start({ folders: [root] }, root)
    await client.open(uri, good.replace('안녕하세요', '안녕하세요  '))
    await client.untilPushed(uri)
    expect(client.rulesOf(uri)).toEqual([])
    writeFileSync(file, '{ "messages": [}')
    await client.watched(file)
    const broken = await client.untilPushed(pathToFileURL(file).href)
    expect(broken.diagnostics).toMatchObject([{ severity: 1, range: { start: { line: 0, character: 15 } } }])
    await client.untilPushed(uri)
    expect(client.rulesOf(uri), 'the last that was good holds').toEqual([])
    writeFileSync(file, config({ 'trailing-space': 'error' }))
    await client.watched(file)
    await client.untilPushed(pathToFileURL(file).href, ({ diagnostics }) => diagnostics.length === 0)
    await client.untilPushed(uri, ({ diagnostics }) => diagnostics[0]?.severity === 1)
    rmSync(file)
    await client.watched(file)
    await client.untilPushed(uri, ({ diagnostics }) => diagnostics[0]?.severity === 2)
  })
})

describe('a server', () => {
  it('survives nonsense', async () => {
    const root = tempFolder({ 'friendtalk.config.json': config() })
    const uri = address(root, 'messages/a.md')
    const client = await EditorClient.start({ folders: [root] }, root)
    const raw = (body: string): void => {
      client.input.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    }
    raw('{"jsonrpc":"2.0","method":')
    raw('[]')
    raw('"text"')
    raw('{"jsonrpc":"2.0","id":900,"method":"textDocument/hover","params":{"textDocument":{"uri":"nowhere"}}}')
    raw('{"jsonrpc":"2.0","id":901,"method":"friendtalk/preview","params":null}')
    raw(
      '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///unknown.md","version":3},"contentChanges":[]}}',
    )
    raw('{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"http://%zz"}}}')
    raw('{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"%%%","type":9}]}}')
    await client.open(uri, good)
    const far = { line: 1_000_000, character: 5_000_000 }
    await client.change(uri, 2, [{ range: { start: far, end: far }, text: '  ' }])
    await client.change(uri, 1, [{ range: { start: far, end: { line: -1, character: -1 } }, text: '' }])
    await client.change(uri, 9, [{ text: longName }])
    await client.untilPushed(uri, ({ version }) => version === 9)
    expect(client.rulesOf(uri)).toEqual(['button-name-too-long'])
    const position = { line: 99, character: 99 }
    expect(await client.ask('textDocument/hover', { textDocument: { uri }, position })).toBeNull()
  })

  it('goes on beside files that are no UTF-8, and when a client sends bytes that are none', async () => {
    const notUtf8 = Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xb0, 0xa1, 0xff, 0xfe, 0x0a])
    const list = good.replace('ad_flag: N', 'ad_flag: N\nrecipients: list.csv')
    const root = tempFolder({
      'friendtalk.config.json': config(),
      'messages/other.md': notUtf8,
      'messages/list.csv': Buffer.concat([Buffer.from('receiver_number\n'), notUtf8]),
    })
    const uri = address(root, 'messages/a.md')
    const client = await EditorClient.start({ folders: [root] }, root)
    await client.open(uri, list)
    // What is wrong with a list is told in the message, or in the list itself.
    await client.until('the list to be found no UTF-8', () =>
      client.pushed.some(({ diagnostics }) => diagnostics.some(({ code }) => code === 'recipients-not-utf8')),
    )
    await client.change(uri, 2, [{ text: `${good}\ud800` }])
    await client.untilPushed(uri, ({ version }) => version === 2)
    const change = { textDocument: { uri, version: 3 }, contentChanges: [{ text: `${good}?` }] }
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'textDocument/didChange', params: change })
    const bytes = Buffer.from(text)
    bytes[bytes.lastIndexOf('?')] = 0xff
    client.input.write(`Content-Length: ${bytes.length}\r\n\r\n`)
    client.input.write(bytes)
    await client.untilPushed(uri, ({ version }) => version === 3)
    // The file that is no UTF-8, opened as an editor would: as what it took it for.
    const other = address(root, 'messages/other.md')
    await client.open(other, notUtf8.toString('utf8'))
    await client.untilPushed(other, ({ diagnostics }) => diagnostics.length > 0)
  })

  it('answers no request that was cancelled while it waited', async () => {
    const root = tempFolder({ 'friendtalk.config.json': config() })
    const uri = address(root, 'messages/a.md')
    const client = await EditorClient.start({ folders: [root] }, root)
    const body = (message: object): string => {
      const text = JSON.stringify({ jsonrpc: '2.0', ...message })
      return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
    }
    const answers = new Map<number, unknown>()
    let buffer = ''
    client.output.on('data', (chunk: Buffer) => {
      buffer += chunk.toString()
      for (const [, id, rest] of buffer.matchAll(/\{"jsonrpc":"2\.0","id":(\d+),("(?:result|error)")/g))
        answers.set(Number(id), rest)
    })
    const textDocument = { uri, languageId: 'markdown', version: 1, text: good }
    client.input.write(
      body({ method: 'textDocument/didOpen', params: { textDocument } }) +
        body({ id: 701, method: 'textDocument/documentSymbol', params: { textDocument } }) +
        body({ id: 702, method: 'textDocument/documentSymbol', params: { textDocument } }) +
        body({ method: '$/cancelRequest', params: { id: 702 } }),
    )
    await client.until('both answers', () => answers.size === 2)
    expect(answers.get(701)).toBe('"result"')
    expect(answers.get(702)).toBe('"error"')
  })

  it('finds its project behind a link', async () => {
    const root = tempFolder({ 'friendtalk.config.json': config({ 'trailing-space': 'off' }) })
    const link = join(tempFolder(), 'link')
    symlinkSync(root, link)
    mkdirSync(join(root, 'messages'))
    const client = await EditorClient.start({ folders: [link] }, link)
    await client.open(address(link, 'messages/a.md'), good.replace('안녕하세요', '안녕하세요  '))
    await client.untilPushed(address(link, 'messages/a.md'))
    expect(client.rulesOf(address(link, 'messages/a.md'))).toEqual([])
  })
})
