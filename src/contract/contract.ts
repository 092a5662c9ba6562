import type { JsonSchema } from '../text/json-schema.ts'
import type { Language, Sentences, Text } from '../words/language.ts'
import type { ButtonAttribute, CouponField, MessageContent, PriceField, ReadContent } from './content.ts'

export type Presence = 'required' | 'optional'

/** The sections of a message body: all of it, or what stands before, in and after its items or cards. */
export type BodySection = 'message' | 'before-items' | Repeated | 'after-items'

export type Repeated = 'item' | 'card'

export type MessagePart = 'header' | 'text' | 'image' | 'button' | 'coupon' | 'price' | 'link' | 'tail'

export type Parts = { readonly [P in MessagePart]?: Presence }

/** The structure of a kind. Readers, drafts, checks and drawings follow it. */
export interface KindFacts {
  /** The repeated section of its body; a body without one has the section `message`. */
  readonly repeats?: Repeated
  readonly sections: { readonly [S in BodySection]?: Parts }
  /** The operation that uploads its images; undefined where it has none. */
  readonly upload: string | undefined
  /** The operation for the image of its first item, where it is another. */
  readonly uploadOfFirst?: string
  /** True if the first item may have no title. */
  readonly firstTitle?: 'optional'
  /** True if a head stands before its cards: all of its required parts, or nothing. */
  readonly head?: true
  readonly name: Text
  readonly description: Text
}

/** A setting in the frontmatter that a service has for itself. */
export interface Setting {
  readonly schema: JsonSchema
  readonly description: Text
  /** Its name for people, if its key is none. */
  readonly name?: Text
  readonly takesVariables?: true
  readonly default?: string
  /** Its look in apps. */
  readonly shown?: 'opt-out-number' | 'opt-out-code' | 'adult-cover'
  /** The keys of a mapping; others are passed through where its schema lets them. */
  readonly fields?: { readonly [key: string]: Pick<Setting, 'description' | 'takesVariables'> }
}

export interface ButtonTypeFacts {
  /** Its attributes but the type. */
  readonly fields: { readonly [A in ButtonAttribute]?: Presence }
  /** At least one of these attributes is set, or as many as `atLeast` says. */
  readonly oneOf?: readonly ButtonAttribute[]
  readonly atLeast?: number
  readonly description: Text
  readonly tap?: Text
  readonly names?: readonly string[]
  /** The text that a tap sends to the channel. */
  readonly sends?: 'name'
  /** Its look in an app, if it is not like others. */
  readonly look?: 'add-channel'
}

/**
 * The role of a field: a text that people see, the text of the fallback message, a link, the address of an
 * image, a value without variables, or none of these.
 */
export type FieldRole = 'shown' | 'fallback' | 'link' | 'image' | 'fixed' | 'other'

/** A limit of what a payload holds at some places. Rules, meters, schemas and hovers follow from it. */
export interface LimitRow {
  readonly rule: string
  /** The subject of a sentence: "The header", "헤더가"; one of the things that are counted. */
  readonly subject: Text
  /** The section of the interface that says so, or who else does. */
  readonly source: string
  /** The code that the service answers, where it is not that of a wrong value. */
  readonly code?: string
  /** The service refuses what breaks a limit of its `interface`; the `platform` may show or deliver it otherwise. */
  readonly tier: 'interface' | 'platform'
  /** JSON Pointers; `*` is any entry of a list, `1+` any from the second on. */
  readonly at: readonly string[]
  /** The kinds it holds for; every kind when absent. */
  readonly kinds?: readonly string[]
  /** Conditions on sibling fields: present or not, or a pattern of the value. */
  readonly when?: { readonly [sibling: string]: boolean | RegExp }
  readonly unit: 'characters' | 'bytes' | 'breaks' | 'buttons' | 'items' | 'cards' | 'value'
  /** In bytes of this encoding, whatever a project configures. */
  readonly encoding?: 'euc-kr'
  readonly min?: number
  readonly max?: number
  /** The most that any service takes, where they differ. */
  readonly elsewhere?: number
  /** The sentence, if the usual one does not fit. */
  readonly words?: { readonly [L in Language]: (found: LimitFinding) => string }
}

