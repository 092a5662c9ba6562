import type { Account } from '../contract/contract.ts'
import { contractOf } from '../contract/contracts.ts'
import { isSameName } from '../text/text.ts'
import { secretPrefix } from '../emulator/credentials.ts'
import type { Config } from '../project/config/config.ts'
import type { FromEnvironment } from '../project/config/user-config.ts'
import { UsageError } from '../project/usage-error.ts'
import { routeTo } from '../service/dispatcher.ts'
import type { Host } from '../session/host.ts'
import type { CompiledTemplate } from '../template.ts'
import type { PlanMessage } from './plan.ts'
import type { SenderIdentity } from './run.ts'
import {
  addressesOf,
  emulatorAccount,
  type DeployTarget,
  refuse,
  settingsOf,
  signingOf,
  type TargetSession,
  valuesOf,
} from './target.ts'

/** Secrets that sign requests. They are never printed, stored or hashed. */
export interface DeployCredentials {
  readonly account: Account
  /** By the name that messages use. */
  readonly senders: ReadonlyMap<string, SenderIdentity>
  readonly failbackSecretKey?: string | undefined
  /** Further headers of the target's requests. */
  readonly headers: Readonly<Record<string, string>>
  /** Secrets that requests carry beside those of the account: an answer that has one is not shown with it. */
  readonly secrets: readonly string[]
}

/**
 * Takes from the environment what the templates need at a target. The built-in emulator has its own.
 *
 * @throws UsageError that names every variable that is not set, and for one that should name a proxy and does not
 */
export function credentialsFor(
  templates: readonly CompiledTemplate[],
  { project: { config }, target, isBuiltIn }: TargetSession,
  env: Host['env'],
): DeployCredentials {
  const bySender = [...new Map(templates.map((template) => [template.sender, template]))]
  if (isBuiltIn) {
    const senders = bySender.map(([name, template]) => {
      const { sender_number } = senderFor(template, config, 'built-in emulator')
      return [name, { sender_key: `${secretPrefix}sender`, sender_number }] as const
    })
    return {
      account: emulatorAccount,
      failbackSecretKey: `${secretPrefix}failback`,
      senders: new Map(senders),
      headers: {},
      secrets: [`${secretPrefix}sender`, `${secretPrefix}failback`],
    }
  }
  const configured = settingsOf(config, target.name)
  if (configured === undefined) throw new Error(`The configuration has no target ${target.name}.`)
  for (const url of addressesOf(configured)) {
    const route = routeTo(new URL(url), env)
    if (route.type === 'invalid')
      refuse('proxy-invalid', {
        en: `${route.variable}: is not the address of a proxy. Write http://host:port or http://user:password@host:port, with special characters in the user and the password percent-encoded.`,
        ko: `${route.variable}: 프록시 주소가 아닙니다. http://호스트:포트 또는 http://사용자:비밀번호@호스트:포트 형식으로 쓰고, 사용자와 비밀번호의 특수 문자는 퍼센트 인코딩하세요.`,
      })
  }
  const senders = bySender.map(([name, template]) => ({ name, ...senderFor(template, config, 'configured') }))
  const [failback] = templates.flatMap((template) => failbackSecretFor(template, config, target.name) ?? [])
  const headers = Object.entries(configured.headers ?? {})
  const ofHeaders = headers.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]))
  const signing = signingOf(configured)
  const secrets = [...senders.map(({ sender_key }) => sender_key), failback, ...ofHeaders]
  const names = [...signing.values(), ...secrets].flatMap((variable) => variable?.env ?? [])
  const values = new Map(valuesOf(names, target.name, env).map((value, index) => [names[index], value]))
  const valueOf = (variable: FromEnvironment | undefined): string => values.get(variable?.env) ?? ''
  return {
    account: Object.fromEntries(Array.from(signing, ([setting, variable]) => [setting, valueOf(variable)])),
    senders: new Map(
      senders.map(({ name, sender_key, sender_number }) => [name, { sender_key: valueOf(sender_key), sender_number }]),
    ),
    failbackSecretKey: failback && valueOf(failback),
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, typeof value === 'string' ? value : valueOf(value)]),
    ),
    secrets: secrets.map(valueOf),
  }
}

type Sent = Pick<CompiledTemplate, 'sender' | 'source' | 'payload' | 'service_id'>

/** Sender number for the built-in emulator if no sender is configured. */
const emulatorSenderNumber = '0212345678'

/** A message's sender; the number has digits alone. */
export interface MessageSender {
  /** Absent where the sender has none, and the message needs none. */
  readonly sender_number?: string | undefined
  /** Absent for the built-in emulator, which never gets a real key. */
  readonly sender_key?: FromEnvironment
}

/**
 * @throws UsageError for a sender that the configuration does not have, and for one without the number that the message
 *   needs; the built-in emulator needs neither
 */
function senderFor(
  { sender: name, source, payload, service_id }: Sent,
  { senders }: Config,
  service: 'built-in emulator' | 'configured',
): MessageSender {
  // A ledger may hold it as it was written before names were normalised.
  const [, sender] = Object.entries(senders).find(([known]) => isSameName(known, name)) ?? []
  const number = sender?.sender_number?.replaceAll('-', '')
  if (service === 'built-in emulator') return { sender_number: number ?? emulatorSenderNumber }
  if (sender === undefined)
    refuse('sender-missing', {
      en: `${source}: sender "${name}" is not among the senders of the configuration.`,
      ko: `${source}: 발신자 "${name}" 항목이 설정의 senders에 없습니다.`,
    })
  if (number === undefined && contractOf(service_id).needsSenderNumber(payload)) {
    refuse('sender-number-missing', {
      en: `${source}: is sent from a registered number, and sender "${name}" has no sender_number.`,
      ko: `${source}: 등록한 발신 번호로 보내는 메시지인데 발신자 "${name}" 항목에 sender_number가 없습니다.`,
    })
  }
  return { sender_number: number, sender_key: sender.sender_key }
}

/**
 * Returns the variable that holds the secret key of the fallback service; undefined for a message that does not fall
 * back.
 *
 * @throws UsageError for a target that names none although the message needs it
 */
function failbackSecretFor(
  { payload, source, service_id }: Sent,
  config: Config,
  target: string,
): FromEnvironment | undefined {
  if (!contractOf(service_id).needsFallbackKey(payload)) return undefined
  const secret = settingsOf(config, target)?.failbackSecretKey
  if (secret) return secret
  throw new UsageError('failback-secret-missing', {
    en: `${source}: falls back to another service, and target ${target} has no failbackSecretKey. Add failbackSecretKey: { env: 'FRIENDTALK_FAILBACK_SECRET_KEY' }.`,
    ko: `${source}: 대체 발송을 쓰지만 ${target} 대상에 failbackSecretKey가 없습니다. failbackSecretKey: { env: 'FRIENDTALK_FAILBACK_SECRET_KEY' } 항목을 추가하세요.`,
  })
}

/**
 * Returns a message's sender as plans name it.
 *
 * @throws UsageError for what the configuration lacks
 */
export function plannedSender(template: Sent, config: Config, target: DeployTarget): PlanMessage['sender'] {
  const { sender: name } = template
  if (target.baseUrl === undefined) return { name, ...senderFor(template, config, 'built-in emulator') }
  const failback = failbackSecretFor(template, config, target.name)
  const sender = senderFor(template, config, 'configured')
  return { name, ...sender, failback_secret_key: failback }
}
