// Versions of Node beside the one that runs.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const isWindows = process.platform === 'win32'
export const npmFlags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']

/** The program of a version, from npm's package "node", in a folder below another. */
export function nodeOf(version, scratch) {
  if (!/^[\w.-]+$/.test(version)) throw new Error(`${version} is no version`)
  const folder = join(scratch, `node-${version}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  // The package's own install script links the binary that fits the machine.
  npm(['install', '--ignore-scripts=false', ...npmFlags, `node@${version}`], folder)
  return join(folder, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')
}

export function npm(args, cwd) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', shell: isWindows, stdio: ['ignore', 'pipe', 'inherit'] })
}
