import type { Language, Text } from './language.ts'

/** One thing in which what would be sent now differs from what was planned. */
export interface PlanDifference {
  readonly type:
    | 'release'
    | 'target'
    | 'exclude'
    | 'not-in'
    | 'message'
    | 'template'
    | 'recipients'
    | 'sender'
    | 'order'
  /** The message, or the field of the target. */
  readonly name: string
  readonly planned?: string
  readonly now?: string
}

/** A message that a release has under another id too: a recipient may receive it twice. */
export interface RepeatedMessage {
  readonly id: string
  /** Path of its file relative to the root. */
  readonly source: string
  readonly other: string
  /** Whether the other one is to be sent with it, or an earlier deploy of the release recorded it. */
  readonly where: 'plan' | 'ledger'
}

/** What keeps a plan or a deploy from being made, before anything is sent. */
export type DeployProblem =
  /** Messages that name no recipients; `list` is a file that is there for them, relative to the working directory. */
  | { readonly type: 'no-recipients'; readonly sources: readonly string[]; readonly list?: string }
  | { readonly type: 'release-missing'; readonly target: string; readonly command: string }
  | { readonly type: 'release-wrong'; readonly release: string }
  /** The built-in emulator's name stands for another machine. */
  | { readonly type: 'emulator-elsewhere' }
  | { readonly type: 'environment-missing'; readonly variables: readonly string[]; readonly target: string }
  /** A secret or a user ID that a header cannot carry. */
  | { readonly type: 'environment-unusable'; readonly variable: string }
  /** Its value may hold a password. */
  | { readonly type: 'proxy-invalid'; readonly variable: string }
  | { readonly type: 'sender-missing'; readonly sender: string; readonly source: string }
  | { readonly type: 'sender-number-missing'; readonly sender: string; readonly source: string }
  /** A message is of another service than the one that a target takes messages of. */
  | {
      readonly type: 'other-service'
      readonly source: string
      readonly kind: string
      readonly target: string
      readonly takes: Text
    }
  /** Messages of two services go to the built-in emulator; each command names those of one. */
  | { readonly type: 'two-services'; readonly commands: readonly string[] }
  /** A message falls back, and the target names no secret key of the fallback service. */
  | { readonly type: 'failback-secret-missing'; readonly target: string; readonly source: string }
  /** A number of `--test` that is none, or that is not among those that a target may send to. */
  | { readonly type: 'test-number'; readonly masked: string; readonly target?: string }
  /** Variables of tested messages, each with its place. */
  | { readonly type: 'test-examples'; readonly missing: readonly string[] }
  | { readonly type: 'release-is-test'; readonly release: string }
  | { readonly type: 'safe-list-number'; readonly target: string; readonly masked: string }
  /** The value of a variable is no connection string. */
  | { readonly type: 'database-url-wrong'; readonly variable: string }
  /** There is no terminal to ask on. The digest is absent where a release goes on from its ledger. */
  | { readonly type: 'not-confirmed'; readonly digest?: string }
  | {
      readonly type: 'other-digest'
      readonly given: string
      readonly digest: string
      /** Lists of numbers that it does not send to. */
      readonly lists: readonly string[]
    }
  | { readonly type: 'not-a-plan'; readonly path: string }
  | { readonly type: 'plan-edited'; readonly path: string }
  | {
      readonly type: 'plan-differs'
      readonly path: string
      readonly differences: readonly PlanDifference[]
      /** Unified, of the texts that changed. */
      readonly diffs: readonly string[]
      readonly command: string
    }
  /** A release would go on otherwise than it was begun. */
  | { readonly type: 'release-differs'; readonly release: string; readonly differences: readonly PlanDifference[] }
  | { readonly type: 'inputs-differ'; readonly release: string; readonly inputs: string }
  /** Something of the release waits that another plan was about. */
  | { readonly type: 'release-waits'; readonly release: string; readonly target: string; readonly waiting: number }
  | { readonly type: 'plan-used'; readonly path: string; readonly release: string; readonly usedAt: string }
  | {
      readonly type: 'new-ledger-needed'
      readonly path: string
      readonly target: string
      readonly keptIn: 'file' | 'database'
    }
  | { readonly type: 'recipients-changed'; readonly path: string }
  /** Lines of a list of numbers, each with its place and what is wrong with it. */
  | {
      readonly type: 'exclusion-list-wrong'
      readonly path: string
      readonly lines: readonly string[]
      readonly more: number
    }
  /** A release was begun with another one to leave out. */
  | { readonly type: 'not-in-differs'; readonly release: string; readonly planned: string }
  /** Who gets a release is not known before it is over. */
  | { readonly type: 'not-in-waits'; readonly release: string; readonly waiting: number }
  /** A list that a release was begun with. */
  | { readonly type: 'exclusion-list-gone'; readonly release: string; readonly path: string }
  /** A time at which a deploy was to begin. */
  | { readonly type: 'start-wrong'; readonly text: string }
  | { readonly type: 'start-over'; readonly at: string; readonly next: string }
  | { readonly type: 'start-restricted'; readonly at: string; readonly opens: string }
  /** There is no terminal to ask on. */
  | { readonly type: 'same-message'; readonly messages: readonly RepeatedMessage[] }

