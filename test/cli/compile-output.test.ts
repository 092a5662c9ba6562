import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { runInside } from './run-inside.ts'

const configuration: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' }

/** The files of an output folder and their content. */
function outputsOf(root: string, folder = 'dist/messages'): Record<string, string> {
  const names = readdirSync(join(root, folder)).toSorted()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]))
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

  it('may lie outside the root, and is named from where the command runs', async () => {
    const root = tempFolder({
      'in/a.md': textMessage('Hello!'),
      'in/below/note.txt': '',
      'in/friendtalk.config.json': '{ "messages": ["*.md"] }',
    })
    const result = await runInside(['compile', '--out-dir', '../../out'], join(root, 'in/below'))
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
