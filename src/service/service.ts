import { randomUUID } from 'node:crypto'
import type { Account, AskedMessages, Contract, ListAnswer, SendRecord } from '../contract/contract.ts'
import { contractNamed, type Kind, type Upload } from '../contract/contracts.ts'
import { serviceUrlViolation } from '../text/urls.ts'
import { createDispatcher } from './dispatcher.ts'
import {
  type Exchange,
  exchange,
  type ExchangeRequest,
  type LostReason,
  type NotWrittenReason,
  type ServerClock,
} from './exchange.ts'
import { imageForm, uploadAnswer, type UploadFile, type UploadOutcome } from './upload.ts'
import { redactor, secretDetector } from './redact.ts'
import { type SendAnswer, sendAnswer } from './send.ts'

export interface ServiceOptions {
  /** The id of its contract. */
  readonly service: string
  /** Base address of the send operation: `https`, or `http` on loopback. */
  readonly baseUrl: string
  /** Base address of the uploads, if it is another. */
  readonly uploadUrl?: string | undefined
  readonly account: Account
  /** From the start of a request to the last byte of its answer, connecting included. */
  readonly requestTimeoutMs: number
  /** Signs uploads although the interface does not say how. */
  readonly uploadAuthorization?: boolean
  /** Headers that every request carries besides. */
  readonly headers?: Readonly<Record<string, string>>
  /** Requests at the same time at most, for each base address; 4 when absent. */
  readonly connections?: number
  /** Further texts that nothing of an answer may show, such as the secret key of the fallback service. */
  readonly secrets?: readonly string[]
  /** The local clock, in milliseconds since 1970. */
  readonly now?: () => number
}

/**
 * When messages were claimed, by the clock of the service, from which on the time of their request counts; and what is
 * called when there is a connection, right before the first byte is written.
 */
export type SendTiming = Pick<ExchangeRequest, 'claimedAt' | 'onWrite'>

/** A page of messages that a service lists, or why there is none. */
export type ListOutcome =
  | ListAnswer
  | {
      readonly type: 'failed'
      readonly reason: NotWrittenReason | LostReason | 'status'
      readonly errorCode?: string | undefined
      readonly status?: number
    }

/** The messaging service. No method rejects for what the world does; each request is made once. */
export interface Service {
  /**
   * Sends messages of one kind in one request.
   *
   * @throws Error for no message, too many, or a `msg_key` that is blank or there twice: a defect of the caller
   */
  readonly sendMessages: (kind: Kind, messages: readonly SendRecord[], timing?: SendTiming) => Promise<SendAnswer>
  readonly upload: (operation: Upload, file: UploadFile) => Promise<UploadOutcome>
  /**
   * Asks about the outcome of messages; it may be repeated freely.
   *
   * @throws Error for a service that cannot be asked: a defect of the caller
   */
  readonly list: (asked: AskedMessages) => Promise<ListOutcome>
  /** The service's clock as the newest answer showed it; undefined while none did. */
  readonly clock: () => ServerClock | undefined
  /** Waits for the requests under way, then ends every connection. A request made later is not written. */
  readonly close: () => Promise<void>
}

const defaultConnections = 4
/** Ten results with a long description each take a hundredth of it. */
const minResponseBytes = 1_000_000
/** So much of an answer is read for each message. */
const bytesOfOne = 4_096

/**
 * Opens the client of the service; no connection is made before the first request.
 *
 * @throws Error for an address or credentials that no request can be made with; it quotes neither
 */
