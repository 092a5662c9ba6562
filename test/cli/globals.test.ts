import { describe, expect, it } from 'vitest'
import { tempFolder, textMessage } from '../project/temp-folder.ts'
import { runInside } from './run-inside.ts'

const root = tempFolder({
  'friendtalk.config.json': '{ "messages": ["messages/*.md"] }',
  'other.json': '{ "messages": ["other/*.md"] }',
  'messages/sale.md': textMessage('Hello!'),
  'other/a.md': textMessage('Hello!'),
  'other/b.md': textMessage('Hello!'),
})

describe('flags that every command takes', () => {
  it.each([
    [['--lang', 'ko', 'lint'], { code: 0, stdout: expect.stringContaining('메시지 1개') }],
    [['--lang=ko', '--no-color', 'lint', 'messages'], { code: 0, stdout: expect.stringContaining('메시지 1개') }],
    [['--config', 'other.json', '--quiet', 'config'], { code: 0, stdout: expect.stringContaining('other/*.md') }],
    [['--verbose', '--config=other.json', 'lint'], { code: 0, stdout: expect.stringContaining('2 messages') }],
    [['--lang', 'ko', '--help'], { code: 0, stdout: expect.stringContaining('명령:') }],
    [['--lang', 'ko', 'lint', '--help'], { code: 0, stdout: expect.stringContaining('예:') }],
    [['--lang', 'ko', 'lintt'], { code: 2, stderr: expect.stringContaining('lintt 명령은 없습니다.') }],
    [['--lang', 'kr', 'lint'], { code: 2, stderr: expect.stringContaining('--lang cannot be "kr".') }],
    [['--root', 'gone', 'lint'], { code: 2, stderr: expect.stringContaining('--root gone: there is no such folder.') }],
    [['--fix', 'lint'], { code: 2, stderr: expect.stringContaining('There is no option --fix.') }],
    [['--lang', 'ko'], { code: 2, stderr: expect.stringContaining('--lang') }],
  ])('may stand before the command: %j', async (args, expected) => {
    expect(await runInside(args, root)).toMatchObject(expected)
  })
})
