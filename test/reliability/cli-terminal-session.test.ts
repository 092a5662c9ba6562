import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { columnsOf } from '../../src/cli/terminal/printable.ts'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { hasTerminal, heldPtyCli, keys, ptyCli } from '../cli/pty.ts'
import { leapingClock, startCli } from '../cli/run-cli.ts'

const configuration: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' }
const many = (count: number): Tree =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`messages/m${index}.md`, textMessage(`안녕하세요 ${index}`)]),
  )
const button = '- [자세한 내용을 지금 바로 확인하러 가기](https://m.example.com)'
const broken = textMessage(`${'가나다라 '.repeat(30)}#{이름}님, 반갑습니다. ${'마바사아 '.repeat(30)}끝\n\n${button}`)

describe.skipIf(!hasTerminal).each([80, 120])('on a terminal of %i columns', (columns) => {
  it('lint shows Hangul in frames that fit, with the caret below what is meant, in colours', async () => {
    const cwd = tempFolder({ ...configuration, 'messages/a.md': broken })
    const pty = ptyCli('lint --lang ko', { cwd, columns })
    expect(await pty.ended()).toBe(1)
    const lines = pty.screen.split('\n')
    const frames = lines.filter((line) => /^ +\d* \| /.test(line))
    expect(frames).toHaveLength(4)
    for (const frame of frames) expect(columnsOf(frame)).toBeLessThanOrEqual(columns)
    const [code = '', caret = '', name = '', nameCaret = ''] = frames
    expect(columnsOf(code)).toBeGreaterThan(columns - 4)
    expect(columnsOf(code.slice(0, code.indexOf('#{이름}')))).toBe(caret.indexOf('^'))
    // From the first character that is one too many.
    expect(columnsOf(name.slice(0, name.indexOf('자세한') + 14))).toBe(nameCaret.indexOf('^'))
    expect(pty.output).toContain('\u001B[31m')
    expect(lines.at(-1)).toMatch(/^✗ 파일 1개에서 오류 2개를 찾았습니다\./)
  })

  it('compile shows how far it is, and takes that away', async () => {
    const cwd = tempFolder({ ...configuration, ...many(400) })
    const pty = ptyCli('compile --lang ko', { cwd, columns, imports: [leapingClock] })
    expect(await pty.ended()).toBe(0)
    const drawn = pty.redrawn(/(?:컴파일|쓰기) \d+\/400 {2}\d+\/s {2}\d+ s/)
    expect(pty.output).toContain('\u001B[2K컴파일 0/400  0/s\r')
    for (const work of ['컴파일', '쓰기']) expect(drawn).toContainEqual(expect.stringMatching(`^${work} [1-9]`))
    for (const text of drawn) expect(columnsOf(text)).toBeLessThan(columns)
    expect(pty.screen).toBe('메시지 400개를 dist/messages에 컴파일했습니다. 새로 씀 400개, 변경 없음 0개.')
  })

  it('lint --watch shows what stands, on a screen of its own', async () => {
    const cwd = tempFolder({ ...configuration, 'messages/a.md': broken, 'messages/b.md': textMessage('**굵게**') })
    const pty = ptyCli('lint --watch', { cwd, columns })
    await pty.untilShows('Press Ctrl-C to stop.')
    expect(pty.screen).toContain('2 errors and 1 warning in 2 files.')
    writeFileSync(join(cwd, 'messages/a.md'), textMessage('안녕하세요'))
    await pty.untilShows('1 warning in 1 file.')
    await pty.untilShows('Press Ctrl-C to stop.')
    const [first = ''] = pty.screen.split('\n')
    expect(first).toMatch(/^\d\d:\d\d:\d\d {2}messages\/a\.md changed$/)
    // What was found in the other file stands still.
    expect(pty.screen).toContain('messages/b.md:5:1 warning')
    expect(pty.screen).not.toContain('error')
    writeFileSync(join(cwd, 'friendtalk.config.json'), '{ "messages": 1 }')
    await pty.untilShows('the last good one still holds')
    expect(pty.screen).not.toContain('messages/b.md')
    writeFileSync(join(cwd, 'friendtalk.config.json'), '{ "messages": ["messages/a.md"] }')
    await pty.untilShows('✓ 1 message, nothing to report.')
    pty.type(keys.interrupt)
    expect(await pty.ended()).toBe(0)
  })

  it('compile --watch shows what stands, on a screen of its own', async () => {
    const cwd = tempFolder({ ...configuration, 'messages/a.md': broken, 'messages/b.md': textMessage('안녕하세요') })
    const pty = ptyCli('compile --watch', { cwd, columns })
    await pty.untilShows('Watching 2 messages. Press Ctrl-C to stop.')
    writeFileSync(join(cwd, 'messages/b.md'), textMessage('안녕히 가세요'))
    await pty.untilShows('messages/b.md changed')
    await pty.untilShows('✗ 2 errors in 1 file.')
    // The error stands, though its file did not change.
    expect(pty.screen.match(/"이름" is not declared/g)).toHaveLength(1)
    writeFileSync(join(cwd, 'messages/a.md'), textMessage('안녕하세요'))
    await pty.untilShows('messages/a.md → dist/messages/messages.a.json')
    pty.type(keys.interrupt)
    expect(await pty.ended()).toBe(0)
  })
})

describe.skipIf(!hasTerminal)('Ctrl-C', () => {
  it('ends a long compile with exit code 130 and no file that is half written', async () => {
    const cwd = tempFolder({ ...configuration, ...many(200) })
    // It prints a line for each file once it is written, and waits with the first. How far it is it says elsewhere.
    const pty = await heldPtyCli('compile --verbose 2> progress.txt', { cwd })
    const folder = join(cwd, 'dist/messages')
    const written = (): string[] => (existsSync(folder) ? readdirSync(folder) : [])
    await pty.until('some of the output', () => written().length > 0)
    pty.type(keys.interrupt)
    expect(await pty.ended()).toBe(130)
    const names = written()
    expect(names.length).toBeLessThan(200)
    expect(names.filter((name) => !name.endsWith('.json'))).toEqual([])
    for (const name of names) expect(() => JSON.parse(readFileSync(join(folder, name), 'utf8'))).not.toThrow()
  })
})

it('long work says away from a terminal how far it is, a line every few seconds', async () => {
  const cwd = tempFolder({ ...configuration, ...many(100) })
  const run = startCli(['compile'], { cwd, imports: [leapingClock] })
  expect(await run.ended()).toMatchObject({ code: 0, stderr: '' })
  const lines = run.output.split('\n').filter((line) => line.includes('/100'))
  for (const line of lines) expect(line).toMatch(/^(?:Compiling|Writing) \d+\/100 {2}\d+\/s {2}\d+ s$/)
  // Half a second goes by with each file that is written.
  const written = Array.from({ length: 16 }, (_, index) => `Writing ${6 * (index + 1)}`)
  expect(lines.flatMap((line) => /^Writing \d+/.exec(line) ?? [])).toEqual(written)
})