export function openService(options: ServiceOptions): Service {
  const { account, requestTimeoutMs, uploadAuthorization = false, now = Date.now } = options
  const { headers: further = {} } = options
  const contract = contractNamed(options.service)
  const base = baseOf('baseUrl', options.baseUrl)
  const upload = baseOf('uploadUrl', options.uploadUrl ?? options.baseUrl)
  const { settings, account: named, ofUploads } = contract.signing
  for (const [setting, form] of Object.entries(settings)) {
    if (form.test(account[setting] ?? '')) continue
    throw new Error(`${setting} is empty or holds characters that a request cannot carry.`)
  }
  if (!(Number.isSafeInteger(requestTimeoutMs) && requestTimeoutMs > 0)) {
    throw new Error('requestTimeoutMs must be a number of milliseconds above 0.')
  }
  const own = Object.keys(settings).filter((setting) => setting !== named.setting || named.hashedAs !== undefined)
  const secrets = [...own.map((setting) => account[setting] ?? ''), ...(options.secrets ?? [])]
  const redact = redactor(secrets)
  const texts = { redact, holdsSecret: secretDetector(secrets) }
  const connecting = { requestTimeoutMs, connections: options.connections ?? defaultConnections }
  const dispatchers = { base: createDispatcher(base.url, connecting), upload: createDispatcher(upload.url, connecting) }

  let clock: ServerClock | undefined
  const underWay = new Set<Promise<Exchange>>()
  let isClosed = false

  const make = async (to: 'base' | 'upload', path: string, what: Sent): Promise<Exchange> => {
    if (isClosed) return { type: 'not-written', reason: 'closed' }
    const address = to === 'base' ? base : upload
    const { messages = 0, ...sent } = what
    const maxResponseBytes = Math.max(minResponseBytes, messages * bytesOfOne)
    const request = { ...sent, origin: address.url.origin, path: address.path + path }
    const made = exchange(dispatchers[to], { ...request, timeoutMs: requestTimeoutMs, maxResponseBytes }, now)
    underWay.add(made)
    const end = await made
    underWay.delete(made)
    if (end.type !== 'not-written') clock = end.clock ?? clock
    return end
  }

  return {
    sendMessages: async (kind, records, timing) => {
      checkKeys(records, contract)
      const { path, headers: signed, body } = contract.request({ kind, records, account, attempt: randomUUID() })
      const headers = { ...further, ...signed }
      const sent = { ...timing, headers, body: Buffer.from(JSON.stringify(body)), messages: records.length }
      return sendAnswer(await make('base', path, sent), { contract, records }, redact)
    },
    upload: async (operation, file) => {
      const { path, headers: signed, charset, ...form } = contract.upload(operation, account)
      const { contentType, body } = await imageForm(file, form)
      const headers = {
        ...further,
        ...((uploadAuthorization || ofUploads === 'known') && signed),
        'content-type': charset === undefined ? contentType : contentType.replace(';', `;charset=${charset};`),
      }
      return uploadAnswer(await make('upload', path, { headers, body }), { contract, operation }, texts)
    },
    list: async (asked) => {
      const { query } = contract
      if (query === undefined) throw new Error(`${contract.id} cannot be asked about messages.`)
      const { path, headers } = query.request(asked, account)
      const end = await make('base', path, { headers: { ...further, ...headers }, messages: query.pageSize })
      if (end.type !== 'answered') return { ...end, type: 'failed' }
      const { status, body } = end
      const isRead = status < 300 || (status >= 400 && status < 500 && status !== 429)
      return isRead ? query.read(body, redact) : { type: 'failed', reason: 'status', status }
    },
    clock: () => clock,
    close: async () => {
      isClosed = true
      await Promise.all(underWay)
      // In order they would wait for connections that no request needs any more.
      await Promise.all([dispatchers.base.destroy(), dispatchers.upload.destroy()])
    },
  }
}

type Sent = SendTiming & Pick<ExchangeRequest, 'headers' | 'body'> & { readonly messages?: number }

function baseOf(name: string, text: string): { readonly url: URL; readonly path: string } {
  if (!URL.canParse(text)) throw new Error(`${name} is no URL.`)
  const wrong = serviceUrlViolation(text)
  if (wrong === 'not-https') throw new Error(`${name} must be https, or http on loopback.`)
  if (wrong === 'more-than-path') throw new Error(`${name} must hold no user, query or fragment.`)
  const url = new URL(text)
  return { url, path: url.pathname.replace(/\/+$/, '') }
}

function checkKeys(records: readonly SendRecord[], { batch: { max } }: Contract): void {
  if (records.length === 0 || records.length > max) throw new Error(`A request holds 1 to ${max} messages.`)
  const keys = new Set(records.map(({ msg_key: key }) => key))
  if (keys.size < records.length) throw new Error('A request holds a msg_key twice.')
  // The service would assign a key of its own, and no result could be matched.
  if ([...keys].some((key) => key.trim() === '')) throw new Error('A request holds a message without msg_key.')
}
