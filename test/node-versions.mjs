// The main way through the packed and installed package, on versions of Node:
//   node test/node-versions.mjs                     the one that runs this
//   node test/node-versions.mjs 20.19.0 22 24 26    those that npm's package "node" brings
//   node test/node-versions.mjs --installed <dir>   in a folder where friendtalk is installed already
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeOf, npm, npmFlags } from './node-program.mjs'

const repository = fileURLToPath(new URL('..', import.meta.url))
const isWindows = process.platform === 'win32'

const [flag, given] = process.argv.slice(2)
const isInstalled = flag === '--installed' && given !== undefined
const versions = isInstalled ? [] : process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'friendtalk-node-'))
try {
  const folder = isInstalled ? given : install()
  const programs = versions.length === 0 ? [process.execPath] : versions.map((version) => nodeOf(version, scratch))
  for (const program of programs) {
    const startedMs = performance.now()
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
    smoke(program, folder)
    process.stdout.write(`${version} works (${Math.round(performance.now() - startedMs)} ms)\n`)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Packs the package and installs it as someone would who has no lock file and lets no script run. */
function install() {
  const folder = join(scratch, 'installed')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const packed = npm(['pack', '--ignore-scripts', '--json', '--pack-destination', scratch], repository)
  const [{ filename }] = JSON.parse(packed)
  npm(['install', '--ignore-scripts', ...npmFlags, join(scratch, filename)], folder)
  return folder
}

/** Lints, sends all five kinds to the emulator, and reads the ledger. */
function smoke(program, folder) {
  const project = mkdtempSync(join(folder, 'project-'))
  const installed = join(folder, 'node_modules/friendtalk')
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const main = join(installed, manifest.bin.friendtalk)
  const friendtalk = (...args) => {
    const own = { XDG_CACHE_HOME: join(project, 'cache'), XDG_STATE_HOME: join(project, 'state') }
    const env = { PATH: process.env.PATH, LANG: 'C', ...own }
    if (isWindows) Object.assign(env, { SystemRoot: process.env.SystemRoot, TEMP: project })
    const options = { cwd: project, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] }
    return execFileSync(program, [main, ...args], options)
  }
  try {
    const withoutLedger = (path) => !path.includes('.friendtalk')
    cpSync(join(repository, 'examples/brand-campaign'), project, { recursive: true, filter: withoutLedger })
    const { summary } = JSON.parse(friendtalk('lint', '--format', 'json'))
    expect('findings', summary.errors, 0)
    friendtalk('deploy', '--yes', '--release', 'smoke')
    const [release] = JSON.parse(friendtalk('status', '--json')).releases
    const { accepted, ...others } = release.counts
    expect('accepted', accepted, summary.files * recipientsIn(project))
    expect(
      'others',
      Object.values(others).every((count) => count === 0),
      true,
    )
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

function recipientsIn(project) {
  return readFileSync(join(project, 'recipients/members.csv'), 'utf8').trim().split('\n').length - 1
}

function expect(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what}: ${found}, but ${wanted} was expected`)
}
