import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openProject, type Project, type ProjectOptions } from '../../src/project/project.ts'
import { runCli } from '../cli/run-inside.ts'
import { refusalOf } from './refusal.ts'
import { tempFolder, textMessage } from './temp-folder.ts'

const library = (): Promise<object> => import('../../src/index.ts')
const open = (cwd: string, options: Partial<ProjectOptions> = {}): Promise<Project> =>
  openProject({ cwd, library, ...options })

/** The lines that refuse a configuration. */
function problemsIn(name: string, content: string | Uint8Array): Promise<readonly string[]> {
  return refusalOf(() => open(tempFolder({ [name]: content })))
}

const json = 'friendtalk.config.json'
const production = {
  uploadUrl: 'https://upload.example.com',
  baseUrl: 'https://send.example.com',
  userId: { env: 'USER_ID' },
  secretKey: { env: 'SECRET_KEY' },
}

describe('a configuration is found', () => {
  const forms: readonly (readonly [name: string, content: string])[] = [
    ['friendtalk.config.ts', "const glob: string = 'm/*.md'\nexport default { messages: [glob] }\n"],
    [
      'friendtalk.config.ts',
      "import { defineConfig } from 'friendtalk'\nexport default defineConfig({ messages: ['m/*.md'] })\n",
    ],
    ['friendtalk.config.js', "export default { messages: ['m/*.md'] }\n"],
    ['friendtalk.config.js', "module.exports = { messages: ['m/*.md'] }\n"],
    ['friendtalk.config.mjs', "export default await Promise.resolve({ messages: ['m/*.md'] })\n"],
    [json, '{ "messages": ["m/*.md"] }\n'],
    [json, '\uFEFF{\r\n\t"messages": [\r\n\t\t"m\\/*.md"\r\n\t]\r\n}\r\n'],
  ]

  it.each(forms)('as %s in the folder itself: %j', async (name, content) => {
    const root = tempFolder({ [name]: content })
    const { config, ...project } = await open(root)
    expect(project).toEqual({ root, configFile: join(root, name) })
    expect(config).toEqual({
      messages: ['m/*.md'],
      senders: {},
      limits: { bytes: 'utf-8', characters: 'utf-16' },
      rules: {},
      overrides: [],
      plugins: [],
      terms: [],
      require: [],
      columns: {},
      values: {},
      targets: {},
      ledger: '.friendtalk/ledger.db',
    })
  })

  it.each([
    [undefined, 'friendtalk'],
    ['sends_2', 'sends_2'],
  ])('with a ledger in a database, in the schema %s', async (schema, expected) => {
    const ledger = { postgres: { env: 'LEDGER_URL' }, schema }
    const { config } = await open(tempFolder({ [json]: JSON.stringify({ messages: ['m'], ledger }) }))
    expect(config.ledger).toEqual({ postgres: { env: 'LEDGER_URL' }, schema: expected })
  })

  it.each(forms)('as %s upwards: %j', async (name, content) => {
    const root = tempFolder({ [name]: content, 'm/deep/a.md': '' })
    expect(await open(join(root, 'm/deep'))).toMatchObject({ root, configFile: join(root, name) })
  })

  it('in the nearest folder', async () => {
    const root = tempFolder({
      [json]: '{ "messages": ["far"] }',
      'm/friendtalk.config.json': '{ "messages": ["near"] }',
    })
    expect(await open(join(root, 'm'))).toMatchObject({ root: join(root, 'm'), config: { messages: ['near'] } })
  })

  it.each([
    [['ts', 'js', 'mjs', 'json'], 'ts'],
    [['js', 'mjs', 'json'], 'js'],
    [['mjs', 'json'], 'mjs'],
  ])('where %j stand beside each other as .%s', async (extensions, first) => {
    const contentOf = (extension: string): string =>
      extension === 'json' ? '{ "messages": ["json"] }' : `export default { messages: ['${extension}'] }`
    const files = extensions.map((extension) => [`friendtalk.config.${extension}`, contentOf(extension)])
    expect((await open(tempFolder(Object.fromEntries(files)))).config.messages).toEqual([first])
  })

  it('nowhere: then every default holds and the root is the working directory', async () => {
    const root = tempFolder()
    expect(await open(root)).toMatchObject({ root, config: { messages: [], targets: {} } })
  })
})

