import { type DeployProblem, deployProblemIn } from '../deploy/problem.ts'
import { type FileProblem, fileProblemIn, isFileProblem } from './file-problem.ts'
import type { Language } from './language.ts'
import { notAMessage, type OtherContent } from './not-a-message.ts'
import { suggestionIn } from './suggestion.ts'

/** What can be wrong with a command line, a configuration or the files that they name. */
export type Problem =
  | FileProblem
  | { readonly type: 'no-configuration' }
  | { readonly type: 'no-such-file'; readonly flag: string; readonly path: string; readonly suggestion?: string }
  | { readonly type: 'no-such-folder'; readonly flag: string; readonly path: string; readonly suggestion?: string }
  | { readonly type: 'flags-exclusive'; readonly flags: readonly [string, string] }
  | { readonly type: 'nothing-matches'; readonly patterns: readonly string[]; readonly suggestion?: string }
  /** `around` is a folder that has both the root and the path in it, relative to the working directory. */
  | { readonly type: 'outside-root'; readonly path: string; readonly root: string; readonly around?: string }
  /** `frame` shows the place in lines of its own. */
  | { readonly type: 'not-json'; readonly place: string; readonly frame?: readonly string[] }
  | { readonly type: 'git'; readonly reason: 'missing' | 'no-repository' }
  | { readonly type: 'git'; readonly reason: 'no-ref'; readonly ref: string }
  | { readonly type: 'not-a-baseline'; readonly path: string }
  | { readonly type: 'rule-unknown'; readonly rule: string; readonly suggestion?: string }
  | {
      readonly type: 'kind-unknown'
      readonly kind: string
      readonly allowed: readonly string[]
      readonly suggestion?: string
    }
  | { readonly type: 'needs-terminal'; readonly flag: string; readonly given: readonly string[] }
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
  | { readonly type: 'flag-of-other'; readonly flag: string; readonly command: string }
  | { readonly type: 'argument-missing' | 'argument-unexpected'; readonly argument: string }
  | { readonly type: 'ledger-name'; readonly path: string; readonly target: string; readonly name: string }
  | { readonly type: 'several-ledgers'; readonly targets: readonly string[] }
  | { readonly type: 'flag-missing'; readonly flag: string }
  | { readonly type: 'not-confirmed'; readonly flag: string }
  | {
      readonly type: 'not-runnable'
      readonly path: string
      readonly reason: string
      readonly place?: string
      readonly frame?: readonly string[]
    }
  /** Faults of a configuration, worded, each with its place. */
  | { readonly type: 'configuration'; readonly faults: readonly { readonly place: string; readonly message: string }[] }

/** A problem in a language, a line for each thing that is wrong. */
export function problemIn(language: Language, problem: Problem): readonly string[] {
  if (isFileProblem(problem)) return fileProblemIn(language, problem)
  return language === 'ko' ? inKorean(problem) : inEnglish(problem)
}

