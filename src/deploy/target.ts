import { createHash } from 'node:crypto'
import type { Account } from '../contract/contract.ts'
import { contractNamed, contractOf, defaultService } from '../contract/contracts.ts'
import type { CompiledTemplate } from '../template.ts'
import { isAbsolute, relative } from 'node:path'
import { dayMs, koreanTime } from '../text/korean-time.ts'
import { isSameName, normalizeName } from '../text/text.ts'
import { suggestionFor } from '../language/nearest.ts'
import { defaultAppKey, defaultSecretKey, defaultUserId } from '../emulator/credentials.ts'
import type { LedgerError } from '../ledger/ledger-error.ts'
import type { IfMissing, LedgerReader, LedgerStore } from '../ledger/ledger.ts'
import { type DatabaseLocation, type FileLocation, ledgerStore } from '../ledger/open.ts'
import { type Config, defaultConfig } from '../project/config/config.ts'
import type { FromEnvironment, Target } from '../project/config/user-config.ts'
import { ledgerPath, refuseNoLedger, type Project } from '../project/project.ts'
import { UsageError, flagMissing } from '../project/usage-error.ts'
import { normalizeMobileNumber } from '../text/phone-number.ts'
import { withoutNumbers } from '../service/redact.ts'
import type { Host } from '../session/host.ts'
import type { DeployTarget } from './plan-values.ts'
import type { Lines } from '../words/language.ts'
import { listed, suggestionIn } from '../words/phrases.ts'
import { hoursOf, windowAt } from './window.ts'

export type { DeployTarget } from './plan-values.ts'

/** The target that exists without configuration: an emulator that is started for the run. */
export const emulatorTarget = 'emulator'

/** No phone is behind the emulator, so nothing slows it down. */
const emulatorPace = { rate: 5_000, concurrency: 8, requestTimeoutMs: 10_000 } as const

/** The account at the emulator that a deploy starts for itself, for any of its services. */
export const emulatorAccount: Account = { userId: defaultUserId, appKey: defaultAppKey, secretKey: defaultSecretKey }

/** Returns the emulator that a deploy starts for itself, as it serves a service. */
function builtInTarget(service: string): DeployTarget {
  const settings = { service, ...emulatorPace, window: false }
  return configuredTarget(
    emulatorTarget,
    settings,
    accountOf(service, (setting) => emulatorAccount[setting] ?? ''),
  )
}

/** Returns a configured target with its defaults. */
export function configuredTarget(name: string, settings: Partial<Target>, account: string): DeployTarget {
  const { service = defaultService, window = true, uploadUrl, baseUrl, headers } = settings
  const contract = contractNamed(service)
  return {
    name,
    service,
    uploadUrl,
    baseUrl,
    account,
    headers,
    rate: settings.rate ?? 50,
    concurrency: settings.concurrency ?? 4,
    recipients: settings.recipients ?? 'all',
    uploadAuthorization: settings.uploadAuthorization ?? false,
    exclude: settings.exclude ?? [],
    batch: settings.batch ?? contract.batch.usual,
    requestTimeoutMs: settings.requestTimeoutMs ?? contract.requestTimeoutMs,
    window: typeof window === 'object' ? { ...hoursOf(service), ...window } : window ? 'restricted' : 'off',
    tooManyRequests: settings.tooManyRequests ?? 'unknown',
  }
}

/** Returns the settings of a target; undefined for the built-in emulator. */
export function settingsOf({ targets }: Pick<Config, 'targets'>, name: string): Target | undefined {
  return Object.hasOwn(targets, name) ? targets[name] : undefined
}

/** Returns after how many milliseconds a request to a target is given up. */
export function requestTimeoutMsOf({ config }: Project, target: string): number {
  return configuredTarget(target, settingsOf(config, target) ?? emulatorPace, '').requestTimeoutMs
}

/** Returns the names that `--target` takes. */
function targetNames({ config: { targets } }: Project): readonly string[] {
  return [...new Set([...Object.keys(targets), emulatorTarget])]
}

