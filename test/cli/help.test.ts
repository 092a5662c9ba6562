import { describe, expect, it } from 'vitest'
import { columnsOf } from '../../src/cli/terminal/printable.ts'
import { languages } from '../../src/words/language.ts'
import { runInside } from './run-inside.ts'

const maxLines = 48
const maxColumns = 80

const commandsOf = (help: string): string[] =>
  Array.from(help.matchAll(/^ {2}([a-z]+)\b(?=.* {2})/gm), ([, name]) => name ?? '')

describe.each(languages)('the help in %s', (lang) => {
  it('fits a screen and shows an example, for every command', async () => {
    const before = process.env['LC_ALL']
    process.env['LC_ALL'] = lang === 'ko' ? 'ko_KR.UTF-8' : 'C'
    try {
      const { code, stdout } = await runInside(['--help'], '.')
      expect(code).toBe(0)
      const commands = commandsOf(stdout).filter((name) => name !== 'help')
      expect(commands).toEqual(expect.arrayContaining(['init', 'new', 'lint', 'compile', 'schema']))
      for (const args of [[], ...commands.map((name) => [name])]) {
        const help = (await runInside([...args, '--help'], '.')).stdout
        const lines = help.trimEnd().split('\n')
        const what = `friendtalk ${args.join(' ')} --help`
        expect(lines.length, what).toBeLessThanOrEqual(maxLines)
        for (const line of lines) expect(columnsOf(line), `${what}: ${line}`).toBeLessThanOrEqual(maxColumns)
        if (!['ledger', 'results'].includes(args[0] ?? '')) expect(help, what).toMatch(/\n(?:Examples|예):\n {2}\$ \S/)
      }
    } finally {
      if (before === undefined) delete process.env['LC_ALL']
      else process.env['LC_ALL'] = before
    }
  })
})

it('shows the program without a command', async () => {
  const { stderr } = await runInside([], '.')
  expect(stderr).toContain('Usage: friendtalk')
})