export interface LimitFinding {
  readonly kind: string
  readonly actual: number
  readonly limit: number
  /** True if variables at their longest are counted in. */
  readonly varies: boolean
  /** Texts that stand beside it. */
  readonly siblings: { readonly [name: string]: unknown }
}

export interface ImageOperation {
  /** The number of images that one request takes. */
  readonly images: 'one' | 'several'
  /** The shape of the answer; `open` where the interface does not say which of the two. */
  readonly answer: 'single' | 'multi' | 'open'
  readonly formats: readonly ['jpg', 'png']
  readonly maxBytes: number
  readonly widthPx?: number
  readonly heightPx?: number
  readonly minWidthPx?: number
  readonly maxWidthPx?: number
  /** The side that is divided by the other; the width when absent. */
  readonly ratioOf?: 'height'
  readonly ratioMin?: number
  readonly ratioMax?: number
  readonly recommendedPx?: { readonly width: number; readonly height: number }
  readonly maxFiles?: number
  readonly source: string
}

/** A text of a message, in Unicode NFC. */
export interface CheckedText {
  readonly pointer: string
  readonly role: FieldRole
  /** With a placeholder for each unit of a variable. */
  readonly text: string
  /** With variables as `#{name}`. */
  readonly template: string
  readonly hasVariable: boolean
}

export interface CheckedMessage {
  readonly kind: string
  readonly content: ReadContent
  readonly texts: readonly CheckedText[]
  readonly payload: object
  /** Its images, where their files are known. */
  readonly images: readonly { readonly pointer: string; readonly width: number; readonly height: number }[]
  /** Returns whether a text fits a number of bytes or characters, as a project counts them. */
  readonly fits: (text: string, unit: 'bytes' | 'characters', max: number) => boolean
}

/** One place that breaks a check. */
export interface CheckReport<Args> {
  readonly pointer: string
  /** The code with which the service refuses this. */
  readonly code?: string
  /** The stretch of the text at the pointer that is meant, in UTF-16 units; all of it when absent. */
  readonly range?: { readonly start: number; readonly end: number }
  /** The pointer whose place in the file is marked, where it is another. */
  readonly at?: string
  readonly args: Args
  readonly measure?: {
    readonly actual: number
    readonly limit: number
    readonly unit: 'bytes' | 'characters' | 'fields' | 'lines'
  }
  /** The likely meaning, to put in its place. */
  readonly replacement?: string
}

export interface ContractCheck<Args = never> extends Sentences<Args> {
  readonly id: string
  readonly tier?: LimitRow['tier']
  readonly check: (message: CheckedMessage, report: (found: CheckReport<Args>) => void) => void
}

/** Gives a check the type of its arguments. */
export function contractCheck<Args>(check: ContractCheck<Args>): ContractCheck {
  // A check reports the arguments that its sentences take.
  return check as unknown as ContractCheck
}

/**
 * `template`: texts may hold `#{…}`, so their lengths say nothing. `rendered`: a record ready to be sent, where
 * every length that JSON Schema can express (characters, as code points) is checked too.
 */
export type TextState = 'template' | 'rendered'

export interface SendFields {
  readonly sender_key: string
  /** Undefined where the sender has none, and the message needs none. */
  readonly sender_number: string | undefined
  readonly receiver_number: string
  readonly msg_key: string
  readonly release: string
}

/** One message of a request: the key and the number, by which its answer is matched, and what the contract adds. */
export type SendRecord = Pick<SendFields, 'receiver_number' | 'msg_key'> & { readonly [field: string]: unknown }

/** The outcome of a message that the service answered with a code. `accepted` is not "delivered". */
export type MessageOutcome = 'accepted' | 'rejected' | 'deferred' | 'unknown'

/** Why a deploy makes no further request before a person looked. */
export type PauseReason = 'authentication' | 'account' | 'credit' | 'session' | 'too-many-requests' | 'foreign-key'

/** A code that answers a send. */
export interface CodeFacts {
  readonly title?: string
  readonly outcome: MessageOutcome
  /** The reason why a deploy stops; `authentication` covers other mistakes too. */
  readonly pause?: PauseReason
  readonly mayMissImages?: true
  readonly field?: string
  readonly meaning: Text
  readonly toDo?: Text
}

export interface RequestError {
  readonly code: string
  readonly name?: string
  readonly description?: string
}

/** The result of one message; the code is absent where it is no text. */
export interface SendResult {
  readonly msg_key: string
  readonly code?: string
  readonly desc?: string
}

