import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readRulePages } from '../../scripts/rule-pages.mjs'
import { compile } from '../../src/compile.ts'
import { kinds } from '../../src/contract/kinds.ts'

/** As much as a message file may hold, without what its last line lacks. */
const mostBytes = 63 * 1024
/** CPU time: the slowest, links that begin again and again, takes 3 s in micromark; a slow machine gets some more. */
const mostMs = 8000

const fixtures = new URL('../fixtures/err/', import.meta.url)
const examples = [...readRulePages('en').values()].flatMap(({ bad }) => (bad ? [bad.source] : []))
const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, fixtures), 'utf8'))
const text = (body: string): string => `---\nkind: ft-text\nvars: { 이름: { max: 3 } }\n---\n${body}`

/** A unit as often as it fits behind a head. */
function filled(head: string, unit: string): string {
  const left = mostBytes - Buffer.byteLength(head)
  return head + unit.repeat(Math.max(1, Math.floor(left / Math.max(1, Buffer.byteLength(unit)))))
}

/** A message with its body again and again, and with its last line that is told of alone. */
function grown(source: string): string[] {
  const head = /^---\r?\n[^]*?\n---\r?\n/.exec(source)?.[0] ?? ''
  const body = source.slice(head.length)
  return [
    filled(head, `${body}\n`),
    ...body
      .split('\n')
      .map((line) => filled(head, `${line}\n`))
      .slice(0, 3),
  ]
}

const units = [
  '`',
  '[',
  '](',
  '- [a](b',
  '![a](',
  '<!--',
  '#{',
  '{{',
  '**',
  '*a*',
  '\\',
  '～',
  '~~~\n',
  '---\n',
  '## 가\n',
]
const words = [
  '[이름]',
  '{{이름}}',
  '가\u2028',
  '\uF0B7 가\n',
  ' ',
  '\n',
  'a.',
  '010-1234-5678 ',
  '무료 수신',
  'ad_flag: N\n',
]
const hostile = [
  ...[...units, ...words].map((unit) => filled(text('안내\n'), unit)),
  ...kinds.map((kind) => filled(`---\nkind: ${kind}\n---\n안내\n`, '## 가\n![가](a.png)\n나\n- [다](https://a.kr)\n')),
  filled(text('안내\n- [보기](https://example.com/'), '.'),
  filled(text('안내\n```button\nname: a\ntype: BK\n'), '[{'),
  filled('---\nkind: ft-text\nvars:\n', '  가: {}\n'),
  filled('---\nkind: ft-text\ntitle: ', '봄 '),
  filled(text(''), '<!-- friendtalk-disable-next-line not-nfc -- 확인함 -->\n본문\n'),
]

it('no message takes long, whatever it repeats', { timeout: 60 * 60_000 }, () => {
  const all = [...new Set([...hostile, ...[...examples, ...files].flatMap(grown)])]
  const slow = all.flatMap((source) => {
    const before = process.cpuUsage()
    compile(source, { path: 'messages/example.md', image: () => ({ type: 'not-found' }) })
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1000
    return ms > mostMs ? [`${Math.round(ms)} ms: ${source.slice(0, 300)}`] : []
  })
  expect(slow).toEqual([])
  expect(all.length).toBeGreaterThan(500)
})

it('a file of more than 64 KB is refused unread', () => {
  const { diagnostics } = compile(filled(text(''), '가') + 'a'.repeat(4096), {
    path: 'a.md',
    image: () => ({ type: 'not-found' }),
  })
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['file-too-large'])
})
