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

const kinds = 'The kinds are text, image, wide, wide-item-list, carousel-feed.'

const rows: readonly UsageErrorRow[] = [
  ...argumentRows,

  // Flags against each other.
  {
    args: 'preview --recipients people.csv --out site',
    says: '--out and --recipients do not go together; leave out one.',
    tries: 'preview --out preview-pages',
  },
  {
    args: 'preview --base-url https://example.com/',
    says: '--base-url needs --screenshots.',
    tries: 'preview --screenshots preview-pictures --base-url https://example.com/',
    isNotRun: true,
  },
  {
    args: 'compile --stdout --out-dir out',
    says: '--stdout and --out-dir do not go together; leave out one.',
    tries: 'compile --stdout',
  },
  {
    args: 'lint --fix --fix-dry-run',
    says: '--fix and --fix-dry-run do not go together; leave out one.',
    tries: 'lint --fix',
  },
  { args: 'lint --unsafe-fixes', says: '--unsafe-fixes needs --fix.', tries: 'lint --fix --unsafe-fixes' },
  {
    args: 'lint a.md --stdin-filepath b.md',
    says: '--stdin-filepath and paths do not go together; leave out one.',
    tries: 'lint --help',
  },
  {
    args: 'lint --format json --format sarif',
    says: 'Only one format can go to the standard output; name a file for the others: --format sarif=<file>.',
    tries: 'lint --format json --format sarif=sarif.txt',
  },

  // What is corrected keeps its other words, as they decide who is sent what.
  {
    args: 'plan messages/sale.md --recipients=peple.csv --out p.json',
    says: '--recipients peple.csv: there is no such file. Did you mean "people.csv"?',
    tries: 'plan messages/sale.md --recipients=people.csv --out p.json',
  },
  {
    args: 'deploy --recipients peple.csv --release june --yes',
    says: '--recipients peple.csv: there is no such file. Did you mean "people.csv"?',
    // Who is sent to is for a person to look at again.
    tries: 'deploy --recipients people.csv --release june',
    isNotRun: true,
  },
  {
    args: 'lint lint',
    tree: { 'lints/a.md': textMessage('a') },
    says: 'No file matches "lint". Did you mean "lints"?',
    tries: 'lint lints',
  },
  {
    args: 'status --target emulator --state unknown',
    says: '--state needs --csv.',
    tries: 'status --target emulator --csv sends.csv --state unknown',
    isNotRun: true,
  },
  {
    args: 'plan messages/sal.md --recipients people.csv',
    says: 'No file matches "messages/sal.md". Did you mean "messages/sale.md"?',
    tries: 'plan messages/sale.md --recipients people.csv',
  },

  // Files and folders.
  {
    args: 'lint --config friendtalk.confg.json',
    says: '--config friendtalk.confg.json: there is no such file. Did you mean "friendtalk.config.json"?',
    tries: 'lint --config friendtalk.config.json',
  },
  { args: 'lint --config gone/x.json', says: '--config gone/x.json: there is no such file.', tries: 'lint --help' },
  {
    args: 'lint --root mesages',
    says: '--root mesages: there is no such folder. Did you mean "messages"?',
    tries: 'lint --root messages',
    isNotRun: true,
  },
  { args: 'lint --root gone', says: '--root gone: there is no such folder.', tries: 'lint --root .' },
  {
    args: 'lint --recipients peple.csv',
    says: '--recipients peple.csv: there is no such file. Did you mean "people.csv"?',
    tries: 'lint --recipients people.csv',
  },
  {
    args: 'lint --baseline friendtalk-baselin.json',
    tree: { 'friendtalk-baseline.json': '{"version":1,"findings":[]}' },
    says: '--baseline friendtalk-baselin.json: there is no such file. Did you mean "friendtalk-baseline.json"?',
    tries: 'lint --baseline friendtalk-baseline.json',
    isNotRun: true,
  },
  {
    args: 'lint --baseline people.csv',
    says: 'people.csv: is not a baseline; write it with --write-baseline.',
    tries: 'lint --write-baseline',
  },
  {
    args: 'lint mesages/sale.md',
    says: 'No file matches "mesages/sale.md". Did you mean "messages/sale.md"?',
    tries: 'lint messages/sale.md',
  },
  {
    args: "lint 'messages\\sale.md'",
    says: 'No file matches "messages\\sale.md". Did you mean "messages/sale.md"?',
    tries: 'lint messages/sale.md',
  },
  {
    args: "lint 'messages\\*.md'",
    says: 'No file matches "messages\\*.md". Did you mean "messages/*.md"?',
    tries: "lint 'messages/*.md'",
  },
  {
    args: 'lint messages/sal.md',
    says: 'No file matches "messages/sal.md". Did you mean "messages/sale.md"?',
    tries: 'lint messages/sale.md',
  },
  { args: 'lint spring/*.md', says: 'No file matches "spring/*.md".', tries: 'new text spring/hello.md' },
  {
    args: 'lint messages/sale.md messages/pie.png',
    tree: { 'messages/pie.png': '' },
    says: 'messages/pie.png: is an image; name the message that shows it.',
    tries: 'lint',
  },
  {
    args: 'lint people.csv',
    says: 'people.csv: is a list of recipients; give it with --recipients.',
    tries: 'lint --recipients people.csv',
  },
  {
    args: 'compile people.csv',
    says: 'people.csv: is a list of recipients; give it with --recipients.',
    tries: 'lint --recipients people.csv',
  },
  {
    args: 'lint ../sale.md',
    says: '../sale.md: is outside the root {root}; name another with --root.',
    tries: 'lint ../sale.md --root ..',
    isNotRun: true,
  },
  {
    args: 'compile --out-dir people.csv',
    says: '{root}/people.csv/messages.sale.json: cannot be written (a part of its path is a file, ENOTDIR).',
    tries: 'compile --help',
  },
  {
    args: 'preview --out messages',
    says: '--out messages: has files that friendtalk preview did not write, and is left as it is; name an empty folder or a new one.',
    tries: 'preview --out preview-pages',
  },
  {
    args: 'preview --screenshots .',
    tree: { 'preview-pictures/mine.png': '' },
    says: '--screenshots .: has files that friendtalk preview did not write, and is left as it is; name an empty folder or a new one.',
    tries: 'preview --screenshots preview-pictures-2',
    isNotRun: true,
  },

  // The configuration.
  {
    args: 'lint',
    tree: { 'friendtalk.config.json': '{' },
    says: 'friendtalk.config.json:1:2: not JSON from here on: names and texts stand in double quotes, and nothing follows the last value.',
    tries: 'schema config',
  },
  {
    args: 'lint',
    tree: { 'friendtalk.config.json': '{"messages":["a.md"],"rulez":{}}' },
    says: 'friendtalk.config.json:1:22: "rulez" is not a key of the configuration. Did you mean "rules"?',
    tries: 'schema config',
  },
  {
    args: 'lint',
    tree: { 'friendtalk.config.ts': 'export default {' },
    says: 'friendtalk.config.ts:1:17: cannot be run: Unexpected token',
    tries: 'schema config',
  },
  {
    args: 'lint --config friendtalk.config.json',
    tree: { 'friendtalk.config.json': '{"messages":["a.md"],"rules":{"many-button":"off"}}' },
    says: 'friendtalk.config.json:1:31: There is no rule "many-button". Did you mean "many-buttons"?',
    tries: 'schema config',
  },
  {
    args: 'lint',
    tree: { 'friendtalk.config.json': '{"messages":["mesages/*.md"]}' },
    says: 'No file matches "mesages/*.md".',
    tries: 'new text mesages/hello.md',
  },

  // git, rules, kinds, the emulator.
  { args: 'lint --changed', says: 'This is not a git repository; --changed and --staged need one.', tries: 'lint' },
  {
    args: 'explain many-button',
    says: 'There is no rule "many-button". Did you mean "many-buttons"? friendtalk rules lists them all.',
    tries: 'explain many-buttons',
  },
  { args: 'explain xyz', says: 'There is no rule "xyz". friendtalk rules lists them all.', tries: 'rules' },
  {
    args: 'new carousel a',
    says: 'There is no kind or template "carousel". Did you mean "carousel-feed"? friendtalk new --list shows them.',
    tries: 'new carousel-feed messages/hello.md',
  },
  { args: 'new text', says: 'The argument <file> is missing.', tries: 'new text messages/spring-sale.md' },
  {
    args: 'new text messages',
    says: 'messages: is a folder; name the file that the message goes to.',
    tries: 'new text messages/hello.md',
  },
  {
    args: 'new text messages/sale',
    says: 'messages/sale.md: is there already and is left as it is; name another file.',
    tries: 'lint messages/sale.md',
  },
  {
    args: 'new text ../sale',
    says: '../sale: is outside the root {root}; name another with --root.',
    tries: 'new --help',
  },
  {
    args: 'init',
    says: 'There is no terminal to ask questions on; --yes takes the answers that are usual.',
    tries: 'init --yes',
  },
  {
    args: "init '../봄 세일' --kinds text,wide --no-ci",
    says: 'There is no terminal to ask questions on; --yes takes the answers that are usual.',
    tries: "init '../봄 세일' --kinds text,wide --no-ci --yes",
  },
  {
    args: 'init ../spring',
    says: 'There is no terminal to ask questions on; --yes takes the answers that are usual.',
    tries: 'init ../spring --yes',
  },
  {
    args: 'init -- -spring',
    says: 'There is no terminal to ask questions on; --yes takes the answers that are usual.',
    tries: 'init ./-spring --yes',
  },
  {
    args: 'init people.csv',
    says: 'people.csv: is a file; name a folder, or one that is not there yet.',
    tries: 'init messages-project --yes',
  },
  {
    args: 'init --yes --kinds text,vide',
    says: `There is no kind "vide". Did you mean "wide"? ${kinds}`,
    tries: 'init --yes --kinds wide',
  },
  {
    args: 'emulator --port many',
    says: '--port: must be a whole number from 0 to 65535',
    tries: 'emulator --port 0',
    isNotRun: true,
  },
  {
    args: 'results import sale.xlsx',
    tree: { 'sale.xlsx': 'PK' },
    says: 'sale.xlsx: must end in .ndjson, .jsonl, .json or .csv',
    tries: 'results --help',
  },
  {
    args: 'preview --port abc',
    says: '--port: must be a whole number from 0 to 65535',
    tries: 'preview --port 0',
    isNotRun: true,
  },
  {
    args: 'emulator --config emulatr.json',
    tree: { 'emulator.json': '{}' },
    says: '--config emulatr.json: there is no such file. Did you mean "emulator.json"?',
    tries: 'emulator --config emulator.json',
    isNotRun: true,
  },
]

