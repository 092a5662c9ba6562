import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('../package/loaded-modules.mjs', import.meta.url))
const library = new URL('../../dist/index.js', import.meta.url).href
const bytesPerKib = 1024

interface Loaded {
  readonly files: number
  readonly kib: number
  /** Names of packages and `node_modules` folders of others, once each. */
  readonly packages: readonly string[]
}

/** Returns what a program loads of friendtalk and its packages. */
function loadedBy(code: string): Loaded {
  const lines = execFileSync(process.execPath, [program, code.replaceAll("'friendtalk'", `'${library}'`)])
  const urls = JSON.parse(lines.toString().split('\n').at(-1) ?? '') as readonly string[]
  const files = urls.map((url) => (url.startsWith('file:') ? fileURLToPath(url) : url))
  const packages = files.flatMap((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  return { files: files.length, kib: bytes / bytesPerKib, packages: [...new Set(packages)] }
}

/** Packages that are heavy, or there for one part of friendtalk alone. */
const ofOneUse = new Set([
  '@photostructure/sqlite',
  'lru-cache',
  'glob',
  'jiti',
  'undici',
  'csv-parse',
  'hono',
  '@clack/prompts',
  'chokidar',
  'commander',
  'hastscript',
  'pg',
  'playwright-core',
  'vscode-languageserver',
])

describe('the library', () => {
  it('compiles without the server, the stores, the HTTP client, the browser driver and what only commands need', () => {
    const { files, kib, packages } = loadedBy(`
      import { compile } from 'friendtalk'
      compile('---\\nkind: ft-text\\n---\\nHello', { path: 'hello.md', image: () => ({ type: 'not-found' }) })`)
    expect(packages).toContain('micromark')
    expect(packages.filter((name) => ofOneUse.has(name))).toEqual([])
    // What the page says, with room for a few more rules.
    expect(files).toBeLessThan(480)
    expect(kib).toBeLessThan(1800)
  })

  it('starts an emulator without the stores, the HTTP client for sending and the browser driver', () => {
    const { packages } = loadedBy(`
      import { startEmulator } from 'friendtalk'
      const emulator = await startEmulator()
      await emulator.close()`)
    expect(packages).toContain('hono')
    expect(
      packages.filter((name) => ['@photostructure/sqlite', 'pg', 'playwright-core', 'glob'].includes(name)),
    ).toEqual([])
  })
})

it.each(['--help', 'nosuch --lang=en'])('loads no command for "friendtalk %s"', (typed) => {
  const { files } = loadedBy(`
    const { runProgram } = await import('${new URL('../../dist/cli/program.js', import.meta.url).href}')
    await runProgram(['node', 'friendtalk', ...'${typed}'.split(' ')])`)
  expect(files).toBeLessThan(60)
})

it('hands a configuration the packed library without what only sending needs', () => {
  const { packages } = loadedBy(`await import('${new URL('../../dist/bin/index.js', import.meta.url).href}')`)
  expect(packages.filter((name) => ofOneUse.has(name))).toEqual([])
})
