import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { argumentRows, type UsageErrorRow } from './argument-rows.ts'
import { argumentsIn, runInside } from './run-inside.ts'

const project: Tree = {
  'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
  'messages/sale.md': textMessage('Hello!'),
  'people.csv': 'receiver_number\n01000000001\n',
}

const rows: readonly UsageErrorRow[] = [
  ...argumentRows,

  // Flags against each other.
  {
    args: 'preview --recipients people.csv --out site',
    says: '--out and --recipients do not go together; leave out one.',
  },
  {
    args: 'compile --stdout --out-dir out',
    says: '--stdout and --out-dir do not go together; leave out one.',
  },
  { args: 'lint --unsafe-fixes', says: '--unsafe-fixes needs --fix.' },
  {
    args: 'lint a.md --stdin-filepath b.md',
    says: '--stdin-filepath and paths do not go together; leave out one.',
  },
  {
    args: 'lint --format json --format sarif',
    says: 'Only one format can go to the standard output; name a file for the others: --format sarif=<file>.',
  },

  // What is corrected keeps its other words, as they decide who is sent what.
  {
    args: 'plan messages/sale.md --recipients=peple.csv --out p.json',
    says: '--recipients peple.csv: there is no such file. Did you mean "people.csv"?',
  },
  {
    args: 'deploy --recipients peple.csv --release june --yes',
    says: '--recipients peple.csv: there is no such file. Did you mean "people.csv"?',
  },
  {
    args: 'lint lint',
    tree: { 'lints/a.md': textMessage('a') },
    says: 'No file matches "lint". Did you mean "lints"?',
  },
  {
    args: 'status --target emulator --state unknown',
    says: '--state needs --csv.',
  },
  {
    args: 'plan messages/sal.md --recipients people.csv',
    says: 'No file matches "messages/sal.md". Did you mean "messages/sale.md"?',
  },

  // Files and folders.
  {
    args: 'lint --config friendtalk.confg.json',
    says: '--config friendtalk.confg.json: there is no such file. Did you mean "friendtalk.config.json"?',
  },
  { args: 'lint --config gone/x.json', says: '--config gone/x.json: there is no such file.' },
  {
    args: 'lint --root mesages',
    says: '--root mesages: there is no such folder. Did you mean "messages"?',
  },
  { args: 'lint --root gone', says: '--root gone: there is no such folder.' },
  {
    args: 'lint --recipients peple.csv',
    says: '--recipients peple.csv: there is no such file. Did you mean "people.csv"?',
  },
  {
    args: 'lint --baseline friendtalk-baselin.json',
    tree: { 'friendtalk-baseline.json': '{"version":1,"findings":[]}' },
    says: '--baseline friendtalk-baselin.json: there is no such file. Did you mean "friendtalk-baseline.json"?',
  },
  {
    args: 'lint --baseline people.csv',
    says: 'people.csv: is not a baseline; write it with --write-baseline.',
  },
  {
    args: 'lint mesages/sale.md',
    says: 'No file matches "mesages/sale.md". Did you mean "messages/sale.md"?',
  },
  {
    args: "lint 'messages\\sale.md'",
    says: 'No file matches "messages\\sale.md". Did you mean "messages/sale.md"?',
  },
  {
    args: "lint 'messages\\*.md'",
    says: 'No file matches "messages\\*.md". Did you mean "messages/*.md"?',
  },
  {
    args: 'lint messages/sal.md',
    says: 'No file matches "messages/sal.md". Did you mean "messages/sale.md"?',
  },
  { args: 'lint spring/*.md', says: 'No file matches "spring/*.md".' },
  {
    args: 'lint messages/sale.md messages/pie.png',
    tree: { 'messages/pie.png': '' },
    says: 'messages/pie.png: is an image; name the message that shows it.',
  },
  {
    args: 'lint people.csv',
    says: 'people.csv: is a list of recipients; give it with --recipients.',
  },
  {
    args: 'compile people.csv',
    says: 'people.csv: is a list of recipients; give it with --recipients.',
  },
  {
    args: 'lint ../sale.md',
    says: '../sale.md: is outside the root {root}; name another with --root.',
  },
  {
    args: 'compile --out-dir people.csv',
    says: '{root}/people.csv/messages.sale.json: cannot be written (a part of its path is a file, EEXIST).',
  },
  {
    args: 'preview --out messages',
    says: '--out messages: has files that friendtalk preview did not write, and is left as it is; name an empty folder or a new one.',
  },
  {
    args: 'preview --screenshots .',
    tree: { 'preview-pictures/mine.png': '' },
    says: '--screenshots .: has files that friendtalk preview did not write, and is left as it is; name an empty folder or a new one.',
  },

  // The configuration.
  {
    args: 'lint',
    tree: { 'friendtalk.config.json': '{' },
    says: 'friendtalk.config.json:1:2: not JSON from here on: names and texts stand in double quotes, and nothing follows the last value.',
  },
  {
    args: 'lint',
    tree: { 'friendtalk.config.json': '{"messages":["a.md"],"rulez":{}}' },
    says: 'friendtalk.config.json:1:22: "rulez" is not a key of the configuration. Did you mean "rules"?',
  },
  {
    args: 'lint',
    tree: { 'friendtalk.config.ts': 'export default {' },
    says: 'friendtalk.config.ts:1:17: cannot be run: Unexpected token',
  },
  {
    args: 'lint --config friendtalk.config.json',
    tree: { 'friendtalk.config.json': '{"messages":["a.md"],"rules":{"many-button":"off"}}' },
    says: 'friendtalk.config.json:1:31: There is no rule "many-button". Did you mean "many-buttons"?',
  },
  {
    args: 'lint',
    tree: { 'friendtalk.config.json': '{"messages":["mesages/*.md"]}' },
    says: 'No file matches "mesages/*.md".',
  },

  // git, rules, kinds, the emulator.
  { args: 'lint --changed', says: 'This is not a git repository; --changed and --staged need one.' },
  {
    args: 'explain many-button',
    says: 'There is no rule "many-button". Did you mean "many-buttons"? friendtalk rules lists them all.',
  },
  { args: 'explain xyz', says: 'There is no rule "xyz". friendtalk rules lists them all.' },
  {
    args: 'new carousel-feed a',
    says: 'There is no kind "carousel-feed". Write bm-carousel-feed or ft-carousel-feed. friendtalk new --list shows them.',
  },
  { args: 'new bm-text', says: 'The argument <file> is missing.' },
  {
    args: 'new bm-text messages',
    says: 'messages: is a folder; name the file that the message goes to.',
  },
  {
    args: 'new bm-text messages/sale',
    says: 'messages/sale.md: is there already and is left as it is; name another file.',
  },
  {
    args: 'new bm-text ../sale',
    says: '../sale: is outside the root {root}; name another with --root.',
  },
  {
    args: 'init',
    says: 'There is no terminal to ask questions on; --yes takes the answers that are usual.',
  },
  {
    args: 'init ../spring',
    says: 'There is no terminal to ask questions on; --yes takes the answers that are usual.',
  },
  {
    args: 'init people.csv',
    says: 'people.csv: is a file; name a folder, or one that is not there yet.',
  },
  {
    args: 'emulator --port many',
    says: '--port cannot be "many". Write a whole number from 0 to 65535.',
  },
  {
    args: 'results import sale.xlsx',
    tree: { 'sale.xlsx': 'PK' },
    says: 'sale.xlsx: must end in .ndjson, .jsonl, .json or .csv',
  },
  {
    args: 'preview --port abc',
    says: '--port cannot be "abc". Write a whole number from 0 to 65535.',
  },
  {
    args: 'emulator --faults emulatr.json',
    tree: { 'emulator.json': '{}' },
    says: '--faults emulatr.json: there is no such file. Did you mean "emulator.json"?',
  },
]

