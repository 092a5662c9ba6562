import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The program of the friendtalk that a project has installed, looked for upwards as Node does. */
export function installedCommand(cwd) {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const installed = join(folder, 'node_modules/friendtalk')
    const manifest = join(installed, 'package.json')
    if (existsSync(manifest)) return join(installed, JSON.parse(readFileSync(manifest, 'utf8')).bin.friendtalk)
    if (folder === dirname(folder)) return undefined
  }
}

/** A flag with its value, where there is one; never a text that a shell or a parser would take apart. */
export function option(name, value) {
  return value === '' ? [] : [`--${name}=${value}`]
}

/**
 * Runs friendtalk, and shows what it prints as it comes.
 *
 * @param commands whether workflow commands in its output are meant as such: they are for lint, which writes annotations
 * @returns its exit code, and what it printed to the standard output
 */
export async function friendtalk({ command, cwd, env, input }, args, commands = 'ignored') {
  const token = randomUUID()
  if (commands === 'ignored') process.stdout.write(`::stop-commands::${token}\n`)
  const { INPUT_TOKEN: _, ...inherited } = env
  const child = spawn(process.execPath, [command, ...option('lang', input('lang')), ...args], {
    cwd,
    env: { ...inherited, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
    process.stdout.write(text)
  })
  // A cancelled job may stop in order: what is under way is waited for.
  const forward = (signal) => child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  const exitCode = await new Promise((ended, failed) => {
    child.once('error', failed).once('close', (code) => ended(code ?? 70))
  })
  process.off('SIGINT', forward).off('SIGTERM', forward)
  if (commands === 'ignored') process.stdout.write(`\n::${token}::\n`)
  return { exitCode, stdout }
}

/** A text as a block of code that it cannot leave. */
export function codeBlock(text) {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text.trimEnd()}\n${fence}`
}