describe('wrong usage', () => {
  it.each(rows)('$args: $says', async ({ args, tree = {}, says, tries, isNotRun }) => {
    const root = tempFolder({ ...project, ...tree })
    const refused = await runInside(argumentsIn(args), root)
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 2, stdout: '' })
    const [first = '', ...more] = refused.stderr.trimEnd().replaceAll(root, '{root}').split('\n')
    expect(first.slice(0, says.length + 2)).toBe(`✗ ${says}`)
    if (!/: ?$|token$/.test(says)) expect(first).toBe(`✗ ${says}`)
    expect(more.at(-1)).toBe(`Try: friendtalk ${tries}`)

    const [command = '', ...rest] = argumentsIn(args)
    const korean = await runInside([command, '--lang', 'ko', ...rest.filter((word) => word !== '--lang')], root)
    expect(korean.stderr.split('\n')[0]).toMatch(/\p{Script=Hangul}/u)
    // What is corrected keeps its other words.
    expect(korean.stderr.replace(' --lang ko', '')).toContain(`실행해 보세요: friendtalk ${tries}`)
    if (isNotRun) return
    const better = await runInside(argumentsIn(tries), root)
    expect(better, better.stderr).toMatchObject({ code: expect.not.toSatisfy((code) => code === 2) })
  })

  it('without any project leads to one', async () => {
    const root = tempFolder()
    const { code, stderr } = await runInside(['lint'], root)
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('Try: friendtalk init --yes\n') })
    await runInside(['init', '--yes', '--quiet'], root)
    expect((await runInside(['lint'], root)).code).toBe(0)
  })

  it('is answered with npx where npx or a script of a package started the command', async () => {
    const root = tempFolder(project)
    const env = { npm_command: 'exec', npm_execpath: '/npm/bin/npm-cli.js' }
    for (const { args, tries } of [
      { args: ['lintt'], tries: 'lint' },
      { args: ['lint', '--fix', '--fix-dry-run'], tries: 'lint --fix' },
    ]) {
      expect((await runInside(args, root, env)).stderr).toContain(`\nTry: npx friendtalk ${tries}\n`)
    }
  })

  it('in a folder of a project names paths as they are typed there', async () => {
    const root = tempFolder(project)
    mkdirSync(join(root, 'deep'))
    const { stderr } = await runInside(['lint', '../mesages'], join(root, 'deep'))
    expect(stderr).toContain('Did you mean "../messages"?\nTry: friendtalk lint ../messages\n')
  })
})
