import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { Consumer } from '../package/installed.ts'

const consumer = new Consumer()
const { folder, installed } = consumer
let packed: readonly string[] = []

beforeAll(() => {
  packed = consumer.install()
})

describe('the packed package, installed without a lock file and without scripts', () => {
  it('lints, compiles, sends to the emulator and keeps a ledger', () => {
    const program = fileURLToPath(new URL('../node-versions.mjs', import.meta.url))
    expect(consumer.run(process.execPath, program, '--installed', folder)).toContain('works')
  })

  it('has its command, and prints schemas', () => {
    const schema = consumer.run(consumer.command, 'schema', 'config')
    expect(JSON.parse(schema)).toMatchObject({ title: 'friendtalk configuration' })
  })

  it('has templates that lint clean, a licence, and nothing of its workshop', () => {
    consumer.run(consumer.command, 'lint', '--root', installed, 'node_modules/friendtalk/templates/{,en/}*.md')
    expect(packed.length).toBeLessThanOrEqual(150)
    const folders = new Set(packed.map((path) => path.split('/')[0]))
    const expected = ['CHANGELOG.md', 'LICENSE', 'README.ko.md', 'README.md', 'dist', 'package.json', 'templates']
    expect([...folders].toSorted()).toEqual(expected)
    expect(packed.filter((path) => /\.test\.|\.map$|ledger\..*db|dist\/messages/.test(path))).toEqual([])
  })

  it('says which command installs what drives a browser, and draws nothing without', () => {
    const pictures = ['--screenshots', 'pictures', 'node_modules/friendtalk/templates/*.md']
    const { status, stderr } = consumer.friendtalk('preview', '--root', installed, ...pictures)
    expect([status, stderr]).toEqual([2, expect.stringContaining('run npm install --save-dev playwright-core.')])
    expect(existsSync(join(folder, 'pictures'))).toBe(false)
  })

  it('runs no script of its own when it is installed', () => {
    const { scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { scripts: object }
    expect(Object.keys(scripts)).not.toEqual(expect.arrayContaining([expect.stringMatching(/install$/)]))
  })
})