describe('the flags', () => {
  const files = { 'conf/other.json': '{ "messages": ["*.md"] }', 'work/a.md': '', [json]: '{ "messages": ["own"] }' }

  it('--config names a configuration, whose folder is the root', async () => {
    const root = tempFolder(files)
    const project = await open(join(root, 'work'), { config: '../conf/other.json' })
    expect(project).toMatchObject({ root: join(root, 'conf'), config: { messages: ['*.md'] } })
  })

  it('--root names the root, and the configuration is found all the same', async () => {
    const root = tempFolder(files)
    const project = await open(root, { root: 'work' })
    expect(project).toMatchObject({ root: join(root, 'work'), config: { messages: ['own'] } })
  })

  it('--config and --root go together', async () => {
    const root = tempFolder(files)
    const project = await open(root, { root: 'work', config: 'conf/other.json' })
    expect(project).toMatchObject({ root: join(root, 'work'), config: { messages: ['*.md'] } })
  })

  it.each([
    [{ config: 'gone.json' }, '--config gone.json: there is no such file. Check the path.'],
    [{ root: 'gone' }, '--root gone: there is no such folder. Check the path.'],
    [{ root: json }, `--root ${json}: there is no such folder. Check the path.`],
  ])('%j is refused', async (options, message) => {
    expect(await refusalOf(() => open(tempFolder(files), options))).toEqual([message])
  })
})

