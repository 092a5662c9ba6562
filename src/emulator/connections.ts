import type { Faults } from './faults.ts'

/** The address of the server, and the parts of it that refusing needs. Public types must not name modules of Node.js. */
export interface Listening {
  readonly server: {
    readonly listen: (port: number, host: string) => unknown
    readonly close: () => unknown
    readonly closeIdleConnections: () => void
  }
  readonly host: string
  readonly port: number
}

/** While connections are refused, those that become idle are ended this often. */
const sweepMs = 5

/**
 * Refuses connections for real: the listening socket is closed for a while, and with it every connection that waits
 * for a next request. What it takes to refuse the n-th request is decided while the one before is being answered.
 */
export function createConnections(faults: Faults) {
  let listening: Listening | undefined
  let timer: NodeJS.Timeout | undefined
  let sweep: NodeJS.Timeout | undefined

  const refuse = (forMs: number | undefined): void => {
    if (forMs === undefined || listening === undefined || timer !== undefined) return
    const { server } = listening
    timer = setTimeout(end, forMs)
    server.close()
    sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  }
  /** Ends without listening again. */
  const close = (): void => {
    clearTimeout(timer)
    clearInterval(sweep)
    timer = undefined
  }
  /** Listens again at once. */
  const end = (): void => {
    if (timer === undefined || listening === undefined) return
    close()
    listening.server.listen(listening.port, listening.host)
    // The request that was refused is past; the one that comes now has a number of its own.
    refuse(faults.refuseNext())
  }
  return {
    close,
    end,
    /** Takes the server once it listens. */
    listening: (server: Listening): void => void (listening = server),
    /** Lets a rule that was added decide about the first request. */
    onRule: (id: number): void => refuse(faults.refuseNext(id)),
    /** Lets the rules decide about the request that comes after one to an operation. */
    onRequest(outgoing: { setHeader(name: string, value: string): unknown }): void {
      const forMs = faults.refuseNext()
      if (forMs === undefined) return
      outgoing.setHeader('connection', 'close')
      refuse(forMs)
    },
  }
}
