import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type Plan } from '../../src/deploy/plan.ts'
import { planText } from '../../src/cli/commands/deploy/plan-text.ts'
import { openTerminal } from '../../src/cli/terminal/terminal.ts'
import { emulate } from '../emulator/client.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { deploy, deployProject, everythingIn, friendtalk, hello, listOf, secrets, toLocal } from './deploy-project.ts'
import type { CliResult } from './run-cli.ts'

const emulator = await emulate()
afterEach(() => emulator.reset())

const plan = (root: string, ...args: readonly string[]): Promise<CliResult> =>
  friendtalk(root, 'plan', '--target', 'local', '--release', 'r1', ...args)
const planIn = (root: string): Plan => JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8')) as Plan

describe('plan', () => {
  test('says what would be sent, sends nothing, and is the same each time', async () => {
    const root = deployProject(emulator)
    const { code, stdout } = await plan(root, '--out', 'plan.json')
    expect(code).toBe(0)
    expect(stdout).toContain('25 messages will be sent in 4 requests')
    expect(stdout).toContain('Next: friendtalk deploy plan.json --new-ledger')
    const first = readFileSync(join(root, 'plan.json'), 'utf8')
    expect((await plan(root, '--json')).stdout).toBe(first)
    expect(planIn(root).messages[0]?.recipients).toMatchObject({ path: 'list.csv', count: 25, new: 25, sent: 0 })
    expect(emulator.requests()).toEqual([])
    for (const text of [...Object.values(secrets), '0107331', '고객3호']) expect(first).not.toContain(text)
    expect(everythingIn(root).map(({ path }) => path)).not.toContainEqual(expect.stringContaining('ledger'))
  })

  test('prints the command that writes it, with all that was asked', async () => {
    const root = deployProject(emulator, { files: { 'staff.csv': 'receiver_number\n01073310001\n' } })
    await deploy(root)
    const asked = ['hello.md', '--recipients', 'list.csv', '--exclude', 'staff.csv', '--not-in', 'r1']
    const options = [...asked, '--skip-invalid', 'bad.csv']
    const { stdout } = await friendtalk(root, 'plan', ...options, '--target', 'local', '--release', 'r2')
    const [, printed = ''] = /Next: friendtalk plan (.*)\n/.exec(stdout) ?? []
    expect(printed.split(/ (?=--)/).toSorted()).toEqual(
      [
        'hello.md',
        '--target local',
        '--recipients list.csv',
        '--release r2',
        '--exclude staff.csv',
        '--not-in r1',
        '--skip-invalid bad.csv',
        '--out plan.json',
      ].toSorted(),
    )
  })

  test('is the same whatever the order of the safe list is', async () => {
    const safeList = ['01073310000', '01073310001']
    const plans = await Promise.all(
      [safeList, safeList.toReversed()].map(async (list) => {
        const root = deployProject(emulator, { recipients: 2, safeList: list })
        return (JSON.parse((await plan(root, '--json')).stdout) as Plan).target.recipients
      }),
    )
    expect(plans[0]).toMatchObject({ count: 2 })
    expect(plans[1]).toEqual(plans[0])
  })

  test.each([
    ['en', 'Sending is restricted now: 25 messages leave from 2026-06-13 08:00 in Korea.'],
    ['ko', '지금은 발송할 수 없는 시간이라 25건은 한국 시각 2026-06-13 08:00부터 나갑니다.'],
  ] as const)('says at night when how many leave, in %s', async (lang, said) => {
    const root = deployProject(emulator)
    await plan(root, '--out', 'plan.json')
    const planned = planIn(root)
    const nowMs = Date.parse('2026-06-12T23:00:00+09:00')
    const target = { ...planned.target, window: 'restricted' } as const
    const terminal = openTerminal({ color: false, lang }, root)
    expect(planText({ ...planned, target }, terminal, { nowMs, notes: [], showsContent: false })).toContain(said)
  })

  test('people read the title of a message, programs its id', async () => {
    const titled = hello().replace('---\n', '---\ntitle: 봄 알림\n')
    const root = deployProject(emulator, { files: { 'hello.md': titled } })
    const planned = await plan(root, '--out', 'plan.json')
    expect(planned.stdout).toMatch(/\n {2}봄 알림 +ft-text +25 /)
    expect(planIn(root).messages[0]).toMatchObject({ id: 'hello', title: '봄 알림' })
    await deploy(root)
    const status = await friendtalk(root, 'status', 'r1')
    expect(status.stdout).toMatch(/\n {4}봄 알림 {2}accepted 25\n/)
    const json = JSON.parse((await friendtalk(root, 'status', '--json')).stdout) as {
      releases: { messages: object[] }[]
    }
    expect(json.releases[0]?.messages[0]).toMatchObject({ id: 'hello' })
  })

  test('a reviewed plan is deployed without a question, once', async () => {
    const root = deployProject(emulator)
    await plan(root, '--out', 'plan.json')
    expect((await friendtalk(root, 'deploy', 'plan.json', '--new-ledger')).code).toBe(0)
    expect(emulator.counts().accepted).toBe(25)
    const again = await friendtalk(root, 'deploy', 'plan.json')
    expect(again.code).toBe(2)
    expect(again.stderr).toMatch(
      / at \d{4}-\S+\+09:00,.* A plan is used once; friendtalk status r1 says what was sent\.\n$/,
    )
    expect(emulator.counts().messages).toBe(25)
    const { stdout } = await plan(root)
    expect(stdout).toContain('Nothing is left to send.')
  })

  test('is deployed from a folder below with the paths that it was made with', async () => {
    const lists = { 'list.csv': `${listOf(2)}1234,하늘\n`, 'staff.csv': 'receiver_number\n01073310001\n' }
    const root = deployProject(emulator, { files: { 'sub/note.txt': '', ...lists } })
    const asked = ['hello.md', '--recipients', 'list.csv', '--exclude', 'staff.csv', '--skip-invalid', 'bad.csv']
    await plan(root, ...asked, '--out', 'plan.json')
    rmSync(join(root, 'bad.csv'))
    const deployed = await friendtalk(join(root, 'sub'), 'deploy', '../plan.json', '--new-ledger')
    expect(deployed).toMatchObject({ code: 0, stderr: expect.not.stringContaining('No file') })
    expect(emulator.counts()).toMatchObject({ messages: 1, accepted: 1 })
    expect([existsSync(join(root, 'bad.csv')), existsSync(join(root, 'sub/bad.csv'))]).toEqual([true, false])
  })

  test.each(['', 'sha256:', 'sha256:00000000000'])('is not approved by the digest %j', async (given) => {
    const root = deployProject(emulator, { recipients: 1 })
    const { code, stderr } = await friendtalk(root, ...toLocal.slice(0, -1), '--confirm', given)
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('sha256:') })
    expect(emulator.requests()).toEqual([])
  })

  test('of which all is deferred is paused', async () => {
    const root = deployProject(emulator, { recipients: 1 })
    emulator.faults.add({ on: 'send', fault: { type: 'reject', code: 'G150', messages: 'all' }, at: 1 })
    expect((await deploy(root)).code).toBe(4)
    const { stdout } = await friendtalk(root, 'status', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ releases: [{ state: 'paused', counts: { deferred: 1, pending: 0 } }] })
  })

  test('goes on with the same plan after it was stopped', async () => {
    const root = deployProject(emulator, { concurrency: 1 })
    await plan(root, '--out', 'plan.json')
    emulator.faults.add({ on: 'send', fault: { type: 'reject', code: 'G150', messages: 'all' }, at: 2 })
    expect((await friendtalk(root, 'deploy', 'plan.json', '--new-ledger')).code).toBe(4)
    expect((await friendtalk(root, 'deploy', 'plan.json')).code).toBe(0)
    expect(emulator.counts().accepted).toBe(25)
  })

  test.each<[string, (root: string) => void, readonly string[]]>([
    [
      'text',
      (root) => writeFileSync(join(root, 'hello.md'), hello('다른 글이에요.')),
      [
        'text of hello: planned sha256:',
        '--- hello (planned)\n+++ hello (now)\n',
        '\n-#{name}님, 오늘 주문하신 상품이 출발했어요.\n+#{name}님, 다른 글이에요.\n',
      ],
    ],
    [
      'recipients',
      (root) => writeFileSync(join(root, 'list.csv'), listOf(26)),
      ['recipients of hello: planned {"count":25'],
    ],
    [
      'target',
      (root) => edit(root, 'friendtalk.config.json', '"rate":100000', '"rate":7'),
      ['target, rate: planned 100000, now 7'],
    ],
    [
      'messages',
      (root) => writeFileSync(join(root, 'second.md'), hello()),
      ['message second: planned nothing, now second.md'],
    ],
    ['plan file', (root) => edit(root, 'plan.json', '"rate": 100000', '"rate": 9'), ['was changed after it was made']],
    [
      'plan file into another shape',
      (root) => edit(root, 'plan.json', '"rate": 100000', '"rate": "fast"'),
      ['was changed after it was made'],
    ],
    [
      'payload in the plan file',
      (root) => edit(root, 'plan.json', '#{name}님, 오늘', '#{name}님, 어제'),
      ['was changed after it was made'],
    ],
    ['version of the plan file', (root) => edit(root, 'plan.json', '"version": 1', '"version": 2'), ['is no plan']],
  ])('a changed %s is refused, and what differs is named', async (_, change, words) => {
    const root = deployProject(emulator)
    await plan(root, '--out', 'plan.json')
    change(root)
    const { code, stderr } = await friendtalk(root, 'deploy', 'plan.json', '--new-ledger')
    expect(code).toBe(2)
    for (const word of words) expect(stderr).toContain(word)
    expect(emulator.requests()).toEqual([])
  })

  test('is not for another ledger than it was made with', async () => {
    const root = deployProject(emulator, { recipients: 3 })
    const first = ['deploy', '--target', 'local', '--release', 'r0', '--yes', '--new-ledger']
    await friendtalk(root, ...first)
    await plan(root, '--out', 'plan.json')
    const other = deployProject(emulator, { recipients: 3 })
    await friendtalk(other, ...first)
    const { code, stderr } = await friendtalk(
      root,
      'deploy',
      'plan.json',
      '--config',
      join(other, 'friendtalk.config.json'),
    )
    expect(code).toBe(2)
    expect(stderr).toContain('the plan was made with')
    expect(emulator.counts().messages).toBe(6)
  })

  test('is not about people whom an earlier plan left waiting', async () => {
    const root = deployProject(emulator, { recipients: 3 })
    const begun = ['deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger', '--limit', '1']
    await friendtalk(root, ...begun)
    writeFileSync(join(root, 'list.csv'), listOf(2))
    await plan(root, '--out', 'plan.json')
    const { code, stderr } = await friendtalk(root, 'deploy', 'plan.json')
    expect(code).toBe(2)
    expect(stderr).toContain('Release r1 still has 2 messages waiting from an earlier plan')
    expect(emulator.counts().messages).toBe(1)
  })

  test('of a release that holds another text is refused', async () => {
    const root = deployProject(emulator, { recipients: 1 })
    await friendtalk(root, 'deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger')
    writeFileSync(join(root, 'hello.md'), hello('다른 글이에요.'))
    const { code, stderr } = await plan(root)
    expect(code).toBe(2)
    expect(stderr).toContain('another version of the message "hello"')
  })

  test('can be tried without sending, as it was reviewed', async () => {
    const root = deployProject(emulator, { files: { 'other.csv': listOf(2) } })
    await plan(root, '--recipients', 'other.csv', '--out', 'plan.json')
    const { code, stdout } = await friendtalk(root, 'deploy', 'plan.json', '--dry-run')
    expect(code).toBe(0)
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    writeFileSync(join(root, 'hello.md'), hello('👨‍👩‍👧 다른 글이에요.'))
    expect((await friendtalk(root, 'deploy', 'plan.json', '--dry-run')).code).toBe(2)
    const changed = await friendtalk(root, 'deploy', '--dry-run')
    expect(JSON.parse(changed.stdout.split('\n')[0] ?? '')).toMatchObject({ method: 'POST' })
    expect(emulator.requests()).toEqual([])
  })

  test.each(['--target', '--release', '--recipients'])('a plan says %s itself', async (flag) => {
    const root = deployProject(emulator, { recipients: 1 })
    await plan(root, '--out', 'plan.json')
    const { code, stderr } = await friendtalk(root, 'deploy', 'plan.json', flag, 'list.csv')
    expect(code).toBe(2)
    expect(stderr).toContain(`${flag} and plan.json do not go together`)
  })
})

