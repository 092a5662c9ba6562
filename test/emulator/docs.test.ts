import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { fileUploadCodes, multiUploadCodes, singleUploadCodes } from '../../src/contract/friend-talk/responses.ts'
import { sendCodes } from '../../src/contract/friend-talk/codes.ts'
import { formFields } from '../../src/emulator/friend-talk/settings.ts'
import { optionsSchema } from '../../src/emulator/options.ts'
import { emulate } from './client.ts'

const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const read = (path: string): string => readFileSync(pathOf(path), 'utf8')
const pages = ['docs/emulator.md', 'docs/ko/emulator.md']

/** The commands of a page, each with what its comment says comes back. */
function commandsOf(page: string): { readonly script: string; readonly expected: readonly string[] }[] {
  return Array.from(page.matchAll(/^```sh\n([^]*?)^```$/gm), ([, block = '']) => block)
    .flatMap((block) => block.split(/(?<=^# → .*\n)/m))
    .map((script) => ({ script, expected: /^# → (.*)$/m.exec(script)?.[1]?.split(' ') ?? [] }))
}

const mark = '----------'

/** Runs all commands as they stand, one after the other in one shell; gives the output of each. */
async function run(scripts: readonly string[]): Promise<readonly string[]> {
  const emulator = await emulate()
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-docs-'))
  try {
    cpSync(pathOf('test/vectors/examples/images'), folder, { recursive: true })
    const script = scripts.join(`\necho '${mark}'\n`)
    // What somebody has set up for curl is not in force there.
    const env = { ...process.env, EMULATOR: emulator.url, HOME: folder, XDG_CONFIG_HOME: folder }
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder, env })
    return stdout.split(mark)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const codes = new Set(
  [sendCodes, singleUploadCodes, multiUploadCodes, fileUploadCodes].flatMap((table) => Object.keys(table)),
)

it('answers the commands of the page as it says', async () => {
  const commands = commandsOf(read('docs/emulator.md'))
  const outputs = await run(commands.map(({ script }) => script))
  for (const [index, { script, expected }] of commands.entries()) {
    // A code is a value of its own; the other words are part of one.
    const texts = expected.map((text) => (codes.has(text) ? `"${text}"` : text))
    expect({
      script,
      output: outputs[index],
      missing: texts.filter((text) => !outputs[index]?.includes(text)),
    }).toEqual({
      script,
      output: expect.any(String) as string,
      missing: [],
    })
  }
})

describe.each(pages)('%s', (path) => {
  it('names every option and every fault', () => {
    const page = read(path)
    const { properties } = optionsSchema as { properties: Record<string, { items?: unknown }> }
    const rule = properties['faults']?.items as {
      properties: { fault: { oneOf: { properties: { type: { const: string } } }[] } }
    }
    const faults = rule.properties.fault.oneOf.map((fault) => fault.properties.type.const)
    const names = [...Object.keys(properties), ...formFields, ...faults]
    expect(names.filter((name) => name !== '$schema' && !page.includes(`\`${name}\``))).toEqual([])
  })
})

it('has the same commands in both languages', () => {
  const [english, korean] = pages.map((path) => commandsOf(read(path)).map(({ script }) => script))
  expect(korean).toEqual(english)
})