/** As much of a digest as it takes to tell plans apart: `sha256:` and twelve characters. */
export const confirmCharacters = 19

/** Returns what keeps a plan or a deploy from being made, in a language: what is wrong, then what to do. */
export function deployProblemIn(language: Language, problem: DeployProblem): readonly string[] {
  const inWords = words[language][problem.type] as (problem: DeployProblem) => readonly string[]
  return inWords(problem)
}

type Words = {
  readonly [T in DeployProblem['type']]: (problem: Extract<DeployProblem, { readonly type: T }>) => readonly string[]
}

const differenceNames: {
  readonly [L in Language]: { readonly [T in PlanDifference['type']]: (name: string) => string }
} = {
  en: {
    release: () => 'release',
    target: (name) => `target, ${name}`,
    exclude: () => '--exclude',
    'not-in': () => '--not-in',
    message: (name) => `message ${name}`,
    template: (name) => `text of ${name}`,
    recipients: (name) => `recipients of ${name}`,
    sender: (name) => `sender of ${name}`,
    order: () => 'order of the messages',
  },
  ko: {
    release: () => '릴리스',
    target: (name) => `대상의 ${name}`,
    exclude: () => '--exclude',
    'not-in': () => '--not-in',
    message: (name) => `메시지 ${name}`,
    template: (name) => `${name} 내용`,
    recipients: (name) => `${name} 수신자`,
    sender: (name) => `${name} 발신자`,
    order: () => '메시지 순서',
  },
}

export function differenceIn(language: Language, { type, name, planned, now }: PlanDifference): string {
  const what = differenceNames[language][type](name)
  return language === 'ko'
    ? `${what}: 계획 ${planned ?? '없음'}, 현재 ${now ?? '없음'}`
    : `${what}: planned ${planned ?? 'nothing'}, now ${now ?? 'nothing'}`
}

/** Says that a message is there under two ids, and what follows. */
export function repeatedMessageIn(language: Language, { id, source, other, where }: RepeatedMessage): string {
  const sentences = {
    en: {
      plan: `${other} and ${id} (${source}) are the same message: a person on both lists receives it twice.`,
      ledger: `${id} (${source}) is the same message as ${other}, which the release has already: a person who was sent ${other} receives it again. If it was only renamed, write "id: ${other}" in its frontmatter.`,
    },
    ko: {
      plan: `${other} 메시지와 ${id}(${source}) 메시지는 내용이 같습니다. 두 목록에 모두 있는 수신자는 두 번 받습니다.`,
      ledger: `${id}(${source}) 메시지는 이 릴리스에 이미 있는 ${other} 메시지와 내용이 같습니다. ${other} 메시지를 받은 수신자가 다시 받게 됩니다. 이름만 바꿨다면 프론트매터에 "id: ${other}"를 쓰세요.`,
    },
  }
  return sentences[language][where]
}