/** @throws UsageError for a target that there is not */
function targetNamed(project: Project, given: string): string {
  const names = targetNames(project)
  const name = names.find((each) => isSameName(each, given))
  if (name !== undefined) return name
  const { suggestion } = suggestionFor(given, names)
  const isConfigured = project.configFile !== undefined
  return refuse('target-unknown', {
    en: isConfigured
      ? `There is no target "${given}".${suggestionIn.en(suggestion)} There are: ${names.join(', ')}.`
      : `There is no target "${given}": no configuration was found in this folder or above it. Run the command in the project, or name its configuration with --config.`,
    ko: isConfigured
      ? `"${given}" 발송 대상은 없습니다.${suggestionIn.ko(suggestion)} 있는 대상: ${names.join(', ')}`
      : `"${given}" 발송 대상은 없습니다. 이 폴더와 상위 폴더에 설정 파일이 없습니다. 프로젝트 폴더에서 실행하거나 --config로 설정 파일을 지정하세요.`,
  })
}

/**
 * Returns the normalised numbers that a target may send to; undefined where every number is allowed. A text that is no
 * number allows nobody: whoever was meant is reported as not among them.
 */
export function safeListOf({ recipients }: Pick<DeployTarget, 'recipients'>): ReadonlySet<string> | undefined {
  if (recipients === 'all') return undefined
  return new Set(recipients.flatMap((text) => normalizeMobileNumber(text) ?? []))
}

/** A target of a project and the store of its ledger. */
export interface TargetSession {
  readonly project: Project
  readonly target: DeployTarget
  /** Its service is that of the messages, which are not known yet. */
  readonly takesAnyService?: boolean | undefined
  readonly store: LedgerStore
}

/**
 * Finds a target of a project.
 *
 * @param name of the target; the emulator's when absent
 * @throws UsageError for a target that there is not, and one whose user ID is not in the environment
 */
export function openTarget(project: Project, name: string | undefined, host: Host): TargetSession {
  const found = targetNamed(project, name ?? emulatorTarget)
  const configured = settingsOf(project.config, found)
  if (configured === undefined) {
    const store = storeAt(project, found, host)
    return { project, target: builtInTarget(defaultService), takesAnyService: true, store }
  }
  const signing = signingOf(configured)
  const account = accountOf(configured.service, (setting) => {
    return valuesOf([signing.get(setting)?.env ?? ''], found, host.env).join()
  })
  return {
    project,
    target: configuredTarget(found, configured, account),
    store: storeAt(project, found, host, account),
  }
}

/** @throws UsageError for a place where no ledger can be */
function storeAt(project: Project, target: string, { cwd, env, stateFolder }: Host, account?: string): LedgerStore {
  const place = ledgerPlace(project, target, env)
  if ('path' in place) refuseNoLedger(place.path, cwd)
  return ledgerStore({ ...place, target, account, stateFolder })
}

/** Returns a session whose target takes the service of these messages, where it takes any. */
export function sessionFor(
  session: TargetSession,
  messages: readonly Pick<CompiledTemplate, 'service_id'>[],
): TargetSession {
  const [message] = messages
  if (!session.takesAnyService || message === undefined) return session
  return { ...session, target: builtInTarget(contractOf(message.service_id).id), takesAnyService: false }
}

/** Returns the addresses that requests to a target go to. */
export function addressesOf({ baseUrl, uploadUrl = baseUrl }: Target): readonly string[] {
  return [baseUrl, uploadUrl]
}

/** Returns the variables whose values sign the requests to a target, by its settings. */
export function signingOf({ service = defaultService, ...settings }: Target): ReadonlyMap<string, FromEnvironment> {
  const all = settings as { readonly [setting: string]: unknown }
  const names = Object.keys(contractNamed(service).signing.settings)
  return new Map(names.map((name) => [name, all[name] as FromEnvironment]))
}

