import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { cacheHome, mainFile } from '../cli/run-cli.ts'
import { tempFolder } from '../project/temp-folder.ts'

const script = (name: string): string => fileURLToPath(new URL(`../lsp/${name}`, import.meta.url))
/** How long an editor waits for one thing; far longer than it takes. */
const deadlineMs = 60_000

it.each([
  ['Neovim', 'nvim', ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-c', `luafile ${script('neovim.lua')}`]],
  ['Emacs', 'emacs', ['--batch', '--load', script('emacs.el')]],
])('%s shows diagnostics, makes a fix, completes and renames', async (_name, command, args) => {
  const root = tempFolder({
    'friendtalk.config.json': JSON.stringify({ messages: ['messages/**/*.md'] }),
    'messages/a.md': '---\nkind: ft-text\nad_flag: N\n---\n\n#{이름}님, 안녕하세요\n',
  })
  const result = join(root, 'result.json')
  const editor = spawn(command, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      LANG: 'C.UTF-8',
      HOME: root,
      XDG_CACHE_HOME: cacheHome,
      NODE: process.execPath,
      FRIENDTALK: mainFile,
      ROOT: root,
      MESSAGE: join(root, 'messages/a.md'),
      RESULT: result,
      DEADLINE_MS: String(deadlineMs),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [editor.stdout, editor.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(editor, 'close')
  expect(existsSync(result), output).toBe(true)
  const seen = JSON.parse(readFileSync(result, 'utf8')) as { readonly [key: string]: unknown }
  expect(seen['problem'], output).toBeUndefined()
  expect(seen).toEqual({
    diagnostics: ['variable-undeclared'],
    actions: [expect.stringContaining('Declare the variable "이름"')],
    fixed: [],
    completions: ['이름'],
    text: '---\nkind: ft-text\nad_flag: N\nvars:\n  손님: { max: 10, example: 이름 }\n---\n\n#{손님}님, 안녕하세요\n#{손님}',
  })
})
