import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { contractOf } from '../contract/contracts.ts'
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

/** Creates the sender of results: it delivers them to the callback, those of a request at a time. */
export function createWebhook(now: () => number, reporterOf: () => Reporter) {
  const agent = new Agent({
    connections: maxConnections,
    headersTimeout: callbackTimeoutMs,
    bodyTimeout: callbackTimeoutMs,
  })
  const running = new Set<Promise<void>>()
  /** Ends what is under way when everything is forgotten. */
  let abort = new AbortController()
  /** Messages of the request that is being answered. */
  let reported: Reported[] = []
  let attempts: WebhookAttempt[] = []
  let count = 0

  const post = async (
    url: string,
    { body, headers }: ReturnType<DeliveryReport['request']>,
  ): Promise<WebhookAttempt['outcome']> => {
    try {
      const { origin, pathname, search } = new URL(url)
      const response = await agent.request({
        origin,
        path: `${pathname}${search}`,
        method: 'POST',
        headers: { 'content-type': 'application/json;charset=utf-8', 'x-emulator': 'friendtalk', ...headers },
        body: JSON.stringify(body),
        signal: abort.signal,
      })
      await response.body.dump()
      return response.statusCode
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return code ?? message
    }
  }
  const deliver = async (
    messages: readonly Reported[],
    report: DeliveryReport,
    { url, delayMs = 0, maxRetries = 10, retryDelayMs = 1000 }: WebhookSettings & { readonly url: string },
  ): Promise<void> => {
    const { signal } = abort
    const reporter = reporterOf()
    const results = messages.map((message) => report.resultOf(message, reporter))
    const request = report.request(results, reporter)
    for (let attempt = 1; attempt <= maxRetries + 1; attempt++) {
      await pause(attempt === 1 ? delayMs : retryDelayMs, undefined, { signal }).catch(() => {})
      const outcome = signal.aborted ? undefined : await post(url, request)
      // A reset in between must not find attempts of what it forgot.
      if (outcome === undefined || signal.aborted) return
      attempts.push({ results, attempt, outcome })
      if (attempts.length > maxAttemptsKept) attempts.shift()
      if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) return
    }
  }
  const start = (report: DeliveryReport, settings: WebhookSettings & { readonly url: string }): void => {
    const messages = reported.splice(0)
    for (let at = 0; at < messages.length; at += report.maxResults) {
      const some = messages.slice(at, at + report.maxResults)
      const delivery = deliver(some, report, settings).finally(() => running.delete(delivery))
      running.add(delivery)
    }
  }
  /** Forgets everything. */
  const clear = (): void => {
    abort.abort()
    abort = new AbortController()
    // Each delivery under way listens: Node.js warns of more than ten.
    setMaxListeners(0, abort.signal)
    reported = []
    attempts = []
    count = 0
  }
  return {
    clear,
    /** Returns the newest attempts, the oldest first. */
    attempts: (): readonly WebhookAttempt[] => attempts,
    enqueue(message: ReceivedMessage, report: DeliveryReport, { webhooks, restrictedHours }: CommonSettings): void {
      const { id, hours } = contractOf(message.kind)
      const settings = webhooks[id] ?? (report.isAsked && {})
      if (settings === undefined) return
      count++
      const isLate = restrictedHours && isRestricted(message.receivedAt, hours)
      const { delayMs = 0, codes = {}, failEvery, url } = settings
      const isFailing = failEvery !== undefined && failEvery !== null && count % failEvery === 0
      const failure = isFailing ? report.failures[(count / failEvery - 1) % report.failures.length] : undefined
      const deliveryCode =
        (isLate && report.restricted) || codes[message.receiverNumber] || (failure ?? settings.code ?? report.delivered)
      const withResult = Object.assign(message, { deliveryCode, doneAt: now() + delayMs })
      if (url === undefined || running.size >= maxWaiting) return
      if (reported.push(withResult) === 1) queueMicrotask(() => start(report, { ...settings, url }))
    },
    /** Resolves once nothing waits to be delivered any more, or after that time. */
    async idle(timeoutMs: number): Promise<void> {
      const late = pause(timeoutMs, 'late' as const, { ref: false })
      while (running.size > 0) {
        if ((await Promise.race([Promise.all(running), late])) === 'late') return
      }
    },
    async close(): Promise<void> {
      clear()
      await Promise.all(running)
      await agent.destroy()
    },
  }
}