export interface SendBody {
  readonly isJson: boolean
  /** By our keys. A message that is missing or there twice is `unknown`; an entry that may be of another is left out. */
  readonly results?: readonly SendResult[]
  readonly requestError?: RequestError
  /** True if it refuses the request and says that messages were looked at: then neither counts. */
  readonly contradictsItself?: boolean
  /** True if it says something of single messages in whatever form, or may. */
  readonly maySpeakOfResults: boolean
}

/** The outcome of one image of an upload that was answered. */
export type UploadOutcome =
  | { readonly type: 'uploaded'; readonly url: string }
  | {
      readonly type: 'refused'
      readonly code: string
      readonly message?: string | undefined
      readonly meaning?: Text | undefined
      /** True if it may be taken when it is repeated. */
      readonly mayPass: boolean
    }
  /** No answer says whether it is there. */
  | { readonly type: 'failed'; readonly reason: 'status' | 'not-json' | 'not-understood'; readonly status: number }

/** Deliveries of an accepted message, as people call them; `none` before a result came. */
export const deliveryNames = {
  none: { en: 'no result', ko: '결과 없음' },
  delivered: { en: 'delivered', ko: '전달' },
  failed: { en: 'failed', ko: '실패' },
  'fallback-delivered': { en: 'fallback delivered', ko: '대체 발송 전달' },
  'fallback-failed': { en: 'fallback failed', ko: '대체 발송 실패' },
  uncertain: { en: 'uncertain', ko: '불확실' },
} as const satisfies { readonly [delivery: string]: Text }

export type Delivery = keyof typeof deliveryNames

export const deliveries = Object.keys(deliveryNames) as readonly Delivery[]

export interface DeliveryCodeFacts {
  /** `uncertain`: the code leaves open whether the message arrived. */
  readonly delivery: Extract<Delivery, 'delivered' | 'failed' | 'uncertain'>
  readonly meaning: Text
  readonly toDo: Text
}

/** The delivery of one message as the service reports it. */
export interface DeliveryResult {
  /** Its `msg_key`. */
  readonly key: string
  readonly code: string
  /** When it was delivered or given up, in milliseconds since 1970. */
  readonly doneAt?: number
  readonly description?: string
  /** The message that was sent in its place by another way. */
  readonly fallback?: {
    readonly code: string
    readonly doneAt?: number
    readonly description?: string
  }
}

/** Why something is not taken for a result. `field` is the one that is meant, as the webhook calls it. */
export type ResultFault =
  | { readonly type: 'not-utf8' | 'not-json' | 'not-an-object' | 'no-results' | 'results-not-list' }
  | { readonly type: 'too-large' | 'quote-wrong' | 'workbook' | 'web-page' }
  | { readonly type: 'key-repeated'; readonly field: string }
  | { readonly type: 'missing' | 'not-text' | 'too-long' | 'not-a-date'; readonly field: string }

export interface FaultyResult {
  readonly fault: ResultFault
}

/** Makes a text of the service presentable: without secrets and mobile numbers, and no longer than stated. */
export type Redact = (text: string, maxCharacters?: number) => string

export interface FoundRecord {
  readonly pointer: string
  readonly record: unknown
  /** The kinds that have such fields. */
  readonly kinds: readonly string[]
  /** JSON Pointer of what does not tell which of several kinds it is. */
  readonly unclearAt: string
}

/** The values that sign the requests to a service, by the settings of a target that give them. */
export type Account = Readonly<Record<string, string>>

export interface Sending {
  readonly kind: string
  /** All of one message if its content is shared. */
  readonly records: readonly SendRecord[]
  readonly account: Account
  /** A text that no other request has, this one made again included. */
  readonly attempt: string
}

export interface ServiceRequest {
  readonly path: string
  readonly headers: { readonly [name: string]: string }
}

/** A question to the service: about one message by its key, or about those of a release. */
export interface AskedMessages {
  readonly key?: string
  readonly release: string
  /** Between which times they were requested; the minutes of both count whole. */
  readonly fromMs: number
  readonly untilMs: number
  readonly page: number
}

