import { shellWord } from '../../words/command-line.ts'
import type { Language } from '../../words/language.ts'
import type { Problem } from '../../words/problem.ts'

/** @param given the words of the command line that did not work */
type Remedy<P extends Problem> = (problem: P, command: string, given: readonly string[]) => string | undefined

type Remedies = { readonly [T in Problem['type']]?: Remedy<Extract<Problem, { type: T }>> }

/** Commands that work where another did not, without the program's name. */
const remedies: Remedies = {
  'no-configuration': () => 'init --yes',
  'no-such-file': ({ flag, suggestion }, command) =>
    suggestion === undefined ? undefined : `${command} ${flag} ${shellWord(suggestion)}`,
  'no-such-folder': ({ flag, suggestion }, command) => `${command} ${flag} ${shellWord(suggestion ?? '.')}`,
  'flags-exclusive': ({ flags }, command) => {
    // Of two verdicts neither is ours to choose, and of what is sent nothing.
    if (command === 'reconcile' || command === 'deploy') return undefined
    const [first] = flags
    if (values[first] !== undefined) return `${command} ${first} ${values[first]}`
    const flag = flags.find((name) => !takesMore.has(name))
    return flag && `${command} ${flag}`
  },
  'nothing-matches': ({ patterns: [pattern = ''], suggestion }, command) => {
    if (suggestion !== undefined) return `${command} ${shellWord(suggestion)}`
    // A message there is what the pattern is waiting for.
    const folder = /^(?:[^*?[\]{}()!]+\/)?/.exec(pattern)?.[0] ?? ''
    return /\*\.md$|\.md$/.test(pattern) ? `new text ${shellWord(`${folder}hello.md`)}` : undefined
  },
  'outside-root': ({ path, around }, command) =>
    command === 'new' || around === undefined ? undefined : `${command} ${shellWord(path)} --root ${shellWord(around)}`,
  git: ({ reason }, command) => (reason === 'no-ref' ? `${command} --changed=HEAD` : command),
  // What is no baseline is never replaced by one.
  'not-a-baseline': ({ path }, command) =>
    `${command} --write-baseline${path === 'friendtalk-baseline.json' ? ' --baseline new-baseline.json' : ''}`,
  'rule-unknown': ({ suggestion }) => (suggestion === undefined ? 'rules' : `explain ${suggestion}`),
  'kind-unknown': ({ suggestion }) => `init --yes --kinds ${suggestion ?? 'text'}`,
  'starter-unknown': ({ suggestion }) =>
    suggestion === undefined ? 'new --list' : `new ${suggestion} messages/hello.md`,
  'target-unknown': ({ suggestion, isConfigured }, command) => {
    const whole = { ledger: 'ledger check', results: 'status' }[command] ?? command
    return isConfigured ? `${whole} --target ${suggestion ?? 'emulator'}` : `${whole} --help`
  },
  'release-unknown': ({ suggestion }) => `status${suggestion === undefined ? '' : ` ${shellWord(suggestion)}`}`,
  'needs-terminal': ({ flag, given }, command) => [command, ...given.map(shellWord), flag].join(' '),
  'others-may-write': ({ path }, command) => `${command} --config ${shellWord(path)}`,
  'not-a-folder': () => 'init messages-project --yes',
  'not-a-file-name': ({ path }) => `new text ${shellWord(`${path.replace(/\/+$/, '')}/hello.md`)}`,
  'not-a-message': ({ path, content }, command) => {
    // What takes no list compiles messages alone, and a deploy is no answer to a slip of the pen.
    const other = { compile: 'lint', deploy: 'plan' }[command] ?? command
    return content === 'image' ? command : `${other} --recipients ${shellWord(path)}`
  },
  'file-exists': ({ path }) => `lint ${shellWord(path)}`,
  'folder-not-empty': ({ flag, suggestion }, command) => `${command} ${flag} ${shellWord(suggestion)}`,
  'flag-needs': ({ flag, needs }, command, given) => {
    // How many are sent to is nobody's to guess.
    if (command === 'deploy') return undefined
    const at = given.findIndex((word) => word === flag || word.startsWith(`${flag}=`))
    const value = values[needs]
    return given
      .toSpliced(Math.max(at, 1), 0, needs, ...(value === undefined ? [] : [value]))
      .map(shellWord)
      .join(' ')
  },
  'argument-missing': (_, command) => (command === 'ledger' ? 'ledger backup backups/ledger.db' : undefined),
  'several-ledgers': ({ targets: [target = 'production'] }) => `ledger check --target ${shellWord(target)}`,
  'formats-on-stdout': ({ formats: [first, second] }, command) =>
    `${command} --format ${first} --format ${second}=${second}.txt`,
  'not-runnable': ({ path }, command) => (/\.[cm]?[jt]s$/.test(path) ? 'schema config' : `${command} --help`),
  'not-json': (_, command) => (command === 'emulator' || command === 'convert' ? undefined : 'schema config'),
  configuration({ violations: [violation] }, command) {
    const place = violation?.place ?? ''
    const message = /^(.+\.md):\d+$/.exec(place)?.[1]
    if (message !== undefined) return planWithList({ sources: [message] })
    if (place === '--port') return `${command} --port 0`
    // Its file is no configuration.
    if (command === 'results') return undefined
    if (command === 'emulator') return place === '--webhook' ? `emulator --webhook ${values['--webhook']}` : undefined
    // There is no browser for pictures; pages need none.
    if (place === '--before') return `${command} --screenshots ${values['--screenshots']}`
    return place === '--screenshots' ? `${command} --out ${values['--out']}` : 'schema config'
  },
  deploy({ problem }) {
    if (problem.type === 'no-recipients') return planWithList(problem)
    if (problem.type === 'plan-used') return `status ${shellWord(problem.release)}`
    return namesCommand.has(problem.type) ? '' : undefined
  },
}

