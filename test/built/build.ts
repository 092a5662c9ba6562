import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const made = join(root, 'dist/bin/main.js')
const madeOf = ['src', 'scripts', 'docs/rules', 'docs/ko/rules', 'package.json', 'tsconfig.json']

/** Builds the program, unless it is newer than all that it is made of. */
export function setup(): void {
  if (!existsSync(made) || madeOf.some((path) => newestIn(join(root, path)) > statSync(made).mtimeMs)) {
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  }
}

function newestIn(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}