/** Returns what an account is called: by a value that signs for it, or by the hash of one that is secret. */
function accountOf(service: string | undefined, valueOf: (setting: string) => string): string {
  const { setting, hashedAs } = contractNamed(service ?? defaultService).signing.account
  const value = valueOf(setting)
  return hashedAs === undefined ? value : hashedAs + createHash('sha256').update(value).digest('hex').slice(0, 12)
}

/**
 * Returns where the ledger of a target is. That of the built-in emulator is a file wherever the others are: to practise
 * takes no database, and must not fill that of production.
 *
 * @throws UsageError for a database whose variable is not in the environment, or holds no connection string
 */
export function ledgerPlace(
  { root, config }: Project,
  target: string,
  env: Host['env'],
): FileLocation | DatabaseLocation {
  const { ledger } = config
  if (typeof ledger === 'object' && settingsOf(config, target)) {
    return { url: databaseUrlOf(ledger.postgres.env, target, env), schema: ledger.schema }
  }
  return { path: ledgerPath(root, typeof ledger === 'string' ? ledger : defaultConfig.ledger, target) }
}

/** @throws UsageError for a variable that is not set, and for a value that the driver would take for the name of a host */
export function databaseUrlOf(variable: string, target: string, env: Host['env']): string {
  const [url = ''] = valuesOf([variable], target, env)
  // A path names a socket.
  if (url.startsWith('/')) return url
  const isAddress = /^(?:postgres(?:ql)?|socket):/i.test(url) && URL.canParse(url)
  // An @ in the path ends a password that holds an unencoded sign.
  if (isAddress && !new URL(url).pathname.includes('@')) return url
  return refuse('database-url-wrong', {
    en: [
      `The environment variable ${variable} holds no connection string of PostgreSQL: postgres://user:password@host:5432/database.`,
      'Signs such as "#", "/" and "@" in a password are written "%23", "%2F" and "%40" there.',
    ],
    ko: [
      `환경 변수 ${variable}의 값이 PostgreSQL 연결 문자열(postgres://user:password@host:5432/database)이 아닙니다.`,
      '비밀번호의 "#", "/", "@" 같은 기호는 "%23", "%2F", "%40"처럼 쓰세요.',
    ],
  })
}

/**
 * Returns the store of a target's ledger, for what needs no service. Nothing is opened.
 *
 * @param given name of the target; the only configured one, or the emulator where none is, when absent
 * @throws UsageError for a target that there is not, and where several are configured and none is named
 */
export function storeOf(project: Project, given: string | undefined, host: Host): LedgerStore {
  const [only, ...others] = Object.keys(project.config.targets)
  if (given === undefined && others.length > 0) throw flagMissing('--target')
  return storeAt(project, targetNamed(project, given ?? only ?? emulatorTarget), host)
}

/** Returns the service of a target; of the built-in emulator that of the first one, whose sending it practises. */
export function serviceOf({ config }: Project, target: string): string {
  const configured = settingsOf(config, target) ?? Object.values(config.targets)[0]
  return configured?.service ?? defaultService
}

/** Returns whether a ledger is kept in a database, from which several workers may send. */
export function isDatabase({ path }: Pick<LedgerStore, 'path'>): boolean {
  return !isAbsolute(path)
}

/** Returns a ledger's path as people are shown it: relative to a folder, or the address of a database as it is. */
export function shownPath(path: string, folder: string): string {
  return isDatabase({ path }) ? path : relative(folder, path)
}

/**
 * Returns the release that a command is about. Only for the emulator one is made up: a fresh one for each try, so that
 * what was changed can be looked at again.
 *
 * @throws UsageError for a name that cannot be one, and for none where real people would receive it
 */
