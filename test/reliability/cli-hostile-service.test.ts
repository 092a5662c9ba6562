import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { eachWith, type FakeRequest, startFakeService } from '../service/fake-service.ts'
import { pngBytes } from '../project/image-bytes.ts'
import {
  deploy,
  deployProject,
  environment,
  everythingIn,
  friendtalk,
  inLedger,
  secrets,
} from '../cli/deploy-project.ts'
import type { CliResult } from '../cli/run-cli.ts'
import { runInside } from '../cli/run-inside.ts'

const keysOf = ({ messages }: FakeRequest): string[] => messages.map(({ msg_key }) => String(msg_key))

describe('a code', () => {
  it.each(['constructor', '__proto__', 'toString'])('%s ends no command, now or later', async (code) => {
    const service = await startFakeService(eachWith(code, `${code}.${code}`))
    const root = deployProject(service, { recipients: 12 })
    const first = await deploy(root)
    expect(first.code).toBe(3)
    const { stdout, stderr } = await friendtalk(root, 'status')
    expect(stderr).toBe('')
    expect(stdout).toContain(`${code} a code that the interface does not list`)
    const { releases } = JSON.parse((await friendtalk(root, 'status', '--json')).stdout) as {
      releases: { messages: { codes: object }[] }[]
    }
    expect(Object.entries(releases[0]?.messages[0]?.codes ?? {})).toEqual([[code, 12]])
    expect((await friendtalk(root, 'status', '--csv', '-')).stdout).toContain(`,rejected,1,${code},`)
    expect((await deploy(root)).code).toBe(3)
    expect((await deploy(root, '--retry-rejected')).code).toBe(3)
    expect((await friendtalk(root, 'status', '--lang', 'ko')).code).toBe(0)
  })

  it.each<[code: unknown]>([['c100'], ['C100 '], ['Ｃ１００'], ['\u00a0C100'], [100], [null], [{ C100: true }]])(
    'that is nearly C100, or no text, leaves nothing that --retry-rejected sends: %j',
    async (code) => {
      const service = await startFakeService((request, n) => eachWith(n === 2 ? code : 'C100')(request))
      const root = deployProject(service, { recipients: 21, concurrency: 1 })
      expect((await deploy(root)).code).toBe(5)
      expect((await inLedger(root)).counts).toMatchObject({ accepted: 11, unknown: 10, rejected: 0 })
      expect((await deploy(root, '--retry-rejected')).code).toBe(5)
      const keys = service.requests.flatMap(keysOf)
      expect(new Set(keys).size).toBe(keys.length)
    },
  )
})

const withImage = {
  'card.md': '---\nkind: ft-image\nrecipients: list.csv\n---\n새로 나온 상품입니다.\n\n![](card.png)\n',
  'card.png': pngBytes({ width: 720, height: 720 }),
}

function imageProject(service: { readonly url: string }): string {
  return deployProject(service, { recipients: 3, files: withImage })
}

describe('the URL of an uploaded image', () => {
  const url = 'https://img.example.com/a'

  it.each<[bad: string, words: string]>([
    [`${url}\u202eb`, 'holds white space or invisible characters'],
    [`${url}#{name}`, 'holds "#{", which starts a variable'],
    [`${url}${'a'.repeat(3_000)}`, 'has more than 2,000 characters'],
    ['javascript:alert(1)', 'is not an http or https URL'],
    [`${url}?${secrets.DEPLOY_FAILBACK_KEY}`, 'holds one of your secrets'],
  ])('$1: it is refused with the image, the message and the line, and nothing is sent', async (bad, words) => {
    const service = await startFakeService(() => ({ body: { data: { url: bad }, errcode: '0000' } }))
    const root = imageProject(service)
    const { code, stdout, stderr } = await deploy(root, 'card.md')
    expect(code).toBe(4)
    expect(stderr).toContain('card.png: the URL that the service gave for it ' + words)
    expect(stderr).toMatch(/^ {4}card\.md:7$/m)
    expect(service.requests.map(({ path }) => path)).toEqual(['/file/v1/FT/image/emulator'])
    const korean = await deploy(root, '--lang', 'ko')
    expect(korean.stderr).toContain('card.png: 서비스가 알려 준 이미지 주소를 쓸 수 없습니다.')
    for (const { text } of [...everythingIn(join(root, '.friendtalk')), { text: stdout + stderr + korean.stderr }]) {
      expect(text).not.toContain('javascript')
      expect(text).not.toContain(secrets.DEPLOY_FAILBACK_KEY)
    }
  })
})

describe("the service's clock", () => {
  it.each([
    [120_000, 'ahead of'],
    [-120_000, 'behind'],
  ])('%i ms off at an upload stops before the first message', async (offMs, words) => {
    let isOff = true
    const service = await startFakeService((request) => ({
      headers: { date: new Date(Date.now() + (isOff ? offMs : 0)).toUTCString() },
      ...(request.messages.length > 0
        ? eachWith('C100')(request)
        : { body: { data: { url: 'https://img.example.com/a' } } }),
    }))
    const root = imageProject(service)
    const stopped = await deploy(root, 'card.md')
    expect(stopped.code).toBe(4)
    expect(stopped.stderr).toContain(`s ${words} this machine's`)
    expect(service.messages()).toEqual([])
    expect((await inLedger(root)).counts).toMatchObject({ pending: 3 })
    isOff = false
    expect((await deploy(root)).code).toBe(0)
    expect(service.messages()).toHaveLength(3)
  })
})

