import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type {
  CodeAction,
  CompletionItem,
  DocumentSymbol,
  Hover,
  Location,
  Range,
  TextEdit,
} from 'vscode-languageserver/node'
import { beforeEach, describe, expect, it } from 'vitest'
import { kinds } from '../../src/contract/contracts.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder, writeTree } from '../project/temp-folder.ts'
import { EditorClient, marked } from './client.ts'

const config = {
  messages: ['messages/**/*.md'],
  values: { 매장전화: '02-1234-5678', 지점: '본점' },
  senders: {
    default: { sender_key: { env: 'A' }, sender_number: '0212345678' },
    shop: { sender_key: { env: 'B' }, sender_number: '0212345678' },
  },
}
const tree = {
  'friendtalk.config.json': JSON.stringify(config),
  'messages/images/a.png': pngBytes({ width: 720, height: 720 }),
  'messages/images/wide.png': pngBytes({ width: 300, height: 100 }),
  'messages/list.csv': 'receiver_number\n01012345678\n',
}
let root = ''
let uri = ''
/** A server for what asks without changing anything: starting one takes far longer than its answer. */
let common: { readonly root: string; readonly client: Promise<EditorClient> } | undefined
let asked = 0

beforeEach(() => {
  root = tempFolder(tree)
  uri = pathToFileURL(join(root, 'messages/a.md')).href
})

interface Opened {
  readonly client: EditorClient
  readonly at: ReturnType<typeof marked>['at']
  readonly text: string
}

async function opened(
  source: string,
  options: Partial<Parameters<typeof EditorClient.start>[0]> = {},
): Promise<Opened> {
  const { text, at } = marked(source)
  const client = await EditorClient.start({ folders: [root], ...options }, root)
  await client.open(uri, text)
  await client.untilPushed(uri)
  return { client, at, text }
}

async function startCommon(cwd: string): Promise<EditorClient> {
  const client = await EditorClient.start({ folders: [cwd] }, cwd)
  client.keep()
  return client
}

/** Asks about the mark in a message that is open meanwhile. */
async function askAt<T>(method: string, source: string, options?: Parameters<typeof opened>[1]): Promise<T> {
  if (options) {
    const { client, at } = await opened(source, options)
    return client.ask(method, { textDocument: { uri }, position: at[0] })
  }
  if (common === undefined) {
    const cwd = tempFolder(tree)
    common = { root: cwd, client: startCommon(cwd) }
  }
  const client = await common.client
  const { text, at } = marked(source)
  const textDocument = { uri: pathToFileURL(join(common.root, `messages/m${++asked}.md`)).href }
  await client.open(textDocument.uri, text)
  await client.untilPushed(textDocument.uri)
  const answer = await client.ask<T>(method, { textDocument, position: at[0] })
  await client.connection.sendNotification('textDocument/didClose', { textDocument })
  return answer
}

/** What may be typed at the mark. */
function completions(source: string, options?: Parameters<typeof opened>[1]): Promise<readonly CompletionItem[]> {
  return askAt('textDocument/completion', source, options)
}

/** A text with edits made, as an editor makes them. */
function edited(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split('\n')
  const offset = ({ line, character }: Range['start']): number =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character
  return edits
    .toSorted((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (result, { range, newText }) => result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end)),
      text,
    )
}

const editsOf = (action: Pick<CodeAction, 'edit'> | undefined): readonly TextEdit[] =>
  action?.edit?.changes?.[uri] ?? []

