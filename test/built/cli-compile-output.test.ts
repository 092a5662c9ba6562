import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { kinds as allKinds } from '../../src/contract/contracts.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { type CliResult, runBuilt, startCli } from '../cli/run-cli.ts'
import { runInside } from '../cli/run-inside.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const configuration: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' }

/** The files of an output folder and their content. */
function outputsOf(root: string, folder = 'dist/messages'): Record<string, string> {
  const names = readdirSync(join(root, folder)).toSorted()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]))
}

/** Whether it is a message to start from, and not a file of a new project. */
const isStarter = (path: string): boolean => !path.startsWith(join(repository, 'templates/project'))

describe('the templates of the repository', () => {
  let first: { root: string; result: CliResult }
  let schema: object

  /** The repository's messages in a folder of their own, compiled. */
  async function compiled(name: string): Promise<typeof first> {
    const root = tempFolder(configuration, name)
    cpSync(join(repository, 'templates'), join(root, 'messages'), { recursive: true, filter: isStarter })
    return { root, result: await runInside(['compile'], root) }
  }

  beforeAll(async () => {
    first = await compiled('first')
    schema = JSON.parse((await runInside(['schema', 'template'], first.root)).stdout)
  })

  it('compile without a diagnostic', () => {
    const messages = readdirSync(join(repository, 'templates'), { recursive: true, encoding: 'utf8' })
    const outputs = messages
      .filter((name) => name.endsWith('.md') && !name.startsWith('project'))
      .map((name) => `messages.${name.replaceAll('/', '.').replace('.md', '.json')}`)
    expect(first.result).toMatchObject({ code: 0, stderr: '' })
    expect(Object.keys(outputsOf(first.root))).toEqual(outputs.toSorted())
    expect(outputs.length).toBeGreaterThan(5)
  })

  it('come out as the same bytes again, elsewhere and in another language', async () => {
    const root = tempFolder(configuration, '다른 곳')
    cpSync(join(repository, 'templates'), join(root, 'messages'), { recursive: true, filter: isStarter })
    const env = { LANG: 'ko_KR.UTF-8', TZ: 'Asia/Seoul' }
    expect(await runInside(['compile'], join(root, 'messages'), env)).toMatchObject({ code: 0 })
    expect(outputsOf(root)).toEqual(outputsOf(first.root))
  })

  it('come out of --stdout as they stand in their files', async () => {
    const { stdout } = await runInside(['compile', '--stdout'], first.root)
    const outputs = outputsOf(first.root)
    const sources = readdirSync(join(first.root, 'messages'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .toSorted()
    const inOrder = sources.map((name) => outputs[`messages.${name.replaceAll('/', '.').replace('.md', '.json')}`])
    expect(stdout).toBe(inOrder.join(''))
  })

  it('are what the schema of templates says', () => {
    const validate = new Ajv2020({ strictTypes: false, allErrors: true }).compile(schema)
    for (const [name, text] of Object.entries(outputsOf(first.root))) {
      validate(JSON.parse(text))
      expect({ name, errors: validate.errors }).toEqual({ name, errors: null })
    }
  })

  it('have the keys of the table in its order, nothing empty and nothing of a send', () => {
    const kinds = new Set<string>()
    for (const text of Object.values(outputsOf(first.root))) {
      const template = JSON.parse(text)
      kinds.add(template.service_id)
      expect(Object.keys(template)).toEqual([
        'format',
        'id',
        'service_id',
        'sender',
        'source',
        'payload',
        'variables',
        'images',
        'map',
        'digest',
      ])
      for (const variable of template.variables) {
        expect(['name', 'max', 'fallback'].filter((key) => key in variable)).toEqual(Object.keys(variable))
      }
      for (const image of template.images) {
        expect(Object.keys(image)).toEqual([
          'pointer',
          'path',
          'upload',
          'sha256',
          'bytes',
          'width',
          'height',
          'format',
        ])
      }
      expect(emptyIn(template.payload)).toEqual([])
      const sendFields = ['sender_key', 'sender_number', 'receiver_number', 'msg_key', 'secret_key']
      for (const field of sendFields) expect(JSON.stringify(template.payload)).not.toContain(`"${field}"`)
      expect(text).toBe(`${JSON.stringify(template, null, 2)}\n`)
    }
    expect([...kinds].toSorted()).toEqual([...allKinds].toSorted())
  })

  it('give every value of a payload its place in the source', () => {
    for (const text of Object.values(outputsOf(first.root))) {
      const { payload, map, source } = JSON.parse(text)
      const lines = readFileSync(join(first.root, source), 'utf8').split('\n')
      expect(Object.keys(map).toSorted()).toEqual(pointersIn(payload).toSorted())
      for (const { start, end } of Object.values<{ start: Place; end: Place }>(map)) {
        for (const { line, column } of [start, end]) {
          expect(column).toBeGreaterThanOrEqual(1)
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? -1) + 1)
        }
        expect(start.line < end.line || (start.line === end.line && start.column <= end.column)).toBe(true)
      }
    }
  })
})

