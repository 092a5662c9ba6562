// What action.yml runs: friendtalk as the project has installed it, with what a workflow wants of it.
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runDeploy } from './deploy.mjs'
import { installedCommand } from './friendtalk.mjs'
import { runLint } from './lint.mjs'
import { runPlan } from './plan.mjs'
import { runPreview } from './preview.mjs'

const commands = { lint: runLint, preview: runPreview, plan: runPlan, deploy: runDeploy }

const { env } = process
/** Data of a line of the log may hold nothing that ends it. */
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

class Refusal extends Error {}

/** An input of the action; empty where it is not given. */
function input(name) {
  return (env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`] ?? '').trim()
}

function flag(name) {
  const value = input(name)
  if (!['true', 'false', ''].includes(value)) throw new Refusal(`${name} is "${value}"; it may be true or false`)
  return value === 'true'
}

async function main() {
  const name = input('command') || 'lint'
  if (!Object.hasOwn(commands, name)) {
    throw new Refusal(`command is "${name}"; it may be ${Object.keys(commands).join(', ')}`)
  }
  const workspace = env.GITHUB_WORKSPACE ?? process.cwd()
  const cwd = resolve(workspace, input('working-directory') || '.')
  if (!existsSync(cwd)) throw new Refusal(`working-directory "${input('working-directory')}" is not there`)
  const command = installedCommand(cwd)
  if (command === undefined) throw new Refusal(`friendtalk is not installed in ${cwd}: run npm ci in a step before`)
  return commands[name]({
    input,
    flag,
    cwd,
    command,
    temp: env.RUNNER_TEMP ?? join(workspace, '.friendtalk'),
    paths: input('paths')
      .split('\n')
      .map((path) => path.trim())
      .filter(Boolean),
    event: env.GITHUB_EVENT_PATH ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')) : {},
    env,
    output: writeOutput,
    summary: (text) => env.GITHUB_STEP_SUMMARY && appendFileSync(env.GITHUB_STEP_SUMMARY, `${text}\n`),
    notice: (text) => process.stdout.write(`::notice title=friendtalk::${escaped(text)}\n`),
  })
}

/** The delimiter cannot be guessed, so no value can end itself and begin another output. */
function writeOutput(name, value) {
  const end = `end-${randomUUID()}`
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`)
}

try {
  const exitCode = await main()
  writeOutput('exit-code', String(exitCode))
  process.exitCode = exitCode
} catch (error) {
  process.stdout.write(`::error title=friendtalk::${escaped(error instanceof Error ? error.message : String(error))}\n`)
  process.exitCode = error instanceof Refusal ? 2 : 70
}
