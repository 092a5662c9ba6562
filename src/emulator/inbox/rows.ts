import type { MessageFilter, ReceivedMessage } from '../inbox.ts'
import type { Service } from '../service.ts'

/** One line of the list; the page shows its texts as texts. */
export interface InboxRow {
  readonly sequence: number
  readonly kind: ReceivedMessage['kind']
  readonly number: string
  readonly key: string
  readonly code: string
  readonly accepted: boolean
  /** The start of the message. */
  readonly text: string
  /** `HH:mm:ss` in Korea. */
  readonly time: string
}

export interface InboxRows {
  readonly matching: number
  /** The number of the newest message. */
  readonly last: number
  readonly rows: readonly InboxRow[]
}

const maxTextCharacters = 90
const koreanTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Seoul' })

export function inboxRows({ inbox }: Service, filter: MessageFilter): InboxRows {
  const { matching, messages } = inbox.find(filter)
  return { matching, last: inbox.countOf(undefined), rows: messages.map(rowOf) }
}

function rowOf({ sequence, kind, receiverNumber, msgKey, code, record, receivedAt }: ReceivedMessage): InboxRow {
  const { msg } = record
  return {
    sequence,
    kind,
    number: receiverNumber,
    key: msgKey,
    code,
    accepted: code === 'C100',
    text: typeof msg === 'string' ? msg.slice(0, maxTextCharacters).replaceAll(/\s+/g, ' ') : '',
    time: koreanTime.format(receivedAt),
  }
}
