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
    [['--lang', 'ko', '--help'], { code: 0, stdout: expect.stringContaining('메시지 쓰기:') }],
    [['--lang', 'ko', 'lint', '--help'], { code: 0, stdout: expect.stringContaining('예:') }],
    [['--lang', 'ko', 'lintt'], { code: 2, stderr: expect.stringContaining('lintt 명령은 없습니다.') }],
    [['--lang', 'kr', 'lint'], { code: 2, stderr: expect.stringContaining('--lang cannot be "kr".') }],
    [
      ['--root', 'gone', 'lint'],
      { code: 2, stderr: expect.stringContaining('--root gone: there is no such folder. Check the path.') },
    ],
    [['--fix', 'lint'], { code: 2, stderr: expect.stringContaining('There is no option --fix.') }],
    [['--lang', 'ko'], { code: 0, stderr: expect.stringContaining('메시지 쓰기:') }],
  ])('may stand before the command: %j', async (args, expected) => {
    expect(await runInside(args, root)).toMatchObject(expected)
  })
})

describe('the language', () => {
  const inKorean = tempFolder({
    'friendtalk.config.json': '{ "messages": ["messages/*.md"], "lang": "ko" }',
    'broken.json': '{ "messages": ["messages/*.md"], "lang": "ko", "rule": {} }',
    'module.mjs': 'export default { messages: ["messages/*.md"], lang: "ko", rule: {} }',
    'unknown.json': '{ "messages": ["messages/*.md"], "lang": "de" }',
    'messages/sale.md': textMessage('#{name}'),
    'payload.json': '{ "msg": "안녕", "no_such": 1 }',
  })
  const noVariable = expect.stringMatching(/^::error .*::.*변수/m)

  it.each([
    ['is that of the configuration', ['lint', '--format', 'github'], { code: 1, stdout: noVariable }],
    [
      'is that of --lang where it is given',
      ['lint', '--lang', 'en'],
      { code: 1, stdout: expect.stringContaining('1 error') },
    ],
    ['holds for what is printed of the work', ['compile'], { code: 1, stderr: expect.stringContaining('오류가 1개') }],
    ['holds for a rule', ['explain', 'id-duplicate'], { code: 0, stdout: expect.stringContaining('오류, ') }],
    ['holds for the rules', ['rules'], { code: 0, stdout: expect.stringContaining('경고') }],
    [
      'holds for a new file',
      ['new', 'bm-text', 'messages/new'],
      { code: 0, stdout: expect.stringContaining('다음 명령') },
    ],
    [
      'holds for what cannot be converted',
      ['convert', 'payload.json'],
      { code: 1, stderr: expect.stringMatching(/no_such: .*[가-힣]/) },
    ],
    [
      'holds for what is wrong with the rest of it',
      ['lint', '--config', 'broken.json'],
      { code: 2, stderr: expect.stringContaining('설정') },
    ],
    [
      'holds for what is wrong with a program',
      ['lint', '--config', 'module.mjs'],
      { code: 2, stderr: expect.stringContaining('설정') },
    ],
    [
      'is one that there is',
      ['lint', '--config', 'unknown.json'],
      { code: 2, stderr: expect.stringMatching(/unknown\.json:1:42: "de" .* en, ko/) },
    ],
  ])('%s', async (_, args, expected) => {
    expect(await runInside(args, inKorean)).toMatchObject(expected)
  })

  it.each([['--lang=ko'], ['--lang', 'ko']])('is that of %s in the help too', async (...flag) => {
    const { stdout } = await runInside(['lint', ...flag, '--help'], root, { LANG: 'en_US.UTF-8' })
    expect(stdout).toMatch(/[가-힣]/)
  })

  it('is that of the locale where the configuration names none', async () => {
    const answer = await runInside(['lint'], root, { LANG: 'ko_KR.UTF-8' })
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining('메시지 1개') })
  })

  it('goes before the locale when it is English', async () => {
    const folder = tempFolder({
      'friendtalk.config.json': '{ "messages": ["messages/*.md"], "lang": "en" }',
      'messages/sale.md': textMessage('Hello!'),
    })
    const answer = await runInside(['lint'], folder, { LANG: 'ko_KR.UTF-8' })
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining('1 message') })
  })
})
