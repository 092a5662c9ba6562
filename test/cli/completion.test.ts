import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyRule } from '../../src/cli/rules/rule-catalog.ts'
import { tempFolder, writeTree } from '../project/temp-folder.ts'
import { hasTerminal, keys, Pty } from './pty.ts'
import { runInside } from './run-inside.ts'

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0
const shells = ['bash', 'zsh', 'fish'] as const

/** What is typed, and what is offered for its last word. */
const rows: readonly { readonly line: string; readonly offers: readonly string[] }[] = [
  { line: 'friendtalk comp', offers: ['compile', 'completion'] },
  { line: 'friendtalk --v', offers: ['--version'] },
  { line: 'friendtalk lint --fix', offers: ['--fix', '--fix-dry-run'] },
  { line: 'friendtalk lint messages/a.md --no-ca', offers: ['--no-cache'] },
  { line: 'friendtalk lint --format s', offers: ['sarif'] },
  { line: 'friendtalk lint --lang ', offers: ['en', 'ko'] },
  { line: 'friendtalk lint --lang en mess', offers: ['messages/'] },
  { line: 'friendtalk lint messages/', offers: ['messages/a.md', 'messages/sub/'] },
  { line: 'friendtalk lint messages/a.md messages/', offers: ['messages/a.md', 'messages/sub/'] },
  { line: 'friendtalk lint --recipients messages/', offers: ['messages/a.md', 'messages/list.csv', 'messages/sub/'] },
  { line: 'friendtalk compile --out-dir messages/', offers: ['messages/sub/'] },
  { line: 'friendtalk explain many-', offers: ['many-buttons', 'many-line-breaks'] },
  { line: 'friendtalk new wide', offers: ['wide', 'wide-item-list'] },
  { line: 'friendtalk new order', offers: ['order-ready'] },
  { line: 'friendtalk new --l', offers: ['--lang', '--list'] },
  { line: 'friendtalk new text messages/l', offers: ['messages/list.csv'] },
  { line: 'friendtalk init --kinds im', offers: ['image'] },
  { line: 'friendtalk schema --lang ko tem', offers: ['template'] },
  { line: 'friendtalk completion ', offers: ['bash', 'fish', 'zsh'] },
  { line: 'friendtalk rules ', offers: [] },
  { line: 'friendtalk emulator --port 4', offers: [] },
]

let folder = ''
beforeAll(async () => {
  folder = tempFolder({ 'messages/a.md': '', 'messages/sub/b.md': '', 'messages/list.csv': '' })
  for (const shell of shells) {
    const { stdout } = await runInside(['completion', shell], folder)
    writeTree(folder, { [`.script.${shell}`]: stdout })
  }
})

/** Folders with a slash, as most shells show them. */
function withoutMarks(offered: string): string[] {
  const names = offered.split('\n').filter((name) => name !== '')
  return names.map((name) => (/^messages(?:\/sub)?$/.test(name) ? `${name}/` : name)).toSorted()
}

describe.skipIf(!has('bash'))('bash', () => {
  it.each([...rows, { line: 'friendtalk lint --format = g', offers: ['github', 'gitlab'] }])(
    'completes $line',
    ({ line, offers }) => {
      const words = line.split(' ')
      const script = `source .script.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _friendtalk; printf '%s\\n' "\${COMPREPLY[@]}"`
      const { stdout, stderr } = spawnSync('bash', ['--norc', '-uc', script, 'bash', ...words], {
        cwd: folder,
        encoding: 'utf8',
      })
      const expected = line === 'friendtalk rules ' ? expect.arrayContaining(['--json']) : offers
      expect({ offered: withoutMarks(stdout), stderr }).toEqual({ offered: expected, stderr: '' })
    },
  )
})

describe.skipIf(!has('fish'))('fish', () => {
  it.each(rows.filter(({ line }) => line !== 'friendtalk --v'))('completes $line', ({ line, offers }) => {
    const home = join(folder, 'home')
    // In another locale it completes no path below a folder with other letters.
    const env = { ...process.env, LANG: 'C.UTF-8', HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home }
    const script = `source .script.fish; complete -C '${line}'`
    const { stdout } = spawnSync('fish', ['-c', script], { cwd: folder, encoding: 'utf8', env })
    // A flag and a word may be offered together; a description follows a tab.
    const offered = withoutMarks(stdout.replaceAll(/\t.*/g, ''))
    expect(offered).toEqual(offers)
  })
})

describe.skipIf(!has('zsh') || !hasTerminal)('zsh', () => {
  it.each([
    { typed: ['friendtalk expl', 'button-name-t'], runs: 'explain button-name-too-long' },
    { typed: ['friendtalk lint --forma', 's'], runs: 'lint --format=sarif' },
    { typed: ['friendtalk lint --fix-', 'messages/a'], runs: 'lint --fix-dry-run messages/a.md' },
    { typed: ['friendtalk new carou', 'messages/l'], runs: 'new carousel-feed messages/list.csv' },
    { typed: ['friendtalk compile --out-dir mess', 's'], runs: 'compile --out-dir messages/sub' },
  ])('completes to $runs', async ({ typed, runs }) => {
    const rc = `autoload -Uz compinit; compinit -u -D; source ./.script.zsh
PROMPT='> '; unsetopt zle_bracketed_paste beep
friendtalk() { print -r -- "GOT $*." }; print READY\n`
    writeTree(folder, { 'zdot/.zshrc': rc })
    // A whole path would be a pattern to zsh's own scripts, and may hold signs that are special in one.
    const pty = new Pty('exec zsh -i', { cwd: folder, env: { ZDOTDIR: 'zdot' } })
    await pty.untilShows('READY')
    for (const part of typed) pty.type(part + keys.tab)
    pty.type('\r')
    await pty.until('the command that was run', () => pty.output.includes(`GOT ${runs}`))
    pty.type('exit\r')
    await pty.ended()
  })
})

it('knows every rule', async () => {
  for (const shell of shells) {
    const { stdout } = await runInside(['completion', shell], folder)
    expect(everyRule.filter(({ id }) => !stdout.includes(id))).toEqual([])
  }
})
