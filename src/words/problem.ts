import { type DeployProblem, deployProblemIn } from './deploy-problem.ts'
import { type FileProblem, fileProblemWords } from './file-problem.ts'
import { shellWord } from './command-line.ts'
import type { Language } from './language.ts'
import { type OptionProblem, optionProblemWords } from './option-problem.ts'
import { suggestionIn } from './phrases.ts'

/** What can be wrong with a command line, a configuration or the files that they name. */
export type Problem =
  | FileProblem
  | OptionProblem
  /** `below` are configurations in folders below. */
  | { readonly type: 'no-configuration'; readonly below: readonly string[] }
  /** `configs` are the configurations of the first two projects. */
  | { readonly type: 'two-projects'; readonly configs: readonly [string, string] }
  | { readonly type: 'no-such-file'; readonly flag: string; readonly path: string; readonly suggestion?: string }
  | { readonly type: 'no-such-folder'; readonly flag: string; readonly path: string; readonly suggestion?: string }
  | { readonly type: 'flags-exclusive'; readonly flags: readonly [string, string] }
  | { readonly type: 'nothing-matches'; readonly patterns: readonly string[]; readonly suggestion?: string }
  /** `around` is a folder that has both the root and the path in it, relative to the working directory. */
  | { readonly type: 'outside-root'; readonly path: string; readonly root: string; readonly around?: string }
  | { readonly type: 'not-json'; readonly place: string }
  | { readonly type: 'git'; readonly reason: 'missing' | 'no-repository' }
  /** It belongs to another user. */
  | { readonly type: 'git'; readonly reason: 'foreign'; readonly folder: string }
  | { readonly type: 'git'; readonly reason: 'no-ref' | 'no-history'; readonly ref: string }
  | { readonly type: 'not-a-baseline'; readonly path: string }
  | { readonly type: 'rule-unknown'; readonly rule: string; readonly suggestion?: string }
  | {
      /** It names no kind. */
      readonly type: 'starter-unknown'
      readonly starter: string
      readonly meant: readonly string[]
    }
  | { readonly type: 'needs-terminal'; readonly flag: string }
  | { readonly type: 'not-a-folder'; readonly path: string }
  | { readonly type: 'not-a-file-name'; readonly path: string }
  | { readonly type: 'not-a-message'; readonly path: string; readonly content: OtherContent }
  | { readonly type: 'file-exists'; readonly path: string }
  | { readonly type: 'folder-not-empty'; readonly flag: string; readonly path: string; readonly suggestion: string }
  | { readonly type: 'flag-needs'; readonly flag: string; readonly needs: string }
  | { readonly type: 'formats-on-stdout'; readonly formats: readonly string[] }
  | { readonly type: 'deploy'; readonly problem: DeployProblem }
  | {
      readonly type: 'target-unknown'
      readonly target: string
      readonly known: readonly string[]
      /** Whether there is a configuration, which names all but the emulator. */
      readonly isConfigured: boolean
      readonly suggestion?: string
    }
  | { readonly type: 'no-ledger'; readonly paths: readonly string[] }
  | {
      readonly type: 'release-unknown'
      readonly release: string
      readonly known: readonly string[]
      readonly suggestion?: string
    }
  | { readonly type: 'release-in-several'; readonly release: string; readonly targets: readonly string[] }
  | {
      readonly type: 'message-unknown'
      readonly id: string
      readonly known: readonly string[]
      readonly suggestion?: string
    }
  | { readonly type: 'keys-refused'; readonly notFound: readonly string[]; readonly notUnknown: readonly string[] }
  | { readonly type: 'one-flag-needed'; readonly flags: readonly [string, string] }
  | { readonly type: 'ledger-name'; readonly path: string; readonly target: string; readonly name: string }
  | { readonly type: 'ledger-in-database' }
  | { readonly type: 'variable-missing'; readonly flag: string }
  | { readonly type: 'several-ledgers'; readonly targets: readonly string[] }
  | { readonly type: 'flag-missing'; readonly flag: string }
  | { readonly type: 'not-confirmed'; readonly flag: string }
  | {
      readonly type: 'not-runnable'
      readonly path: string
      readonly reason: string
      readonly place?: string
    }
  /** Violations of a configuration, worded, each with its place. */
  | {
      readonly type: 'configuration'
      readonly violations: readonly { readonly place: string; readonly message: string }[]
    }