describe('the messages in a plan', () => {
  const message = (text: string, vars = 'name: { max: 10, example: 김하늘 }'): string =>
    `---\nkind: ft-text\nrecipients: list.csv\nvars:\n  ${vars}\n---\n#{name}님, ${text}\n\n- [보기](https://a.kr/#{name})\n`

  test('are shown with their variables, with examples, and by what changed since they were sent', async () => {
    const root = deployProject(emulator, { recipients: 2, files: { 'hello.md': message('어제 글이에요.') } })
    const first = await plan(root, '--json')
    const [planned] = (JSON.parse(first.stdout) as Plan).messages
    expect(planned?.payload).toMatchObject({ msg: '#{name}님, 어제 글이에요.' })
    expect(planned?.variables).toEqual([{ name: 'name', max: 10 }])
    expect(planned?.example).toMatch(/^김하늘님, 어제 글이에요\.\n\nattachment:/)
    expect(planned).not.toHaveProperty('diff')
    await friendtalk(root, 'deploy', '--target', 'local', '--release', 'r0', '--yes', '--new-ledger')

    const same = await plan(root, '--out', 'plan.json')
    expect(planIn(root).messages[0]?.diff).toBe('')
    expect((await plan(root, '--verbose')).stdout).toContain('The same as in the last release with it.')
    expect(same.stdout).not.toContain('어제 글이에요.')
    writeFileSync(join(root, 'hello.md'), message('오늘 글\u001B[31m이에요.'))
    const { stdout } = await plan(root, '--out', 'plan.json')
    const { diff = '' } = planIn(root).messages[0] ?? {}
    expect(diff.split('\n').filter((line) => /^[-+]/.test(line))).toEqual([
      '--- hello (r0)',
      '+++ hello (r1)',
      '-#{name}님, 어제 글이에요.',
      '+#{name}님, 오늘 글\u001B[31m이에요.',
    ])
    const { stdout: verbose } = await plan(root, '--verbose')
    expect(verbose).toContain('    #{name}님, 오늘 글\\u{1B}[31m이에요.\n')
    expect(verbose).toContain('    김하늘님, 오늘 글\\u{1B}[31m이에요.\n')
    expect(stdout).toContain('    -#{name}님, 어제 글이에요.\n    +#{name}님, 오늘')
  })

  test('show a variable by its name where it has no example and no fallback', async () => {
    const root = deployProject(emulator, { files: { 'hello.md': message('글', 'name: { max: 10 }') } })
    const [shown] = (JSON.parse((await plan(root, '--json')).stdout) as Plan).messages
    expect(shown?.example).toContain('#{name}님, 글')
    expect(shown?.example).toContain('https://a.kr/#{name}')
  })

  test('say how many get a fallback, also where a deploy is not asked about', async () => {
    const list = 'receiver_number, 성함 ,code\n01073310001,가,1\n01073310002,나,\n'
    const text = `---\nkind: ft-text\nrecipients: list.csv\nvars:\n  이름: { max: 10, fallback: 고객 }\n  code: { max: 5, fallback: '0' }\n---\n#{이름}님 #{code}\n`
    const root = deployProject(emulator, { files: { 'hello.md': text, 'list.csv': list } })
    const missing =
      'list.csv:1:17 warning There is no column "이름", so all 2 recipients get its fallback. If column "성함" is meant, write columns: { "성함": "이름" } into the message or the configuration.'
    const { stdout, stderr } = await plan(root, '--out', 'plan.json')
    expect(planIn(root).messages[0]).toMatchObject({
      fallbacks: { 이름: 2, code: 1 },
      warnings: { 'recipients-variable-without-column': 1 },
    })
    expect(stdout).toContain('hello: 2 of 2 recipients get the fallback of 이름.')
    expect(stdout).toContain('hello: 1 of 2 recipients gets the fallback of code.')
    expect(stderr).toContain(missing)
    const sent = await friendtalk(root, 'deploy', 'plan.json', '--new-ledger')
    expect(sent.stderr).toContain(missing)
    expect(sent.stderr).toContain('hello: 2 of 2 recipients get the fallback of 이름.')
    const linted = await friendtalk(root, 'lint', '--recipients', 'list.csv')
    expect(linted.stdout + linted.stderr).toContain(missing)
    // Nobody is left to get one.
    const over = await plan(root)
    expect(over.stdout).toContain('Nothing is left to send.')
    expect(over.stdout).not.toContain('the fallback of')
  })

  test('name images to upload only where something is left to send', async () => {
    const text = '---\nkind: ft-image\nrecipients: list.csv\n---\n![a](a.png)\n\n가\n'
    const files = { 'hello.md': text, 'list.csv': 'receiver_number\n01073310001\n', 'a.png': image }
    const root = deployProject(emulator, { files })
    expect((await plan(root)).stdout).toContain('1 to upload')
    await friendtalk(root, 'deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger')
    expect((await plan(root)).stdout).not.toMatch(/to upload|uploaded/)
  })
})