export async function releaseOf(
  release: string | undefined,
  { target }: TargetSession,
  { ledger, command }: { readonly ledger?: LedgerReader | undefined; readonly command: 'plan' | 'deploy' },
): Promise<string> {
  if (release !== undefined) {
    const name = normalizeName(release) ?? ''
    if (!releaseForm.test(name))
      refuse('release-wrong', {
        en: `--release ${release}: takes 1 to 64 letters, digits, ".", "_" and "-", and starts with a letter or a digit.`,
        ko: `--release ${release}: 글자, 숫자, ".", "_", "-"로 64자까지 쓸 수 있고 글자나 숫자로 시작해야 합니다.`,
      })
    return name
  }
  if (target.baseUrl !== undefined)
    refuse('release-missing', {
      en: [
        `Target ${target.name} needs the name of a release: no person receives a message of one release twice.`,
        `friendtalk ${command} --target ${target.name} --release 2026-spring-1`,
      ],
      ko: [
        `${target.name} 대상에는 릴리스 이름이 필요합니다. 같은 릴리스의 메시지는 한 사람에게 두 번 가지 않습니다.`,
        `friendtalk ${command} --target ${target.name} --release 2026-spring-1`,
      ],
    })
  const releases = (await ledger?.releases()) ?? []
  const tries = releases.map(({ release: name }) => Number(/^try-(\d+)$/.exec(name)?.[1] ?? 0))
  return `try-${Math.max(0, ...tries) + 1}`
}

const releaseForm = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u

/**
 * Returns the values of environment variables, in their order.
 *
 * @throws UsageError that names those that are not set
 */
export function valuesOf(variables: readonly string[], target: string, env: Host['env']): readonly string[] {
  const missing = [...new Set(variables.filter((variable) => (env[variable] ?? '') === ''))]
  if (missing.length > 0)
    refuse('environment-missing', {
      en: `Target ${target} needs ${missing.join(', ')} in the environment. Set ${missing.length === 1 ? 'it' : 'them'} where the command runs, never in a file of the repository.`,
      ko: `${target} 대상에는 환경 변수 ${missing.join(', ')} 값이 필요합니다. 저장소의 파일이 아니라 명령을 실행하는 환경에 설정하세요.`,
    })
  return variables.map((variable) => {
    const value = env[variable] ?? ''
    if (!/^[\x21-\x7e]+$/.test(value))
      refuse('environment-unusable', {
        en: `${variable}: is empty or holds characters that a header cannot carry. Look for a line break or a quote at its end.`,
        ko: `${variable}: 비어 있거나 헤더에 쓸 수 없는 문자가 있습니다. 끝에 줄바꿈이나 따옴표가 있는지 확인하세요.`,
      })
    return value
  })
}

/** @throws UsageError */
export function refuse(code: string, text: Lines): never {
  throw new UsageError(code, text)
}

/** @throws UsageError for a start at a time that is over, or at which nothing may be sent */
export function refuseStart(startAtMs: number, target: DeployTarget): void {
  const days = Math.ceil((Date.now() - startAtMs) / dayMs)
  const next = koreanTime(startAtMs + days * dayMs)
  if (days > 0)
    refuse('start-over', {
      en: `--at: ${koreanTime(startAtMs)} has passed; for the next day write --at ${next}. Nothing was sent.`,
      ko: `--at: ${koreanTime(startAtMs)}은 이미 지났습니다. 다음 날 같은 시각은 --at ${next}(으)로 쓰세요. 아무것도 보내지 않았습니다.`,
    })
  refuseRestricted(startAtMs, target)
}

/** @throws UsageError for a time at which nothing may be sent */
export function refuseRestricted(startAtMs: number, target: DeployTarget): void {
  const { opensAtMs } = windowAt(startAtMs, target)
  if (opensAtMs > startAtMs)
    refuse('start-restricted', {
      en: `Sending is restricted at ${koreanTime(startAtMs)}; it may begin at ${koreanTime(opensAtMs)}. Nothing was sent.`,
      ko: `${koreanTime(startAtMs)}에는 발송이 제한됩니다. ${koreanTime(opensAtMs)}부터 시작할 수 있습니다. 아무것도 보내지 않았습니다.`,
    })
}

