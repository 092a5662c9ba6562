import type { Account } from '../contract/contract.ts'
import { contractOf } from '../contract/contracts.ts'
import { isSameName } from '../text/text.ts'
import { secretPrefix } from '../emulator/credentials.ts'
import type { Config } from '../project/config/config.ts'
import type { FromEnvironment } from '../project/config/user-config.ts'
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
  { project: { config }, target }: TargetSession,
  env: Host['env'],
): DeployCredentials {
  const senders = templates.map((template) => plannedSender(template, config, target))
  const configured = settingsOf(config, target.name)
  if (configured === undefined) {
    const [sender_key, failbackSecretKey] = [`${secretPrefix}sender`, `${secretPrefix}failback`]
    return {
      account: emulatorAccount,
      failbackSecretKey,
      senders: new Map(senders.map(({ name, sender_number }) => [name, { sender_key, sender_number }])),
      headers: {},
      secrets: [sender_key, failbackSecretKey],
    }
  }
  for (const url of addressesOf(configured)) {
    const route = routeTo(new URL(url), env)
    if (route.type === 'invalid')
      refuse('proxy-invalid', {
        en: `${route.variable}: is not the address of a proxy. Write http://host:port or http://user:password@host:port, with special characters in the user and the password percent-encoded.`,
        ko: `${route.variable}: 프록시 주소가 아닙니다. http://호스트:포트 또는 http://사용자:비밀번호@호스트:포트 형식으로 쓰고, 사용자와 비밀번호의 특수 문자는 퍼센트 인코딩하세요.`,
      })
  }
  const failback = senders.find((sender) => sender.failback_secret_key)?.failback_secret_key
  const headers = Object.entries(configured.headers ?? {})
  const ofHeaders = headers.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]))
  const signing = signingOf(configured)
  const secrets = [...senders.map(({ sender_key }) => sender_key), failback, ...ofHeaders]
  const names = [...signing.values(), ...secrets].flatMap((variable) => variable?.env ?? [])
  // Refuses those that are not set, all of them at once.
  valuesOf(names, target.name, env)
  const valueOf = (variable: FromEnvironment | undefined): string => env[variable?.env ?? ''] ?? ''
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

/** Sender number for the built-in emulator if no sender is configured. */
const emulatorSenderNumber = '0212345678'

/**
 * Returns a message's sender as plans name it.
 *
 * @throws UsageError for what the configuration lacks; the built-in emulator needs nothing of it
 */
export function plannedSender(
  { sender: name, source, payload, service_id }: CompiledTemplate,
  config: Config,
  target: DeployTarget,
): PlanMessage['sender'] {
  // A ledger may hold it as it was written before names were normalised.
  const [, sender] = Object.entries(config.senders).find(([known]) => isSameName(known, name)) ?? []
  const sender_number = sender?.sender_number?.replaceAll('-', '')
  const contract = contractOf(service_id)
  if (target.baseUrl === undefined) return { name, sender_number: sender_number ?? emulatorSenderNumber }
  if (sender === undefined)
    refuse('sender-missing', {
      en: `${source}: sender "${name}" is not among the senders of the configuration.`,
      ko: `${source}: 발신자 "${name}" 항목이 설정의 senders에 없습니다.`,
    })
  if (sender_number === undefined && contract.needsSenderNumber(payload))
    refuse('sender-number-missing', {
      en: `${source}: is sent from a registered number, and sender "${name}" has no sender_number.`,
      ko: `${source}: 등록한 발신 번호로 보내는 메시지인데 발신자 "${name}" 항목에 sender_number가 없습니다.`,
    })
  const { sender_key } = sender
  if (!contract.needsFallbackKey(payload)) return { name, sender_number, sender_key }
  const failback_secret_key = settingsOf(config, target.name)?.failbackSecretKey
  if (failback_secret_key) return { name, sender_number, sender_key, failback_secret_key }
  return refuse('failback-secret-missing', {
    en: `${source}: falls back to another service, and target ${target.name} has no failbackSecretKey. Add failbackSecretKey: { env: 'FRIENDTALK_FAILBACK_SECRET_KEY' }.`,
    ko: `${source}: 대체 발송을 쓰지만 ${target.name} 대상에 failbackSecretKey가 없습니다. failbackSecretKey: { env: 'FRIENDTALK_FAILBACK_SECRET_KEY' } 항목을 추가하세요.`,
  })
}
