import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Plan } from '../../src/deploy/plan.ts'
import { emulate } from '../emulator/client.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { deployProject, friendtalk, hello, listOf } from './deploy-project.ts'
import type { CliResult } from './run-cli.ts'

const emulator = await emulate()

afterEach(() => emulator.reset())

const deploy = (root: string, release: string, ...args: readonly string[]): Promise<CliResult> =>
  friendtalk(root, 'deploy', '--target', 'local', '--release', release, '--new-ledger', '--yes', ...args)

describe('a release', () => {
  it.each([
    ['여름', ['여름'.normalize('NFD'), ' 여름\r\n', '\u3000여름\ufeff']],
    ['r1-sale', ['ｒ１－ｓａｌｅ', 'r1-sale\u00a0']],
  ])('%s is the same however it is written', async (name, others) => {
    const root = deployProject(emulator, { recipients: 3 })
    const [first = name, ...more] = others
    expect((await deploy(root, first)).code).toBe(0)
    for (const other of [name, ...more]) {
      expect((await deploy(root, other)).stderr).toContain('Nothing is left to send.')
      const status = await friendtalk(root, 'status', other, '--json', '--target', 'ｌｏｃａｌ')
      expect(JSON.parse(status.stdout)).toMatchObject({ releases: [{ release: name, counts: { accepted: 3 } }] })
    }
    expect(emulator.counts().messages).toBe(3)
    await friendtalk(root, 'plan', '--target', ' local', '--release', first, '--out', 'plan.json')
    expect((JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8')) as Plan).release).toBe(name)
  })

  it.each(['r\u200b1', 'r\u202e1', 'r1\u00ad', '\u3164', '여\u2060름', ' '])(
    'is refused with characters that nobody sees: %j',
    async (release) => {
      const root = deployProject(emulator, { recipients: 3 })
      const { code, stderr } = await deploy(root, release)
      expect(code).toBe(2)
      expect(stderr).toContain('takes 1 to 64 letters')
      expect(emulator.requests()).toEqual([])
    },
  )

  it('is reconciled however it is written', async () => {
    const root = deployProject(emulator, { recipients: 3 })
    emulator.faults.add({ on: 'send', fault: { type: 'drop' }, at: 1 })
    await deploy(root, 'ｒ１')
    const said = ['--sent', '--reason', 'seen', '--yes', '--target', 'ＬＯＣＡＬ'.toLowerCase()]
    const { code, stdout } = await friendtalk(root, 'reconcile', '--release', 'ｒ1', '--id', 'ｈello', ...said)
    expect(code).toBe(0)
    expect(stdout).toContain('1 send settled as sent.')
    const unknown = await friendtalk(root, 'reconcile', '--release', 'r\u200b1', ...said)
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('There is no release "r\\u{200B}1"')
  })
})

describe('a sender', () => {
  const named = (sender: string): string => hello().replace('---\n', `---\nsender: ${JSON.stringify(sender)}\n`)

  function project(configured: readonly string[], stated: string): string {
    const root = deployProject(emulator, { recipients: 3, files: { 'hello.md': named(stated) } })
    const file = join(root, 'friendtalk.config.json')
    const config = JSON.parse(readFileSync(file, 'utf8')) as { senders: Record<string, object> }
    const { default: sender = {} } = config.senders
    writeFileSync(file, JSON.stringify({ ...config, senders: Object.fromEntries(configured.map((n) => [n, sender])) }))
    return root
  }

  it.each([
    ['고객센터', '고객센터'.normalize('NFD')],
    ['고객센터'.normalize('NFD'), '고객센터'],
    ['ｓｈｏｐ', 'shop'],
    [' shop ', 'ｓｈｏｐ\u00a0'],
  ])('%j in the configuration is %j in a message', async (configured, stated) => {
    const root = project([configured], stated)
    expect((await friendtalk(root, 'lint')).code).toBe(0)
    expect((await deploy(root, 'r1')).code).toBe(0)
    expect(emulator.counts().accepted).toBe(3)
  })

  it('is refused with characters that nobody sees', async () => {
    const root = project(['shop'], 'sh\u200bop')
    const { code, stdout } = await friendtalk(root, 'lint')
    expect(code).toBe(1)
    expect(stdout).toContain('The configuration has no sender "sh\\u{200B}op".')
    expect((await deploy(root, 'r1')).code).toBe(1)
    const alone = tempFolder({ 'hello.md': named('sh\u200bop') })
    expect((await friendtalk(alone, 'lint', 'hello.md')).code).toBe(1)
  })
})

describe('a message under two ids', () => {
  const twice = (): string => deployProject(emulator, { recipients: 3, files: { 'copy.md': hello() } })

  it('is planned with a warning, and not sent where nobody can be asked', async () => {
    const root = twice()
    const planned = await friendtalk(root, 'plan', '--target', 'local', '--release', 'r1', '--out', 'plan.json')
    expect(planned.code).toBe(0)
    const words = 'copy and hello (hello.md) are the same message: a person on both lists receives it twice.'
    expect(planned.stderr).toContain(words)
    const { digest } = JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8')) as Plan
    const refused = [
      await deploy(root, 'r1'),
      await deploy(root, 'r1', '--confirm', digest),
      await friendtalk(root, 'deploy', 'plan.json', '--new-ledger'),
    ]
    for (const { code, stderr } of refused) {
      expect(code).toBe(2)
      expect(stderr).toContain(words)
      expect(stderr).toContain('Nothing was sent: without a terminal no question can be asked.')
    }
    const korean = await deploy(root, 'r1', '--lang', 'ko')
    expect(korean.stderr).toContain('copy 메시지와 hello(hello.md) 메시지는 내용이 같습니다.')
    expect(emulator.requests()).toEqual([])
    expect((await deploy(root, 'r1', 'hello.md')).code).toBe(0)
  })

  it('because it was renamed since an earlier deploy, is not sent where nobody can be asked', async () => {
    const root = deployProject(emulator, { recipients: 3 })
    expect((await deploy(root, 'r1')).code).toBe(0)
    renameSync(join(root, 'hello.md'), join(root, 'greeting.md'))
    const renamed = await deploy(root, 'ｒ１')
    expect(renamed.code).toBe(2)
    expect(renamed.stderr).toContain(
      'greeting (greeting.md) is the same message as hello, which the release has already',
    )
    expect((await deploy(root, 'r1', '--lang', 'ko')).stderr).toContain('"id: hello"')
    expect(emulator.counts().messages).toBe(3)
    writeFileSync(join(root, 'greeting.md'), hello().replace('---\n', '---\nid: hello\n'))
    const back = await deploy(root, 'r1')
    expect(back.code).toBe(0)
    expect(back.stderr).toContain('Nothing is left to send.')
    expect(emulator.counts().messages).toBe(3)
  })
})

describe('Hangul of a path', () => {
  const message = (typed: 'NFC' | 'NFD', text: string): string =>
    hello(text).replace('list.csv', '../../명단/고객.csv'.normalize(typed))

  /** A project whose files are named in one form, and their names in its configuration and messages in the other. */
  function project(stored: 'NFC' | 'NFD', typed: 'NFC' | 'NFD'): string {
    const root = deployProject(emulator)
    rmSync(join(root, 'hello.md'))
    const files = {
      '메시지/봄/안내.md': message(typed, '**오늘** 출발했어요.'),
      '명단/고객.csv': listOf(3),
      '명단/거부.txt': '01073310000',
    }
    for (const [path, content] of Object.entries(files)) {
      const file = join(root, path.normalize(stored))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
    const file = join(root, 'friendtalk.config.json')
    const config = JSON.parse(readFileSync(file, 'utf8')) as object
    const overrides = [{ files: ['메시지/봄/**'.normalize(typed)], rules: { 'markdown-in-text': 'error' } }]
    writeFileSync(file, JSON.stringify({ ...config, messages: ['메시지/**/*.md'.normalize(typed)], overrides }))
    return root
  }

  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ] as const)('is one name on the disk in %s and typed in %s', async (stored, typed) => {
    const root = project(stored, typed)
    const lint = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await friendtalk(root, 'lint', '--format', 'json', ...args.map((arg) => arg.normalize(typed)))
      const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { rule: string; severity: string }[] }
      return diagnostics.map(({ rule, severity }) => `${rule} ${severity}`)
    }
    const expected = ['markdown-in-text error']
    expect(await lint()).toEqual(expected)
    for (const args of [['메시지/봄/안내.md'], ['메시지/봄'], ['메시지/*/안*.md'], ['--recipients', '명단/고객.csv']]) {
      expect(await lint(...args)).toEqual(expected)
    }
    writeFileSync(join(root, '메시지/봄/안내.md'.normalize(stored)), message(typed, '오늘 출발했어요.'))
    const planned = await friendtalk(
      root,
      'plan',
      '--target',
      'local',
      '--release',
      'r1',
      '--json',
      '--exclude',
      '명단/거부.txt'.normalize(typed),
    )
    expect(JSON.parse(planned.stdout)).toMatchObject({ messages: [{ recipients: { count: 3, new: 2, excluded: 1 } }] })
  })
})