const words: { readonly [L in Language]: Words } = {
  en: {
    'no-recipients': ({ sources }) => [
      sources.length === 1
        ? `${sources.join()}: names no recipients. Write "recipients: list.csv", a path from the message's folder, in its frontmatter, or add --recipients <file>.`
        : `${sources.join(', ')}: these name no recipients. Write "recipients: list.csv", a path from the folder of each message, in their frontmatter, or add --recipients <file>.`,
    ],
    'release-missing': ({ target, command }) => [
      `Target ${target} needs the name of a release: no person receives a message of one release twice.`,
      `friendtalk ${command} --target ${target} --release 2026-spring-1`,
    ],
    'release-wrong': ({ release }) => [
      `--release ${release}: takes 1 to 64 letters, digits, ".", "_" and "-", and starts with a letter or a digit.`,
    ],
    'emulator-elsewhere': () => [
      'The target "emulator" stands for this machine alone; give the other service another name.',
    ],
    'environment-missing': ({ target, variables }) => [
      `Target ${target} needs ${variables.join(', ')} in the environment. Set ${variables.length === 1 ? 'it' : 'them'} where the command runs, never in a file of the repository.`,
    ],
    'environment-unusable': ({ variable }) => [
      `${variable}: is empty or holds characters that a header cannot carry. Look for a line break or a quote at its end.`,
    ],
    'proxy-invalid': ({ variable }) => [
      `${variable}: is not the address of a proxy. Write http://host:port or http://user:password@host:port, with special characters in the user and the password percent-encoded.`,
    ],
    'sender-missing': ({ source, sender }) => [
      `${source}: sender "${sender}" is not among the senders of the configuration.`,
    ],
    'sender-number-missing': ({ source, sender }) => [
      `${source}: is sent from a registered number, and sender "${sender}" has no sender_number.`,
    ],
    'other-service': ({ source, kind, target, takes }) => [
      `${source}: ${kind} cannot be sent to target ${target}, which takes messages of ${takes.en}.`,
    ],
    'two-services': ({ commands }) => ['One deploy sends messages of one service. Run both:', ...commands],
    'failback-secret-missing': ({ source, target }) => [
      `${source}: falls back to another service, and target ${target} has no failbackSecretKey. Add failbackSecretKey: { env: 'FRIENDTALK_FAILBACK_SECRET_KEY' }.`,
    ],
    'database-url-wrong': ({ variable }) => [
      `The environment variable ${variable} holds no connection string of PostgreSQL: postgres://user:password@host:5432/database.`,
      'Signs such as "#", "/" and "@" in a password are written "%23", "%2F" and "%40" there.',
    ],
    'test-number': ({ masked, target }) => [
      target === undefined
        ? `--test ${masked}: is no Korean mobile number.`
        : `--test ${masked}: is not among "recipients" of the target ${target}, the only numbers it may send to. Add it there, or test with another target.`,
    ],
    'test-examples': ({ missing }) => [
      ...missing.map((variable) => `${variable} has no example, and a test sends the examples.`),
      'Write it where the variable is declared: { max: 10, example: "…" }. Nothing was sent.',
    ],
    'release-is-test': ({ release }) => [
      `Release ${release} is a test; no list of recipients goes with it. Test again with --test, or name another release.`,
    ],
    'safe-list-number': ({ target, masked }) => [
      `Target ${target}: ${masked} in its recipients is no Korean mobile number.`,
    ],
    'not-confirmed': ({ digest }) => [
      'Nothing was sent: without a terminal no question can be asked.',
      digest === undefined
        ? 'Add --yes.'
        : `Add --yes, or --confirm ${digest.slice(0, confirmCharacters)} to send exactly this plan.`,
    ],
    'other-digest': ({ given, digest, lists }) => [
      `--confirm ${given}: the plan's digest is ${digest}. Nothing was sent.`,
      `Lists of numbers that it does not send to: ${lists.length === 0 ? 'none' : lists.join(', ')}.`,
    ],
    'not-a-plan': ({ path }) => [`${path}: is no plan. Make one with friendtalk plan --out plan.json.`],
    'plan-edited': ({ path }) => [
      `${path}: was changed after it was made: its digest does not fit. Make it again with friendtalk plan --out.`,
    ],
    'plan-differs': ({ path, differences, diffs, command }) => [
      `${path}: is not what would be sent now. Nothing was sent.`,
      ...differences.map((difference) => `  ${differenceIn('en', difference)}`),
      ...diffs.flatMap((diff) => diff.trimEnd().split('\n')),
      `Have it reviewed again: ${command}`,
    ],
    'release-differs': ({ release, differences }) => [
      `Release ${release} was begun otherwise than it would go on now. Nothing was sent.`,
      ...differences.map((difference) => `  ${differenceIn('en', difference)}`),
      'Put the configuration and the environment back, or deploy under another release name.',
    ],
    'inputs-differ': ({ release, inputs }) => [
      `Release ${release} still has messages waiting, and they came from other files${inputs === '' ? '' : ` (${inputs})`}. Nothing was sent.`,
      'Let it go on first, without naming files, or use another release name.',
    ],
    'release-waits': ({ release, waiting, target }) => [
      `Release ${release} still has ${waiting} messages waiting from an earlier plan, and this plan is not about those. Nothing was sent.`,
      `Send them first (friendtalk deploy --release ${release} --target ${target}), or use another release name.`,
    ],
    'plan-used': ({ path, release, usedAt }) => [
      `${path}: was used for release ${release} at ${usedAt}, and nothing of that release waits any more. A plan is used once; friendtalk status ${release} says what was sent.`,
    ],
    'new-ledger-needed': ({ path, target, keptIn }) => [
      `This machine has no record of what was sent to ${target}: there is no ledger ${path}. If something was sent from elsewhere, it would be sent again.`,
      `${keptIn === 'file' ? 'Bring the file here from where the last deploy ran' : 'Name the database and the schema of the last deploy'}, or, when nothing was ever sent to ${target}, add --new-ledger.`,
    ],
    'recipients-changed': ({ path }) => [
      `${path}: changed while it was read. Nothing was sent; run the command again.`,
    ],
    'exclusion-list-wrong': ({ path, lines, more }) => [
      ...lines,
      ...(more > 0 ? [`${path}: ${more} more lines are wrong.`] : []),
      'Nothing was sent: whom a wrong line excludes is not known. Correct the list.',
    ],
    'not-in-differs': ({ release, planned }) => [
      `Release ${release} was begun with --not-in ${planned}, which holds for all of it. Nothing was sent.`,
      'Leave --not-in away, or use another release name.',
    ],
    'not-in-waits': ({ release, waiting }) => [
      `--not-in ${release}: ${waiting} of its messages still wait or are under way, so who gets it is not known. Nothing was sent.`,
      `Let it end first, or call it off: friendtalk cancel ${release} --reason "…".`,
    ],
    'exclusion-list-gone': ({ release, path }) => [
      `${path}: release ${release} was begun with this list, and it is not there. Nothing was sent: a person may have been added to it.`,
      'Put the list back; an empty list is a file with the line receiver_number.',
    ],
    'start-wrong': ({ text }) => [
      `--at ${text}: takes a time in Korea, of today (14:30) or of another day (2026-06-12 14:30), or one with its offset (2026-06-12T14:30:00+09:00).`,
    ],
    'start-over': ({ at, next }) => [`--at: ${at} has passed; for the next day write --at ${next}. Nothing was sent.`],
    'start-restricted': ({ at, opens }) => [
      `Sending is restricted at ${at}; it may begin at ${opens}. Nothing was sent.`,
    ],
    'same-message': ({ messages }) => [
      ...messages.map((message) => repeatedMessageIn('en', message)),
      'Nothing was sent: without a terminal no question can be asked. Give all of its recipients to one message, or run the command on a terminal and confirm.',
    ],
  },
  ko: {
    'no-recipients': ({ sources }) => [
      `${sources.join(', ')}: 수신자가 없습니다. 프론트매터에 메시지가 있는 폴더를 기준으로 "recipients: list.csv"를 쓰거나 --recipients <파일>을 붙이세요.`,
    ],
    'release-missing': ({ target, command }) => [
      `${target} 대상에는 릴리스 이름이 필요합니다. 같은 릴리스의 메시지는 한 사람에게 두 번 가지 않습니다.`,
      `friendtalk ${command} --target ${target} --release 2026-spring-1`,
    ],
    'release-wrong': ({ release }) => [
      `--release ${release}: 글자, 숫자, ".", "_", "-"로 64자까지 쓸 수 있고 글자나 숫자로 시작해야 합니다.`,
    ],
    'emulator-elsewhere': () => [
      '"emulator" 대상은 이 컴퓨터에서만 쓸 수 있습니다. 다른 서비스에는 다른 이름을 쓰세요.',
    ],
    'environment-missing': ({ target, variables }) => [
      `${target} 대상에는 환경 변수 ${variables.join(', ')} 값이 필요합니다. 저장소의 파일이 아니라 명령을 실행하는 환경에 설정하세요.`,
    ],
    'environment-unusable': ({ variable }) => [
      `${variable}: 비어 있거나 헤더에 쓸 수 없는 문자가 있습니다. 끝에 줄바꿈이나 따옴표가 있는지 확인하세요.`,
    ],
    'proxy-invalid': ({ variable }) => [
      `${variable}: 프록시 주소가 아닙니다. http://호스트:포트 또는 http://사용자:비밀번호@호스트:포트 형식으로 쓰고, 사용자와 비밀번호의 특수 문자는 퍼센트 인코딩하세요.`,
    ],
    'sender-missing': ({ source, sender }) => [`${source}: 발신자 "${sender}" 항목이 설정의 senders에 없습니다.`],
    'sender-number-missing': ({ source, sender }) => [
      `${source}: 등록한 발신 번호로 보내는 메시지인데 발신자 "${sender}" 항목에 sender_number가 없습니다.`,
    ],
    'other-service': ({ source, kind, target, takes }) => [
      `${source}: ${target} 대상은 ${takes.ko} 메시지를 보내는 곳이라 ${kind} 메시지를 보낼 수 없습니다.`,
    ],
    'two-services': ({ commands }) => [
      '한 번의 배포에는 한 서비스의 메시지만 보냅니다. 둘 다 실행하세요.',
      ...commands,
    ],
    'failback-secret-missing': ({ source, target }) => [
      `${source}: 대체 발송을 쓰지만 ${target} 대상에 failbackSecretKey가 없습니다. failbackSecretKey: { env: 'FRIENDTALK_FAILBACK_SECRET_KEY' } 항목을 추가하세요.`,
    ],
    'database-url-wrong': ({ variable }) => [
      `환경 변수 ${variable}의 값이 PostgreSQL 연결 문자열(postgres://user:password@host:5432/database)이 아닙니다.`,
      '비밀번호의 "#", "/", "@" 같은 기호는 "%23", "%2F", "%40"처럼 쓰세요.',
    ],
    'test-number': ({ masked, target }) => [
      target === undefined
        ? `--test ${masked}: 한국 휴대전화 번호가 아닙니다.`
        : `--test ${masked}: ${target} 대상이 보낼 수 있는 번호("recipients")에 없습니다. 그 목록에 추가하거나 다른 대상으로 시험하세요.`,
    ],
    'test-examples': ({ missing }) => [
      ...missing.map((variable) => `${variable} 변수에 시험 발송에 쓸 예시가 없습니다.`),
      '변수를 선언한 곳에 { max: 10, example: "…" }처럼 예시를 쓰세요. 아무것도 보내지 않았습니다.',
    ],
    'release-is-test': ({ release }) => [
      `${release} 릴리스는 시험 발송이므로 수신자 목록으로 보낼 수 없습니다. --test로 다시 시험하거나 다른 릴리스 이름을 쓰세요.`,
    ],
    'safe-list-number': ({ target, masked }) => [
      `${target} 대상: recipients의 ${masked} 값은 국내 휴대전화 번호가 아닙니다.`,
    ],
    'not-confirmed': ({ digest }) => [
      '터미널이 없어 확인을 받을 수 없으므로 아무것도 보내지 않았습니다.',
      digest === undefined
        ? '--yes를 붙이세요.'
        : `--yes를 붙이거나, 이 계획만 보내려면 --confirm ${digest.slice(0, confirmCharacters)} 옵션을 붙이세요.`,
    ],
    'other-digest': ({ given, digest, lists }) => [
      `--confirm ${given}: 계획의 다이제스트는 ${digest}입니다. 아무것도 보내지 않았습니다.`,
      `보내지 않는 번호 목록: ${lists.length === 0 ? '없음' : lists.join(', ')}`,
    ],
    'not-a-plan': ({ path }) => [`${path}: 계획 파일이 아닙니다. friendtalk plan --out plan.json 명령으로 만드세요.`],
    'plan-edited': ({ path }) => [
      `${path}: 만든 뒤에 바뀌어 다이제스트가 맞지 않습니다. friendtalk plan --out 명령으로 다시 만드세요.`,
    ],
    'plan-differs': ({ path, differences, diffs, command }) => [
      `${path}: 지금 보낼 내용과 다릅니다. 아무것도 보내지 않았습니다.`,
      ...differences.map((difference) => `  ${differenceIn('ko', difference)}`),
      ...diffs.flatMap((diff) => diff.trimEnd().split('\n')),
      `다시 검토를 받으세요. ${command}`,
    ],
    'release-differs': ({ release, differences }) => [
      `릴리스 ${release} 발송을 시작할 때와 지금 설정이 다릅니다. 아무것도 보내지 않았습니다.`,
      ...differences.map((difference) => `  ${differenceIn('ko', difference)}`),
      '설정과 환경 변수를 되돌리거나 다른 릴리스 이름으로 배포하세요.',
    ],
    'inputs-differ': ({ release, inputs }) => [
      `릴리스 ${release}에는 다른 파일${inputs === '' ? '' : `(${inputs})`}에서 온 메시지가 기다리고 있습니다. 아무것도 보내지 않았습니다.`,
      '파일을 지정하지 말고 먼저 이어서 보내거나 다른 릴리스 이름을 쓰세요.',
    ],
    'release-waits': ({ release, waiting, target }) => [
      `릴리스 ${release}에는 이전 계획의 메시지 ${waiting}건이 기다리고 있고, 이 계획은 그 메시지에 대한 것이 아닙니다. 아무것도 보내지 않았습니다.`,
      `먼저 이어서 보내거나(friendtalk deploy --release ${release} --target ${target}) 다른 릴리스 이름을 쓰세요.`,
    ],
    'plan-used': ({ path, usedAt, release }) => [
      `${path}: ${usedAt}에 ${release} 릴리스로 이미 썼고, 이 릴리스에 기다리는 발송이 없습니다. 계획은 한 번만 쓸 수 있습니다. 보낸 결과는 friendtalk status ${release} 명령으로 보세요.`,
    ],
    'new-ledger-needed': ({ path, target, keptIn }) => [
      `이 컴퓨터에는 ${target} 대상에 무엇을 보냈는지 기록이 없습니다(${path} 없음). 다른 곳에서 보낸 것이 있으면 다시 보내게 됩니다.`,
      `${keptIn === 'file' ? '마지막으로 배포한 곳에서 파일을 가져오세요' : '마지막으로 배포한 데이터베이스와 스키마를 설정하세요'}. ${target} 대상에 아무것도 보낸 적이 없다면 --new-ledger를 붙이세요.`,
    ],
    'recipients-changed': ({ path }) => [`${path}: 읽는 동안 바뀌었습니다. 아무것도 보내지 않았으니 다시 실행하세요.`],
    'exclusion-list-wrong': ({ path, lines, more }) => [
      ...lines,
      ...(more > 0 ? [`${path}: 잘못된 줄이 ${more}개 더 있습니다.`] : []),
      '잘못된 줄로는 누구를 제외할지 알 수 없어 아무것도 보내지 않았습니다. 목록을 고치세요.',
    ],
    'not-in-differs': ({ release, planned }) => [
      `릴리스 ${release} 발송은 --not-in ${planned} 옵션으로 시작했고, 이 옵션은 릴리스 전체에 적용됩니다. 아무것도 보내지 않았습니다.`,
      '--not-in을 빼거나 다른 릴리스 이름을 쓰세요.',
    ],
    'not-in-waits': ({ release, waiting }) => [
      `--not-in ${release}: 이 릴리스의 메시지 ${waiting}건이 아직 기다리거나 발송 중이라 누가 받을지 알 수 없습니다. 아무것도 보내지 않았습니다.`,
      `먼저 끝까지 보내거나 friendtalk cancel ${release} --reason "…" 명령으로 취소하세요.`,
    ],
    'exclusion-list-gone': ({ release, path }) => [
      `${path}: 릴리스 ${release}을(를) 시작할 때 지정한 목록이 없습니다. 그사이 추가된 사람이 있을 수 있어 아무것도 보내지 않았습니다.`,
      '목록을 다시 두세요. 아무도 없는 목록은 receiver_number 한 줄만 적은 파일입니다.',
    ],
    'start-wrong': ({ text }) => [
      `--at ${text}: 오늘의 한국 시각(14:30), 날짜와 한국 시각(2026-06-12 14:30), 시간대가 있는 시각(2026-06-12T14:30:00+09:00) 중 하나로 쓰세요.`,
    ],
    'start-over': ({ at, next }) => [
      `--at: ${at}은 이미 지났습니다. 다음 날 같은 시각은 --at ${next}(으)로 쓰세요. 아무것도 보내지 않았습니다.`,
    ],
    'start-restricted': ({ at, opens }) => [
      `${at}에는 발송이 제한됩니다. ${opens}부터 시작할 수 있습니다. 아무것도 보내지 않았습니다.`,
    ],
    'same-message': ({ messages }) => [
      ...messages.map((message) => repeatedMessageIn('ko', message)),
      '터미널이 없어 확인을 받을 수 없으므로 아무것도 보내지 않았습니다. 수신자를 한 메시지로 모으거나, 터미널에서 실행해 확인하세요.',
    ],
  },
}