/**
 * Returns the ledgers of a project that are there, also what is left of one: of all its targets, or of one.
 *
 * @throws UsageError for a target that there is not, and when there is no ledger
 */
export async function ledgersOf(
  project: Project,
  given: string | undefined,
  host: Host,
): Promise<readonly LedgerStore[]> {
  const wanted = given === undefined ? targetNames(project) : [targetNamed(project, given)]
  const stores = wanted.map((target) => storeAt(project, target, host))
  const states = await Promise.all(stores.map((store) => store.state()))
  const there = stores.filter((_, index) => states[index] !== 'none')
  if (there.length > 0) return there
  throw noLedger(stores, host.cwd)
}

export function noLedger(stores: readonly LedgerStore[], cwd: string): UsageError {
  const paths = stores.map(({ path }) => shownPath(path, cwd))
  return new UsageError('no-ledger', {
    en: `This machine has no record of what was sent: there is no ledger at ${paths.join(' or ')}. What was sent from elsewhere is in the ledger there; set "ledger" to a place that all share, or to PostgreSQL.`,
    ko: `이 컴퓨터에는 무엇을 보냈는지 기록이 없습니다: ${paths.join(', ')}. 다른 곳에서 보냈다면 발송 기록이 그곳에 있으니, "ledger"에 함께 쓰는 파일이나 PostgreSQL을 지정하세요.`,
  })
}

/** @throws UsageError that names the releases that there are */
export function refuseRelease(release: string, releases: readonly { readonly release: string }[]): never {
  const known = [...new Set(releases.map((each) => each.release))]
  const { suggestion } = suggestionFor(release, known)
  return refuse('release-unknown', {
    en: `There is no release "${release}".${suggestionIn.en(suggestion)} There are: ${listed(known)}.`,
    ko: `"${release}" 릴리스는 없습니다.${suggestionIn.ko(suggestion)} 있는 릴리스: ${listed(known)}`,
  })
}

/** Returns why a deploy would refuse a ledger; undefined where it would not, or there is none. */
export async function refusalOf(store: LedgerStore): Promise<LedgerError | undefined> {
  return (await store.state()) === 'made' ? store.check('records') : undefined
}

/** Permits beginning a ledger where there is none; the reason says why, if this machine knows of one. */
export type NewLedger = boolean | { readonly reason: string }

/** Returns how a missing ledger is begun. The reason is kept and shown to others, so mobile numbers are removed. */
export function begunBy(newLedger: NewLedger): IfMissing {
  return typeof newLedger === 'object' ? { reason: withoutNumbers(newLedger.reason.trim()) } : 'create'
}

/**
 * Refuses to begin a ledger that was not asked for.
 *
 * @throws UsageError where there is none, and LedgerError where something is left of one
 */
export async function refuseNoLedgerYet({ store, project, target }: TargetSession): Promise<never> {
  const error = await store.check()
  // A new ledger must not replace the rest of an old one.
  if (error && error.code !== 'missing') throw error
  const keptIn = isDatabase(store) ? 'database' : 'file'
  const path = shownPath(store.path, project.root)
  return refuse('new-ledger-needed', {
    en: [
      `This machine has no record of what was sent to ${target.name}: there is no ledger ${path}. If something was sent from elsewhere, it would be sent again.`,
      `${keptIn === 'file' ? 'Bring the file here from where the last deploy ran' : 'Name the database and the schema of the last deploy'}, or, when nothing was ever sent to ${target.name}, add --new-ledger.`,
    ],
    ko: [
      `이 컴퓨터에는 ${target.name} 대상에 무엇을 보냈는지 기록이 없습니다(${path} 없음). 다른 곳에서 보낸 것이 있으면 다시 보내게 됩니다.`,
      `${keptIn === 'file' ? '마지막으로 배포한 곳에서 파일을 가져오세요' : '마지막으로 배포한 데이터베이스와 스키마를 설정하세요'}. ${target.name} 대상에 아무것도 보낸 적이 없다면 --new-ledger를 붙이세요.`,
    ],
  })
}