const image = pngBytes({ width: 800, height: 600 })

function edit(root: string, name: string, from: string, to: string): void {
  const file = join(root, name)
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
  writeFileSync(file, text.replace(from, to))
}

describe('--skip-invalid', () => {
  const numbers = ['01073310000', '01073310001', '1234', '01073310003', '01073310001', '01073310005', '01073310006']
  const names = ['가', '나', '다', '열 글자보다 훨씬 긴 이름', '바', '', '"사,아\n자"']
  const list = `receiver_number,ref,name\n${numbers.map((number, at) => `${number},c${at},${names[at]}`).join('\n')}\n01073310007,c7,타,파\n`
  const sent = ['01073310000', '01073310001', '01073310006']
  const received = (): readonly string[] =>
    emulator
      .messages({ limit: 100 })
      .map(({ receiverNumber }) => receiverNumber)
      .toSorted()
  const project = (): string => deployProject(emulator, { files: { 'list.csv': list } })

  test('writes the wrong rows with the reason, counts them, and sends the others', async () => {
    const root = project()
    const planned = await plan(root, '--skip-invalid', 'bad.csv', '--out', 'plan.json')
    expect(planned.code).toBe(0)
    expect(planned.stdout).toContain('3 messages will be sent in ')
    expect(planned.stdout).toContain('5 rows are wrong and left out: bad.csv says why.')
    expect(planIn(root)).toMatchObject({
      inputs: { skipInvalid: 'bad.csv' },
      messages: [{ recipients: { count: 3, new: 3, skipped: 5 } }],
    })
    const bad = join(root, 'bad.csv')
    expect(readFileSync(bad, 'utf8').split('\r\n')).toEqual([
      '\uFEFFreason,message,list,row,receiver_number,ref,name',
      expect.stringMatching(/^"This is no Korean mobile number.*,hello,list\.csv,4,1234,c2,다$/),
      expect.stringMatching(/at most 10\.",hello,list\.csv,5,01073310003,c3,열 글자/),
      expect.stringMatching(/is in row 3 already.*,hello,list\.csv,6,01073310001,c4,바$/),
      expect.stringMatching(/has no value.*,hello,list\.csv,7,01073310005,c5,$/),
      expect.stringMatching(/^The row has 4 cells; the header has 3\.,hello,list\.csv,9,01073310007,c7,타$/),
      '',
    ])
    expect(statSync(bad).mode & 0o777).toBe(0o600)
    const { code, stderr } = await friendtalk(root, 'deploy', 'plan.json', '--new-ledger')
    expect({ code, stderr: stderr.match(/left out/g)?.length }).toEqual({ code: 0, stderr: 1 })
    expect(received()).toEqual(sent)
    const status = await friendtalk(root, 'status', 'r1')
    expect(status.stdout).toContain('5 rows are wrong and left out: bad.csv says why.')
    const { releases } = JSON.parse((await friendtalk(root, 'status', 'r1', '--json')).stdout) as {
      releases: readonly object[]
    }
    expect(releases).toMatchObject([{ counts: { accepted: 3 }, excluded: 0, skipped: 5 }])
    // Corrected, the file is a list of the same release.
    writeFileSync(
      bad,
      readFileSync(bad, 'utf8')
        .split('\r\n')
        .slice(0, 3)
        .join('\r\n')
        .replace('1234', '01073310002')
        .replace(/열 글자[^,]*/, '라'),
    )
    const more = await friendtalk(
      root,
      'deploy',
      '--target',
      'local',
      '--release',
      'r1',
      '--recipients',
      'bad.csv',
      '--yes',
    )
    expect(more.code).toBe(0)
    expect(received()).toEqual([...sent, '01073310002', '01073310003'].toSorted())
  })

  test('is not needed for a wrong file, and without it a wrong row stops everything', async () => {
    const root = project()
    expect((await plan(root)).code).toBe(1)
    writeFileSync(join(root, 'list.csv'), list.replace('name', 'nam'))
    const { code, stderr } = await plan(root, '--skip-invalid', 'bad.csv')
    expect(code).toBe(1)
    expect(stderr).toContain('There is no column "name"')
    expect(everythingIn(root).map(({ path }) => path)).not.toContain(join(root, 'bad.csv'))
  })

  test('leaves out rows whose message is too long or whose link is none', async () => {
    const message = hello().replace('list.csv', 'links.csv').replace('{ max: 10 }', '{ max: 80 }')
    const root = deployProject(emulator, {
      files: {
        'hello.md': `${message}\n- [보기](#{name})\n`,
        'links.csv': 'receiver_number,ref,name\n01073310000,a,https://a.kr\n01073310001,b,nothing\n',
      },
    })
    const deployed = await friendtalk(
      root,
      'deploy',
      '--target',
      'local',
      '--release',
      'r1',
      '--new-ledger',
      '--yes',
      '--skip-invalid',
      'bad.csv',
      '--lang',
      'ko',
    )
    expect(deployed.code).toBe(0)
    expect(deployed.stderr).toContain('잘못된 행 1개는 보내지 않습니다. 이유는 bad.csv 파일에 있습니다.')
    expect(received()).toEqual(['01073310000'])
    expect(readFileSync(join(root, 'bad.csv'), 'utf8')).toMatch(
      /URL이 되지 않습니다\..*,hello,links\.csv,3,01073310001,b,nothing/,
    )
  })

  test.each(['list.csv', 'hello.md', 'friendtalk.config.json'])('never writes over %s', async (file) => {
    const root = project()
    const before = readFileSync(join(root, file), 'utf8')
    const { code, stderr } = await plan(root, '--skip-invalid', file)
    expect(code).toBe(2)
    expect(stderr).toContain(file)
    expect(readFileSync(join(root, file), 'utf8')).toBe(before)
  })

  test('writes over what an earlier plan left out, unless that is a list now', async () => {
    const root = project()
    await plan(root, '--skip-invalid', 'bad.csv')
    writeFileSync(join(root, 'list.csv'), list.replace('1234', '5678'))
    expect((await plan(root, '--skip-invalid', 'bad.csv')).code).toBe(0)
    const written = readFileSync(join(root, 'bad.csv'), 'utf8')
    expect(written).toContain(',5678,')
    const { code } = await plan(root, '--recipients', 'bad.csv', '--skip-invalid', 'bad.csv')
    expect(code).toBe(2)
    expect(readFileSync(join(root, 'bad.csv'), 'utf8')).toBe(written)
  })
})
