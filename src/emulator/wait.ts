import type { SendCode } from '../contract/codes.ts'
import type { Counts, Inbox } from './inbox.ts'

export interface MessageWait {
  /** Only messages with this code count. */
  readonly code?: SendCode
  /** 10 seconds by default. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 10_000

/** Waited in vain for messages. */
export class MessagesLate extends Error {
  override readonly name = 'MessagesLate'
  readonly counts: Counts

  constructor(count: number, timeoutMs: number, counts: Counts) {
    super(`After ${timeoutMs} ms there are ${counts.messages} messages (${counts.accepted} accepted), not ${count}.`)
    this.counts = counts
  }
}

/** Waits until an inbox has counted so many messages. Rejects with MessagesLate. */
export function waitForMessages(inbox: Inbox, count: number, wait: MessageWait = {}): Promise<Counts> {
  const { code, timeoutMs = defaultTimeoutMs } = wait
  return new Promise((resolve, reject) => {
    if (inbox.countOf(code) >= count) {
      resolve(inbox.counts())
      return
    }
    const timer = setTimeout(() => {
      stop()
      reject(new MessagesLate(count, timeoutMs, inbox.counts()))
    }, timeoutMs)
    const stop = inbox.listen(() => {
      if (inbox.countOf(code) < count) return
      clearTimeout(timer)
      stop()
      resolve(inbox.counts())
    })
  })
}