describe('a wrong value of a JSON configuration is refused at its place', () => {
  const secret = (key: string): string =>
    `"${key}" is a secret and must not be written here; write { env: "NAME" } and set that environment variable.`
  const target = (more: string): string => `{"messages":["m"],"targets":{"p":\n{${more}}}}`
  const urls = '"uploadUrl":"https://a.kr","baseUrl":"https://b.kr"'
  const secrets = '"userId":{"env":"U"},"secretKey":{"env":"S"}'
  const brand = '"service":"brand-message","baseUrl":"https://b.kr","secretKey":{"env":"S"}'
  const app = '"appKey":{"env":"A"}'

  const sender = '{"sender_key":{"env":"K"},"sender_number":"0212345678"}'
  const rows: readonly (readonly [content: string, ...problems: string[]])[] = [
    ['[]', '1:1: This is a list; write a mapping.'],
    ['"text"', '1:1: This is text; write a mapping.'],
    ['{}', '1:1: "messages" is missing in the configuration; add it.'],
    ['{"messages":"m"}', '1:13: "messages" is text; write a list.'],
    ['{"messages":[""]}', '1:14: This value is empty; give it a value, or remove it if it is optional.'],
    ['{"messages":null}', '1:2: "messages" is empty; give it a value, or remove it if it is optional.'],
    [
      '{"messages":["m"],"messages":["n"]}',
      '1:19: The key "messages" stands here a second time; remove one of the two.',
    ],
    [
      '{"messages":["m"],"\\u006dessages":["n"]}',
      '1:19: The key "messages" stands here a second time; remove one of the two.',
    ],
    [
      `{"messages":["m"],"senders":{"가":${sender},"${'가'.normalize('NFD')}":${sender}}}`,
      '1:90: The key "가" stands here a second time; remove one of the two.',
    ],
    [
      `{"messages":["m"],"rules":{"not-nfc":"off","not-nfc":"error"}}`,
      '1:44: The key "not-nfc" stands here a second time; remove one of the two.',
    ],
    [
      '{"messages":["m"],\r\n "mesages":1}',
      '2:2: "mesages" is not a key of the configuration. Did you mean "messages"?',
    ],
    ['\uFEFF{"messages":["m"],"x":1}', '1:19: "x" is not a key of the configuration.'],
    ['{"messages":["m"],"__proto__":{}}', '1:19: "__proto__" is not a key of the configuration.'],
    ['{"messages":["m"],"constructor":{}}', '1:19: "constructor" is not a key of the configuration.'],
    ['{"messages":["m"],"senders":[]}', '1:29: "senders" is a list; write a mapping.'],
    ['{"messages":["m"],"senders":{"d":{}}}', '1:30: "sender_key" is missing in a sender; add it.'],
    [
      '{"messages":["m"],"senders":{"d":{"sender_key":{"env":"K"},"sender_number":212345678}}}',
      '1:76: "sender_number" is a number; put it in quotes: "0212345678".',
    ],
    [
      '{"messages":["m"],"senders":{"d":{"sender_key":{"env":"K"},"sender_number":""}}}',
      '1:76: "sender_number" is empty; give it a value, or remove it if it is optional.',
    ],
    [
      '{"messages":["m"],"senders":{"d":{"sender_key":{"env":""},"sender_number":"1"}}}',
      '1:55: "env" is empty; give it a value, or remove it if it is optional.',
    ],
    [
      '{"messages":["m"],"senders":{"d":{"sender_key":{"env":"K","x":1},"sender_number":"1"}}}',
      '1:59: "x" is not a key of a value from the environment.',
    ],
    ['{"messages":["m"],"ledger":""}', '1:28: "ledger" is empty; give it a value, or remove it if it is optional.'],
    ['{"messages":["m"],"ledger":"postgres://u:pw@db/x"}', `1:28: ${secret('ledger.postgres')}`],
    ['{"messages":["m"],"ledger":"PostgreSQL://u:pw@db/x"}', `1:28: ${secret('ledger.postgres')}`],
    ['{"messages":["m"],"ledger":{"postgres":"postgres://u:pw@db/x"}}', `1:40: ${secret('postgres')}`],
    ['{"messages":["m"],"ledger":{"postgres":["pw"]}}', `1:40: ${secret('postgres')}`],
    ['{"messages":["m"],"ledger":{}}', '1:19: "postgres" is missing in ledger; add it.'],
    [
      '{"messages":["m"],"ledger":{"postgres":{"env":"U"},"scheme":"a"}}',
      '1:52: "scheme" is not a key of ledger. Did you mean "schema"?',
    ],
    ...['', 'Sends', '1a', 'a-b', 'pg_sends', `a${'b'.repeat(63)}`].map((name): [string, string] => [
      `{"messages":["m"],"ledger":{"postgres":{"env":"U"},"schema":"${name}"}}`,
      name === ''
        ? '1:61: "schema" is empty; give it a value, or remove it if it is optional.'
        : `1:61: "${name}" cannot be a schema's name: write 1 to 63 letters from a to z, digits and "_", the first no digit and not "pg_".`,
    ]),
    ['{"messages":["m"],"senders":{"d":{"sender_key":"key","sender_number":"1"}}}', `1:48: ${secret('sender_key')}`],
    ['{"messages":["m"],"senders":{"d":{"sender_key":12345,"sender_number":"1"}}}', `1:48: ${secret('sender_key')}`],
    [
      '{"messages":["m"],"limits":{"bytes":"utf8"}}',
      '1:37: "utf8" is not a value of "bytes"; use one of utf-8, euc-kr, characters. Did you mean "utf-8"?',
    ],
    [
      '{"messages":["m"],"limits":{"characters":true}}',
      '1:42: "true" is not a value of "characters"; use one of utf-16, code-points, graphemes.',
    ],
    ['{"messages":["m"],"limits":{"byte":"utf-8"}}', '1:29: "byte" is not a key of limits. Did you mean "bytes"?'],
    [
      '{"messages":["m"],"rules":{"a":"warn"}}',
      '1:32: "warn" is not a value of "a"; use one of off, warning, error. Did you mean "warning"?',
    ],
    ['{"messages":["m"],"overrides":[{"files":["a"]}]}', '1:32: "rules" is missing in an override; add it.'],
    [
      `{"messages":["m"],"targets":{"../운영":{${urls},${secrets}}}}`,
      `1:30: "../운영" cannot be a target's name: write letters from A to Z, digits, "-" and "_" alone, at most 64, for it becomes part of a file's name.`,
    ],
    ['{"messages":["m"],"ledger":5}', '1:28: "ledger" is a number; put it in quotes: "5".'],
    [
      target(secrets),
      '1:30: "uploadUrl" is missing in a target; add it.',
      '1:30: "baseUrl" is missing in a target; add it.',
    ],
    [target(`${urls},"userId":"u","secretKey":{"env":"S"}`), `2:63: ${secret('userId')}`],
    [target(`${urls},"userId":{"env":"U"},"secretKey":["s"]`), `2:87: ${secret('secretKey')}`],
    [target(`${urls},${secrets},"failbackSecretKey":false`), `2:119: ${secret('failbackSecretKey')}`],
    [target(`${urls},${secrets},"rate":0`), '2:106: "rate" is 0; it must be at least 1.'],
    [target(brand), '1:30: "appKey" is missing in a target; add it.'],
    [target(`${brand},"appKey":"k"`), `2:86: ${secret('appKey')}`],
    [target(`${brand},${app},"webhookSignature":"w"`), `2:117: ${secret('webhookSignature')}`],
    [target(`${brand},${app},"batch":1001`), '2:106: "1001" is not a value of "batch"; use one of 1–1000.'],
    [target(`${brand},${app},"uploadUrl":"https://a.kr"`), '2:98: "uploadUrl" is not a key of a target.'],
    [target(`${urls},${secrets},"batch":5`), '2:99: "batch" is not a key of a target.'],
    [
      target(`${brand},${app},"headers":{"X-Secret-Key":"x"}`),
      '2:109: "X-Secret-Key" cannot be a header of a target: friendtalk writes it itself, or a header has no such name or value.',
    ],
    [target(`${urls},${secrets},"rate":1.5`), '2:106: "rate" is a number; write a whole number.'],
    [target(`${urls},${secrets},"rate":"50"`), '2:106: "rate" is text; write a whole number: 50.'],
    [target(`${urls},${secrets},"concurrency":-1`), '2:113: "concurrency" is -1; it must be at least 1.'],
    [target(`${urls},${secrets},"requestTimeoutMs":0`), '2:118: "requestTimeoutMs" is 0; it must be at least 1.'],
    [
      target(`${urls},${secrets},"uploadAuthorization":"no"`),
      '2:121: "uploadAuthorization" is text; write true or false.',
    ],
    [
      target(`${urls},${secrets},"headers":{"Authorization":"x"}`),
      '2:110: "Authorization" cannot be a header of a target: friendtalk writes it itself, or a header has no such name or value.',
    ],
    [target(`${urls},${secrets},"window":"no"`), '2:108: "window" is text; write true or false or a mapping.'],
    [
      target(`${urls},${secrets},"window":{"from":"7:30","until":"21:00"}`),
      '2:116: "from" is "7:30"; write a time of the day in Korea, as "09:00".',
      `2:131: "until" is 21:00, but hours can only be narrower than the service's: it sends from 08:00 to 20:50 KST.`,
    ],
    [
      target(`${urls},${secrets},"window":{"from":"07:30"}`),
      `2:116: "from" is 07:30, but hours can only be narrower than the service's: it sends from 08:00 to 20:50 KST.`,
    ],
    [
      target(`${urls},${secrets},"window":{"from":"20:00","until":"09:00"}`),
      '2:108: No request could start between 20:00 and 09:00: "until" has to be later than "from" by more than "requestTimeoutMs", on the same day.',
    ],
    [
      target(`${urls},${secrets},"requestTimeoutMs":46200000`),
      '2:118: No request could start between 08:00 and 20:50: "until" has to be later than "from" by more than "requestTimeoutMs", on the same day.',
    ],
    [
      target(`${urls},${secrets},"window":{"days":[]}`),
      '2:116: "days" is empty; give it a value, or remove it if it is optional.',
    ],
    [
      target(`${urls},${secrets},"window":{"days":["mo"]}`),
      '2:117: "mo" is not a value of "days"; use one of sun, mon, tue, wed, thu, fri, sat. Did you mean "mon"?',
    ],
    [target(`${urls},${secrets},"window":{"to":"20:00"}`), '2:109: "to" is not a key of window.'],
    [
      target(`${urls},${secrets},"recipients":[1012345678]`),
      '2:113: This value is a number; put it in quotes: "01012345678".',
    ],
    [
      target(`${urls},${secrets},"recipients":"everyone"`),
      '2:112: "everyone" is not a value of "recipients"; use one of all.',
    ],
    [
      target(`"uploadUrl":"http://a.kr","baseUrl":"https://b.kr",${secrets}`),
      '2:14: "uploadUrl" is not an https URL; http is taken for this machine alone.',
    ],
    [
      target(`${urls},${secrets},"window":false`),
      '2:108: "window" can be off for this machine alone; remove it. Sending is restricted between 20:50 and 08:00 KST.',
    ],
  ]

  it.each(rows)('%j', async (content, ...problems) => {
    const found = await problemsIn(json, content)
    expect(found).toHaveLength(problems.length)
    for (const [index, problem] of problems.entries()) {
      const whole = `${json}:${problem}`
      expect(problem.endsWith('not JSON') ? found[index]?.slice(0, whole.length) : found[index]).toBe(whole)
    }
  })

  it.each([
    ['{"messages":[]}', '1:13'],
    ['{"messages":["m"],"overrides":[{"files":[],"rules":{}}]}', '1:41'],
  ])('%j, an empty list', async (content, place) => {
    const [problem] = await problemsIn(json, content)
    expect(problem).toContain(`${json}:${place}: `)
  })
})

