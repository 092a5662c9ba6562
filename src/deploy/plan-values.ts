// Must not import modules of Node.js: programs get these types.
import type { Target } from '../project/config/user-config.ts'
import type { CompiledTemplate, TemplateImage } from '../template.ts'

/** A target's own hours in Korea, inside those of the service. */
export interface SendingHours {
  /** `09:00`. */
  readonly from: string
  readonly until: string
  readonly days: readonly string[]
}

/** Settings of a target that name secrets. */
type SecretSetting = 'userId' | 'appKey' | 'secretKey' | 'failbackSecretKey' | 'webhookSignature'
/** Settings without a default; an emulator that is not started yet has no address. */
type OpenSetting = 'baseUrl' | 'uploadUrl' | 'headers'

/** A target of the configuration with its defaults; nothing of it is secret. */
export interface DeployTarget extends Required<Omit<Target, SecretSetting | OpenSetting | 'window'>>, OpenSettings {
  readonly name: string
  /** The account, as the service's contract names it: a user ID, or a hash of a secret. */
  readonly account: string
  /** The hours of the service, its own, or any. */
  readonly window: 'restricted' | 'off' | SendingHours
}

type OpenSettings = { readonly [S in OpenSetting]?: Target[S] | undefined }

/** The plan of a deploy. It holds no number, no value of a recipient and no secret. */
export interface Plan {
  /** The version of this format. */
  readonly version: 1
  /** `sha256:` and the hash of all that a reviewer approves. */
  readonly digest: string
  /** `sha256:` and the hash of everything else in this file. */
  readonly checksum: string
  readonly release: string
  readonly target: PlanTarget
  readonly ledger: {
    /** Relative to the root. */
    readonly path: string
    /** Absent when the ledger is not there yet. */
    readonly lineage?: string | undefined
  }
  /** The inputs, to compute the plan again. */
  readonly inputs: PlanInputs
  /**
   * The lists of numbers that are not sent to, for information: they are read again whenever a deploy starts. Absent where
   * there are none.
   */
  readonly exclusions?: readonly PlanExclusion[] | undefined
  readonly messages: readonly PlanMessage[]
  /** Messages of other services, which the target does not take; absent where there are none. */
  readonly others?: number | undefined
}

/** The inputs of a plan. Paths are relative to the root. */
export interface PlanInputs {
  /** Files, folders and patterns; those of the configuration when there are none. */
  readonly paths: readonly string[]
  readonly recipients?: string | undefined
  /** Lists of numbers that are not sent to, beside those of the target. */
  readonly exclude?: readonly string[] | undefined
  /** A release: recipients who have, or may have, something of it are not sent to. */
  readonly notIn?: string | undefined
  /** It is a test: to numbers of the command line, with the examples of the variables as values. */
  readonly test?: true | undefined
  /** Where rows that are wrong are written; without it none may be wrong. */
  readonly skipInvalid?: string | undefined
}

/** A list of numbers that are not sent to, and whom of a plan it concerns. */
export interface PlanExclusion {
  /** Relative to the root. */
  readonly path: string
  /** Digest of its numbers. */
  readonly digest: string
  readonly numbers: number
  /** Recipients of this plan that are not sent to because of it. */
  readonly excluded: number
}

/** Where a plan sends. Numbers of its safe list are not in it, and of its lists the paths alone, since they may grow. */
export interface PlanTarget extends Omit<DeployTarget, 'recipients'> {
  readonly recipients: 'all' | { readonly count: number; readonly digest: string }
}

/** One message of a plan: what is sent, from whom, and to how many. `digest` is that of the compiled template. */
export interface PlanMessage extends Pick<
  CompiledTemplate,
  'id' | 'service_id' | 'source' | 'digest' | 'payload' | 'variables'
> {
  /** A name for people, of the message's frontmatter; nothing of what is approved. */
  readonly title?: string | undefined
  readonly sender: {
    readonly name: string
    /** Absent where the sender has none, and the message needs none. */
    readonly sender_number?: string | undefined
    /** The environment variable that holds the key. Absent for the emulator, which has its own. */
    readonly sender_key?: { readonly env: string } | undefined
    /** The environment variable that holds the secret key of the fallback service, where the message falls back. */
    readonly failback_secret_key?: { readonly env: string } | undefined
  }
  readonly images: readonly PlanImage[]
  readonly recipients: {
    /** Relative to the root. */
    readonly path: string
    readonly count: number
    readonly digest: string
    /** Not in the ledger yet. */
    readonly new: number
    /** In the ledger and not sent yet. */
    readonly waiting: number
    /** Accepted by the service. */
    readonly sent: number
    /** Rejected or unknown: never sent again by itself. */
    readonly notRetried: number
    /** On a list of numbers that are not sent to. */
    readonly excluded: number
    /** Rows that are wrong and left out, beside `count`; absent where none may be wrong. */
    readonly skipped?: number | undefined
  }
  /** Send requests that it takes, and for how many people one of them is at most. */
  readonly requests: number
  readonly batch: number
  /** Warnings by rule. */
  readonly warnings: { readonly [rule: string]: number }
  /** Recipients who get a fallback, by variable; variables without any are absent. */
  readonly fallbacks: { readonly [variable: string]: number }
  /** The text with the examples of its variables, else their fallbacks, else their names. */
  readonly example: string
  /** Unified, from the last release of the ledger with this id; absent where there is none, empty where nothing changed. */
  readonly diff?: string | undefined
}

/** A local image of a planned message. */
export interface PlanImage extends Pick<TemplateImage, 'path' | 'upload' | 'sha256' | 'bytes'> {
  /** The ledger has a URL of it that may still be used. */
  readonly isUploaded: boolean
}
