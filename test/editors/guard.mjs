// Runs a program as long as whoever started this does: when standard input closes, also because its writer was killed,
// the program and everything it has started end, and its folder is removed.
// node guard.mjs <folder> <log> <program> <arguments…>
import { spawn } from 'node:child_process'
import { openSync, rmSync } from 'node:fs'

const [folder = '', log = '', program = '', ...args] = process.argv.slice(2)
const output = openSync(log, 'a')
// A group of its own: it starts a process for every window, and these start servers.
const child = spawn(program, args, { stdio: ['ignore', output, output], detached: true })

child.once('error', (error) => end(error.message))
child.once('exit', (code, signal) => end(`ended with ${signal ?? code}`))
process.stdin.once('close', () => end()).resume()

/** @param {string} [failure] why it ends although nobody has asked for it */
function end(failure) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nothing of it runs any more.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  if (failure !== undefined) process.stderr.write(`${program} ${failure}\n`)
  process.exit(failure === undefined ? 0 : 1)
}