describe('a JSON configuration that is not JSON is refused where it breaks', () => {
  it.each([
    ['', '1:1'],
    ['{', '1:2'],
    ['{"messages":["m"],}', '1:19'],
    ['{"messages":["m"]\n "x":1}', '2:2'],
    ['{"messages":}', '1:13'],
    ['{\n  "messages": messages\n}\n', '2:15'],
    ["{\n  'messages': []\n}\n", '2:3'],
    ['{\n  // comment\n  "messages": ["m"]\n}\n', '2:3'],
    ['{"messages":["m"]} x', '1:20'],
    ['{"messages":["m"],"senders":{"d":{"sender_key":{"env":"K"},"sender_number":0212345678}}}', '1:76'],
  ])('%j', async (content, place) => {
    expect((await problemsIn(json, content))[0]).toContain(`${json}:${place}: not JSON`)
  })

  it('without its text, which may hold a secret', async () => {
    const content = '{"messages":["m"],"targets":{"p":{"secretKey":hunter2}}}'
    expect((await problemsIn(json, content)).join('\n')).not.toContain('hunter2')
  })

  it('when it is not UTF-8', async () => {
    const problems = await problemsIn(json, Buffer.from('{"messages":["\xbf\xbf"]}', 'latin1'))
    expect(problems[0]).toContain(`${json}: is not UTF-8`)
  })
})