interface Place {
  readonly line: number
  readonly column: number
}

/** The pointers of a value and of everything in it. */
function pointersIn(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [pointer]
  const token = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
  return [pointer, ...Object.entries(value).flatMap(([key, inner]) => pointersIn(inner, `${pointer}/${token(key)}`))]
}

/** The pointers of everything that is null or empty. */
function emptyIn(value: unknown, pointer = ''): string[] {
  if (value === null || value === '') return [pointer]
  if (typeof value !== 'object') return []
  const entries = Object.entries(value)
  return entries.length === 0 ? [pointer] : entries.flatMap(([key, inner]) => emptyIn(inner, `${pointer}/${key}`))
}

describe('an output', () => {
  const long = new Date('2001-02-03T04:05:06Z')

  it('that is unchanged is not written again', async () => {
    const root = tempFolder({
      ...configuration,
      'messages/a.md': textMessage('Hello!'),
      'messages/b.md': textMessage('Hello!'),
    })
    await runInside(['compile'], root)
    const [a, b] = ['a', 'b'].map((name) => join(root, `dist/messages/messages.${name}.json`)) as [string, string]
    for (const file of [a, b]) utimesSync(file, long, long)
    writeFileSync(join(root, 'messages/b.md'), textMessage('Hello again!'))
    const { stdout } = await runInside(['compile'], root)
    expect(stdout).toContain('1 written, 1 unchanged')
    expect(statSync(a).mtime).toEqual(long)
    expect(statSync(b).mtime).not.toEqual(long)
  })

  it('that somebody has edited is written again', async () => {
    const root = tempFolder({ 'a.md': textMessage('Hello!') })
    await runInside(['compile', 'a.md'], root)
    const before = outputsOf(root)
    writeFileSync(join(root, 'dist/messages/a.json'), '{}')
    await runInside(['compile', 'a.md'], root)
    expect(outputsOf(root)).toEqual(before)
  })

  it('stays as it was when its message breaks', async () => {
    const root = tempFolder({ 'a.md': textMessage('Hello!') })
    await runInside(['compile', 'a.md'], root)
    const file = join(root, 'dist/messages/a.json')
    utimesSync(file, long, long)
    const before = outputsOf(root)
    writeFileSync(join(root, 'a.md'), textMessage('Hello #{name}!'))
    expect(await runInside(['compile', 'a.md'], root)).toMatchObject({ code: 1, stdout: '' })
    expect(outputsOf(root)).toEqual(before)
    expect(statSync(file).mtime).toEqual(long)
  })

  it('changes its digest with what is sent, and with nothing else', async () => {
    const message = (text: string, { settings = '', image = 'a.png' } = {}): string =>
      `---\nkind: ft-image\n${settings}---\n\n![](${image})\n\n${text}\n`
    const same = {
      'same-1.md': message('Hello!'),
      'same-2.md': message('\n\nHello!\n\n'),
      'same-3.md': message('Hello!', { settings: 'title: a\nid: own\n' }),
    }
    const others = {
      'text.md': message('Hello.'),
      'sender.md': message('Hello!', { settings: 'sender: other\n' }),
      'flag.md': message('Hello!', { settings: 'ad_flag: N\n' }),
      'variable.md': message('Hello!', { settings: 'echo_to_webhook: "#{a}"\nvars: { a: { max: 1 } }\n' }),
      'maximum.md': message('Hello!', { settings: 'echo_to_webhook: "#{a}"\nvars: { a: { max: 2 } }\n' }),
      'image.md': message('Hello!', { image: 'b.png' }),
    }
    const images = { 'a.png': pngBytes({ width: 800, height: 600 }), 'b.png': pngBytes({ width: 801, height: 600 }) }
    const root = tempFolder({ ...same, ...others, ...images })
    await runInside(['compile', '*.md'], root)
    const digests = new Map(
      Object.values(outputsOf(root)).map((text) => {
        const { source, digest } = JSON.parse(text)
        return [source, digest] as const
      }),
    )
    const digest = digests.get('same-1.md')
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(Object.keys(same).map((path) => digests.get(path))).toEqual([digest, digest, digest])
    expect(new Set(digests.values()).size).toBe(1 + Object.keys(others).length)

    // The same name with another content.
    writeFileSync(join(root, 'a.png'), images['b.png'])
    const { stdout } = await runInside(['compile', 'same-1.md', '--stdout'], root)
    expect(JSON.parse(stdout).digest).not.toBe(digest)
  })

  it('keeps its permissions', async () => {
    const root = tempFolder({ 'a.md': textMessage('Hello!') })
    await runInside(['compile', 'a.md'], root)
    const file = join(root, 'dist/messages/a.json')
    chmodSync(file, 0o640)
    writeFileSync(join(root, 'a.md'), textMessage('Hello again!'))
    await runInside(['compile', 'a.md'], root)
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  it('is printed with escapes for what nobody would see, and means the same', async () => {
    const root = tempFolder({ 'a.md': textMessage('Hello\u200B! \u2060') })
    await runInside(['compile', 'a.md'], root)
    const { stdout } = await runInside(['compile', 'a.md', '--stdout'], root)
    // oxlint-disable-next-line no-control-regex -- what steers a terminal is what this is about
    expect(stdout).toMatch(/^[\n -\u007E]+$/)
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(join(root, 'dist/messages/a.json'), 'utf8')))
  })

  it('names an image composed and relative to the root, however it is spelled', async () => {
    const name = '봄 café.png'
    const root = tempFolder({
      'sale/x.md': `---\nkind: ft-image\n---\n\n![](<../img/./${name.normalize('NFD')}>)\n\nHello!\n`,
      [`img/${name}`]: pngBytes({ width: 800, height: 600 }),
    })
    const { stdout } = await runInside(['compile', 'sale/x.md', '--stdout'], root)
    expect(JSON.parse(stdout)).toMatchObject({
      source: 'sale/x.md',
      payload: { attachment: { image: { img_url: `local:img/${name}` } } },
      images: [{ pointer: '/attachment/image/img_url', path: `img/${name}`, upload: 'FT' }],
    })
  })
})