describe('completion', () => {
  it.each([
    [
      '---\n▮\n---\n',
      [
        'kind',
        'id',
        'title',
        'sender',
        'ad_flag',
        'echo_to_webhook',
        'failback_data',
        'targeting',
        'adult',
        'pushAlarm',
        'unsubscribeNo',
        'unsubscribeAuthNo',
        'resendParameter',
        'vars',
        'recipients',
        'columns',
        'meta',
      ],
    ],
    [
      '---\nkind: ft-text\nse▮',
      ['id', 'title', 'sender', 'ad_flag', 'echo_to_webhook', 'failback_data', 'vars', 'recipients', 'columns', 'meta'],
    ],
    ['---\nkind: ▮\n---\n', [...kinds]],
    ['---\nkind: ft-text\nad_flag: ▮\n---\n', ['Y', 'N']],
    ['---\nkind: ft-text\nsender: ▮\n---\n', ['default', 'shop']],
    ['---\nkind: ft-text\nvars:\n  이름: { max: 10, ▮ }\n---\n', ['example', 'fallback']],
    ['---\nkind: ft-text\nvars:\n  이름:\n    ▮\n---\n', ['max', 'example', 'fallback']],
    ['---\nkind: ft-text\nvars:\n  ▮\n---\n\n#{이름} #{지점}\n', ['이름', '지점']],
    ['---\nkind: ft-text\nfailback_data:\n  ▮\n---\n', ['msg', 'api_unique_id', 'origin_cid']],
    ['---\nkind: ft-text\nrecipients: ▮\n---\n', ['images', 'list.csv']],
    [
      '---\nkind: ft-text\nvars:\n  이름: { max: 10 }\n  지점: { max: 5 }\n---\n\n안녕 #{▮\n',
      ['이름', '지점', '매장전화'],
    ],
    ['---\nkind: ft-text\n---\n\n```▮\n', ['button']],
    ['---\nkind: ft-carousel-feed\n---\n\n```▮\n', ['button', 'coupon', 'tail']],
    ['---\nkind: ft-text\n---\n\n```button\nname: 가\ntype: ▮\n```\n', ['WL', 'AL', 'BK', 'MD', 'BC', 'BT', 'BF']],
    ['---\nkind: ft-text\n---\n\n```button\ntype: BT\n▮\n```\n', ['name', 'chat_extra', 'chat_event']],
    [
      '---\nkind: ft-text\n---\n\n```button\n- name: 가\n  type: WL\n- name: 나\n  type: BF\n  ▮\n```\n',
      ['biz_form_key'],
    ],
    ['---\nkind: ft-image\n---\n\n![사진](▮)\n', ['images']],
    ['---\nkind: ft-image\n---\n\n![사진](images/▮)\n', ['a.png', 'wide.png']],
    ['---\nkind: ft-text\n---\n\n<!-- friendtalk-▮\n', ['friendtalk-disable-next-line', 'friendtalk-disable']],
    ['---\nkind: ft-text\n---\n\n본문입니다 ▮\n', []],
  ])('of %j', async (source, labels) => {
    expect((await completions(source)).map(({ label }) => label)).toEqual(labels)
  })

  it('of rule ids has the summary of each rule in the language of the client', async () => {
    const items = await completions('---\nkind: ft-text\n---\n\n<!-- friendtalk-disable-next-line trail▮ -->\n', {
      locale: 'ko',
    })
    const found = items.find(({ label }) => label === 'trailing-space')
    expect(found?.documentation).toMatchObject({ kind: 'markdown', value: expect.stringMatching(/[가-힣]/) as string })
  })

  it('puts a whole variable where one is begun', async () => {
    const source = '---\nkind: ft-text\nvars:\n  이름: { max: 10 }\n---\n\n안녕 #{▮\n'
    const [item] = await completions(source)
    const edit = item?.textEdit as TextEdit
    expect(edited(marked(source).text, [edit])).toContain('안녕 #{이름}\n')
  })

  it.each([
    ['with the brace that an editor has closed', '안녕 #{▮}님', '안녕 #{이름}님', '이름}'],
    ['before a fallback', '안녕 #{▮|고객}님', '안녕 #{이름|고객}님', '이름'],
  ])('puts a variable %s', async (_, line, expected, newText) => {
    const source = `---\nkind: ft-text\nvars:\n  이름: { max: 10 }\n---\n\n${line}\n`
    const [item] = await completions(source)
    const edit = item?.textEdit as TextEdit
    // The cursor then stands behind what was put.
    expect(edit.newText).toBe(newText)
    expect(edited(marked(source).text, [edit])).toContain(`${expected}\n`)
  })
})

