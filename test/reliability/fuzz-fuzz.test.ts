import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPlanFile } from '../../src/deploy/approved.ts'
import { checkConfiguration } from '../fuzz/configuration.ts'
import { checkMessage } from '../fuzz/messages.ts'
import { fuzz, targetOf } from '../fuzz/target.ts'
import { targets } from '../fuzz/targets.ts'

/** Inputs are the same at every run; more of them: npm run fuzz. The answers of the service have a test of their own. */
const short: readonly (readonly [name: string, inputs: number])[] = [
  ['messages', 40],
  ['records', 150],
  ['recipients', 100],
  ['configuration', 40],
  ['plan-files', 15],
  ['webhook', 60],
  ['lsp', 15],
]

describe('generated input', () => {
  it.each(short)('of %s breaks no promise', async (name, inputs) => {
    const target = await targets[name]?.()
    if (target === undefined) throw new Error(`no target ${name}`)
    const { failed, counterexample, errorInstance, numRuns } = await target.run({ seed: 20_260_612, inputs })
    await target.close()
    expect({ failed, counterexample, errorInstance }).toEqual({
      failed: false,
      counterexample: null,
      errorInstance: null,
    })
    expect(numRuns).toBe(inputs)
  })
})

describe('what fuzzing has found', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'friendtalk-fuzz-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['a bracket that is escaped at the end of a name', '[![가\\](a.png)](https://a.example.com)\n'],
    ['an image without a name, with its link on two lines', "[![](<a.png>)](<https://a.example.com/'\n`>)\n"],
  ])('%s stays found', (_, body) => {
    checkMessage(`---\nkind: ft-wide\n---\n${body}\n가\n`)
  })

  it('a plan file whose messages are texts is no plan', () => {
    writeFileSync(join(folder, 'plan.json'), '{"version":1,"digest":"","messages":["a",null,5]}')
    expect(() => readPlanFile('plan.json', { cwd: folder })).toThrow(/is no plan/)
  })

  it('a configuration that nests beyond reason is refused', async () => {
    await checkConfiguration(`{"messages":["a"],"rules":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, folder)
  })
})

describe('a target', () => {
  it('tells each way of failing once, with the seed that repeats it', async () => {
    const target = targetOf(fc.nat(1000), (one) => {
      if (one > 500) throw new Error('too large')
    })
    const { findings, inputs } = await fuzz(target, 0, 7)
    expect(findings).toMatchObject([{ seed: 7, input: '[501]', error: expect.stringContaining('too large') as string }])
    expect(inputs).toBeGreaterThan(0)
    expect((await fuzz(target, 0, 7)).findings[0]?.input).toBe('[501]')
  })
})
