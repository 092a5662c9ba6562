import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import type { WebhookSettings } from './options.ts'
import type { ReceivedMessage } from './received.ts'

/** Makes the results of deliveries, as the webhook of a service reports them. */
export interface DeliveryReport {
  /** The codes that it can report. */
  readonly codes: readonly string[]
  /** Those of messages that fail, in turn. */
  readonly failures: readonly string[]
  /** Returns the result of an accepted message. */
  readonly resultOf: (message: ReceivedMessage, code: string, doneAt: number) => object
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
/** Results in one POST. */
const maxResults = 10

interface Waiting {
  readonly message: ReceivedMessage
  readonly settings: WebhookSettings
  readonly code: string
  readonly dueMs: number
}

/** Delivers results to the callback, in the order of the sends, some at a time in one POST. */
export class WebhookSender {
  readonly #now: () => number
  readonly #token: string | undefined
  readonly #report: DeliveryReport
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

  /** @param token goes with each POST */
  constructor(report: DeliveryReport, now: () => number, token?: string) {
    this.#report = report
    this.#now = now
    this.#token = token
    // Each delivery under way listens: Node.js warns of more than ten.
    setMaxListeners(0, this.#abort.signal)
  }

  /** Returns the newest attempts, the oldest first. */
  attempts(): readonly WebhookAttempt[] {
    return this.#attempts
  }

  enqueue(message: ReceivedMessage, settings: WebhookSettings | null): void {
    if (settings === null) return
    this.#count++
    if (this.#queue.length >= maxWaiting) return
    const code = settings.codes[message.receiverNumber] ?? this.#codeOf(settings)
    message.deliveryCode = code
    this.#queue.push({ message, settings, code, dueMs: performance.now() + settings.delayMs })
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

  #codeOf({ code, failEvery }: WebhookSettings): string {
    if (failEvery === null || this.#count % failEvery !== 0) return code
    const { failures } = this.#report
    return failures[(this.#count / failEvery - 1) % failures.length] ?? code
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
    while (ready.length > 0) {
      const settings = ready[0]?.settings
      if (settings === undefined) return
      const fits = ready.findIndex((waiting) => waiting.settings !== settings)
      const some = ready.splice(0, Math.min(maxResults, fits === -1 ? ready.length : fits))
      const results = some.map(({ message, code }) => this.#report.resultOf(message, code, this.#now()))
      const running = this.#deliver(results, settings, this.#generation).finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
  }

  async #deliver(results: readonly object[], settings: WebhookSettings, generation: number): Promise<void> {
    for (let attempt = 1; attempt <= settings.maxRetries + 1; attempt++) {
      if (generation !== this.#generation) return
      const outcome = await this.#attempt(results, settings)
      // A reset in between must not find attempts of what it forgot.
      if (generation !== this.#generation) return
      this.#attempts.push({ results, attempt, outcome })
      if (this.#attempts.length > maxAttemptsKept) this.#attempts.shift()
      if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) return
      // The end of the emulator breaks the wait off; the generation says it then.
      const wait = { signal: this.#abort.signal }
      if (attempt <= settings.maxRetries) await pause(settings.retryDelayMs, undefined, wait).catch(() => {})
    }
  }

  async #attempt(results: readonly object[], settings: WebhookSettings): Promise<WebhookAttempt['outcome']> {
    try {
      const { origin, pathname, search } = new URL(settings.url)
      const response = await this.#agent.request({
        origin,
        path: `${pathname}${search}`,
        method: 'POST',
        headers: {
          'content-type': 'application/json;charset=utf-8',
          'x-emulator': 'friendtalk',
          ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        },
        body: JSON.stringify({ results }),
        signal: this.#abort.signal,
      })
      await response.body.dump()
      return response.statusCode
    } catch (error) {
      return reasonOf(error)
    }
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