function inEnglish(problem: Exclude<Problem, FileProblem>): readonly string[] {
  switch (problem.type) {
    case 'no-configuration':
      return [
        'There is no friendtalk.config.ts, .js, .mjs or .json here or above. Name the messages on the command line ("messages/**/*.md"), or a configuration (--config <file>).',
      ]
    case 'no-such-file':
      return [`${problem.flag} ${problem.path}: there is no such file.${suggestionIn.en(problem.suggestion)}`]
    case 'no-such-folder':
      return [`${problem.flag} ${problem.path}: there is no such folder.${suggestionIn.en(problem.suggestion)}`]
    case 'flags-exclusive':
      return [`${problem.flags.join(' and ')} do not go together; leave out one.`]
    case 'nothing-matches':
      return problem.patterns.map((pattern) => `No file matches "${pattern}".${suggestionIn.en(problem.suggestion)}`)
    case 'outside-root':
      return [`${problem.path}: is outside the root ${problem.root}; name another with --root.`]
    case 'not-json':
      return [
        `${problem.place}: not JSON from here on: names and texts stand in double quotes, and nothing follows the last value.`,
        ...(problem.frame ?? []),
      ]
    case 'git':
      switch (problem.reason) {
        case 'missing':
          return ['git cannot be run; --changed and --staged need it.']
        case 'no-repository':
          return ['This is not a git repository; --changed and --staged need one.']
        case 'no-ref':
          return [
            `git knows no commit "${problem.ref}" that has history in common with HEAD. A path goes before --changed.`,
          ]
      }
    case 'rule-unknown':
      return [
        `There is no rule "${problem.rule}".${suggestionIn.en(problem.suggestion)} friendtalk rules lists them all.`,
      ]
    case 'not-a-baseline':
      return [`${problem.path}: is not a baseline; write it with --write-baseline.`]
    case 'kind-unknown':
      return [
        `There is no kind "${problem.kind}".${suggestionIn.en(problem.suggestion)} The kinds are ${problem.allowed.join(', ')}.`,
      ]
    case 'needs-terminal':
      return [`There is no terminal to ask questions on; ${problem.flag} takes the answers that are usual.`]
    case 'not-a-folder':
      return [`${problem.path}: is a file; name a folder, or one that is not there yet.`]
    case 'not-a-file-name':
      return [`${problem.path}: is a folder; name the file that the message goes to.`]
    case 'not-a-message':
      return [`${problem.path}: ${notAMessage.en[problem.content]}`]
    case 'file-exists':
      return [`${problem.path}: is there already and is left as it is; name another file.`]
    case 'folder-not-empty':
      return [
        `${problem.flag} ${problem.path}: has files that friendtalk preview did not write, and is left as it is; name an empty folder or a new one.`,
      ]
    case 'flag-needs':
      return [`${problem.flag} needs ${problem.needs}.`]
    case 'formats-on-stdout':
      return [
        `Only one format can go to the standard output; name a file for the others: --format ${problem.formats[1] ?? ''}=<file>.`,
      ]
    case 'deploy':
      return deployProblemIn('en', problem.problem)
    case 'target-unknown':
      return [
        `There is no target "${problem.target}".${suggestionIn.en(problem.suggestion)} There are: ${problem.known.join(', ')}.`,
      ]
    case 'no-ledger':
      return [`Nothing was deployed from here: there is no ledger at ${problem.paths.join(' or ')}.`]
    case 'release-unknown':
      return [
        `There is no release "${problem.release}".${suggestionIn.en(problem.suggestion)} There are: ${listed(problem.known)}.`,
      ]
    case 'release-in-several':
      return [
        `Several targets have a release "${problem.release}": name one with --target (${problem.targets.join(', ')}).`,
      ]
    case 'message-unknown':
      return [
        `The release has no message "${problem.id}".${suggestionIn.en(problem.suggestion)} It has: ${listed(problem.known)}.`,
      ]
    case 'keys-refused':
      return [
        'Nothing was settled.',
        ...(problem.notFound.length > 0 ? [`No send has the msg_key ${listed(problem.notFound)}.`] : []),
        ...(problem.notUnknown.length > 0 ? [`The outcome of ${listed(problem.notUnknown)} is known.`] : []),
      ]
    case 'one-flag-needed':
      return [`Say which: ${problem.flags.join(' or ')}.`]
    case 'flag-of-other':
      return [`${problem.command} takes no ${problem.flag}.`]
    case 'argument-missing':
      return [`<${problem.argument}> is missing.`]
    case 'argument-unexpected':
      return [`${problem.argument}: one argument too many.`]
    case 'ledger-name':
      return [`${problem.path}: the file of the target "${problem.target}" needs a name like ${problem.name}.`]
    case 'several-ledgers':
      return [`Several targets have a ledger (${problem.targets.join(', ')}): name one with --target.`]
    case 'flag-missing':
      return [`${problem.flag} is missing.`]
    case 'not-confirmed':
      return [`Without a terminal nobody can be asked: add ${problem.flag} to go on.`]
    case 'not-runnable':
      return [`${problem.place ?? problem.path}: cannot be run: ${problem.reason}`, ...(problem.frame ?? [])]
    case 'configuration':
      return problem.faults.map(({ place, message }) => `${place}: ${message}`)
  }
}

