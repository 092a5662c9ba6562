import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { runCli, runInside } from './run-inside.ts'

const configuration: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' }

interface Found {
  readonly path: string
  readonly rule: string
  readonly severity: string
}

/** What `lint --format json` finds in a tree. */
async function found(tree: Tree, args: readonly string[] = []): Promise<readonly string[]> {
  const cwd = tempFolder({ ...configuration, ...tree })
  const { stdout } = await runCli(['lint', '--format', 'json', ...args], { cwd })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Found[] }
  return diagnostics.map(({ path, rule, severity }) => `${path} ${severity} ${rule}`)
}

const tooLong = '가'.repeat(1001)

describe('lint', () => {
  it('says so when there is nothing to report', async () => {
    const cwd = tempFolder({ ...configuration, 'messages/a.md': textMessage('Hello!') })
    expect(await runInside(['lint'], cwd)).toEqual({
      code: 0,
      stdout: '✓ 1 message, nothing to report.\n',
      stderr: '',
    })
    expect((await runInside(['lint', '--quiet'], cwd)).stdout).toBe('')
  })

  it('warns without failing, up to --max-warnings', async () => {
    const cwd = tempFolder({ ...configuration, 'messages/a.md': textMessage('**Hello!**') })
    expect((await runInside(['lint'], cwd)).code).toBe(0)
    expect((await runInside(['lint', '--max-warnings', '1'], cwd)).code).toBe(0)
    expect((await runInside(['lint', '--max-warnings', '0'], cwd)).code).toBe(1)
    expect(await runInside(['lint', '--max-warnings', 'x'], cwd)).toMatchObject({ code: 2, stdout: '' })
    expect((await runInside(['lint', '--quiet'], cwd)).stdout).toBe('')
  })

  it('finds two messages with one id, and an image that no message uses', async () => {
    const image = pngBytes({ width: 720, height: 720 })
    const tree = {
      'messages/a.md': textMessage('Hello!', 'id: x\n'),
      'messages/b.md': `---\nkind: ft-image\nid: x\n---\n![a](used.png)\n\nHello!\n`,
      'messages/used.png': image,
      'messages/unused.png': image,
    }
    const all = ['messages/a.md error id-duplicate', 'messages/b.md error id-duplicate']
    expect(await found(tree)).toEqual([...all, 'messages/unused.png warning image-unused'])
    expect(await found(tree, ['messages'])).toEqual(all)
    // Which images a message that cannot be read uses nobody knows.
    const unreadable = { ...tree, 'messages/b.md': '---\nkind: [ft-image\n---\n![a](used.png)\n' }
    expect((await found(unreadable)).filter((line) => line.includes('image-unused'))).toEqual([])
  })
})

describe('the starter messages', () => {
  it.each(['en', 'ko'])('have no diagnostic (%s)', async (lang) => {
    const cwd = fileURLToPath(new URL('../..', import.meta.url))
    const { code, stdout } = await runInside(['lint', '--format', 'json', '--lang', lang], cwd)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [] })
  })
})

