import type { Config } from '../project/config/config.ts'
import type { Target } from '../project/config/user-config.ts'
import { UsageError } from '../project/usage-error.ts'
import { maskNumber, normalizeMobileNumber } from '../recipients/number.ts'

/** The target that exists without configuration: an emulator that is started for the run. */
export const emulatorTarget = 'emulator'

/** Where messages are sent and how, with every default filled in; nothing of it is secret. */
export interface DeployTarget {
  readonly name: string
  /** Absent for an emulator that is not started yet. */
  readonly uploadUrl?: string
  readonly baseUrl?: string
  /** Whose images and messages they are: the user ID. */
  readonly account: string
  /** Messages a second. */
  readonly rate: number
  /** Requests in flight. */
  readonly concurrency: number
  readonly requestTimeoutMs: number
  readonly window: 'restricted' | 'off'
  readonly recipients: 'all' | readonly string[]
  readonly uploadAuthorization: boolean
}

/** The most that a target may be told: beyond it timers, connections or the permitted hours give out. */
export const targetMaxima = { rate: 1_000_000, concurrency: 256, requestTimeoutMs: 300_000 } as const

const defaults = { rate: 50, concurrency: 4, requestTimeoutMs: 10_000 } as const

/** Nobody's phone is behind the emulator, so nothing slows it down. */
const emulatorPace = { rate: 5_000, concurrency: 8, requestTimeoutMs: 10_000 } as const

/** The emulator that a deploy starts for itself. */
export function builtInTarget(account: string): DeployTarget {
  return {
    name: emulatorTarget,
    account,
    ...emulatorPace,
    window: 'off',
    recipients: 'all',
    uploadAuthorization: false,
  }
}

/** A configured target with its defaults. */
export function configuredTarget(name: string, target: Target, account: string): DeployTarget {
  const { uploadUrl, baseUrl, window = true, recipients = 'all', uploadAuthorization = false } = target
  return {
    name,
    uploadUrl,
    baseUrl,
    account,
    rate: target.rate ?? defaults.rate,
    concurrency: target.concurrency ?? defaults.concurrency,
    requestTimeoutMs: target.requestTimeoutMs ?? defaults.requestTimeoutMs,
    window: window ? 'restricted' : 'off',
    recipients,
    uploadAuthorization,
  }
}

/** The names that `--target` takes. */
export function targetNames({ targets }: Pick<Config, 'targets'>): readonly string[] {
  return [...new Set([...Object.keys(targets), emulatorTarget])]
}

/**
 * The normalised numbers that a target may send to; undefined where every number is allowed.
 *
 * @throws UsageError for a number of the list that is none
 */
export function safeListOf({ name, recipients }: DeployTarget): ReadonlySet<string> | undefined {
  if (recipients === 'all') return undefined
  return new Set(
    recipients.map((text) => {
      const number = normalizeMobileNumber(text)
      if (number !== undefined) return number
      const problem = { type: 'safe-list-number', target: name, masked: maskNumber(text) } as const
      throw new UsageError({ type: 'deploy', problem })
    }),
  )
}