/** Returns a problem in words, a line for each thing that is wrong. */
export function problemIn(language: Language, problem: Problem): readonly string[] {
  // The type of a table's entry cannot follow from a key that is one of many.
  const words = problemWords[language][problem.type] as (problem: Problem) => string | readonly string[]
  const lines = words(problem)
  return typeof lines === 'string' ? [lines] : lines
}

/** So many configurations are named. */
const maxBelow = 5

const problemWords: {
  readonly [L in Language]: {
    readonly [T in Problem['type']]: (problem: Extract<Problem, { type: T }>) => string | readonly string[]
  }
} = {
  en: {
    ...fileProblemWords.en,
    ...optionProblemWords.en,
    'no-configuration': ({ below }) =>
      below.length > 0
        ? `There is no configuration here or above. Name one of those below with --config: ${below.slice(0, maxBelow).join(', ')}${below.length > maxBelow ? ', …' : ''}`
        : 'There is no friendtalk.config.ts, .js, .mjs or .json here or above. Make a project with friendtalk init, name the messages on the command line ("messages/**/*.md"), or a configuration (--config <file>).',
    'two-projects': ({ configs: [one, other] }) =>
      `These paths belong to two projects, ${one} and ${other}. Run the command for each of them, or name one with --config.`,
    'no-such-file': ({ flag, path, suggestion }) =>
      path === '-'
        ? `${flag} takes a file, not the standard input.`
        : `${flag} ${path}: there is no such file.${suggestionIn.en(suggestion) || ' Check the path.'}`,
    'no-such-folder': ({ flag, path, suggestion }) =>
      `${flag} ${path}: there is no such folder.${suggestionIn.en(suggestion) || ' Check the path.'}`,
    'flags-exclusive': ({ flags }) => `${flags.join(' and ')} do not go together; leave out one.`,
    'nothing-matches': ({ patterns, suggestion }) =>
      patterns.map(
        (pattern) =>
          `No file matches "${pattern}".${suggestionIn.en(suggestion) || ' Check the path, or make a message with friendtalk new.'}`,
      ),
    'outside-root': ({ path, root }) => `${path}: is outside the root ${root}; name another with --root.`,
    'not-json': ({ place }) => [
      `${place}: not JSON from here on: names and texts stand in double quotes, and nothing follows the last value.`,
    ],
    git: (problem) => {
      switch (problem.reason) {
        case 'missing':
          return 'git cannot be run; --changed and --staged need it.'
        case 'no-repository':
          return 'This is not a git repository; --changed and --staged need one.'
        case 'foreign':
          return `git does not read this repository, because another user owns it (dubious ownership). If you trust it: git config --global --add safe.directory ${shellWord(problem.folder)}`
        case 'no-ref':
          return `git knows no commit "${problem.ref}"; in CI fetch the history (GitHub: fetch-depth: 0 of the checkout, GitLab: GIT_DEPTH: 0). A path goes before --changed.`
        case 'no-history':
          return `HEAD and "${problem.ref}" have no history in common here; in CI fetch the history (GitHub: fetch-depth: 0 of the checkout, GitLab: GIT_DEPTH: 0).`
      }
    },
    'rule-unknown': ({ rule, suggestion }) =>
      `There is no rule "${rule}".${suggestionIn.en(suggestion)} friendtalk rules lists them all.`,
    'not-a-baseline': ({ path }) => `${path}: is not a baseline; write it with --write-baseline.`,
    'starter-unknown': ({ starter, meant }) =>
      `There is no kind "${starter}".${meant.length > 1 ? ` Write ${meant.join(' or ')}.` : suggestionIn.en(meant[0])} friendtalk new --list shows them.`,
    'needs-terminal': ({ flag }) =>
      `There is no terminal to ask questions on; ${flag} takes the answers that are usual.`,
    'not-a-folder': ({ path }) => `${path}: is a file; name a folder, or one that is not there yet.`,
    'not-a-file-name': ({ path }) => `${path}: is a folder; name the file that the message goes to.`,
    'not-a-message': ({ path, content }) =>
      ({
        image: `${path}: is an image; name the message that shows it.`,
        recipients: `${path}: is a list of recipients; give it with --recipients.`,
        'standard-input': `Messages are files. Only lint reads the standard input: lint --stdin-filepath messages/hello.md.`,
      })[content],
    'file-exists': ({ path }) => `${path}: is there already and is left as it is; name another file.`,
    'folder-not-empty': ({ flag, path }) =>
      `${flag} ${path}: has files that friendtalk preview did not write, and is left as it is; name an empty folder or a new one.`,
    'flag-needs': ({ flag, needs }) => `${flag} needs ${needs}.`,
    'formats-on-stdout': ({ formats }) =>
      `Only one format can go to the standard output; name a file for the others: --format ${formats[1] ?? ''}=<file>.`,
    deploy: ({ problem }) => deployProblemIn('en', problem),
    'target-unknown': ({ target, suggestion, known, isConfigured }) =>
      isConfigured
        ? `There is no target "${target}".${suggestionIn.en(suggestion)} There are: ${known.join(', ')}.`
        : `There is no target "${target}": no configuration was found in this folder or above it. Run the command in the project, or name its configuration with --config.`,
    'no-ledger': ({ paths }) =>
      `This machine has no record of what was sent: there is no ledger at ${paths.join(' or ')}. What was sent from elsewhere is in the ledger there; set "ledger" to a place that all share, or to PostgreSQL.`,
    'release-unknown': ({ release, suggestion, known }) =>
      `There is no release "${release}".${suggestionIn.en(suggestion)} There are: ${listed(known)}.`,
    'release-in-several': ({ release, targets }) =>
      `Several targets have a release "${release}": name one with --target (${targets.join(', ')}).`,
    'message-unknown': ({ id, suggestion, known }) =>
      `The release has no message "${id}".${suggestionIn.en(suggestion)} It has: ${listed(known)}.`,
    'keys-refused': ({ notFound, notUnknown }) => [
      'Nothing was settled.',
      ...(notFound.length > 0 ? [`No send has the msg_key ${listed(notFound)}.`] : []),
      ...(notUnknown.length > 0 ? [`The outcome of ${listed(notUnknown)} is known.`] : []),
    ],
    'one-flag-needed': ({ flags }) => `Say which: ${flags.join(' or ')}.`,
    'ledger-name': ({ path, target, name }) => `${path}: the file of the target "${target}" needs a name like ${name}.`,
    'ledger-in-database': () =>
      'ledger backup takes ledgers in files, and this one is in a database. Back the database up with its own tools, such as pg_dump.',
    'variable-missing': ({ flag }) =>
      `${flag}: name the environment variable behind env:, as in env:FRIENDTALK_DATABASE_URL.`,
    'several-ledgers': ({ targets }) =>
      `Several targets have a ledger (${targets.join(', ')}): name one with --target.`,
    'flag-missing': ({ flag }) => `${flag} is missing.`,
    'not-confirmed': ({ flag }) => `Without a terminal nobody can be asked: add ${flag} to go on.`,
    'not-runnable': ({ place, path, reason }) => [`${place ?? path}: cannot be run: ${reason}`],
    configuration: ({ violations }) => violations.map(({ place, message }) => `${place}: ${message}`),
  },
  ko: {
    ...fileProblemWords.ko,
    ...optionProblemWords.ko,
    'no-configuration': ({ below }) =>
      below.length > 0
        ? `이 폴더와 상위 폴더에 설정이 없습니다. 하위 폴더의 설정 중 하나를 --config로 지정하세요: ${below.slice(0, maxBelow).join(', ')}${below.length > maxBelow ? ', …' : ''}`
        : '이 폴더와 상위 폴더에 friendtalk.config.ts, .js, .mjs, .json 파일이 없습니다. friendtalk init으로 프로젝트를 만들거나, 명령줄에 메시지("messages/**/*.md")나 설정(--config <파일>)을 지정하세요.',
    'two-projects': ({ configs: [one, other] }) =>
      `두 프로젝트(${one}, ${other})의 경로가 섞여 있습니다. 프로젝트마다 따로 실행하거나 --config로 하나를 지정하세요.`,
    'no-such-file': ({ flag, path, suggestion }) =>
      path === '-'
        ? `${flag} 옵션에는 표준 입력을 쓸 수 없습니다. 파일을 지정하세요.`
        : `${flag} ${path}: 파일이 없습니다.${suggestionIn.ko(suggestion) || ' 경로를 확인하세요.'}`,
    'no-such-folder': ({ flag, path, suggestion }) =>
      `${flag} ${path}: 폴더가 없습니다.${suggestionIn.ko(suggestion) || ' 경로를 확인하세요.'}`,
    'flags-exclusive': ({ flags }) => `${flags.join(', ')} 옵션은 함께 쓸 수 없습니다. 하나를 빼세요.`,
    'nothing-matches': ({ patterns, suggestion }) =>
      patterns.map(
        (pattern) =>
          `"${pattern}"에 맞는 파일이 없습니다.${suggestionIn.ko(suggestion) || ' 경로를 확인하거나 friendtalk new로 메시지를 만드세요.'}`,
      ),
    'outside-root': ({ path, root }) => `${path}: 루트 ${root} 밖에 있습니다. --root로 다른 루트를 지정하세요.`,
    'not-json': ({ place }) => [
      `${place}: 여기부터 JSON이 아닙니다. 이름과 글은 큰따옴표로 묶고 마지막 값 뒤에는 쉼표를 쓰지 않습니다.`,
    ],
    git: (problem) => {
      switch (problem.reason) {
        case 'missing':
          return 'git을 실행할 수 없습니다. --changed와 --staged에는 git이 필요합니다.'
        case 'no-repository':
          return 'git 저장소가 아닙니다. --changed와 --staged는 저장소 안에서만 쓸 수 있습니다.'
        case 'foreign':
          return `다른 사용자의 저장소라서 git이 읽지 않습니다(dubious ownership). 믿을 수 있는 저장소라면 실행하세요: git config --global --add safe.directory ${shellWord(problem.folder)}`
        case 'no-ref':
          return `git에 "${problem.ref}" 커밋이 없습니다. CI에서는 전체 이력을 받으세요(GitHub는 체크아웃에 fetch-depth: 0, GitLab은 GIT_DEPTH: 0). 경로는 --changed 앞에 적습니다.`
        case 'no-history':
          return `HEAD와 "${problem.ref}"의 공통 이력이 여기에 없습니다. CI에서는 전체 이력을 받으세요(GitHub는 체크아웃에 fetch-depth: 0, GitLab은 GIT_DEPTH: 0).`
      }
    },
    'rule-unknown': ({ rule, suggestion }) =>
      `"${rule}" 규칙은 없습니다.${suggestionIn.ko(suggestion)} 전체 목록은 friendtalk rules로 볼 수 있습니다.`,
    'not-a-baseline': ({ path }) => `${path}: 기준선 파일이 아닙니다. --write-baseline으로 만드세요.`,
    'starter-unknown': ({ starter, meant }) =>
      `"${starter}" 유형은 없습니다.${meant.length > 1 ? ` ${meant.join(', ')} 중 하나를 쓰세요.` : suggestionIn.ko(meant[0])} friendtalk new --list로 볼 수 있습니다.`,
    'needs-terminal': ({ flag }) => `터미널이 없어 질문할 수 없습니다. ${flag} 옵션을 쓰면 기본값으로 진행합니다.`,
    'not-a-folder': ({ path }) => `${path}: 폴더가 아니라 파일입니다. 다른 폴더를 지정하세요.`,
    'not-a-file-name': ({ path }) => `${path}: 폴더입니다. 메시지를 쓸 파일 이름을 지정하세요.`,
    'not-a-message': ({ path, content }) =>
      ({
        image: `${path}: 이미지 파일입니다. 이 이미지를 쓰는 메시지를 지정하세요.`,
        recipients: `${path}: 수신자 목록입니다. --recipients로 지정하세요.`,
        'standard-input': `메시지는 파일로 지정하세요. 표준 입력은 lint만 읽습니다: lint --stdin-filepath messages/hello.md`,
      })[content],
    'file-exists': ({ path }) => `${path}: 이미 있는 파일이므로 그대로 둡니다. 다른 이름을 지정하세요.`,
    'folder-not-empty': ({ flag, path }) =>
      `${flag} ${path}: friendtalk preview가 만들지 않은 파일이 있어 그대로 둡니다. 빈 폴더나 새 폴더를 지정하세요.`,
    'flag-needs': ({ flag, needs }) => `${flag} 옵션에는 ${needs} 옵션이 필요합니다.`,
    'formats-on-stdout': ({ formats }) =>
      `표준 출력에는 한 가지 형식만 쓸 수 있습니다. 나머지는 파일을 지정하세요. --format ${formats[1] ?? ''}=<파일>`,
    deploy: ({ problem }) => deployProblemIn('ko', problem),
    'target-unknown': ({ target, suggestion, known, isConfigured }) =>
      isConfigured
        ? `"${target}" 발송 대상은 없습니다.${suggestionIn.ko(suggestion)} 있는 대상: ${known.join(', ')}`
        : `"${target}" 발송 대상은 없습니다. 이 폴더와 상위 폴더에 설정 파일이 없습니다. 프로젝트 폴더에서 실행하거나 --config로 설정 파일을 지정하세요.`,
    'no-ledger': ({ paths }) =>
      `이 컴퓨터에는 무엇을 보냈는지 기록이 없습니다: ${paths.join(', ')}. 다른 곳에서 보냈다면 발송 기록이 그곳에 있으니, "ledger"에 함께 쓰는 파일이나 PostgreSQL을 지정하세요.`,
    'release-unknown': ({ release, suggestion, known }) =>
      `"${release}" 릴리스는 없습니다.${suggestionIn.ko(suggestion)} 있는 릴리스: ${listed(known)}`,
    'release-in-several': ({ release, targets }) =>
      `"${release}" 릴리스가 여러 발송 대상에 있습니다. --target으로 하나를 지정하세요(${targets.join(', ')}).`,
    'message-unknown': ({ id, suggestion, known }) =>
      `릴리스에 "${id}" 메시지가 없습니다.${suggestionIn.ko(suggestion)} 있는 메시지: ${listed(known)}`,
    'keys-refused': ({ notFound, notUnknown }) => [
      '아무것도 바꾸지 않았습니다.',
      ...(notFound.length > 0 ? [`msg_key가 ${listed(notFound)}인 발송이 없습니다.`] : []),
      ...(notUnknown.length > 0 ? [`이미 결과를 아는 발송입니다: ${listed(notUnknown)}`] : []),
    ],
    'one-flag-needed': ({ flags }) => `${flags.join(', ')} 중 하나를 지정하세요.`,
    'ledger-name': ({ path, target, name }) =>
      `${path}: "${target}" 대상의 발송 기록 파일은 ${name}처럼 이름을 지어야 합니다.`,
    'ledger-in-database': () =>
      'ledger backup은 파일로 된 발송 기록에만 쓸 수 있습니다. 이 발송 기록은 데이터베이스에 있으니 pg_dump처럼 데이터베이스의 도구로 백업하세요.',
    'variable-missing': ({ flag }) => `${flag}: env: 뒤에 환경 변수 이름을 쓰세요. 예: env:FRIENDTALK_DATABASE_URL`,
    'several-ledgers': ({ targets }) =>
      `발송 기록이 있는 대상이 여러 개입니다(${targets.join(', ')}). --target으로 하나를 지정하세요.`,
    'flag-missing': ({ flag }) => `${flag} 옵션이 빠졌습니다.`,
    'not-confirmed': ({ flag }) => `터미널이 아니어서 확인을 받을 수 없습니다. 계속하려면 ${flag} 옵션을 붙이세요.`,
    'not-runnable': ({ place, path, reason }) => [`${place ?? path}: 실행할 수 없습니다: ${reason}`],
    configuration: ({ violations }) => violations.map(({ place, message }) => `${place}: ${message}`),
  },
}

const maxListed = 20

/** Names, the last of them where there are too many: they are in the order of time. */
function listed(names: readonly string[]): string {
  if (names.length === 0) return '–'
  return names.length > maxListed ? `… ${names.slice(-maxListed).join(', ')}` : names.join(', ')
}

/** What a file is that was named in the place of a message. */
export type OtherContent = 'image' | 'recipients' | 'standard-input'
