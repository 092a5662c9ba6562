import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { argumentsIn, runInside } from './run-inside.ts'

const project: Tree = {
  'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
  'messages/sale.md': textMessage('Hello!'),
  'people.csv': 'receiver_number\n01000000001\n',
}

const formats = 'text, json, github, sarif, junit, gitlab'

/** Wrong command lines, the first line that each is answered with in English, and what is beside a project with one message. */
const rows: readonly [args: string, says: string, tree?: Tree][] = [
  // What the command line itself does not take.
  ['lintt', 'There is no command lintt. Did you mean "lint"?'],
  ['lnit', 'There is no command lnit. Did you mean "init" or "lint"?'],
  ['deplyo-it', 'There is no command deplyo-it.'],
  ['--wrong', 'There is no option --wrong.'],
  ['lint --formt json', 'There is no option --formt. Did you mean "--format"?'],
  ['lint --json', 'There is no option --json. Did you mean "--format json"?'],
  ['lint --sarif', 'There is no option --sarif. Did you mean "--format sarif"?'],
  ['lint --format jsn', `--format cannot be "jsn". It is one of ${formats}. Did you mean "json"?`],
  ['lint --format sarf=a', `--format cannot be "sarf=a". It is one of ${formats}. Did you mean "sarif"?`],
  ['lint --format json=', '--format cannot be "json=". Name a file after the =, or leave out the =.'],
  ['lint --max-warnings few', '--max-warnings cannot be "few". Write a whole number, 0 or more.'],
  ['lint --lang kr', '--lang cannot be "kr". It is one of en, ko. Did you mean "ko"?'],
  ['lint --config', '--config needs a value: --config <file>.'],
  // A flag is no value of another.
  ['status --csv --json', '--csv needs a value: --csv <file>.'],
  ['status --csv --jsn', '--csv needs a value: --csv <file>.'],
  ['status --csv -h', '--csv needs a value: --csv <file>.'],
  ['compile --out-dir --quiet', '--out-dir needs a value: --out-dir <dir>.'],
  ['rules all', 'There are too many arguments for rules.'],
  ['explain', 'The argument <rule> is missing.'],
  [
    'schema confg',
    '<name> cannot be "confg". It is one of frontmatter, config, recipients, template, lint, status. Did you mean "config"?',
  ],
  ['version', 'There is no command version.'],
  ['-v', 'There is no option -v.'],

  // What is sent or settled is never the answer to a slip of the pen.
  ['deploy --limit x', '--limit cannot be "x". Write a whole number, 1 or more.'],
  ['deploy --lmit 5', 'There is no option --lmit. Did you mean "--limit"?'],
  ['status --format json', 'There is no option --format. Did you mean "--json"?'],
  ['lint -', 'Messages are files. Only lint reads the standard input: lint --stdin-filepath messages/hello.md.'],
  [
    'compile - --lang ko',
    '메시지는 파일로 지정하세요. 표준 입력은 lint만 읽습니다: lint --stdin-filepath messages/hello.md',
  ],
  ['reconcile --snt', 'There is no option --snt. Did you mean "--sent"?'],
  ['reconcile --sent --not-sent', '--sent and --not-sent do not go together; leave out one.'],
  [
    'plan',
    'messages/sale.md: names no recipients. Write "recipients: list.csv", a path from the message\'s folder, in its frontmatter, or add --recipients <file>.',
  ],
  [
    'plan',
    'messages/sale.md: names no recipients. Write "recipients: list.csv", a path from the message\'s folder, in its frontmatter, or add --recipients <file>.',
    { 'recipients/sample.csv': 'receiver_number\n01000000001\n', 'recipients/june.csv': '' },
  ],
  [
    'plan',
    'messages/sale.md:3: The recipients file "people.csv" (messages/people.csv) cannot be read: it does not exist. Did you mean "../people.csv"?',
    { 'messages/sale.md': textMessage('Hello!', 'recipients: people.csv\n') },
  ],
  ['deploy', 'messages/sale.md:', { 'messages/sale.md': textMessage('Hello!', 'recipients: nope.csv\n') }],

  // Flags against each other.
  ['preview --recipients people.csv --out site', '--out and --recipients do not go together; leave out one.'],
  ['preview --out site --port 1', '--out and --port do not go together; leave out one.'],
  ['preview --recipients none.csv', '--recipients none.csv: there is no such file.'],
  ['preview --out messages/sale.md', 'messages/sale.md: cannot be written'],
  ['compile --stdout --out-dir out', '--stdout and --out-dir do not go together; leave out one.'],
  ['lint --unsafe-fixes', '--unsafe-fixes needs --fix.'],
  ['lint a.md --stdin-filepath b.md', '--stdin-filepath and paths do not go together; leave out one.'],
  [
    'lint --format json --format sarif',
    'Only one format can go to the standard output; name a file for the others: --format sarif=<file>.',
  ],

  // What is corrected keeps its other words, as they decide who is sent what.
  [
    'plan messages/sale.md --recipients=peple.csv --out p.json',
    '--recipients peple.csv: there is no such file. Did you mean "people.csv"?',
  ],
  [
    'deploy --recipients peple.csv --release june --yes',
    '--recipients peple.csv: there is no such file. Did you mean "people.csv"?',
  ],
  ['lint lint', 'No file matches "lint". Did you mean "lints"?', { 'lints/a.md': textMessage('a') }],
  ['status --target emulator --state unknown', '--state needs --csv.'],
  [
    'plan messages/sal.md --recipients people.csv',
    'No file matches "messages/sal.md". Did you mean "messages/sale.md"?',
  ],

  // Files and folders.
  [
    'lint --config friendtalk.confg.json',
    '--config friendtalk.confg.json: there is no such file. Did you mean "friendtalk.config.json"?',
  ],
  ['lint --config gone/x.json', '--config gone/x.json: there is no such file.'],
  ['lint --root mesages', '--root mesages: there is no such folder. Did you mean "messages"?'],
  ['lint --root gone', '--root gone: there is no such folder.'],
  ['lint --recipients peple.csv', '--recipients peple.csv: there is no such file. Did you mean "people.csv"?'],
  [
    'lint --baseline friendtalk-baselin.json',
    '--baseline friendtalk-baselin.json: there is no such file. Did you mean "friendtalk-baseline.json"?',
    { 'friendtalk-baseline.json': '{"version":1,"findings":[]}' },
  ],
  ['lint --baseline people.csv', 'people.csv: is not a baseline; write it with --write-baseline.'],
  ['lint mesages/sale.md', 'No file matches "mesages/sale.md". Did you mean "messages/sale.md"?'],
  ["lint 'messages\\sale.md'", 'No file matches "messages\\sale.md". Did you mean "messages/sale.md"?'],
  ["lint 'messages\\*.md'", 'No file matches "messages\\*.md". Did you mean "messages/*.md"?'],
  ['lint messages/sal.md', 'No file matches "messages/sal.md". Did you mean "messages/sale.md"?'],
  ['lint spring/*.md', 'No file matches "spring/*.md".'],
  [
    'lint messages/sale.md messages/pie.png',
    'messages/pie.png: is an image; name the message that shows it.',
    { 'messages/pie.png': '' },
  ],
  ['lint people.csv', 'people.csv: is a list of recipients; give it with --recipients.'],
  ['compile people.csv', 'people.csv: is a list of recipients; give it with --recipients.'],
  ['lint ../sale.md', '../sale.md: is outside the root {root}; name another with --root.'],
  [
    'compile --out-dir people.csv',
    '{root}/people.csv/messages.sale.json: cannot be written (a part of its path is a file, EEXIST).',
  ],
  [
    'preview --out messages',
    '--out messages: has files that friendtalk preview did not write, and is left as it is; name an empty folder or a new one.',
  ],
  [
    'preview --screenshots .',
    '--screenshots .: has files that friendtalk preview did not write, and is left as it is; name an empty folder or a new one.',
    { 'preview-pictures/mine.png': '' },
  ],

  // The configuration.
  [
    'lint',
    'friendtalk.config.json:1:2: not JSON from here on: names and texts stand in double quotes, and nothing follows the last value.',
    { 'friendtalk.config.json': '{' },
  ],
  [
    'lint',
    'friendtalk.config.json:1:22: "rulez" is not a key of the configuration. Did you mean "rules"?',
    { 'friendtalk.config.json': '{"messages":["a.md"],"rulez":{}}' },
  ],
  [
    'lint',
    'friendtalk.config.ts:1:17: cannot be run: Unexpected token',
    { 'friendtalk.config.ts': 'export default {' },
  ],
  [
    'lint --config friendtalk.config.json',
    'friendtalk.config.json:1:31: There is no rule "many-button". Did you mean "many-buttons"?',
    { 'friendtalk.config.json': '{"messages":["a.md"],"rules":{"many-button":"off"}}' },
  ],
  ['lint', 'No file matches "mesages/*.md".', { 'friendtalk.config.json': '{"messages":["mesages/*.md"]}' }],

  // git, rules, kinds, the emulator.
  ['lint --changed', 'This is not a git repository; --changed and --staged need one.'],
  [
    'explain many-button',
    'There is no rule "many-button". Did you mean "many-buttons"? friendtalk rules lists them all.',
  ],
  ['explain xyz', 'There is no rule "xyz". friendtalk rules lists them all.'],
  [
    'new carousel-feed a',
    'There is no kind "carousel-feed". Write bm-carousel-feed or ft-carousel-feed. friendtalk new --list shows them.',
  ],
  ['new bm-text', 'The argument <file> is missing.'],
  ['new bm-text messages', 'messages: is a folder; name the file that the message goes to.'],
  ['new bm-text messages/sale', 'messages/sale.md: is there already and is left as it is; name another file.'],
  ['new bm-text ../sale', '../sale: is outside the root {root}; name another with --root.'],
  ['init', 'There is no terminal to ask questions on; --yes takes the answers that are usual.'],
  ['init ../spring', 'There is no terminal to ask questions on; --yes takes the answers that are usual.'],
  ['init people.csv', 'people.csv: is a file; name a folder, or one that is not there yet.'],
  ['emulator --port many', '--port cannot be "many". Write a whole number from 0 to 65535.'],
  ['results import sale.xlsx', 'sale.xlsx: must end in .ndjson, .jsonl, .json or .csv', { 'sale.xlsx': 'PK' }],
  ['preview --port abc', '--port cannot be "abc". Write a whole number from 0 to 65535.'],
  [
    'emulator --faults emulatr.json',
    '--faults emulatr.json: there is no such file. Did you mean "emulator.json"?',
    { 'emulator.json': '{}' },
  ],
]

describe('wrong usage', () => {
  it.each(rows)('%s: %s', async (args, says, tree = {}) => {
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