function inKorean(problem: Exclude<Problem, FileProblem>): readonly string[] {
  switch (problem.type) {
    case 'no-configuration':
      return [
        '이 폴더와 상위 폴더에 friendtalk.config.ts, .js, .mjs, .json 파일이 없습니다. 명령줄에 메시지("messages/**/*.md")나 설정(--config <파일>)을 지정하세요.',
      ]
    case 'no-such-file':
      return [`${problem.flag} ${problem.path}: 파일이 없습니다.${suggestionIn.ko(problem.suggestion)}`]
    case 'no-such-folder':
      return [`${problem.flag} ${problem.path}: 폴더가 없습니다.${suggestionIn.ko(problem.suggestion)}`]
    case 'flags-exclusive':
      return [`${problem.flags.join(', ')} 옵션은 함께 쓸 수 없습니다. 하나를 빼세요.`]
    case 'nothing-matches':
      return problem.patterns.map(
        (pattern) => `"${pattern}"에 맞는 파일이 없습니다.${suggestionIn.ko(problem.suggestion)}`,
      )
    case 'outside-root':
      return [`${problem.path}: 루트 ${problem.root} 밖에 있습니다. --root로 다른 루트를 지정하세요.`]
    case 'not-json':
      return [
        `${problem.place}: 여기부터 JSON이 아닙니다. 이름과 글은 큰따옴표로 묶고 마지막 값 뒤에는 쉼표를 쓰지 않습니다.`,
        ...(problem.frame ?? []),
      ]
    case 'git':
      switch (problem.reason) {
        case 'missing':
          return ['git을 실행할 수 없습니다. --changed와 --staged에는 git이 필요합니다.']
        case 'no-repository':
          return ['git 저장소가 아닙니다. --changed와 --staged는 저장소 안에서만 쓸 수 있습니다.']
        case 'no-ref':
          return [`HEAD와 이력이 이어지는 "${problem.ref}" 커밋을 git에서 찾을 수 없습니다.`]
      }
    case 'rule-unknown':
      return [
        `"${problem.rule}" 규칙은 없습니다.${suggestionIn.ko(problem.suggestion)} 전체 목록은 friendtalk rules로 볼 수 있습니다.`,
      ]
    case 'not-a-baseline':
      return [`${problem.path}: 기준선 파일이 아닙니다. --write-baseline으로 만드세요.`]
    case 'kind-unknown':
      return [
        `"${problem.kind}" 유형은 없습니다.${suggestionIn.ko(problem.suggestion)} ${problem.allowed.join(', ')} 중에서 고르세요.`,
      ]
    case 'needs-terminal':
      return [`터미널이 없어 질문할 수 없습니다. ${problem.flag} 옵션을 쓰면 기본값으로 진행합니다.`]
    case 'not-a-folder':
      return [`${problem.path}: 폴더가 아니라 파일입니다. 다른 폴더를 지정하세요.`]
    case 'not-a-file-name':
      return [`${problem.path}: 폴더입니다. 메시지를 쓸 파일 이름을 지정하세요.`]
    case 'not-a-message':
      return [`${problem.path}: ${notAMessage.ko[problem.content]}`]
    case 'file-exists':
      return [`${problem.path}: 이미 있는 파일이므로 그대로 둡니다. 다른 이름을 지정하세요.`]
    case 'folder-not-empty':
      return [
        `${problem.flag} ${problem.path}: friendtalk preview가 만들지 않은 파일이 있어 그대로 둡니다. 빈 폴더나 새 폴더를 지정하세요.`,
      ]
    case 'flag-needs':
      return [`${problem.flag} 옵션에는 ${problem.needs} 옵션이 필요합니다.`]
    case 'formats-on-stdout':
      return [
        `표준 출력에는 한 가지 형식만 쓸 수 있습니다. 나머지는 파일을 지정하세요. --format ${problem.formats[1] ?? ''}=<파일>`,
      ]
    case 'deploy':
      return deployProblemIn('ko', problem.problem)
    case 'target-unknown':
      return [
        `"${problem.target}" 발송 대상은 없습니다.${suggestionIn.ko(problem.suggestion)} 있는 대상: ${problem.known.join(', ')}`,
      ]
    case 'no-ledger':
      return [`아직 배포한 적이 없습니다. 발송 기록 파일이 없습니다: ${problem.paths.join(', ')}`]
    case 'release-unknown':
      return [
        `"${problem.release}" 릴리스는 없습니다.${suggestionIn.ko(problem.suggestion)} 있는 릴리스: ${listed(problem.known)}`,
      ]
    case 'release-in-several':
      return [
        `"${problem.release}" 릴리스가 여러 발송 대상에 있습니다. --target으로 하나를 지정하세요(${problem.targets.join(', ')}).`,
      ]
    case 'message-unknown':
      return [
        `릴리스에 "${problem.id}" 메시지가 없습니다.${suggestionIn.ko(problem.suggestion)} 있는 메시지: ${listed(problem.known)}`,
      ]
    case 'keys-refused':
      return [
        '아무것도 바꾸지 않았습니다.',
        ...(problem.notFound.length > 0 ? [`msg_key가 ${listed(problem.notFound)}인 발송이 없습니다.`] : []),
        ...(problem.notUnknown.length > 0 ? [`이미 결과를 아는 발송입니다: ${listed(problem.notUnknown)}`] : []),
      ]
    case 'one-flag-needed':
      return [`${problem.flags.join(', ')} 중 하나를 지정하세요.`]
    case 'flag-of-other':
      return [`${problem.command} 명령에는 ${problem.flag} 옵션이 없습니다.`]
    case 'argument-missing':
      return [`<${problem.argument}> 인자가 빠졌습니다.`]
    case 'argument-unexpected':
      return [`${problem.argument}: 인자가 너무 많습니다.`]
    case 'ledger-name':
      return [`${problem.path}: "${problem.target}" 대상의 발송 기록 파일은 ${problem.name}처럼 이름을 지어야 합니다.`]
    case 'several-ledgers':
      return [`발송 기록이 있는 대상이 여러 개입니다(${problem.targets.join(', ')}). --target으로 하나를 지정하세요.`]
    case 'flag-missing':
      return [`${problem.flag} 옵션이 빠졌습니다.`]
    case 'not-confirmed':
      return [`터미널이 아니어서 확인을 받을 수 없습니다. 계속하려면 ${problem.flag} 옵션을 붙이세요.`]
    case 'not-runnable':
      return [`${problem.place ?? problem.path}: 실행할 수 없습니다: ${problem.reason}`, ...(problem.frame ?? [])]
    case 'configuration':
      return problem.faults.map(({ place, message }) => `${place}: ${message}`)
  }
}

const maxListed = 20

/** Names, the last of them where there are too many: they are in the order of time. */
function listed(names: readonly string[]): string {
  if (names.length === 0) return '–'
  return names.length > maxListed ? `… ${names.slice(-maxListed).join(', ')}` : names.join(', ')
}
