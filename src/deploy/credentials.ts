import { defaultSecretKey, secretPrefix } from '../emulator/credentials.ts'
import type { Config } from '../project/config/config.ts'
import type { Target } from '../project/config/user-config.ts'
import { routeTo } from '../service/dispatcher.ts'
import type { Host } from '../session/host.ts'
import type { CompiledTemplate } from '../template.ts'
import { refuse, type TargetSession, valuesOf } from './open-target.ts'
import type { SenderIdentity } from './record.ts'
import { failbackSecretFor, senderFor } from './senders.ts'

/** What a deploy signs its requests with. Nothing of it is printed, stored or hashed. */
export interface DeployCredentials {
  readonly secretKey: string
  /** By the name that messages use. */
  readonly senders: ReadonlyMap<string, SenderIdentity>
  readonly failbackSecretKey?: string
  /** Every key that the configuration has for the target, whether a message needs it now or not: none may be shown. */
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
      secretKey: defaultSecretKey,
      failbackSecretKey: `${secretPrefix}failback`,
      senders: new Map(senders),
      secrets: [`${secretPrefix}sender`, `${secretPrefix}failback`],
    }
  }
  const configured = Object.hasOwn(config.targets, target.name) ? config.targets[target.name] : undefined
  if (configured === undefined) throw new Error(`The configuration has no target ${target.name}.`)
  for (const url of [configured.uploadUrl, configured.baseUrl]) {
    const route = routeTo(new URL(url), env)
    if (route.type === 'invalid') refuse({ type: 'proxy-invalid', variable: route.variable })
  }
  const senders = bySender.map(([name, template]) => ({ name, ...senderFor(template, config, 'configured') }))
  const [failback] = templates.flatMap((template) => failbackSecretFor(template, config, target.name) ?? [])
  const variables = [configured.secretKey, ...senders.map(({ sender_key }) => sender_key), failback]
  const names = variables.flatMap((variable) => variable?.env ?? [])
  const values = new Map(valuesOf(names, target.name, env).map((value, index) => [names[index], value]))
  const valueOf = (name: string | undefined): string => values.get(name) ?? ''
  return {
    secretKey: valueOf(configured.secretKey.env),
    senders: new Map(
      senders.map(({ name, sender_key, sender_number }) => [
        name,
        { sender_key: valueOf(sender_key?.env), sender_number },
      ]),
    ),
    ...(failback && { failbackSecretKey: valueOf(failback.env) }),
    secrets: keysIn(config, configured, env),
  }
}

function keysIn({ senders }: Config, { secretKey, failbackSecretKey }: Target, env: Host['env']): readonly string[] {
  const named = [secretKey, failbackSecretKey, ...Object.values(senders).map(({ sender_key }) => sender_key)]
  return [...new Set(named.flatMap((variable) => (variable && env[variable.env]) || []))]
}