describe('a wrong value of a configuration that is run is refused with its path', () => {
  it.each([
    ['{ messages: 5 }', ' (messages): "messages" is a number; write a list.'],
    [
      '{ mesages: [], messages: ["m"] }',
      ' (mesages): "mesages" is not a key of the configuration. Did you mean "messages"?',
    ],
    [
      '{ messages: ["m"], limits: { bytes: "utf8" } }',
      ' (limits.bytes): "utf8" is not a value of "bytes"; use one of utf-8, euc-kr, characters. Did you mean "utf-8"?',
    ],
    [
      '{ messages: ["m"], overrides: [{ files: ["a"], rules: { r: "on" } }] }',
      ' (overrides.0.rules.r): "on" is not a value of "r"; use one of off, warning, error.',
    ],
    ['{ messages: ["m", 5] }', ' (messages.1): This value is a number; put it in quotes: "5".'],
    ['[]', ': This is a list; write a mapping.'],
    ['() => ({})', ': This is a function; write a mapping.'],
    ['"text"', ': This is text; write a mapping.'],
  ])('%s', async (value, problem) => {
    expect(await problemsIn('friendtalk.config.ts', `export default ${value}\n`)).toEqual([
      `friendtalk.config.ts${problem}`,
    ])
  })

  it('when a target is not https', async () => {
    const config = JSON.stringify({ messages: ['m'], targets: { p: { ...production, baseUrl: 'http://a.kr' } } })
    expect(await problemsIn('friendtalk.config.ts', `export default ${config}\n`)).toEqual([
      'friendtalk.config.ts (targets.p.baseUrl): "baseUrl" is not an https URL; http is taken for this machine alone.',
    ])
  })

  it.each(['null', 'undefined', 'false', '5', '() => ({})'])('when it is %s', async (value) => {
    const [problem] = await problemsIn('friendtalk.config.ts', `export default ${value}\n`)
    expect(problem).toMatch(/^friendtalk\.config\.ts: /)
    expect(problem).not.toMatch(/Cannot read|cannot be run/)
  })
})

