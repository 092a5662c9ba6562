import { openMsADay, windowAt } from './window.ts'

export interface Sending {
  readonly messages: number
  /** Messages a second. */
  readonly rate: number
  readonly requestTimeoutMs: number
  readonly window: 'restricted' | 'off'
}

/** What a deploy that starts at a time comes to. Times are milliseconds since 1970. */
export interface Forecast {
  /** Sending alone, without the hours in which it waits. */
  readonly durationMs: number
  /** How many leave before the window closes for the first time. */
  readonly beforeClosing: number
  /** How many wait until it opens again. */
  readonly afterOpening: number
  /** When the window opens again, where something waits for it. */
  readonly opensAtMs?: number
  readonly endsAtMs: number
}

/** Foretells a deploy from its rate; what the service takes for itself is not known before. */
export function forecast({ messages, rate, requestTimeoutMs, window }: Sending, nowMs: number): Forecast {
  const durationMs = Math.ceil((messages / rate) * 1000)
  if (window === 'off' || messages === 0) {
    return { durationMs, beforeClosing: messages, afterOpening: 0, endsAtMs: nowMs + durationMs }
  }
  const now = windowAt(nowMs, requestTimeoutMs)
  const openMs = now.type === 'open' ? now.closesAtMs - nowMs : 0
  if (durationMs <= openMs)
    return { durationMs, beforeClosing: messages, afterOpening: 0, endsAtMs: nowMs + durationMs }
  const beforeClosing = Math.floor((openMs / 1000) * rate)
  const opensAtMs = now.type === 'open' ? opensAfter(now.closesAtMs, requestTimeoutMs) : now.opensAtMs
  const perDayMs = openMsADay(requestTimeoutMs)
  const restMs = durationMs - openMs
  const days = Math.ceil(restMs / perDayMs) - 1
  const endsAtMs = opensAtMs + days * 86_400_000 + (restMs - days * perDayMs)
  return { durationMs, beforeClosing, afterOpening: messages - beforeClosing, opensAtMs, endsAtMs }
}

function opensAfter(closesAtMs: number, requestTimeoutMs: number): number {
  const closed = windowAt(closesAtMs, requestTimeoutMs)
  return closed.type === 'closed' ? closed.opensAtMs : closesAtMs
}
