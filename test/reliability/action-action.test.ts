import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterEach, describe, expect, it } from 'vitest'
import { readPage } from '../docs/generated-pages.ts'
import { textMessage } from '../project/temp-folder.ts'
import { type GitHub, runStep, startGitHub } from '../action/runner.ts'

interface Step {
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

const files = {
  'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
  'messages/hello.md': textMessage('안녕하세요'),
  'list.csv': 'receiver_number\n01000000001\n01000000002\n',
}
const wrong = { ...files, 'messages/hello.md': textMessage('#{이름}님, 안녕하세요') }
const pullRequest = { pull_request: { number: 7, head: { sha: 'b'.repeat(40) } } }
const action = parse(readPage('action.yml')) as Action

let gitHub: GitHub | undefined
afterEach(() => {
  gitHub?.close()
  gitHub = undefined
})

describe('action.yml', () => {
  it('puts nothing into the text of a command', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{')
  })

  it('hands every input to the script, and documents it', () => {
    for (const [name, { description }] of Object.entries(action.inputs)) {
      const variable = `INPUT_${name.toUpperCase().replaceAll('-', '_')}`
      expect(action.runs.steps[0]?.env?.[variable]).toBe(`\${{ inputs.${name} }}`)
      expect(description).not.toBe('')
    }
  })

  it.each(['test', 'release'])('the workflow %s takes nothing typed into a command, and states its rights', (name) => {
    const workflow = parse(readPage(`.github/workflows/${name}.yml`)) as {
      readonly permissions: unknown
      readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>
    }
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const runs = Object.values(workflow.jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run))
    expect(runs.filter((run) => run.includes('${{'))).toEqual([])
  })
})

describe('lint', () => {
  it('annotates lines, counts, writes SARIF, and fails', async () => {
    const { code, log, outputs, summary } = await runStep({ files: wrong, inputs: { command: 'lint', sarif: 'true' } })
    expect(log).toMatch(/^::error .*file=messages\/hello\.md,.*line=5/m)
    expect({ code, ...outputs }).toMatchObject({ code: 1, 'exit-code': '1', errors: '1', warnings: '0' })
    expect(JSON.parse(readFileSync(outputs['sarif-file'] ?? '', 'utf8'))).toMatchObject({ version: '2.1.0' })
    expect(summary).toContain('| 1 | 1 | 0 |')
  })

  it('annotates in the language of the input, which goes before that of the configuration', async () => {
    const english = { ...wrong, 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"], "lang": "en" }' }
    const { log } = await runStep({ files: english, inputs: { lang: 'ko' } })
    expect(log).toMatch(/^::error .*file=messages\/hello\.md,.*변수를/m)
    const refused = await runStep({ files: english, inputs: { lang: 'de' } })
    expect(refused).toMatchObject({ code: 2, log: expect.stringContaining('--lang cannot be "de"') as string })
  })

  it.each([
    ['config', '$(touch hacked).json'],
    ['paths', '"; touch hacked; "\n--fix'],
    ['max-warnings', '`touch hacked`'],
    ['working-directory', '.; touch hacked'],
  ])('takes the input %s as data', async (name, value) => {
    const { code, workspace } = await runStep({ files, inputs: { [name]: value } })
    expect(code).toBe(2)
    expect(existsSync(join(workspace, 'hacked'))).toBe(false)
  })

  it.each([
    ['command', 'send', 'command is "send"; it may be lint, preview, plan, deploy'],
    ['sarif', 'yes', 'sarif is "yes"; it may be true or false'],
    ['working-directory', '/', 'friendtalk is not installed in /: run npm ci in a step before'],
  ])('says what is wrong with the input %s', async (name, value, message) => {
    const { code, log } = await runStep({ files, inputs: { [name]: value } })
    expect({ code, log }).toEqual({ code: 2, log: `::error title=friendtalk::${message}\n` })
  })
})

describe('plan and deploy', () => {
  const inputs = { recipients: 'list.csv', release: 'r1' }

  it('plans into a file, a summary and one comment', async () => {
    const mine = { id: 5, body: '<!-- friendtalk:plan -->\nold', user: { type: 'Bot' } }
    const quoted = { id: 4, body: '<!-- friendtalk:plan -->', user: { type: 'User' } }
    gitHub = await startGitHub({
      'GET /issues/7/comments?per_page=100&page=1': { status: 200, body: [quoted, mine] },
    })
    const { code, log, outputs, summary } = await runStep({
      files,
      inputs: { command: 'plan', comment: 'true', token: 'gh-token', ...inputs },
      event: pullRequest,
      apiUrl: gitHub.url,
    })
    expect({ code, log }).toMatchObject({ code: 0 })
    const { digest } = JSON.parse(readFileSync(outputs['plan-file'] ?? '', 'utf8')) as { digest: string }
    expect(outputs['digest']).toBe(digest)
    expect(summary).toContain('2 messages will be sent')
    const [, change] = gitHub.calls
    expect(change).toMatchObject({ call: 'PATCH /issues/comments/5', body: { body: expect.stringContaining(digest) } })
  })

  it('makes no comment where the token may not, and says so', async () => {
    gitHub = await startGitHub({
      'GET /issues/7/comments?per_page=100&page=1': { status: 200, body: [] },
      'POST /issues/7/comments': { status: 403, body: {} },
    })
    const { code, log } = await runStep({
      files,
      inputs: { command: 'plan', comment: 'true', token: 'gh-token', ...inputs },
      event: pullRequest,
      apiUrl: gitHub.url,
    })
    expect(code).toBe(0)
    expect(log).toContain('::notice title=friendtalk::No comment: the token may not write to pull requests.')
  })

  it('sends, passes the exit code on, and leaves the status in the summary', async () => {
    const sent = await runStep({ files, inputs: { command: 'deploy', yes: 'true', ...inputs } })
    expect({ code: sent.code, outputs: sent.outputs }).toEqual({ code: 0, outputs: { 'exit-code': '0' } })
    expect(sent.summary).toContain('2 sends: accepted 2')
    // What messages and the service say is no command to the runner.
    expect(sent.log).toMatch(/^::stop-commands::([\w-]+)\n[^]*?\n::\1::\n/)
    const asked = await runStep({ files, inputs: { command: 'deploy', ...inputs } })
    expect(asked).toMatchObject({ code: 2, log: expect.stringContaining('--confirm') })
  })
})

describe('preview', () => {
  it('gives pages and pictures as an artefact', async () => {
    const { code, log, outputs, summary } = await runStep({
      files,
      inputs: { command: 'preview', artifact: 'friendtalk-preview' },
      event: pullRequest,
    })
    expect({ code, log }).toMatchObject({ code: 0 })
    const folder = outputs['preview-folder'] ?? ''
    expect(existsSync(join(folder, 'pages/index.html'))).toBe(true)
    expect(existsSync(join(folder, 'pictures/messages/hello.example.png'))).toBe(true)
    expect(summary).toContain('pages/index.html in the artefact friendtalk-preview')
  })
})
