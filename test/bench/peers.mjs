import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const packages = [
  'rumdl',
  'markdownlint-cli2',
  'remark-cli',
  'remark-preset-lint-recommended',
  'textlint',
  'textlint-rule-no-todo',
]

/** Installs the other linters into a folder of their own, once; one that cannot be installed is left out. */
export function installPeers() {
  const folder = join(tmpdir(), 'friendtalk-bench-peers')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const missing = packages.filter((name) => !existsSync(join(folder, 'node_modules', name)))
  for (const name of missing) {
    try {
      execFileSync('npm', ['install', '--no-audit', '--no-fund', name], { cwd: folder, stdio: 'ignore' })
    } catch {
      console.error(`${name} cannot be installed here and is left out.`)
    }
  }
  const installed = packages.filter((name) => existsSync(join(folder, 'node_modules', name)))
  const versions = installed.map((name) => {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    return `${name} ${version}`
  })
  const bin = (name) => join(folder, 'node_modules/.bin', name)
  const all = {
    rumdl: [bin('rumdl'), 'check', '--no-cache'],
    'rumdl, cached': [bin('rumdl'), 'check'],
    'markdownlint-cli2': [bin('markdownlint-cli2')],
    'remark-cli': [
      bin('remark'),
      '--quiet',
      '--no-stdout',
      '--use',
      join(folder, 'node_modules/remark-preset-lint-recommended/index.js'),
    ],
    textlint: [
      bin('textlint'),
      '--rulesdir',
      join(folder, 'node_modules/textlint-rule-no-todo/lib'),
      '--rule',
      'textlint-rule-no-todo',
    ],
  }
  const known = Object.entries(all).filter(([name]) => installed.includes(name.split(',')[0]))
  return { folder, versions, commands: Object.fromEntries(known) }
}
