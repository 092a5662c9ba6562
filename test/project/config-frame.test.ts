import { describe, expect, it } from 'vitest'
import { openProject } from '../../src/project/project.ts'
import { refusalOf } from './refusal.ts'
import { tempFolder } from './temp-folder.ts'

const problemsIn = (name: string, content: string): Promise<readonly string[]> =>
  refusalOf(() => openProject({ cwd: tempFolder({ [name]: content }), library: () => import('../../src/index.ts') }))

describe('a configuration that cannot be parsed', () => {
  it('is named in JSON with the place', async () => {
    const lines = ['{', '  "messages": ["m"],', '  "senders": { "d": { "sender_key": hunter2 "x"', '}']
    const problems = await problemsIn('friendtalk.config.json', lines.join('\n'))
    expect(problems).toEqual([expect.stringMatching(/^friendtalk\.config\.json:3:37: not JSON/)])
    expect(problems.join('')).not.toContain('hunter2')
  })

  it('is named as a module with the place where its loader stopped', async () => {
    const lines = ["const key = 'hunter2'", 'export default {', "  messages: ['m'] rules: {}", '}']
    expect(await problemsIn('friendtalk.config.ts', lines.join('\n'))).toEqual([
      'friendtalk.config.ts:3:19: cannot be run: Unexpected token, expected ","',
    ])
  })

  it.each([
    ['throws', 'const a: number = 1\nthrow new Error(`no ${a}`)\n', '2: cannot be run: no 1'],
    ['reads what is not there', 'const a: any = {}\n\nexport default { messages: a.b.c }\n', '3: cannot be run: '],
  ])('is named with the line that %s', async (_, content, says) => {
    const [first, ...more] = await problemsIn('friendtalk.config.ts', content)
    expect(first).toContain(`friendtalk.config.ts:${says}`)
    expect(more).toEqual([])
  })

  it('is named alone where a module is missing', async () => {
    const problems = await problemsIn('friendtalk.config.ts', "import a from './gone.ts'\nexport default a\n")
    expect(problems).toEqual(["friendtalk.config.ts: cannot be run: Cannot find module './gone.ts'"])
  })
})
