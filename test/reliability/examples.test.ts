import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { shellWord } from '../../src/words/command-line.ts'
import { type Kind, kinds } from '../../src/contract/friend-talk/kinds.ts'
import type { TemplateOf } from '../../src/template.ts'
import { runCli } from '../cli/run-inside.ts'
import { cacheHome, mainFile, stateHomeOf } from '../cli/run-cli.ts'
import { blocksOf } from '../docs/blocks.ts'
import { tempFolder } from '../project/temp-folder.ts'

const folder = fileURLToPath(new URL('../../examples/', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))
const names = readdirSync(folder).toSorted()

type FriendTemplate = { readonly [K in Kind]: TemplateOf<K> }[Kind]

/** The configuration of an example, relative to the root of the repository. */
function configOf(name: string): string {
  const file = readdirSync(join(folder, name)).find((entry) => entry.startsWith('friendtalk.config.')) ?? ''
  return `examples/${name}/${file}`
}

/** The templates that an example compiles to. */
async function templatesOf(name: string): Promise<FriendTemplate[]> {
  const out = tempFolder()
  const { code, stderr } = await runCli(['compile', '--config', configOf(name), '--out-dir', out], { cwd: root })
  expect({ name, code, stderr: stderr.split('\n').filter((line) => line.includes('✗')) }).toMatchObject({
    code: 0,
    stderr: [],
  })
  return readdirSync(out).map((file) => JSON.parse(readFileSync(join(out, file), 'utf8')) as FriendTemplate)
}

describe('the examples', () => {
  it.each(names)('%s lints without a diagnostic, its recipients included', async (name) => {
    const { code, stdout, stderr } = await runCli(['lint', '--config', configOf(name), '--format', 'json'], {
      cwd: root,
    })
    expect(JSON.parse(stdout), stderr).toMatchObject({ summary: { errors: 0, warnings: 0 }, diagnostics: [] })
    expect(code).toBe(0)
  })

  it.each(names)('%s has a README whose commands name its files', (name) => {
    const readme = readFileSync(join(folder, name, 'README.md'), 'utf8')
    const paths = [...readme.matchAll(/examples\/[\w./-]+/g)].map(([path]) => path)
    expect(paths).toContain(configOf(name))
    // What the generator writes is not there yet.
    for (const path of paths) expect(existsSync(join(root, path)) || path.includes('/recipients-'), path).toBe(true)
    const messages = readdirSync(join(folder, name, 'messages')).filter((file) => file.endsWith('.md'))
    for (const file of messages) expect(readme).toContain(`messages/${file}`)
  })

  it('show every kind, images, both values of ad_flag, and a fallback message', async () => {
    const campaign = await templatesOf('campaign')
    expect(campaign.map((template) => template.service_id).toSorted()).toEqual([...kinds].toSorted())
    expect(new Set(campaign.map(({ payload }) => payload.ad_flag))).toEqual(new Set(['Y', 'N']))
    expect(campaign.flatMap(({ images }) => images).length).toBeGreaterThan(kinds.length)
    const orders = await templatesOf('transactional')
    expect(orders.every(({ payload }) => payload.failback_data?.api_unique_id === 'lms-standard')).toBe(true)
    expect(await templatesOf('million')).toHaveLength(1)
  })
})

describe('the whole path of the campaign', () => {
  const readme = {
    en: readFileSync(join(folder, 'brand-campaign/README.md'), 'utf8'),
    ko: readFileSync(join(folder, 'brand-campaign/README.ko.md'), 'utf8'),
  }
  const refusals = (page: string): string[][] =>
    Array.from(page.matchAll(/^\| `npx --no-install friendtalk ([^`]+)`.*\| (\d+) \|$/gm), ([, ...cells]) => cells)

  it('has the same commands and refusals in Korean', () => {
    expect(blocksOf(readme.ko, 'sh')).toEqual(blocksOf(readme.en, 'sh'))
    expect(refusals(readme.ko)).toEqual(refusals(readme.en))
  })

  it('is what the commands of its README do', async () => {
    const clone = tempFolder()
    cpSync(join(folder, 'brand-campaign'), join(clone, 'examples/brand-campaign'), {
      recursive: true,
      filter: (path) => !path.includes('.friendtalk'),
    })
    const script = [
      `npx() { shift 2; ${[process.execPath, mainFile].map(shellWord).join(' ')} "$@"; }`,
      'set -e',
      ...blocksOf(readme.en, 'sh'),
    ].join('\n')
    const env = { PATH: process.env['PATH'], LANG: 'C', XDG_STATE_HOME: stateHomeOf(clone), XDG_CACHE_HOME: cacheHome }
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: clone, env })
    expect(stdout).toMatch(
      /Of the accepted ones: delivered 78, failed 2\n[^]*\n2 results recorded[^]*\n0 results recorded, 2 known before/,
    )
    const cwd = join(clone, 'examples/brand-campaign')
    const status = await runCli(['status', 'home-cafe'], { cwd, env: { XDG_STATE_HOME: env.XDG_STATE_HOME } })
    expect(status.stdout).toMatch(/Of the accepted ones: delivered 80\n[^]*Results for 2 sends say different things/)
    expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toContain('<title>')
    const before = readFileSync(join(cwd, 'friendtalk.config.ts'), 'utf8')
    expect(refusals(readme.en)).toHaveLength(5)
    for (const [command = '', code] of refusals(readme.en)) {
      const refused = await runCli(command.split(' '), { cwd, env: { XDG_STATE_HOME: env.XDG_STATE_HOME } })
      expect({ command, code: String(refused.code), said: refused.stderr }).toMatchObject({
        code,
        said: expect.stringMatching(/^✗ /) as string,
      })
    }
    expect(readFileSync(join(cwd, 'friendtalk.config.ts'), 'utf8')).toBe(before)
  })
})

describe('the generator of recipients', () => {
  const generate = (count: string, file: string): string =>
    execFileSync(process.execPath, [join(folder, 'million/make-recipients.mjs'), count, file], { encoding: 'utf8' })

  it('writes the same list every time; the sample is one', () => {
    const file = join(tempFolder(), 'list.csv')
    generate('20', file)
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(join(folder, 'million/recipients-sample.csv'), 'utf8'))
  })

  it('writes lists without a diagnostic, however long', async () => {
    const file = join(tempFolder(), 'list.csv')
    generate('25001', file)
    const config = configOf('million')
    const { code, stdout } = await runCli(['lint', '--config', config, '--recipients', file, '--format', 'json'], {
      cwd: root,
    })
    expect({ code, found: (JSON.parse(stdout) as { diagnostics: unknown }).diagnostics }).toEqual({
      code: 0,
      found: [],
    })
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(25_003)
  })
})