describe('an output folder', () => {
  it('holds templates and nothing else after a run', async () => {
    const root = tempFolder({ ...configuration, 'messages/a.md': textMessage('Hello!') })
    await runInside(['compile'], root)
    writeFileSync(join(root, 'messages/a.md'), textMessage('Hello again!'))
    await runInside(['compile'], root)
    expect(readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).toSorted()).toEqual([
      'messages',
      'messages/messages.a.json',
    ])
  })

  it('may be a symbolic link', async () => {
    const root = tempFolder({ 'a.md': textMessage('Hello!'), 'real/.keep': '' })
    symlinkSync('real', join(root, 'out'))
    expect(await runInside(['compile', 'a.md', '--out-dir', 'out'], root)).toMatchObject({ code: 0 })
    expect(existsSync(join(root, 'real/a.json'))).toBe(true)
  })

  it('may lie outside the root', async () => {
    const root = tempFolder({
      'in/a.md': textMessage('Hello!'),
      'in/friendtalk.config.json': '{ "messages": ["*.md"] }',
    })
    const result = await runInside(['compile', '--out-dir', '../out'], join(root, 'in'))
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(join(root, 'out'))).toEqual(['a.json'])
  })

  it('of another run is left alone when a message is compiled to the standard output', async () => {
    const root = tempFolder({
      'a.md': textMessage('Hello!'),
      'dist/messages/gone.json': '{"format":1,"source":"gone.md"}',
    })
    const result = await runInside(['compile', 'a.md', '--stdout'], root)
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(join(root, 'dist/messages'))).toEqual(['gone.json'])
  })
})

describe('a reader that has seen enough', () => {
  it('is no error', async () => {
    const messages = Array.from({ length: 150 }, (_, index) => [
      `messages/${index}.md`,
      textMessage('Hello! '.repeat(140)),
    ])
    const root = tempFolder({ ...configuration, ...Object.fromEntries(messages) })
    const run = startCli(['compile', '--stdout'], { cwd: root })
    run.closeStdout()
    expect(await run.ended()).toMatchObject({ code: 0, stderr: '' })
  })
})

it('convert takes the standard input for a file', async () => {
  const cwd = tempFolder({ 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' })
  const { code, stdout } = await runBuilt(['convert', '-', '--stdout'], { cwd, stdin: '{ "msg": "안녕하세요" }' })
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: '---\nkind: ft-text\nid: message\nad_flag: Y\n---\n\n안녕하세요\n',
  })
  const broken = await runBuilt(['convert', '-'], { cwd, stdin: '{ "msg": }' })
  expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('stdin:1:10: not JSON') as string })
})
