import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { contractOf, type Kind } from '../contract/contracts.ts'
import { isRestricted } from './clock.ts'
import type { Credentials } from './credentials.ts'
import type { ReceivedMessage } from './received.ts'
import type { CommonSettings, WebhookSettings } from './settings.ts'

/** A message with its result. */
export type Reported = ReceivedMessage & { readonly deliveryCode: string; readonly doneAt: number }

/** Who reports, and what a callback knows it by. */
export interface Reporter extends Credentials {
  readonly url: string
  readonly token: string | undefined
}

/** How a service reports the results of deliveries. */
export interface DeliveryReport {
  /** The codes that it can report. */
  readonly codes: readonly string[]
  readonly delivered: string
  /** That of every message of the restricted hours, where the service takes them. */
  readonly restricted?: string
  /** Whether results can be asked for: every message has one. */
  readonly isAsked?: true
  /** Those of messages that fail, in turn. */
  readonly failures: readonly string[]
  /** The most results in one POST. */
  readonly maxResults: number
  readonly resultOf: (message: Reported, reporter: Reporter) => object
  /** Returns what is posted. */
  readonly request: (
    results: readonly object[],
    reporter: Reporter,
  ) => { readonly body: object; readonly headers: { readonly [name: string]: string } }
}

/** One attempt to deliver results. */
export interface WebhookAttempt {
  readonly results: readonly object[]
  /** From 1. */
  readonly attempt: number
  /** The outcome: the callback's status, or what the connection said. */
  readonly outcome: number | string
}

/** At most this many results wait: the callback does not keep up, and memory must stay bounded. */
const maxWaiting = 100_000
const maxAttemptsKept = 1000
const callbackTimeoutMs = 10_000
/** POSTs at the same time; the others wait for a connection. */
const maxConnections = 16

interface Waiting {
  readonly message: Reported
  readonly report: DeliveryReport
  readonly settings: WebhookSettings
  readonly dueMs: number
}

/** Delivers results to the callback, in the order of the sends, some at a time in one POST. */
export class WebhookSender {
  readonly #now: () => number
  readonly #reporter: () => Reporter
  readonly #reportOf: (kind: Kind) => DeliveryReport
  readonly #agent = new Agent({
    connections: maxConnections,
    headersTimeout: callbackTimeoutMs,
    bodyTimeout: callbackTimeoutMs,
  })
  readonly #abort = new AbortController()
  #queue: Waiting[] = []
  #attempts: WebhookAttempt[] = []
  #count = 0
  #generation = 0
  #timer: NodeJS.Timeout | undefined
  #onFlush: () => void = () => {}
  readonly #running = new Set<Promise<void>>()

  constructor(reportOf: (kind: Kind) => DeliveryReport, now: () => number, reporter: () => Reporter) {
    this.#reportOf = reportOf
    this.#now = now
    this.#reporter = reporter
    // Each delivery under way listens: Node.js warns of more than ten.
    setMaxListeners(0, this.#abort.signal)
  }

  /** Returns the newest attempts, the oldest first. */
  attempts(): readonly WebhookAttempt[] {
    return this.#attempts
  }

  enqueue(message: ReceivedMessage, { webhooks, restrictedHours }: CommonSettings): void {
    const report = this.#reportOf(message.kind)
    const { id, hours } = contractOf(message.kind)
    const settings = webhooks[id] ?? (report.isAsked && {})
    if (settings === undefined) return
    this.#count++
    const isLate = restrictedHours && isRestricted(message.receivedAt, hours)
    const { delayMs = 0, codes = {}, failEvery, url } = settings
    const isFailing = failEvery !== undefined && failEvery !== null && this.#count % failEvery === 0
    const failure = isFailing ? report.failures[(this.#count / failEvery - 1) % report.failures.length] : undefined
    const deliveryCode =
      (isLate && report.restricted) || codes[message.receiverNumber] || (failure ?? settings.code ?? report.delivered)
    const reported = Object.assign(message, { deliveryCode, doneAt: this.#now() + delayMs })
    if (url === undefined || this.#queue.length >= maxWaiting) return
    this.#queue.push({ message: reported, report, settings, dueMs: performance.now() + delayMs })
    this.#schedule()
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#queue = []
    this.#attempts = []
    this.#count = 0
    this.#generation++
  }

  /** Resolves once nothing waits to be delivered any more, or after that time. */
  async idle(timeoutMs: number): Promise<void> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs)
    const isLate = new Promise<void>((resolve) => late.signal.addEventListener('abort', () => resolve()))
    while ((this.#queue.length > 0 || this.#running.size > 0) && !late.signal.aborted) {
      const flushed = new Promise<void>((resolve) => (this.#onFlush = resolve))
      await Promise.race([isLate, this.#running.size > 0 ? Promise.all(this.#running) : flushed])
    }
    clearTimeout(timer)
  }

  async close(): Promise<void> {
    this.clear()
    this.#abort.abort()
    await Promise.all(this.#running)
    await this.#agent.destroy()
  }

  #schedule(): void {
    const [next] = this.#queue
    if (next === undefined || this.#timer !== undefined) return
    const flush = (): void => {
      this.#timer = undefined
      this.#flush()
      this.#schedule()
      this.#onFlush()
    }
    this.#timer = setTimeout(flush, Math.max(0, next.dueMs - performance.now()))
  }

  #flush(): void {
    const now = performance.now()
    const due = this.#queue.findIndex(({ dueMs }) => dueMs > now)
    const ready = this.#queue.splice(0, due === -1 ? this.#queue.length : due)
    while (ready[0] !== undefined) {
      const [first] = ready
      const other = ready.findIndex(({ settings }) => settings !== first.settings)
      const some = ready.splice(0, Math.min(first.report.maxResults, other === -1 ? ready.length : other))
      const running = this.#deliver(some, first, this.#generation).finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
  }

  async #deliver(some: readonly Waiting[], { report, settings }: Waiting, generation: number): Promise<void> {
    const { url = '', maxRetries = 10, retryDelayMs = 1000 } = settings
    const reporter = this.#reporter()
    const results = some.map(({ message }) => report.resultOf(message, reporter))
    const request = report.request(results, reporter)
    for (let attempt = 1; attempt <= maxRetries + 1; attempt++) {
      if (generation !== this.#generation) return
      const outcome = await this.#attempt(url, request)
      // A reset in between must not find attempts of what it forgot.
      if (generation !== this.#generation) return
      this.#attempts.push({ results, attempt, outcome })
      if (this.#attempts.length > maxAttemptsKept) this.#attempts.shift()
      if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) return
      // The end of the emulator breaks the wait off; the generation says it then.
      const wait = { signal: this.#abort.signal }
      if (attempt <= maxRetries) await pause(retryDelayMs, undefined, wait).catch(() => {})
    }
  }

  async #attempt(
    url: string,
    { body, headers }: ReturnType<DeliveryReport['request']>,
  ): Promise<WebhookAttempt['outcome']> {
    try {
      const { origin, pathname, search } = new URL(url)
      const response = await this.#agent.request({
        origin,
        path: `${pathname}${search}`,
        method: 'POST',
        headers: { 'content-type': 'application/json;charset=utf-8', 'x-emulator': 'friendtalk', ...headers },
        body: JSON.stringify(body),
        signal: this.#abort.signal,
      })
      await response.body.dump()
      return response.statusCode
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return code ?? message
    }
  }
}