describe('hover', () => {
  const hoverAt = async (source: string, options?: Parameters<typeof opened>[1]): Promise<string> => {
    const hover = await askAt<Hover | null>('textDocument/hover', source, options)
    return hover === null ? '' : (hover.contents as { readonly value: string }).value
  }

  it('tells of a field its limit, and the count now and at the longest in every reading', async () => {
    const said = await hoverAt(
      '---\nkind: ft-text\nad_flag: N\nvars:\n  이름: { max: 4 }\n---\n\n본문\n\n- [#{이름} 보▮기😀](https://m.example.com)\n',
    )
    expect(said).toContain('At most 14 characters.')
    expect(said).toContain('| UTF-16 | 5 | 9 |')
    expect(said).toContain('| code points | 4 | 8 |')
    expect(said).toContain('| graphemes | 4 | 8 |')
  })

  it('tells of a variable its declaration and where it is used', async () => {
    const said = await hoverAt(
      '---\nkind: ft-text\nvars:\n  이름: { max: 4, example: 하늘 }\n---\n\n#{이▮름}님\n\n#{이름}\n',
      { locale: 'ko' },
    )
    expect(said).toContain('최대 4자, 예시: 하늘')
    expect(said).toContain('7, 9행')
  })

  it('tells of a constant of the configuration what it is', async () => {
    const said = await hoverAt('---\nkind: ft-text\nvars: { 지점: 강남점 }\n---\n\n#{지점}: #{매장▮전화}\n')
    expect(said).toContain('A constant of the configuration: 02\\-1234\\-5678')
    expect(await hoverAt('---\nkind: ft-text\nvars: { 지점: 강남점 }\n---\n\n#{지▮점}\n')).not.toContain('constant')
  })

  it('tells of an image its facts and whether it fits', async () => {
    const message = (image: string): string =>
      `---\nkind: ft-image\nad_flag: N\n---\n\n본문\n\n![사진](images/▮${image})\n`
    expect(await hoverAt(message('a.png'))).toMatch(/PNG, 720 × 720 px, .*\n\nIt fits/)
    expect(await hoverAt(message('wide.png'))).toMatch(/PNG, 300 × 100 px/)
    expect(await hoverAt(message('wide.png'))).not.toContain('It fits')
    expect(await hoverAt(message('none.png'))).not.toContain('fits')
  })

  it('tells of a rule and of a key', async () => {
    expect(await hoverAt('---\nkind: ft-text\n---\n\n<!-- friendtalk-disable trailing▮-space -- x -->\n')).toContain(
      '**trailing-space**',
    )
    expect(await hoverAt('---\nki▮nd: ft-text\n---\n')).toContain('service_id')
    expect(await hoverAt('---\nkind: ft-t▮ext\n---\n')).toContain('Text and buttons')
  })
})

describe('a rule that the configuration adds', () => {
  const house = `export default {
    messages: ['messages/**/*.md'],
    plugins: [{
      id: 'house-word', tier: 'style', severity: 'warning',
      check: (message, report) => report({ pointer: '/msg' }),
      words: {
        en: { summary: 'A word of ours.', why: 'The brand book.', message: () => 'Reword this.' },
        ko: { summary: '우리 말.', message: () => '바꾸세요.' },
      },
    }],
  }`

  it('is completed, explained and reported in the language of the client', async () => {
    writeTree(root, { 'friendtalk.config.mjs': house })
    const message = '---\nkind: ft-text\n---\n\n<!-- friendtalk-disable-next-line hou▮se-word -- x -->\n본문\n'
    const found = (await completions(message, { locale: 'ko' })).find(({ label }) => label === 'house-word')
    expect(found?.documentation).toMatchObject({ value: '우리 말.' })
    const { client, at } = await opened(message)
    const hover = await client.ask<Hover>('textDocument/hover', { textDocument: { uri }, position: at[0] })
    expect(hover.contents).toMatchObject({ value: '**house-word**\n\nA word of ours.\n\nThe brand book.' })
    const other = await opened('---\nkind: ft-text\n---\n\n본문\n')
    const pushed = other.client.lastOf(uri)?.diagnostics
    expect(pushed).toMatchObject([{ code: 'house-word', message: 'Reword this.' }])
    expect(pushed?.[0]).not.toHaveProperty('codeDescription')
  })
})

