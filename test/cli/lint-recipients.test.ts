import { describe, expect, it } from 'vitest'
import { tempFolder, type Tree } from '../project/temp-folder.ts'
import { runInside } from './run-inside.ts'

const message = (settings: string, link = 'https://example.com'): string =>
  `---\nkind: ft-text\n${settings}vars:\n  n: { max: 14 }\n  u: { max: 90 }\n---\n\nHello!\n\n- [#{n}](${link})\n- [b](https://b.kr/#{u})\n`
const configuration: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' }

async function lint(tree: Tree, ...args: readonly string[]): Promise<{ code: number | null; diagnostics: string[] }> {
  const cwd = tempFolder({ ...configuration, ...tree })
  const { code, stdout } = await runInside(['lint', '--format', 'json', ...args], cwd)
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { path: string; rule: string; message: string; start: { line: number; column: number } }[]
  }
  return {
    code,
    diagnostics: diagnostics.map(
      (one) => `${one.path}:${one.start.line}:${one.start.column} ${one.rule} ${one.message}`,
    ),
  }
}

const rows = 'receiver_number,n,u\n01000000001,가나다,x\n01000000002,열네글자를넘지는않는이름입니다,y\n'

describe('recipients', () => {
  it('are rendered one by one, and the row that does not fit is named', async () => {
    const card = (button: string): string => `## c\n![a](https://a.kr/a.png)\nx\n- [${button}](https://a.kr)\n`
    const carousel = `---\nkind: ft-carousel-feed\nrecipients: list.csv\nvars: { n: { max: 2 } }\n---\nx\n${card('#{n}')}${card('b')}`
    const list = 'receiver_number,n\n01000000001,ab\n01000000002,가나\n'
    expect(await lint({ 'messages/a.md': carousel, 'messages/list.csv': list })).toEqual({ code: 0, diagnostics: [] })
    const wide = carousel.replace('#{n}', '#{n}#{n}')
    const { code, diagnostics } = await lint({ 'messages/a.md': wide, 'messages/list.csv': list })
    expect(code).toBe(1)
    expect(diagnostics[0]).toContain(
      'messages/a.md:10:4 recipient-overflow With the values of row 3 of messages/list.csv',
    )
    expect(diagnostics[1]).toContain('text-may-overflow')
  })

  it('are checked themselves, with row and column', async () => {
    const list = 'receiver_number,n,u\n01000000001,a,x\n112345678,b,y\n010-0000-0001,c,z\n'
    const { diagnostics } = await lint({ 'messages/a.md': message('recipients: ../list.csv\n'), 'list.csv': list })
    expect(diagnostics.map((finding) => finding.split(' ')[1])).toEqual([
      'recipient-number-lost-zero',
      'recipient-duplicate',
    ])
    expect(diagnostics[0]).toMatch(/^list\.csv:3:1 .*Row 3: /)
    expect(diagnostics.join('\n')).not.toContain('01000000001')
  })

  it('may come from the command line, also from outside the project', async () => {
    const outside = tempFolder({ 'list.csv': rows })
    const { code, diagnostics } = await lint({ 'messages/a.md': message('') }, '--recipients', `${outside}/list.csv`)
    expect(code).toBe(1)
    expect(diagnostics).toEqual([expect.stringMatching(/list\.csv:\d+:\d+ recipient-value-too-long /)])
  })

  it('whose values are no link are named', async () => {
    const list = 'receiver_number,n,u\n01000000001,a,https://a.kr/x\n01000000002,b,nothing\n'
    const source = message('recipients: ../list.csv\n', '#{u}')
    const { diagnostics } = await lint({ 'messages/a.md': source, 'list.csv': list })
    expect(diagnostics[0]).toContain('messages/a.md:11:10 recipient-link-invalid With the values of row 3 of list.csv')
  })

  it('that are not there are a warning: lists are seldom in the repository', async () => {
    const { code, diagnostics } = await lint({ 'messages/a.md': message('recipients: none.csv\n') })
    expect(code).toBe(0)
    expect(diagnostics[0]).toContain('messages/a.md:3:13 recipients-not-read')
  })
})
