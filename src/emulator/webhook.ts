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

/** The sender of results, with what a callback knows it by. */
export interface Reporter extends Credentials {
  readonly url: string
  readonly token: string | undefined
}

/** The delivery reports of a service. */
export interface DeliveryReport {
  /** The codes that it can report. */
  readonly codes: readonly string[]
  readonly delivered: string
  /** The code of messages in the restricted hours, if the service takes them. */
  readonly restricted?: string
  /** True if results can be asked for: then every message has one. */
  readonly isAsked?: true
  /** The codes of messages that fail, in turn. */
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

/** At most so many requests' results wait: the callback does not keep up, and memory must stay bounded. */
const maxWaiting = 10_000
const maxAttemptsKept = 1000
const callbackTimeoutMs = 10_000
/** POSTs at the same time; the others wait for a connection. */
const maxConnections = 16

/** Delivers results to the callback, those of a request at a time. */
export class WebhookSender {
  readonly #now: () => number
  readonly #reporter: () => Reporter
  readonly #reportOf: (kind: Kind) => DeliveryReport
  readonly #agent = new Agent({
    connections: maxConnections,
    headersTimeout: callbackTimeoutMs,
    bodyTimeout: callbackTimeoutMs,
  })
  /** Ends what is under way when everything is forgotten. */
  #abort = new AbortController()
  /** Messages of the request that is being answered. */
  #reported: Reported[] = []
  #attempts: WebhookAttempt[] = []
  #count = 0
  readonly #running = new Set<Promise<void>>()

  constructor(reportOf: (kind: Kind) => DeliveryReport, now: () => number, reporter: () => Reporter) {
    this.#reportOf = reportOf
    this.#now = now
    this.#reporter = reporter
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
    if (url === undefined || this.#running.size >= maxWaiting) return
    if (this.#reported.push(reported) === 1) queueMicrotask(() => this.#start(report, { ...settings, url }))
  }

  /** Forgets everything. */
  clear(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    // Each delivery under way listens: Node.js warns of more than ten.
    setMaxListeners(0, this.#abort.signal)
    this.#reported = []
    this.#attempts = []
    this.#count = 0
  }

  /** Resolves once nothing waits to be delivered any more, or after that time. */
  async idle(timeoutMs: number): Promise<void> {
    const late = pause(timeoutMs, 'late' as const, { ref: false })
    while (this.#running.size > 0) {
      if ((await Promise.race([Promise.all(this.#running), late])) === 'late') return
    }
  }

  async close(): Promise<void> {
    this.clear()
    await Promise.all(this.#running)
    await this.#agent.destroy()
  }

  #start(report: DeliveryReport, settings: WebhookSettings & { readonly url: string }): void {
    const reported = this.#reported.splice(0)
    const reporter = this.#reporter()
    for (let at = 0; at < reported.length; at += report.maxResults) {
      const some = reported.slice(at, at + report.maxResults)
      const results = some.map((message) => report.resultOf(message, reporter))
      const { body, headers } = report.request(results, reporter)
      const attempt = (): Promise<WebhookAttempt['outcome']> => this.#post(settings.url, JSON.stringify(body), headers)
      const running = this.#deliver(results, settings, attempt).finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
  }

  async #deliver(
    results: readonly object[],
    { delayMs = 0, maxRetries = 10, retryDelayMs = 1000 }: WebhookSettings,
    post: () => Promise<WebhookAttempt['outcome']>,
  ): Promise<void> {
    const { signal } = this.#abort
    for (let attempt = 1; attempt <= maxRetries + 1; attempt++) {
      await pause(attempt === 1 ? delayMs : retryDelayMs, undefined, { signal }).catch(() => {})
      const outcome = signal.aborted ? undefined : await post()
      // A reset in between must not find attempts of what it forgot.
      if (outcome === undefined || signal.aborted) return
      this.#attempts.push({ results, attempt, outcome })
      if (this.#attempts.length > maxAttemptsKept) this.#attempts.shift()
      if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) return
    }
  }

  async #post(
    url: string,
    body: string,
    headers: { readonly [name: string]: string },
  ): Promise<WebhookAttempt['outcome']> {
    try {
      const { origin, pathname, search } = new URL(url)
      const response = await this.#agent.request({
        origin,
        path: `${pathname}${search}`,
        method: 'POST',
        headers: { 'content-type': 'application/json;charset=utf-8', 'x-emulator': 'friendtalk', ...headers },
        body,
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
