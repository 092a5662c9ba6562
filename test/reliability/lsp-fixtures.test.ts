import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { runBuilt } from '../cli/run-cli.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { EditorClient } from '../lsp/client.ts'

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url))

/** What a diagnostic says, without what only one of the two tells. */
const line = (rule: unknown, at: readonly number[], message: string): string =>
  `${String(rule)} ${at.join(':')} ${message}`

it.each(['err', 'ok'])('an editor shows of the fixtures in %s what lint prints', async (name) => {
  const root = tempFolder()
  cpSync(join(fixtures, name), root, { recursive: true })
  const senders = { default: { sender_key: { env: 'SENDER_KEY' }, sender_number: '0212345678' } }
  writeFileSync(join(root, 'friendtalk.config.json'), JSON.stringify({ messages: ['**/*.md'], senders }))
  const { stdout } = await runBuilt(['lint', '--format', 'json'], { cwd: root })
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] }
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
  expect(paths.length).toBeGreaterThan(10)
  const client = await EditorClient.start({ folders: [root] }, root)
  for (const path of paths) {
    // As an editor decodes a file that is not UTF-8, with the byte order mark that it has.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(join(root, path)))
    await client.open(pathToFileURL(join(root, path)).href, text)
  }
  // Those that were opened first are told of the ids of those after them.
  await client.ask('textDocument/documentSymbol', {
    textDocument: { uri: pathToFileURL(join(root, paths.at(-1) ?? '')).href },
  })
  for (const path of paths) {
    const uri = pathToFileURL(join(root, path)).href
    const expected = diagnostics
      .filter((one) => one.path === path)
      .map(({ rule, start, end, message }) => line(rule, [start.line, start.column, end.line, end.column], message))
    const shown = (): string[] =>
      (client.lastOf(uri)?.diagnostics ?? []).map(({ code, range: { start, end }, message }) =>
        line(
          code,
          [start.line + 1, start.character + 1, end.line + 1, end.character + 1],
          typeof message === 'string' ? message : message.value,
        ),
      )
    await client.untilPushed(uri, () => shown().length === expected.length)
    expect(shown(), path).toEqual(expected)
  }
})