describe('variables', () => {
  const source = `---
kind: ft-text
ad_flag: N
echo_to_webhook: a-#{이름}
vars:
  ▮이름: { max: 10 }
---

#{▮이름|고객}님 \\#{이름}

- [#{이름} 보기](https://m.example.com/#{이름})

\`\`\`button
name: "#{이름}"
type: BK
\`\`\`
`

  it.each([0, 1])('are renamed everywhere at once from place %i, and still compile', async (index) => {
    const { client, at, text } = await opened(source)
    const position = at[index]
    const edit = await client.ask<{ changes: Record<string, TextEdit[]> }>('textDocument/rename', {
      textDocument: { uri },
      position,
      newName: '고객',
    })
    const after = edited(text, edit.changes[uri] ?? [])
    expect(after).toBe(text.replaceAll(/(?<!\\#\{)이름/g, '고객'))
    await client.change(uri, 2, [{ text: after }])
    await client.untilPushed(uri, ({ version }) => version === 2)
    expect(client.rulesOf(uri)).toEqual([])
  })

  it('lead to their declaration and their uses', async () => {
    const { client, at } = await opened(source)
    const about = { textDocument: { uri }, position: at[1] }
    const [definition] = await client.ask<Location[]>('textDocument/definition', about)
    expect(definition?.range.start).toEqual(at[0])
    const all = await client.ask<Location[]>('textDocument/references', {
      ...about,
      context: { includeDeclaration: true },
    })
    expect(all.map(({ range }) => range.start.line)).toEqual([5, 3, 8, 10, 10, 13])
  })

  it('refuse a name that cannot be one', async () => {
    const { client, at } = await opened(source, { locale: 'ko' })
    const rename = client.ask('textDocument/rename', { textDocument: { uri }, position: at[0], newName: 'a b' })
    await expect(rename).rejects.toThrow('변수 이름으로 쓸 수 없습니다')
  })
})

describe('code actions', () => {
  const everything = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } }
  const actionsOf = async (client: EditorClient, only?: string[]): Promise<readonly CodeAction[]> =>
    client.ask('textDocument/codeAction', {
      textDocument: { uri },
      range: everything,
      context: { diagnostics: [], ...(only && { only }) },
    })
  const source = '---\nkind: ft-text\nad_flag: N\n---\n\n#{이름}님  \n\n안녕  \n'

  it('fix, declare and suppress, and each ends what it is about', async () => {
    const { client, text } = await opened(source)
    const actions = await actionsOf(client)
    const wanted = [/^Declare the variable "이름"/, /^Suppress trailing-space/]
    for (const [index, title] of wanted.entries()) {
      const action = actions.find((one) => title.test(one.title))
      const code = action?.diagnostics?.[0]?.code
      const countIn = (): number => client.rulesOf(uri)?.filter((rule) => rule === code).length ?? 0
      await client.change(uri, index * 2 + 2, [{ text }])
      await client.untilPushed(uri, ({ version }) => version === index * 2 + 2)
      const before = countIn()
      await client.change(uri, index * 2 + 3, [{ text: edited(text, editsOf(action)) }])
      await client.untilPushed(uri, ({ version }) => version === index * 2 + 3)
      expect(countIn(), action?.title).toBe(before - 1)
    }
  })

  it('suppress beside a mistake that has nothing to do with it', async () => {
    const { client } = await opened(`${source}\n* [가](https://m.example.com)\n`)
    const titles = (await actionsOf(client)).map(({ title }) => title)
    expect(titles).toContainEqual(expect.stringMatching(/^Suppress trailing-space/))
    expect(titles).toContainEqual(expect.stringMatching(/^Declare the variable "이름"/))
  })

  it('fix everything that is safe at once', async () => {
    const { client, text } = await opened(source)
    const [all, ...others] = await actionsOf(client, ['source.fixAll'])
    expect(others).toEqual([])
    expect(all?.kind).toBe('source.fixAll.friendtalk')
    expect(edited(text, editsOf(all))).toBe(text.replaceAll('  \n', '\n'))
  })

  it('speak of a version to a client that knows them', async () => {
    const { client } = await opened(source, {
      capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
    })
    const [action] = await actionsOf(client)
    expect(action?.edit?.documentChanges).toMatchObject([{ textDocument: { uri, version: 1 } }])
  })
})

describe('the parts of a message', () => {
  const source = `---
kind: ft-wide-item-list
recipients: list.csv
---

# 헤더

본문

## 하나

[![사진](images/a.png)](https://m.example.com/1)

## 둘

![사진](images/a.png)

\`\`\`link
url_mobile: https://m.example.com/2
\`\`\`

---

- [더 보기](https://m.example.com)
`

  it('are its symbols', async () => {
    const { client } = await opened(source)
    const textDocument = { uri }
    const symbols = await client.ask<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument })
    const named = (all: readonly DocumentSymbol[] = []): unknown[] =>
      all.map(({ name, detail, children }) => [detail, name, ...(children?.length ? [named(children)] : [])])
    expect(named(symbols)).toEqual([
      ['frontmatter', 'ft-wide-item-list'],
      ['header', '헤더'],
      ['item', '하나', [['image', 'images/a.png']]],
      [
        'item',
        '둘',
        [
          ['image', 'images/a.png'],
          ['block', 'link'],
        ],
      ],
      ['button', '더 보기'],
    ])
  })
})

it('a preview is the drawing of the preview, and says when it changed', async () => {
  const { client, text } = await opened(
    '---\nkind: ft-image\nad_flag: N\nvars:\n  이름: { max: 5, example: 하늘 }\n---\n\n#{이름}님\n\n![사진](images/a.png)\n',
  )
  const first = await client.ask<{ html: string; diagnostics: unknown[] }>('friendtalk/preview', { uri })
  expect(first.html).toContain('하늘님')
  expect(first.html).toContain('data:image/png;base64,')
  expect(first.diagnostics).toEqual([])
  const typed = await client.ask<{ html: string }>('friendtalk/preview', { uri, values: { 이름: '<b>' } })
  expect(typed.html).toContain('&#x3C;b>님')
  expect(client.previewsChanged).toEqual([])
  await client.change(uri, 2, [{ text: text.replace('님', '씨') }])
  await client.until('the news', () => client.previewsChanged.length === 1)
  expect(client.previewsChanged).toEqual([{ uri }])
})
