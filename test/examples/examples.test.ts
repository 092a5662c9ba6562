import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/contract/kinds.ts'
import type { CompiledTemplate } from '../../src/template.ts'
import { runCli } from '../cli/run-cli.ts'
import { tempFolder } from '../project/temp-folder.ts'

const folder = fileURLToPath(new URL('../../examples/', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))
const names = readdirSync(folder).toSorted()

/** The configuration of an example, relative to the root of the repository. */
function configOf(name: string): string {
  const file = readdirSync(join(folder, name)).find((entry) => entry.startsWith('friendtalk.config.')) ?? ''
  return `examples/${name}/${file}`
}

/** The templates that an example compiles to. */
async function templatesOf(name: string): Promise<CompiledTemplate[]> {
  const out = tempFolder()
  const { code, stderr } = await runCli(['compile', '--config', configOf(name), '--out-dir', out], { cwd: root })
  expect({ name, code, stderr: stderr.split('\n').filter((line) => line.includes('✗')) }).toMatchObject({
    code: 0,
    stderr: [],
  })
  return readdirSync(out).map((file) => JSON.parse(readFileSync(join(out, file), 'utf8')) as CompiledTemplate)
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
