import type { ByteReading, CharacterReading } from '../../contract/text.ts'
import type { RuleSettings } from '../../rules/run.ts'

/** A value that is read from an environment variable. */
export interface FromEnvironment {
  readonly env: string
}

export interface Sender {
  readonly sender_key: FromEnvironment
  readonly sender_number: string
}

/** Where messages are sent. */
export interface Target {
  /** Base address of the upload operations; `https`, or `http` on this machine. */
  readonly uploadUrl: string
  /** Base address of the send operation; `https`, or `http` on this machine. */
  readonly baseUrl: string
  readonly userId: FromEnvironment
  readonly secretKey: FromEnvironment
  readonly failbackSecretKey?: FromEnvironment
  /** `all`, or the numbers that may be sent to. */
  readonly recipients?: 'all' | readonly string[]
  /** Messages a second. */
  readonly rate?: number
  /** Requests in flight. */
  readonly concurrency?: number
  readonly requestTimeoutMs?: number
  readonly uploadAuthorization?: boolean
  /** `false`: send at any hour; on this machine alone. */
  readonly window?: boolean
}

/** What `friendtalk.config.*` exports. */
export interface UserConfig {
  readonly $schema?: string
  /** Globs of the message files, relative to the root. */
  readonly messages: readonly string[]
  readonly senders?: { readonly [name: string]: Sender }
  /** How the units of the limits are read. */
  readonly limits?: { readonly bytes?: ByteReading; readonly characters?: CharacterReading }
  readonly rules?: RuleSettings
  readonly overrides?: readonly {
    readonly files: readonly string[]
    readonly rules: RuleSettings
  }[]
  readonly targets?: { readonly [name: string]: Target }
  /** Path of the ledger, relative to the root. */
  readonly ledger?: string
}

/** Gives a configuration file its types: `export default defineConfig({ … })`. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}