describe('wrong usage', () => {
  it.each(rows)('$args: $says', async ({ args, tree = {}, says }) => {
    const root = tempFolder({ ...project, ...tree })
    const refused = await runInside(argumentsIn(args), root)
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 2, stdout: '' })
    const [first = ''] = refused.stderr.trimEnd().replaceAll(root, '{root}').split('\n')
    expect(first.slice(0, says.length + 2)).toBe(`✗ ${says}`)
    const korean = await runInside(['--lang', 'ko', ...argumentsIn(args).filter((word) => word !== '--lang')], root)
    expect(korean.stderr.split('\n')[0]).toMatch(/\p{Script=Hangul}/u)
  })

  it('of arguments leads to the help of the command, in the language of the project', async () => {
    const root = tempFolder({
      ...project,
      'friendtalk.config.json': '{ "messages": ["messages/**/*.md"], "lang": "ko" }',
    })
    const { stderr } = await runInside(['ledger', 'move', '--too', 'x'], root)
    expect(stderr).toBe(
      '✗ --too 옵션은 없습니다. "--to"의 오타인지 확인하세요.\n사용법: friendtalk ledger move --help\n',
    )
    const env = { npm_command: 'exec', npm_execpath: '/npm/bin/npm-cli.js' }
    const { stderr: asked } = await runInside(['lintt', '--lang', 'en'], root, env)
    expect(asked).toBe('✗ There is no command lintt. Did you mean "lint"?\nSee npx --no-install friendtalk --help\n')
  })

  it('above several projects names their configurations', async () => {
    const root = tempFolder({
      'packages/b/friendtalk.config.ts': '',
      'a/friendtalk.config.json': '{}',
      'node_modules/c/friendtalk.config.ts': '',
    })
    const { code, stderr } = await runInside(['lint'], root)
    const named = 'a/friendtalk.config.json, packages/b/friendtalk.config.ts'
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `✗ There is no configuration here or above. Name one of those below with --config: ${named}\n`,
    })
    expect((await runInside(['plan', '--lang', 'ko'], root)).stderr).toContain(`--config로 지정하세요: ${named}\n`)
  })

  it('in a folder of a project names paths as they are typed there', async () => {
    const root = tempFolder(project)
    mkdirSync(join(root, 'deep'))
    const { stderr } = await runInside(['lint', '../mesages'], join(root, 'deep'))
    expect(stderr).toContain('Did you mean "../messages"?\n')
  })
})
