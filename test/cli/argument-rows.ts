import { textMessage, type Tree } from '../project/temp-folder.ts'

/** A wrong command line. */
export interface UsageErrorRow {
  readonly args: string
  /** Beside a project with one message. */
  readonly tree?: Tree
  /** The first line, in English. */
  readonly says: string
}

const formats = 'text, json, github, sarif, junit, gitlab'

/** Wrong arguments, and what is answered without looking at any project but for its recipients. */
export const argumentRows: readonly UsageErrorRow[] = [
  // What the command line itself does not take.
  { args: 'lintt', says: 'There is no command lintt. Did you mean "lint"?' },
  { args: 'lnit', says: 'There is no command lnit. Did you mean "init" or "lint"?' },
  { args: 'deplyo-it', says: 'There is no command deplyo-it.' },
  { args: '--wrong', says: 'There is no option --wrong.' },
  { args: 'lint --formt json', says: 'There is no option --formt. Did you mean "--format"?' },
  {
    args: 'lint --json',
    says: 'There is no option --json. Did you mean "--format json"?',
  },
  {
    args: 'lint --sarif',
    says: 'There is no option --sarif. Did you mean "--format sarif"?',
  },
  {
    args: 'lint --format jsn',
    says: `--format cannot be "jsn". It is one of ${formats}. Did you mean "json"?`,
  },
  {
    args: 'lint --format sarf=a',
    says: `--format cannot be "sarf=a". It is one of ${formats}. Did you mean "sarif"?`,
  },
  {
    args: 'lint --format json=',
    says: '--format cannot be "json=". Name a file after the =, or leave out the =.',
  },
  { args: 'lint --max-warnings few', says: '--max-warnings cannot be "few". Write a whole number.' },
  { args: 'lint --lang kr', says: '--lang cannot be "kr". It is one of en, ko. Did you mean "ko"?' },
  { args: 'lint --config', says: '--config needs a value: --config <file>.' },
  // A flag is no value of another.
  { args: 'status --csv --json', says: '--csv needs a value: --csv <file>.' },
  { args: 'status --csv --jsn', says: '--csv needs a value: --csv <file>.' },
  { args: 'status --csv -h', says: '--csv needs a value: --csv <file>.' },
  { args: 'compile --out-dir --quiet', says: '--out-dir needs a value: --out-dir <dir>.' },
  { args: 'rules all', says: 'There are too many arguments for rules.' },
  { args: 'explain', says: 'The argument <rule> is missing.' },
  {
    args: 'schema confg',
    says: '<name> cannot be "confg". It is one of frontmatter, config, recipients, template, lint, status. Did you mean "config"?',
  },
  { args: 'version', says: 'There is no command version.' },
  { args: '-v', says: 'There is no option -v.' },

  // What is sent or settled is never the answer to a slip of the pen.
  {
    args: 'deploy --limit x',
    says: '--limit cannot be "x". Write a whole number above 0.',
  },
  { args: 'deploy --lmit 5', says: 'There is no option --lmit. Did you mean "--limit"?' },
  { args: 'status --format json', says: 'There is no option --format. Did you mean "--json"?' },
  {
    args: 'lint -',
    says: 'Messages are files. Only lint reads the standard input: lint --stdin-filepath messages/hello.md.',
  },
  {
    args: 'compile - --lang ko',
    says: '메시지는 파일로 지정하세요. 표준 입력은 lint만 읽습니다: lint --stdin-filepath messages/hello.md',
  },
  { args: 'reconcile --snt', says: 'There is no option --snt. Did you mean "--sent"?' },
  {
    args: 'reconcile --sent --not-sent',
    says: '--sent and --not-sent do not go together; leave out one.',
  },
  {
    args: 'plan',
    says: 'messages/sale.md: names no recipients. Write "recipients: list.csv", a path from the message\'s folder, in its frontmatter, or add --recipients <file>.',
  },
  {
    args: 'plan',
    tree: { 'recipients/sample.csv': 'receiver_number\n01000000001\n', 'recipients/june.csv': '' },
    says: 'messages/sale.md: names no recipients. Write "recipients: list.csv", a path from the message\'s folder, in its frontmatter, or add --recipients <file>.',
  },
  {
    args: 'plan',
    tree: { 'messages/sale.md': textMessage('Hello!', 'recipients: people.csv\n') },
    says: 'messages/sale.md:3: The recipients file "people.csv" (messages/people.csv) cannot be read: it does not exist. Did you mean "../people.csv"?',
  },
  {
    args: 'deploy',
    tree: { 'messages/sale.md': textMessage('Hello!', 'recipients: nope.csv\n') },
    says: 'messages/sale.md:',
  },
]