describe("a target's URLs", () => {
  const openWith = (target: object): Promise<Project> => {
    const content = JSON.stringify({ messages: ['m'], targets: { p: { ...production, ...target } } })
    return open(tempFolder({ [json]: content }))
  }
  it.each(['http://127.0.0.1:3000/api', 'https://localhost', 'HTTPS://send.example.com/base'])(
    'may be %s',
    async (url) => {
      await expect(openWith({ uploadUrl: url, baseUrl: url })).resolves.toBeDefined()
    },
  )

  it.each(['http://send.example.com', 'http://10.0.0.1', '//send.example.com', 'https://', ' '])(
    'may not be %s',
    async (url) => {
      for (const key of ['uploadUrl', 'baseUrl']) {
        const refusal = await refusalOf(() => openWith({ [key]: url }))
        expect(refusal).toEqual([expect.stringContaining(`"${key}" is not an https URL`)])
      }
    },
  )

  it.each([
    'https://user@send.example.com',
    'https://:SECRET@send.example.com/base',
    'http://user:SECRET@127.0.0.1:3000',
    'https://send.example.com?key=SECRET',
    'https://send.example.com/base?',
    'https://send.example.com/base/#',
  ])('may not hold a user, a query or a fragment, as %s, which is not repeated', async (url) => {
    for (const key of ['uploadUrl', 'baseUrl']) {
      const refusal = await refusalOf(() => openWith({ [key]: url }))
      expect(refusal).toEqual([expect.stringContaining(`"${key}" holds a user, a query or a fragment`)])
      expect(refusal[0]).not.toContain('SECRET')
    }
  })

  it.each([
    { uploadUrl: 'http://127.0.0.1:1', baseUrl: 'http://localhost:2', window: false },
    { uploadUrl: 'https://[::1]:1', baseUrl: 'https://127.0.0.1:2', window: false },
    { uploadUrl: 'https://upload.example.com', baseUrl: 'https://send.example.com', window: true },
    { uploadUrl: 'https://upload.example.com', baseUrl: 'https://send.example.com', window: { days: ['mon'] } },
    { uploadUrl: 'http://127.0.0.1:1', baseUrl: 'http://localhost:2', window: { from: '08:00', until: '20:50' } },
  ])('go with %j', async (target) => {
    await expect(openWith(target)).resolves.toBeDefined()
  })

  it.each([
    { uploadUrl: 'https://upload.example.com', baseUrl: 'https://send.example.com', window: false },
    { uploadUrl: 'http://127.0.0.1:1', baseUrl: 'https://send.example.com', window: false },
    { uploadUrl: 'https://upload.example.com', baseUrl: 'http://127.0.0.1:1', window: false },
  ])('do not go with %j', async (target) => {
    const [problem] = await refusalOf(() => openWith(target))
    expect(problem).toContain('"window" can be off for this machine alone')
  })
})

