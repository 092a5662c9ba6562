import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const packages = ['markdownlint-cli2', 'remark-cli', 'remark-preset-lint-recommended']

/** Installs the other linters of Markdown into a folder of their own, once; one that cannot be installed is left out. */
export function installPeers() {
  const folder = join(tmpdir(), 'friendtalk-bench-peers')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const isInstalled = (name) => existsSync(join(folder, 'node_modules', name))
  for (const name of packages.filter((one) => !isInstalled(one))) {
    try {
      execFileSync('npm', ['install', '--no-audit', '--no-fund', name], { cwd: folder, stdio: 'ignore' })
    } catch {
      console.error(`${name} cannot be installed here and is left out.`)
    }
  }
  const versions = packages.filter(isInstalled).map((name) => {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    return `${name} ${version}`
  })
  const bin = (name) => join(folder, 'node_modules/.bin', name)
  const preset = join(folder, 'node_modules/remark-preset-lint-recommended/index.js')
  const all = {
    'markdownlint-cli2': [bin('markdownlint-cli2')],
    'remark-cli': [bin('remark'), '--quiet', '--no-stdout', '--use', preset],
  }
  return { versions, commands: Object.fromEntries(Object.entries(all).filter(([name]) => isInstalled(name))) }
}
