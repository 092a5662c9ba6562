import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { minFilesOfThread } from '../../src/project/compile-pool.ts'
import { stageOutput, TemplateFolder, type TemplateOutput } from '../../src/project/files/template-folder.ts'
import { afterEachFile } from '../ending.ts'
import { tempFolder, textMessage } from '../project/temp-folder.ts'
import { type CliResult, runBuilt } from '../cli/run-cli.ts'

describe('thousands of messages', () => {
  const count = minFilesOfThread + 40
  const root = tempFolder({
    'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
    ...Object.fromEntries(
      Array.from({ length: count }, (_, number) => [`messages/m${number}.md`, textMessage(`안녕하세요 ${number}`)]),
    ),
    'messages/broken.md': '---\nkind: ft-none\n---\nHello!\n',
    'messages/same-1.md': '---\nkind: ft-text\nid: same\n---\nHello!\n',
    'messages/same-2.md': '---\nkind: ft-text\nid: same\n---\nHello!\n',
    'there/other.json': '{}',
  })
  const compile = (folder: string): Promise<CliResult> =>
    runBuilt(['compile', '--verbose', '--out-dir', folder], { cwd: root })
  let [staged, one]: CliResult[] = []

  beforeAll(async () => {
    staged = await compile('new/er')
    one = await compile('there')
  })

  it('go into a new folder as they go into one that is there, those left out that are wrong beside others', () => {
    const templates = readdirSync(join(root, 'new/er'))
    expect(templates).toHaveLength(count)
    expect([...templates, 'other.json'].toSorted()).toEqual(readdirSync(join(root, 'there')).toSorted())
    for (const name of templates)
      expect(readFileSync(join(root, 'new/er', name), 'utf8')).toBe(readFileSync(join(root, 'there', name), 'utf8'))
    expect(readdirSync(join(root, 'new'))).toEqual(['er'])
  })

  it('are reported alike', () => {
    expect(staged).toEqual({
      code: one?.code,
      stdout: one?.stdout.replaceAll('there', 'new/er'),
      stderr: one?.stderr.replaceAll('there', 'new/er'),
    })
    expect(staged?.stdout.match(/^✓ .*\n/gm)).toHaveLength(count)
  })
})

describe('a folder of templates that is new', () => {
  const output = (id: string): TemplateOutput => ({
    id,
    bytes: new TextEncoder().encode(`{"format":1,"id":"${id}","service_id":"ft-text"}\n`),
  })
  const staging = (root: string, path = 'out/below'): { folder: TemplateFolder; stage: string | undefined } => {
    const folder = new TemplateFolder(join(root, path), root)
    const stage = folder.stage()
    if (stage !== undefined) for (const id of ['a', 'b', 'c']) expect(stageOutput(stage, output(id))).toBe(true)
    return { folder, stage }
  }

  it('is there with all of its files, and only with those that are wanted', () => {
    const root = tempFolder()
    const { folder, stage } = staging(root)
    expect(readdirSync(join(root, 'out'))).toHaveLength(1)
    expect(existsSync(folder.path)).toBe(false)
    expect(stageOutput(stage ?? '', output('a'))).toBe(false)
    folder.placeStaged(['a', 'c'])
    expect(readdirSync(folder.path).toSorted()).toEqual(['a.json', 'c.json'])
    expect(folder.writeStaged('a')).toBe('written')
    expect(folder.write(output('c'))).toBe('unchanged')
    folder.close()
    expect(readdirSync(root, { recursive: true })).toHaveLength(4)
  })

  it('leaves nothing behind where no file of it is wanted', () => {
    const root = tempFolder()
    const { folder } = staging(root)
    folder.placeStaged([])
    folder.close()
    expect(readdirSync(root)).toEqual([])
  })

  it('gets its files one by one where somebody makes it meanwhile', () => {
    const root = tempFolder()
    const { folder } = staging(root)
    mkdirSync(folder.path)
    writeFileSync(join(folder.path, 'a.json'), output('a').bytes)
    writeFileSync(join(folder.path, 'mine.txt'), 'mine')
    folder.placeStaged(['a', 'b'])
    expect(['a', 'b'].map((id) => folder.writeStaged(id))).toEqual(['unchanged', 'written'])
    folder.close()
    expect(readdirSync(folder.path).toSorted()).toEqual(['a.json', 'b.json', 'mine.txt'])
    expect(readdirSync(join(root, 'out'))).toEqual(['below'])
  })

  it('is not begun where it is there, leads out of the project or cannot be made', () => {
    const root = tempFolder({ 'there/a': '', file: '' })
    symlinkSync(tempFolder(), join(root, 'link'))
    for (const path of ['there', 'file', 'file/out', 'link', 'link/out'])
      expect([path, staging(root, path).stage]).toEqual([path, undefined])
    expect(readdirSync(join(root, 'link/'))).toEqual([])
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'] as const)('leaves nothing behind at %s', async (end) => {
    const root = tempFolder()
    const module = new URL('../../dist/project/files/template-folder.js', import.meta.url).href
    const script = `
      const { stageOutput, TemplateFolder } = await import(${JSON.stringify(module)})
      const folder = new TemplateFolder(${JSON.stringify(join(root, 'out'))}, ${JSON.stringify(root)})
      stageOutput(folder.stage(), { id: 'a', bytes: Buffer.from('a') })
      process.stdin.once('data', () => process.exit(7)).resume()
      console.log('begun')`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    afterEachFile(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    expect(readdirSync(root, { recursive: true })).toHaveLength(2)
    const closed = once(child, 'close')
    if (end === 'exit') child.stdin.write('now')
    else child.kill(end)
    expect(await closed).toEqual(end === 'exit' ? [7, null] : [null, end])
    expect(readdirSync(root)).toEqual([])
  })
})
