import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

  it.each([
    ['name', 'line 1\n#{n}', '- [#{n}](https://b.kr)', 'the name of a button'],
    ['text alone', '#{n}', '- [b](https://b.kr)', undefined],
  ])('with a line break are for texts: %s', async (_, text, button, field) => {
    const source = `---\nkind: ft-text\nrecipients: ../list.csv\nvars: { n: { max: 5 } }\n---\n${text}\n\n${button}\n`
    const list = 'receiver_number,ref,n\n01000000001,1,ab\n01000000002,2,"강남\n점"\n'
    const { code, diagnostics } = await lint({ 'messages/a.md': source, 'list.csv': list })
    const told = `list.csv:3:15 recipient-line-break Row 3: "n" has a line break, and the message has it in ${field}`
    expect(diagnostics).toEqual(field === undefined ? [] : [expect.stringContaining(told)])
    expect(code).toBe(field === undefined ? 0 : 1)
  })

  it('under several messages are told once, with the messages that it concerns', async () => {
    const text = (vars: string, body: string): string =>
      `---\nkind: ft-text\nad_flag: N\nrecipients: list.csv\nvars: ${vars}\n---\n${body}\n`
    const tree = {
      ...configuration,
      'messages/a.md': text('{ n: { max: 5 } }', '#{n}'),
      'messages/b.md': text('{ n: { max: 5 } }', '#{n}님'),
      'messages/c.md': text('{ u: { max: 5 } }', '#{u}'),
      'messages/list.csv': 'receiver_number,ref,u\n01000000001,1,x\n010-0000-0001,2,x\n',
    }
    const { stdout } = await runInside(['lint', '--format', 'json'], tempFolder(tree))
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { rule: string; help: string }[] }
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['recipients-column-missing', 'recipient-duplicate'])
    expect(diagnostics[0]?.help).toContain('\nMessages: messages/a.md, messages/b.md')
    expect(diagnostics[1]?.help).not.toContain('Messages')
    const planned = await runInside(['plan', '--lang', 'ko'], tempFolder(tree))
    expect(planned.stderr.match(/"n" 열이 없습니다/g)).toHaveLength(1)
    expect(planned.stderr).toContain('해당 메시지: messages/a.md, messages/b.md')
  })

  it('without a reference are told of, in lint and plan', async () => {
    const source = '---\nkind: ft-text\nad_flag: N\nrecipients: list.csv\n---\nHello!\n'
    const tree = { ...configuration, 'messages/a.md': source, 'messages/list.csv': 'receiver_number\n01000000001\n' }
    const note = 'messages/list.csv: without "ref": who failed cannot be told afterwards'
    expect((await runInside(['lint'], tempFolder(tree))).stdout).toContain(note)
    expect((await runInside(['plan'], tempFolder(tree))).stdout).toContain(note)
    const withRef = { ...tree, 'messages/list.csv': 'receiver_number,ref\n01000000001,a\n' }
    expect((await runInside(['plan'], tempFolder(withRef))).stdout).not.toContain('"ref"')
  })

  it('that git ignores are no warning where they are not there', async () => {
    const naming = (list: string): string => `---\nkind: ft-text\nad_flag: N\nrecipients: ${list}\n---\nHello!\n`
    const cwd = tempFolder({
      ...configuration,
      '.gitignore': '/recipients/*\n!/recipients/sample.csv\n',
      'messages/a.md': naming('../recipients/real.csv'),
      'recipients/sample.csv': 'receiver_number,ref\n01000000001,a\n',
    })
    const rules = async (): Promise<readonly string[]> => {
      const { stdout } = await runInside(['lint', '--format', 'json'], cwd)
      return (JSON.parse(stdout) as { diagnostics: readonly { message: string }[] }).diagnostics.map(
        ({ message: told }) => told,
      )
    }
    expect(await rules()).toHaveLength(1)
    execFileSync('git', ['init', '--quiet'], { cwd })
    expect(await rules()).toEqual([])
    writeFileSync(join(cwd, 'messages/a.md'), naming('../recipients/sampel.csv'))
    expect(await rules()).toEqual([expect.stringContaining('Did you mean "../recipients/sample.csv"?')])
    const { code, stderr } = await runInside(['plan'], cwd)
    expect(code).toBe(2)
    expect(stderr).toContain('it does not exist')
  })

  it('that are not there are a warning: lists are seldom in the repository', async () => {
    const { code, diagnostics } = await lint({ 'messages/a.md': message('recipients: none.csv\n') })
    expect(code).toBe(0)
    expect(diagnostics[0]).toContain('messages/a.md:3:13 recipients-not-read')
  })
})
