import type { Faults } from './faults.ts'

/** The parts of a server that refusing needs. Public types must not name modules of Node.js. */
interface Refusable {
  readonly listen: (port: number, host: string) => unknown
  readonly close: () => unknown
  readonly closeIdleConnections: () => void
}

/** While connections are refused, those that become idle are ended this often. */
const sweepMs = 5

/**
 * Refuses connections for real: the listening socket is closed for a while, and with it every connection that waits
 * for a next request. What it takes to refuse the n-th request is decided while the one before is being answered.
 */
export class Connections {
  readonly #faults: Faults
  #listening: { readonly server: Refusable; readonly host: string; readonly port: number } | undefined
  #end: NodeJS.Timeout | undefined
  #sweep: NodeJS.Timeout | undefined

  constructor(faults: Faults) {
    this.#faults = faults
  }

  /** Takes the server and where it listens, once it does. */
  listening(listening: { readonly server: Refusable; readonly host: string; readonly port: number }): void {
    this.#listening = listening
  }

  /** Lets a rule that was added decide about the first request. */
  onRule(id: number): void {
    this.#refuse(this.#faults.refuseNext(id))
  }

  /** Lets the rules decide about the request that comes after one to an operation. */
  onRequest(outgoing: { setHeader(name: string, value: string): unknown }): void {
    const forMs = this.#faults.refuseNext()
    if (forMs === undefined) return
    outgoing.setHeader('connection', 'close')
    this.#refuse(forMs)
  }

  /** Listens again at once. */
  end(): void {
    if (this.#end === undefined || this.#listening === undefined) return
    this.close()
    const { server, port, host } = this.#listening
    server.listen(port, host)
    // The request that was refused is past; the one that comes now has a number of its own.
    this.#refuse(this.#faults.refuseNext())
  }

  /** Ends without listening again. */
  close(): void {
    clearTimeout(this.#end)
    clearInterval(this.#sweep)
    this.#end = undefined
  }

  #refuse(forMs: number | undefined): void {
    if (forMs === undefined || this.#listening === undefined || this.#end !== undefined) return
    const { server } = this.#listening
    this.#end = setTimeout(() => this.end(), forMs)
    server.close()
    this.#sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  }
}
