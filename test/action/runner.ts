import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheHome, stateHomeOf } from '../cli/run-cli.ts'
import { tempFolder, type Tree } from '../project/temp-folder.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))

export interface StepResult {
  readonly code: number | null
  readonly log: string
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
  readonly workspace: string
}

/** What a runner gives to a step beside the action's inputs. */
export interface StepOptions {
  readonly files: Tree
  readonly inputs: Readonly<Record<string, string>>
  /** The payload, or what makes it of the workspace. */
  readonly event?: object | ((workspace: string) => object)
  readonly apiUrl?: string
}

/** Runs the script of the action as a runner runs a step: environment, files to write to, workspace, event payload. */
export async function runStep({ files, inputs, event = {}, apiUrl = '' }: StepOptions): Promise<StepResult> {
  const workspace = tempFolder(files)
  mkdirSync(join(workspace, 'node_modules'), { recursive: true })
  symlinkSync(repository, join(workspace, 'node_modules/friendtalk'), 'dir')
  const payload = typeof event === 'function' ? event(workspace) : event
  const runner = tempFolder({ 'event.json': JSON.stringify(payload), output: '', summary: '' })
  const variables = Object.entries(inputs).map(([name, value]) => [
    `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
    value,
  ])
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', 'node "$GITHUB_ACTION_PATH/extras/action/main.mjs"'], {
    cwd: workspace,
    env: {
      ...(Object.fromEntries(variables) as Record<string, string>),
      PATH: process.env['PATH'],
      LANG: 'C',
      XDG_CACHE_HOME: cacheHome,
      XDG_STATE_HOME: stateHomeOf(workspace),
      GITHUB_ACTION_PATH: repository,
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: apiUrl,
      GITHUB_EVENT_PATH: join(runner, 'event.json'),
      GITHUB_OUTPUT: join(runner, 'output'),
      GITHUB_REPOSITORY: 'shop/messages',
      GITHUB_RUN_ID: '42',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_SHA: 'c'.repeat(40),
      GITHUB_STEP_SUMMARY: join(runner, 'summary'),
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: runner,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  const outputs = parseOutputs(readFileSync(join(runner, 'output'), 'utf8'))
  return { code, log, outputs, summary: readFileSync(join(runner, 'summary'), 'utf8'), workspace }
}

/** Reads the file of outputs as a runner does: `name<<delimiter`, lines, delimiter. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {}
  const lines = text.split('\n')
  while (lines.length > 1) {
    const [, name = '', end = ''] = /^([^<]+)<<(.+)$/.exec(lines.shift() ?? '') ?? []
    const last = lines.indexOf(end)
    if (name === '' || last === -1) throw new Error(`The runner cannot read ${JSON.stringify(text)}`)
    outputs[name] = lines
      .splice(0, last + 1)
      .slice(0, -1)
      .join('\n')
  }
  return outputs
}

export interface Call {
  readonly call: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface GitHub {
  readonly url: string
  readonly calls: readonly Call[]
  readonly close: () => void
}

/** As much of GitHub's REST interface as the action uses: answers by call, an object with a sha for any other. */
export async function startGitHub(
  answers: Readonly<Record<string, { readonly status: number; readonly body: unknown }>>,
): Promise<GitHub> {
  const calls: Call[] = []
  const server: Server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      const call = `${request.method} ${(request.url ?? '').replace('/repos/shop/messages', '')}`
      calls.push({ call, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) })
      const { status, body } = answers[call] ?? { status: 200, body: { sha: 'a'.repeat(40) } }
      response.writeHead(request.headers.authorization === 'Bearer gh-token' ? status : 401)
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, calls, close: () => server.close() }
}