/** Their words end with the command that leads on. */
const namesCommand: ReadonlySet<string> = new Set<Extract<Problem, { type: 'deploy' }>['problem']['type']>([
  'not-a-plan',
  'plan-edited',
  'plan-differs',
  'release-waits',
])

/** A plan sends nothing, whatever the command was that lacked the recipients. */
function planWithList({ sources, list }: { sources: readonly string[]; list?: string }): string {
  const [message = ''] = sources
  // What is there fits all of the messages; a list that is yet to be written is tried with one.
  const messages = list !== undefined && sources.length > 1 ? '' : `${shellWord(message)} `
  return `plan ${messages}--recipients ${shellWord(list ?? 'list.csv')}`
}

/** What usually stands after a flag. */
const values: { readonly [flag: string]: string } = {
  '--webhook': 'http://127.0.0.1:3000/results',
  '--out': 'preview-pages',
  '--screenshots': 'preview-pictures',
  '--base-url': 'https://ci.example.com/',
  '--before': 'pictures-before',
  '--csv': 'sends.csv',
}

const takesMore: ReadonlySet<string> = new Set([
  'paths',
  'plan.json',
  '--confirm',
  '--limit',
  '--out-dir',
  '--recipients',
  '--release',
  '--stdin-filepath',
  '--target',
])

/**
 * A command that works, without the program's name; the help of the command where nothing better is known. Empty where the
 * problem itself ends with one.
 */
export function remedyFor(problem: Problem, command: string, given: readonly string[]): string {
  const corrected = correctedLine(problem, given)
  if (corrected !== undefined) return corrected
  // The type of a table's entry cannot follow from a key that is one of many.
  const remedy = remedies[problem.type] as Remedy<Problem> | undefined
  const found = remedy?.(problem, command, given)
  if (found === undefined) return `${command} --help`
  if (!/^(?:lint|compile|plan|deploy|status|preview|ledger) /.test(found)) return found
  return [found, ...projectIn(given).filter((flag) => !found.includes(` ${flag.split(/[ =]/, 1)[0]} `))].join(' ')
}

/** The same command line with the word that was meant, as all others decide what happens. It asks before it sends. */
function correctedLine(problem: Problem, given: readonly string[]): string | undefined {
  const wrong = misspelt(problem, given)
  const meant = 'suggestion' in problem ? problem.suggestion : undefined
  if (wrong === undefined || meant === undefined) return undefined
  const { word, flag } = wrong
  const places = given.flatMap((each, at) => {
    // The first word is the command.
    const isOfFlag = each === `${flag}=${word}` || (each === word && given[at - 1] === flag)
    return (flag === undefined ? at > 0 && each === word : isOfFlag) ? [at] : []
  })
  const [at = -1] = places
  const found = given[at]
  if (found === undefined || places.length > 1) return undefined
  const corrected = given.with(at, found.slice(0, found.length - word.length) + meant)
  return (sending.has(given[0]) ? withoutConsent(corrected) : corrected).map(shellWord).join(' ')
}

const sending: ReadonlySet<string | undefined> = new Set(['deploy', 'reconcile'])

/** What was agreed to was another command. */
function withoutConsent(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, at) => word !== '--yes' && !/^--confirm(?:=|$)/.test(word) && words[at - 1] !== '--confirm',
  )
}

/** The word of a command line that names nothing, and the flag that it is the value of. */
function misspelt(
  problem: Problem,
  given: readonly string[],
): { readonly word: string; readonly flag?: string } | undefined {
  switch (problem.type) {
    case 'no-such-file':
    case 'no-such-folder':
      return { word: problem.path, flag: problem.flag }
    case 'nothing-matches': {
      const [word, ...others] = problem.patterns
      return word === undefined || others.length > 0 ? undefined : { word }
    }
    case 'target-unknown':
      return { word: problem.target, flag: '--target' }
    case 'release-unknown':
      return {
        word: problem.release,
        ...(given.some((word) => /^--release(?:=|$)/.test(word)) && { flag: '--release' }),
      }
    default:
      return undefined
  }
}

/** The flags that say which project a command line is about. */
function projectIn(given: readonly string[]): readonly string[] {
  return given.flatMap((word, at) => {
    const value = given[at + 1]
    if (word === '--config' || word === '--root') return value === undefined ? [] : [`${word} ${shellWord(value)}`]
    return /^--(?:config|root)=/.test(word) ? [shellWord(word)] : []
  })
}

/** A line that names a command to run, the program's name included. */
export function tryThis(language: Language, command: string): string {
  return `${language === 'ko' ? '실행해 보세요' : 'Try'}: ${command}`
}
