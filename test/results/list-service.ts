import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { koreanMinute } from '../../src/text/korean-time.ts'
import { afterEveryTest } from '../ending.ts'

/** A message as the service has it. */
export interface ServiceRow {
  readonly requestId: string
  readonly recipientSeq: number
  readonly recipientGroupingKey: string | null
  readonly senderGroupingKey: string
  /** Milliseconds since 1970. */
  readonly requestedAt: number
  readonly messageStatus?: string
  readonly resultCode?: string | null
  readonly receiveDate?: string
  readonly resendStatusCode?: string
}

export interface ListService {
  readonly url: string
  /** The queries of the requests, in their order. */
  readonly asked: readonly URLSearchParams[]
}

export interface ListOptions {
  /** What is there when a request comes, in its order. */
  readonly rows: (request: number) => readonly ServiceRow[]
  /** What is answered in place of the list. */
  readonly instead?: (request: number) => { readonly status: number; readonly body?: unknown } | 'reset' | undefined
  /** How many requests wait for one another; the one that came last is answered first. */
  readonly together?: number
}

const dayMs = 86_400_000

/** A service that can be asked for messages, and refuses what the interface does not allow. */
export async function startListService({ rows, instead, together = 1 }: ListOptions): Promise<ListService> {
  const asked: URLSearchParams[] = []
  let held: (() => void)[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const number = asked.push(searchParams) - 1
    const other = instead?.(number)
    if (other === 'reset') return request.socket.destroy()
    const answer = (body: unknown, status = 200): void => {
      held.unshift(() => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)))
      if (held.length < together) return
      for (const end of held) end()
      held = []
    }
    if (other) return answer(other.body ?? {}, other.status)
    const refuse = (resultCode: number): void =>
      answer({ header: { resultCode, resultMessage: 'no', isSuccessful: false } })
    if (pathname !== '/brand-message/v1.0/appkeys/app/messages') return refuse(-9998)
    if (request.headers['x-secret-key'] !== 'secret') return refuse(-1001)
    const [from, until] = ['startRequestDate', 'endRequestDate'].map((name) => searchParams.get(name) ?? '')
    const at = (minute = ''): number => Date.parse(`${minute.replace(' ', 'T')}:00+09:00`)
    if (Number.isNaN(at(from) + at(until))) return refuse(-4103)
    if (at(until) - at(from) > 31 * dayMs) return refuse(-4003)
    if (at(from) < Date.now() - 90 * dayMs) return refuse(-4017)
    const size = Number(searchParams.get('pageSize') ?? 15)
    if (size > 1_000) return refuse(-4000)
    const found = rows(number).filter(
      (row) =>
        ['senderGroupingKey', 'recipientGroupingKey'].every((name) => {
          const wanted = searchParams.get(name)
          return wanted === null || row[name as 'senderGroupingKey'] === wanted
        }) &&
        koreanMinute(row.requestedAt) >= (from ?? '') &&
        koreanMinute(row.requestedAt) <= (until ?? ''),
    )
    if (found.length === 0) return refuse(-4016)
    const start = (Number(searchParams.get('pageNum') ?? 1) - 1) * size
    answer({
      header: { resultCode: 0, resultMessage: 'ok', isSuccessful: true },
      messageSearchResultResponse: { messages: found.slice(start, start + size), totalCount: found.length },
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.add(
    () =>
      new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const closing = new Set<() => Promise<unknown>>()
afterEveryTest(async () => {
  for (const close of closing) await close()
  closing.clear()
})