export interface ListedMessage {
  /** The service's name of the request, and the message's place in it: no other message has both. */
  readonly request: string
  readonly place: string
  /** Our key; empty where it has none. */
  readonly key: string
  /** True if the service took it; one that failed before an outcome, or was called off, may not have been taken. */
  readonly isTaken: boolean
  readonly result?: DeliveryResult
}

export type ListAnswer =
  | { readonly type: 'page'; readonly total: number; readonly messages: readonly ListedMessage[] }
  | { readonly type: 'refused'; readonly code: string; readonly description: string }
  | { readonly type: 'not-understood' }

/** The questions about what became of messages. */
export interface ResultQuery {
  /** The days that a message may be old, and that the times of a question may lie apart. */
  readonly depthDays: number
  readonly spanDays: number
  /** The most messages of a page. */
  readonly pageSize: number
  readonly request: (asked: AskedMessages, account: Account) => ServiceRequest
  readonly read: (body: Uint8Array, redact: Redact) => ListAnswer
}

/** The way from messages of a service that ended to messages of the one in its place. */
export interface Succession {
  readonly service: string
  readonly kinds: { readonly [kind: string]: string }
  /** The new names of settings and of their fields; those that are not named have no place. */
  readonly settings: {
    readonly [key: string]: { readonly key: string; readonly fields: { readonly [name: string]: string } }
  }
  /** Settings whose one value holds for every message here, and what is said of another one. */
  readonly implied: { readonly [key: string]: { readonly value: string; readonly words: Text } }
}

