import { isSameName } from '../contract/name.ts'
import type { Config } from '../project/config/config.ts'
import type { FromEnvironment } from '../project/config/user-config.ts'
import { UsageError } from '../project/usage-error.ts'
import type { CompiledTemplate } from '../template.ts'
import type { PlanMessage } from './plan.ts'
import type { DeployTarget } from './target.ts'

type Sent = Pick<CompiledTemplate, 'sender' | 'source' | 'payload'>

/** What messages to the built-in emulator are sent from where no sender is configured. */
const emulatorSenderNumber = '0212345678'

/** Who sends a message; the number in digits alone. */
export interface MessageSender {
  readonly sender_number: string
  /** Absent for the built-in emulator, which never gets a real key. */
  readonly sender_key?: FromEnvironment
}

/** @throws UsageError for a sender that the configuration does not have; the built-in emulator needs none */
export function senderFor(
  { sender: name, source }: Sent,
  { senders }: Config,
  service: 'built-in emulator' | 'configured',
): MessageSender {
  // A ledger may hold it as it was written before names were normalised.
  const [, sender] = Object.entries(senders).find(([known]) => isSameName(known, name)) ?? []
  const number = sender?.sender_number.replaceAll('-', '') ?? emulatorSenderNumber
  if (service === 'built-in emulator') return { sender_number: number }
  if (sender === undefined) {
    throw new UsageError({ type: 'deploy', problem: { type: 'sender-missing', sender: name, source } })
  }
  return { sender_number: number, sender_key: sender.sender_key }
}

/**
 * The variable that holds the secret key of the fallback service; undefined for a message that does not fall back.
 *
 * @throws UsageError for a target that names none although the message needs it
 */
export function failbackSecretFor(
  { payload, source }: Sent,
  { targets }: Config,
  target: string,
): FromEnvironment | undefined {
  if (payload.failback_data === undefined) return undefined
  const secret = Object.hasOwn(targets, target) ? targets[target]?.failbackSecretKey : undefined
  if (secret) return secret
  throw new UsageError({ type: 'deploy', problem: { type: 'failback-secret-missing', target, source } })
}

/**
 * A message's sender as plans name it.
 *
 * @throws UsageError for what the configuration lacks
 */
export function plannedSender(template: Sent, config: Config, target: DeployTarget): PlanMessage['sender'] {
  const { sender: name } = template
  if (target.baseUrl === undefined) return { name, ...senderFor(template, config, 'built-in emulator') }
  const failback = failbackSecretFor(template, config, target.name)
  const sender = senderFor(template, config, 'configured')
  return { name, ...sender, ...(failback && { failback_secret_key: failback }) }
}