/** The secrets that no message of the project needs are known all the same. */
const keys = Object.values(secrets)
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const encodings: readonly (readonly [name: string, encode: (text: string) => string])[] = [
  ['raw', (text) => text],
  ['upper', (text) => text.toUpperCase()],
  ['base64', base64],
  ['pair', (text) => base64(`emulator;${text}`)],
  ['turned', (text) => base64(`${text};emulator`)],
  ['base64url', (text) => Buffer.from(`emulator;${text}`).toString('base64url')],
]
const numbers: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => number.replace(/^(...)(....)/, '$1-$2-'),
  (number) => number.replace(/^(...)(....)/, '$1 $2 '),
  (number) => number.replace(/^0(..)(....)/, '+82 $1-$2-'),
]

test('what the service quotes of secrets and numbers is nowhere, in whatever form', async () => {
  const forms = keys.flatMap((key) => encodings.map(([, encode]) => encode(key)))
  const service = await startFakeService(({ messages }, n) => {
    const said = (number: string): string[] => [...forms, ...numbers.map((write) => write(number))]
    const text = (number: string): string => said(number)[n % said(number).length] ?? ''
    // One form after the other, in each field that is shown or kept.
    return {
      body: {
        results: messages.map(({ msg_key, receiver_number: number }, at) => ({
          msg_key,
          code: at % 2 === 0 ? `X${text(String(number)).slice(0, 60)}` : 'G141',
          desc: `${text(String(number))} is wrong, says ${forms[(n * 7 + at) % forms.length]}`,
        })),
      },
    }
  })
  const root = deployProject(service, { recipients: 400, concurrency: 1 })
  const run = (...args: readonly string[]): Promise<CliResult> => runInside(args, root, environment)
  const begun = ['deploy', '--target', 'local', '--release', 'r1', '--new-ledger', '--yes', '--json', '--verbose']
  const outputs = [
    await run(...begun),
    await run('status', '--verbose'),
    await run('status', '--json'),
    await run('status', '--csv', '-'),
  ]
  expect(outputs.map(({ code }) => code)).toEqual([3, 0, 0, 0])
  expect((await inLedger(root)).counts.rejected).toBe(400)
  const everything = [
    ...outputs.map(({ stdout, stderr }, index) => ({ path: `output ${index}`, text: stdout + stderr })),
    ...everythingIn(join(root, '.friendtalk')),
  ]
  const digits = (text: string): string => text.normalize('NFKC').replaceAll(/(?<=\d)[ .-](?=\d)/g, '')
  const found = everything.flatMap(({ path, text }) => [
    ...forms.filter((form) => text.includes(form)).map((form) => `${path}: ${form}`),
    ...(/(?:010|\+?8210)7331\d{4}/.test(path.startsWith('output') ? digits(text) : text) ? [`${path}: a number`] : []),
  ])
  expect(found).toEqual([])
}, 120_000)

test.each([
  ['C100', 0],
  ['G141', 3],
])('keys that nobody sent in the last answer keep nothing back, and some of them are shown: %s', async (code, exit) => {
  const others = Array.from({ length: 500 }, (_, n) => ({ msg_key: `other-${n}`, code: 'C100' }))
  const service = await startFakeService((request) => {
    const own = request.messages.map(({ msg_key }) => ({ msg_key, code }))
    return { body: { results: [...own, ...others] } }
  })
  const root = deployProject(service, { recipients: 1 })
  const { code: ended, stderr } = await deploy(root)
  expect(stderr).toContain('Keys in its answer that nobody sent: other-0, ')
  expect(stderr).toMatch(/other-9 and 490 more$/m)
  expect(ended).toBe(exit)
})

test('a foreign key, and an error of the whole request, show no secret', async () => {
  const said = encodings.map(([, encode]) => encode(secrets.DEPLOY_FAILBACK_KEY))
  const service = await startFakeService((_, n) => ({
    body:
      n === 1
        ? { results: said.map((msg_key) => ({ msg_key, code: 'C100' })) }
        : { code: `C400_9 ${said[1]}`, name: said[2], description: said.join(' ') },
  }))
  const root = deployProject(service, { recipients: 3 })
  const outputs = [await deploy(root), await deploy(root, '--json'), await friendtalk(root, 'status')]
  expect(outputs[0]?.stderr).toContain('Keys in its answer that nobody sent')
  const text = outputs.map(({ stdout, stderr }) => stdout + stderr).join('')
  expect(said.filter((form) => text.includes(form))).toEqual([])
})

describe('a proxy that cannot be used', () => {
  const password = 'proxy-canary-77'

  it.each([
    ['HTTPS_PROXY', `http//user:${password}@proxy`],
    ['https_proxy', 'proxy.example.com:8080'],
    ['HTTP_PROXY', `socks5://user:${password}@proxy:1080`],
    ['HTTPS_PROXY', `http://user:${password}%@proxy:1080`],
  ])('%s=%s is said in a sentence, without its credentials', async (name, value) => {
    const service = await startFakeService(eachWith('C100'))
    const root = deployProject({ url: 'https://send.example.com' }, { recipients: 3, window: true })
    const env = { ...environment, [name]: value }
    const args = ['deploy', '--target', 'local', '--release', 'r1', '--new-ledger', '--yes']
    for (const [lang, words] of [
      ['en', `${name}: is not the address of a proxy.`],
      ['ko', `${name}: 프록시 주소가 아닙니다.`],
    ] as const) {
      const { code, stderr } = await runInside([...args, '--lang', lang, '--verbose'], root, env)
      expect(code).toBe(2)
      expect(stderr).toContain(words)
      expect(stderr).not.toContain(password)
      expect(stderr).not.toContain(value)
    }
    expect(everythingIn(root).filter(({ path }) => path.includes('ledger.'))).toEqual([])
    // A target on this machine is reached without it.
    const near = deployProject(service, { recipients: 3 })
    expect((await runInside(args, near, env)).code).toBe(0)
  })
})