/** Everything that belongs to one service: kinds, limits, requests, answers and their meaning. */
export interface Contract {
  readonly id: string
  readonly name: Text
  readonly succeeds?: Succession
  readonly kinds: { readonly [kind: string]: KindFacts }
  readonly settings: { readonly [key: string]: Setting }
  /** Advice for settings of other services. */
  readonly foreign: { readonly [key: string]: Text }
  /** A kind of the service that friendtalk does not know, and what to say of it. */
  readonly leftOut?: { readonly pattern: RegExp; readonly words: Text }
  /** The service's names of attributes, targets, the fields of a coupon and those of an image. */
  readonly names: { readonly [N in ButtonAttribute | CouponField | 'source' | 'link']: string } & {
    readonly [N in PriceField]?: string
  }
  /** The keys of the blocks that its messages may hold, by the block's name. */
  readonly blocks: { readonly [block: string]: readonly string[] }
  /** Descriptions of attributes, by the service's names. */
  readonly nameWords: { readonly [name: string]: Text }
  readonly buttonTypes: { readonly [type: string]: ButtonTypeFacts }
  /** The types that a button line stands for. */
  readonly lineTypes: { readonly web: string; readonly app: string }
  readonly limits: readonly LimitRow[]
  readonly checks: readonly ContractCheck[]
  readonly images: { readonly [operation: string]: ImageOperation }
  readonly roleOf: (pointer: string) => FieldRole
  /** The pointers of texts and links without variables, beside fields of the role `fixed`. */
  readonly withoutVariables?: RegExp
  /** The pointers of texts that the interface requires: a blank one counts as none. */
  readonly required: RegExp
  /**
   * Returns the payload of a message, its fields in the interface's order; those that a message lacks are undefined. What
   * is no object in it is a constant of the service.
   */
  readonly build: <V>(content: MessageContent<V>) => object
  readonly isAdvertising: (content: ReadContent) => boolean
  /** The inverse of `build`; what a payload has in another shape is left out. */
  readonly read: (kind: string, payload: unknown) => ReadContent
  readonly schema: (kind: string, texts: TextState) => JsonSchema
  /**
   * The number of people that one request takes, and the usual one. Each has a content of their own, or all of them
   * share what stands outside the field `own` of a payload.
   */
  readonly batch: { readonly max: number; readonly usual: number } & (
    | { readonly content: 'each' }
    | { readonly content: 'shared'; readonly own: string }
  )
  /** The settings that a target of this service has beside those of every target, and whether it needs them. */
  readonly targetSettings: { readonly [setting: string]: Presence }
  readonly signing: {
    /** The settings whose values sign requests, and what these may hold. */
    readonly settings: { readonly [setting: string]: RegExp }
    /** The setting that an account is known by: by its value, or by a hash of it behind a prefix. */
    readonly account: { readonly setting: string; readonly hashedAs?: string }
    /** The headers that requests have from it, in lower case: a target gives others. */
    readonly headers: readonly string[]
    /** `unknown` if the interface does not say how uploads are signed: then a target does. */
    readonly ofUploads: 'known' | 'unknown'
  }
  /** After how many milliseconds a request is given up unless a target says otherwise. */
  readonly requestTimeoutMs: number
  /** The hours of the day in Korea between which the service restricts sending, such as `20:50`. */
  readonly hours: { readonly restrictedFrom: string; readonly restrictedUntil: string }
  /** The time in which an uploaded image is used again, and by what: the service deletes it later. */
  readonly imageReuse: { readonly days: number; readonly by: 'account' | 'release' }
  /** The approval that the service demands before such a message may be sent. */
  readonly approvalNeeded?: (payload: object) => Text | undefined
  /** Returns whether a message is sent from a registered number. */
  readonly needsSenderNumber: (payload: object) => boolean
  /** Returns whether a message is sent by another way where it is not delivered, which has a result of its own. */
  readonly fallsBack: (payload: object) => boolean
  /** Returns whether a message needs a secret key of the service that it falls back to. */
  readonly needsFallbackKey: (payload: object) => boolean
  readonly record: (payload: object, send: SendFields, fallbackSecretKey: string | undefined) => SendRecord
  /** The service's name for the messages of a request, one of which is `name[0]`. */
  readonly listName: string
  /** Fields of which a message record has one at least. */
  readonly contentFields: readonly string[]
  readonly recordsIn: (data: unknown) => readonly FoundRecord[]
  /** Returns a record without what a send adds, and with what the interface takes for a setting that is absent. */
  readonly withoutSend: (record: unknown) => { readonly [field: string]: unknown }
  /** Fields of a record that a message file cannot say, each with what becomes of it. */
  readonly unsaid?: (record: unknown) => readonly { readonly pointer: string; readonly words: Text }[]
  readonly request: (sending: Sending) => ServiceRequest & { readonly body: object }
  /** Reads the answer to a request of these messages. */
  readonly readSendAnswer: (body: Uint8Array, sent: readonly SendRecord[]) => SendBody
  /** Reads the answer to an upload of one image. */
  readonly uploaded: (answer: {
    readonly operation: string
    readonly status: number
    readonly body: Uint8Array
  }) => UploadOutcome
  readonly codes: { readonly [code: string]: CodeFacts }
  readonly outcomeOf: (code: string | undefined) => MessageOutcome
  /** Returns what becomes of the messages of a request that was refused as a whole. */
  readonly refusal: (
    error: RequestError,
    status: number,
  ) => { readonly outcome: Exclude<MessageOutcome, 'accepted'>; readonly pause?: PauseReason | undefined }
  /** Returns the field that a description names, as a JSON Pointer. */
  readonly fieldIn: (description: string) => string | undefined
  /** Delivery results, as a webhook or a list brings them. */
  readonly results: {
    /** Returns the entries of a body of the webhook, or of a list of results, or why it is none of them. */
    readonly entriesIn: (value: unknown) => { readonly entries: readonly unknown[] } | FaultyResult
    readonly read: (entry: unknown, redact: Redact) => { readonly result: DeliveryResult } | FaultyResult
    /** The header in which requests of the webhook have the text that the service was given to sign them, in lower case. */
    readonly signatureHeader?: string | undefined
    /** The fields of an entry; a table needs the `required` ones as columns. */
    readonly fields: readonly string[]
    /** The columns of a table that count. */
    readonly columns: ReadonlySet<string>
    readonly required: readonly string[]
    /** Returns a row of a table as an entry. */
    readonly entryOfRow: (header: readonly string[], cells: readonly string[]) => object
  }
  /** Absent for a service that cannot be asked what became of messages. */
  readonly query?: ResultQuery
  readonly deliveryCode: (code: string) => DeliveryCodeFacts
  /** Returns what a result says of the delivery; `fallback` is the code of the message that fell back, if any. */
  readonly deliveryOf: (code: string, fallback?: string) => Exclude<Delivery, 'none'>
  /** Returns what an upload needs beside its files, which are all in one field of its form; `fields` are further ones. */
  readonly upload: (
    operation: string,
    account: Account,
  ) => ServiceRequest & {
    readonly field: string
    readonly fields?: { readonly [name: string]: string }
    readonly charset?: 'utf-8'
  }
}