describe('several formats at once', () => {
  it('go to their files, one to the standard output', async () => {
    const cwd = tempFolder({ ...configuration, 'messages/a.md': textMessage('**Hello!**') })
    const args = ['--format', 'text', '--format', 'json=out/lint.json', '--format', 'sarif=lint.sarif']
    const result = await runInside(['lint', ...args], cwd)
    expect(result.stdout).toContain('markdown-in-text')
    expect(JSON.parse(readFileSync(join(cwd, 'out/lint.json'), 'utf8'))).toMatchObject({ summary: { warnings: 1 } })
    expect(JSON.parse(readFileSync(join(cwd, 'lint.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' })
  })

  it.each([
    [['--format', 'text', '--format', 'json'], 'Only one format can go to the standard output'],
    [['--format', 'xml'], 'It is one of text, json'],
    [['--format', 'json='], 'Name a file after the ='],
    [['--changed', '--staged'], '--changed and --staged do not go together'],
    [['--fix', '--staged'], '--staged and --fix do not go together'],
    [['--unsafe-fixes'], '--unsafe-fixes needs --fix'],
    [['--baseline', 'none.json'], '--baseline none.json: there is no such file'],
    [['--recipients', 'none.csv'], '--recipients none.csv: there is no such file'],
    [['--recipients', '-'], '--recipients takes a file, not the standard input.'],
  ])('%j is refused', async (args, sentence) => {
    const cwd = tempFolder({ ...configuration, 'messages/a.md': textMessage('Hello!') })
    const result = await runInside(['lint', ...args], cwd)
    expect(result).toMatchObject({ code: 2, stdout: '' })
    expect(result.stderr).toContain(sentence)
  })
})

describe('fixing', () => {
  const bad = '---\nkind: ft-text\nad_flag: Y\n---\n\nHello!  \r\n- [b](https://example.com)\n'
  const good = '---\nkind: ft-text\nad_flag: Y\n---\n\nHello!\r\n- [b](https://example.com)\n'

  it('writes files, byte order mark and line endings kept, once', async () => {
    const cwd = tempFolder({
      ...configuration,
      'messages/a.md': `\uFEFF${bad}`,
      'messages/b.md': textMessage('Hello!'),
    })
    const untouched = statSync(join(cwd, 'messages/b.md')).mtimeMs
    expect(await runInside(['lint', '--fix'], cwd)).toEqual({
      code: 0,
      stdout: '✓ 2 messages, nothing to report.\n',
      stderr: 'Fixed 1 file.\n',
    })
    expect(readFileSync(join(cwd, 'messages/a.md'), 'utf8')).toBe(`\uFEFF${good}`)
    expect(statSync(join(cwd, 'messages/b.md')).mtimeMs).toBe(untouched)
    expect((await runInside(['lint', '--fix'], cwd)).stderr).toBe('')
  })

  it('leaves what is only likely meant to --unsafe-fixes', async () => {
    const message = textMessage('오늘만 특가\n* [보기](https://example.com)')
    const cwd = tempFolder({ ...configuration, 'messages/a.md': message })
    const fixing = ['lint', '--max-warnings', '0', '--fix']
    const safe = await runInside(fixing, cwd)
    expect(safe).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(' --fix --unsafe-fixes fixes 1. ') as string,
    })
    expect(readFileSync(join(cwd, 'messages/a.md'), 'utf8')).toBe(message)
    expect((await runInside([...fixing, '--unsafe-fixes'], cwd)).code).toBe(0)
    expect(readFileSync(join(cwd, 'messages/a.md'), 'utf8')).toBe(
      textMessage('오늘만 특가\n- [보기](https://example.com)'),
    )
  })

  it('leaves a line that would become a form, and one that holds one, to a person', async () => {
    const message = textMessage('### ## 안내\n\n자세히 [공지](https://example.com) 보기')
    const cwd = tempFolder({ ...configuration, 'messages/a.md': message })
    expect((await runInside(['lint', '--fix', '--unsafe-fixes'], cwd)).code).toBe(1)
    expect(readFileSync(join(cwd, 'messages/a.md'), 'utf8')).toBe(message)
  })
})

describe('a baseline', () => {
  it('accepts what it lists, wherever it moves, and nothing else', async () => {
    const cwd = tempFolder({ ...configuration, 'messages/a.md': textMessage(`**a**\n${tooLong}`) })
    const written = await runInside(['lint', '--write-baseline'], cwd)
    expect(written).toMatchObject({ code: 0, stderr: '' })
    expect(written.stdout).toContain('2 diagnostics written to friendtalk-baseline.json')
    const lint = (): ReturnType<typeof runCli> =>
      runInside(['lint', '--baseline', '../friendtalk-baseline.json'], join(cwd, 'messages'))
    expect((await lint()).code).toBe(0)
    const file = join(cwd, 'messages/a.md')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(file, textMessage(`moved\n\n**a**\n${tooLong}\n- [${'b'.repeat(15)}](https://b.kr)`))
    const moved = await lint()
    expect(moved.stdout).toContain('button-name-too-long')
    expect(moved.stdout).not.toContain('"**a**"')
    writeFileSync(file, textMessage('Hello!'))
    const stale = await lint()
    expect(stale.code).toBe(0)
    expect(stale.stdout.match(/baseline-stale/g)).toHaveLength(2)
    expect(stale.stdout).toContain('friendtalk-baseline.json:4:')
  })

  it.each(['{"version":2}'])('is refused when it is %s', async (other) => {
    const cwd = tempFolder({ ...configuration, 'messages/a.md': textMessage('a'), 'b.json': other })
    const result = await runInside(['lint', '--baseline', 'b.json'], cwd)
    expect(result).toEqual({
      code: 2,
      stdout: '',
      stderr: '✗ b.json: is not a baseline; write it with --write-baseline.\n',
    })
  })
})
