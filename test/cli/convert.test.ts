import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow } from '../project/files-below.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { runInside } from './run-inside.ts'

const config = '{ "messages": ["messages/**/*.md"] }'
const image = { msg: '이미지', attachment: { image: { img_url: 'https://img.example.com/a.png' } } }
const records = JSON.stringify({ msg_data: [{ msg: '첫째' }, { msg: '둘째 \n' }, image] })

it('writes a file for each record, and says which could not become one', async () => {
  const cwd = tempFolder({ 'friendtalk.config.json': config, 'order.json': records, '주문.json': '{ "msg": "a" }' })
  const { code, stdout, stderr } = await runInside(['convert', 'order.json', '주문.json', '--kind', 'wide'], cwd)
  expect(stdout).toBe(
    '✓ messages/order-1.md\n✓ messages/order-3.md\n✓ messages/주문.md\nNext: friendtalk lint messages\n',
  )
  expect(stderr).toMatch(/^✗ order\.json#\/msg_data\/1\/msg: A message file cannot say this: .*\n$/)
  expect(code).toBe(1)
  expect(readFileSync(join(cwd, 'messages/order-3.md'), 'utf8')).toMatch(/^---\nkind: ft-wide\nid: order-3\n/)
  expect(readFileSync(join(cwd, 'messages/주문.md'), 'utf8')).toContain('\nid: text\n')
  const { stdout: compiled } = await runInside(['compile', '--stdout', 'messages/order-1.md'], cwd)
  expect(JSON.parse(compiled)).toMatchObject({ id: 'order-1', payload: { msg: '첫째', ad_flag: 'Y' } })
})

it('takes a file that it would write as it is for written', async () => {
  const order = JSON.stringify([image, { msg: 'b', secret_key: 's' }])
  const tree = { 'friendtalk.config.json': config, 'order.json': order }
  const cwd = tempFolder(tree)
  expect((await runInside(['convert', 'order.json'], cwd)).code).toBe(1)
  const written = readFileSync(join(cwd, 'messages/order-2.md'), 'utf8')
  expect(written).not.toContain('secret_key')
  // As the refusal of the first record says.
  expect(await runInside(['convert', 'order.json', '--kind', 'image'], cwd)).toMatchObject({ code: 0 })
  expect(filesBelow(join(cwd, 'messages'))).toContain('order-1.md')
  expect(readFileSync(join(cwd, 'messages/order-2.md'), 'utf8')).toBe(written)
})

it('leaves a file that is there, and then writes none', async () => {
  const tree = { 'friendtalk.config.json': config, 'order.json': '[{ "msg": "a" }, { "msg": "b" }]' }
  const cwd = tempFolder({ ...tree, 'messages/order-2.md': 'mine' })
  const { code, stderr } = await runInside(['convert', 'order.json'], cwd)
  expect(code).toBe(2)
  expect(stderr).toContain('messages/order-2.md')
  expect(filesBelow(join(cwd, 'messages'))).toEqual(['order-2.md'])
  expect(readFileSync(join(cwd, 'messages/order-2.md'), 'utf8')).toBe('mine')
})

it.each([
  { content: '{ "msg": "a", }', args: [], code: 2, said: 'order.json:1:15: not JSON from here on' },
  {
    // 가 in EUC-KR.
    content: Buffer.from('{ "msg": "\xb0\xa1" }', 'latin1'),
    args: [],
    code: 2,
    said: 'order.json: is not UTF-8; Korean text from older programs is often in EUC-KR',
  },
  { content: '[1]', args: [], code: 1, said: 'order.json#/0: This is no message record' },
  {
    content: '{ "to": "01000000001", "kakaoOptions": {} }',
    args: [],
    code: 1,
    said: 'no list of them, no request (msg_data, recipientList) and no compiled template (payload). It has: to, kakaoOptions.',
  },
  { content: JSON.stringify(image), args: [], code: 1, said: 'order.json#/attachment/image: A regular and a wide' },
  {
    content: JSON.stringify(image),
    args: ['--lang', 'ko'],
    code: 1,
    said: '이미지형과 와이드 이미지형은 필드가 같습니다',
  },
  { content: '[]', args: ['--kind', 'ft-text'], code: 1, said: 'order.json: This list is empty' },
  { content: '{ "msg": "a" }', args: ['--out-dir', '../elsewhere'], code: 2, said: 'outside the root' },
  { content: '{ "msg": "a" }', args: ['--out-dir', 'x', '--stdout'], code: 2, said: '--out-dir' },
])('says in one line what is wrong: $said', async ({ content, args, code, said }) => {
  const cwd = tempFolder({ 'friendtalk.config.json': config, 'order.json': content })
  const result = await runInside(['convert', 'order.json', ...args], cwd)
  expect(result.stderr).toContain(said)
  expect(result.code).toBe(code)
  expect(filesBelow(cwd).filter((path) => path.endsWith('.md'))).toEqual([])
})

it('prints the messages instead', async () => {
  const cwd = tempFolder({ 'order.json': '{ "msg": "안녕하세요" }' })
  const { code, stdout } = await runInside(['convert', 'order.json', '--stdout'], cwd)
  expect(stdout).toBe('---\nkind: ft-text\nid: order\nad_flag: Y\n---\n\n안녕하세요\n')
  expect(code).toBe(0)
})

const friend = '\uFEFF---\nkind: ft-wide-item-list\nad_flag: N\n---\n# 이번 주\n\n세 권입니다.\n\n## 하나\n'
const brand = '---\nkind: bm-wide-item-list\n# ad_flag: N\n---\n# 이번 주\n\n<!-- 세 권입니다. -->\n\n## 하나\n'
const remarks = (file: string): string =>
  `! ${file}:3: A brand message is always an advertisement: its ad_flag is a comment now.\n! ${file}:7: A brand message of this kind has no text here: it is a comment now.\n`
const left = '! messages/note.md: This is no message of friend talk: it is left as it is.\n'
const lintNext = (folder: string): string => `Next: friendtalk lint ${folder}\n`

it.each([
  {
    args: [],
    stdout: `✓ messages/a.md\n${lintNext('messages')}`,
    stderr: `${remarks('messages/a.md')}${left}`,
    files: { 'messages/a.md': `\uFEFF${brand}`, 'messages/note.md': 'a' },
  },
  {
    args: ['--out-dir', 'brand'],
    stdout: `✓ brand/a.md\n${lintNext('brand')}`,
    stderr: `! The configuration's "messages" do not select brand/a.md: add it there, or name it in each command.\n${remarks('brand/a.md')}${left}`,
    files: { 'messages/a.md': friend, 'brand/a.md': brand },
  },
  {
    args: ['--stdout'],
    stdout: brand,
    stderr: `${remarks('messages/a.md')}${left}`,
    files: { 'messages/a.md': friend },
  },
])('rewrites messages for the service that came in place of theirs: $args', async ({ args, stdout, stderr, files }) => {
  const cwd = tempFolder({ 'friendtalk.config.json': config, 'messages/a.md': friend, 'messages/note.md': 'a' })
  const result = await runInside(['convert', '--to', 'brand-message', 'messages', ...args], cwd)
  expect(result).toEqual({ code: 0, stdout, stderr })
  for (const [path, content] of Object.entries(files)) expect(readFileSync(join(cwd, path), 'utf8')).toBe(content)
})

it('rewrites several folders below another one', async () => {
  const tree = { 'friendtalk.config.json': config, 'messages/a/x.md': friend, 'messages/b/x.md': friend }
  const cwd = tempFolder(tree)
  await runInside(['convert', '--to', 'brand-message', 'messages', '--out-dir', 'brand'], cwd)
  expect(filesBelow(join(cwd, 'brand'))).toEqual(['a/x.md', 'b/x.md'])
  const { code, stderr } = await runInside(['convert', '--to', 'brand-message', '--kind', 'wide', 'messages'], cwd)
  expect([code, stderr]).toEqual([2, expect.stringContaining('--to')])
})
