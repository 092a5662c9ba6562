import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder, textMessage, type Tree, writeTree } from '../project/temp-folder.ts'
import { type LongRun, runBuilt, startCli } from '../cli/run-cli.ts'

const tree: Tree = {
  'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
  'messages/a.md': textMessage('Hello!'),
  'messages/b.md': '---\nkind: ft-image\n---\n![b](b.png)\n\nHello!\n',
  'messages/b.png': pngBytes({ width: 720, height: 720 }),
}

async function watch(...args: readonly string[]): Promise<{ root: string; run: LongRun; end: () => Promise<void> }> {
  const root = tempFolder(tree)
  const run = startCli(['lint', '--watch', ...args], { cwd: root })
  await run.untilOutput('Press Ctrl-C to stop.')
  return {
    root,
    run,
    async end() {
      run.kill('SIGINT')
      expect((await run.ended()).code).toBe(0)
    },
  }
}

describe('lint --watch', () => {
  it('reports what changed and what depends on it', async () => {
    const { root, run, end } = await watch()
    expect(run.output).toContain('2 messages, nothing to report.')
    const steps: readonly (readonly [Tree, string])[] = [
      [{ 'messages/a.md': textMessage('**Hello!**') }, 'messages/a.md:5:1 warning'],
      [{ 'messages/a.md': textMessage('Hello!') }, '2 messages, nothing to report.'],
      [{ 'messages/b.png': pngBytes({ width: 400, height: 400 }) }, 'image-size-not-allowed'],
      [{ 'messages/b.png': pngBytes({ width: 720, height: 720 }) }, '2 messages, nothing to report.'],
      [
        { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"], "rules": { "x": "off" } }' },
        'There is no rule "x"',
      ],
      [{ 'messages/c.md': textMessage('**quote**') }, 'messages/c.md:5:1 warning'],
    ]
    for (const [change, text] of steps) {
      const from = run.output.length
      writeTree(root, change)
      await run.untilOutput(text, from)
    }
    const from = run.output.length
    rmSync(join(root, 'messages/c.md'))
    await run.untilOutput('2 messages, nothing to report.', from)
    await end()
  })

  it('keeps a report in a file up to date', async () => {
    const { root, run, end } = await watch('--format', 'json=lint.json')
    const file = join(root, 'lint.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ diagnostics: [] })
    writeTree(root, { 'messages/a.md': textMessage('**Hello!**') })
    await run.untilFile(file, (content) => content.includes('markdown-in-text'))
    await end()
  })
})

it('lint reports what the standard input holds as a file', async () => {
  const cwd = tempFolder({ 'messages/a.md': textMessage('on disk') })
  const args = ['lint', '--stdin-filepath', 'messages/a.md', '--format', 'json']
  const result = await runBuilt(args, { cwd, stdin: textMessage('가'.repeat(1001)) })
  expect(result.code).toBe(1)
  expect(JSON.parse(result.stdout)).toMatchObject({ diagnostics: [{ path: 'messages/a.md', rule: 'msg-too-long' }] })
  const outside = await runBuilt(['lint', '--stdin-filepath', '../a.md'], { cwd, stdin: 'x' })
  expect(outside).toMatchObject({ code: 2, stdout: '' })
})

it('a reader that has seen enough is no error', async () => {
  const messages = Array.from({ length: 150 }, (_, index) => [
    `messages/${index}.md`,
    textMessage('Hello! '.repeat(140)),
  ])
  const root = tempFolder({ ...tree, ...Object.fromEntries(messages) })
  const run = startCli(['compile', '--stdout'], { cwd: root })
  run.closeStdout()
  expect(await run.ended()).toMatchObject({ code: 0, stderr: '' })
})

it('convert takes the standard input for a file', async () => {
  const cwd = tempFolder(tree)
  const { code, stdout } = await runBuilt(['convert', '-', '--stdout'], { cwd, stdin: '{ "msg": "안녕하세요" }' })
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: '---\nkind: ft-text\nid: message\nad_flag: Y\n---\n\n안녕하세요\n',
  })
  const broken = await runBuilt(['convert', '-'], { cwd, stdin: '{ "msg": }' })
  expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('stdin:1:10: not JSON') as string })
})