describe('on the command line', () => {
  const message = { 'hello.md': textMessage('Hello!') }

  it('a configuration imports friendtalk in a folder without node_modules', async () => {
    const config = "import { defineConfig } from 'friendtalk'\nexport default defineConfig({ messages: ['*.md'] })\n"
    for (const name of ['friendtalk.config.ts', 'friendtalk.config.js', 'friendtalk.config.mjs']) {
      const root = tempFolder({ ...message, [name]: config })
      expect(await runCli(['compile'], { cwd: root })).toMatchObject({ code: 0, stderr: '' })
    }
  })

  it.each([
    ['cannot be parsed', "export default { messages: ['*.md'\n"],
    ['imports what is not there', "import './gone.js'\nexport default { messages: ['*.md'] }\n"],
    ['imports a package that is not there', "import 'gone'\nexport default { messages: ['*.md'] }\n"],
    ['throws', "throw new Error('not today')\n"],
    ['throws text', "throw 'not today'\n"],
    ['throws nothing', 'throw undefined\n'],
    ['waits for a promise that is rejected', "await Promise.reject(new Error('not today'))\nexport default {}\n"],
    ['uses what is not defined', 'export default { messages: [glob] }\n'],
    ['exports null', 'export default null\n'],
    ['exports a promise that is rejected', "export default Promise.reject(new Error('not today'))\n"],
  ])('a configuration that %s is wrong usage, without a stack trace', async (_, config) => {
    const root = tempFolder({ ...message, 'friendtalk.config.ts': config })
    const { code, stdout, stderr } = await runCli(['compile'], { cwd: root })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^✗ friendtalk\.config\.ts(?::\d+)*: ./)
    expect(stderr).not.toMatch(/^ +at /m)
    expect(stderr).not.toContain('node_modules')
  })

  it('a constant has the name of a variable, and a text', async () => {
    const configOf = (values: object): ReturnType<typeof runCli> =>
      runCli(['config'], { cwd: tempFolder({ [json]: JSON.stringify({ messages: ['m'], values }) }) })
    const { code, stderr } = await configOf({ 상담: ' ', 번호: 1588 })
    expect(code).toBe(2)
    expect(stderr).toContain('"상담"')
    expect(stderr).toContain('"1588"')
    expect((await configOf({ '매장 전화': '02' })).stderr).toContain(
      '"매장 전화" is not a variable name; use 1 to 32 letters, digits or "_". Did you mean "매장_전화"?',
    )
  })

  it('what a configuration says is escaped', async () => {
    const content = JSON.stringify({ messages: ['m'], '\u001B[31m\u202E': 1, 'a\n✓ all is well': 1 })
    const { code, stderr } = await runCli(['config'], { cwd: tempFolder({ [json]: content }) })
    expect(code).toBe(2)
    expect(stderr).toContain('"\\u{1B}[31m\\u{202E}" is not a key')
    expect(stderr).toContain('"a\\u{A}✓ all is well" is not a key')
  })

  it('a folder named as configuration is wrong usage', async () => {
    const root = tempFolder(message)
    const { code, stderr } = await runCli(['config', '--config', '.'], { cwd: root })
    expect(code).toBe(2)
    expect(stderr).not.toMatch(/^✗ :/)
  })
})
