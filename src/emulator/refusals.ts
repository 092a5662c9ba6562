import type { Server } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Faults } from './faults.ts'

/** While connections are refused, those that become idle are ended this often. */
const sweepMs = 5

/**
 * Refuses connections for real: the listening socket is closed for a while, and with it every connection that waits
 * for a next request. What it takes to refuse the n-th request is decided while the one before is being answered.
 */
export class Refusals {
  readonly #server: Server
  readonly #faults: Faults
  #address: { readonly host: string; readonly port: number } | undefined
  #end: NodeJS.Timeout | undefined
  #sweep: NodeJS.Timeout | undefined

  constructor(server: Server, faults: Faults) {
    this.#server = server
    this.#faults = faults
  }

  /** Where the server listens, once it does. */
  listening(address: { readonly host: string; readonly port: number }): void {
    this.#address = address
  }

  /** A rule was added: it decides about the first request. */
  onRule(id: number): void {
    this.#refuse(this.#faults.refuseNext(id))
  }

  /** A request to an operation arrived: the rules decide about the one that comes next. */
  onRequest(reply: FastifyReply): void {
    const forMs = this.#faults.refuseNext()
    if (forMs === undefined) return
    reply.header('connection', 'close')
    this.#refuse(forMs)
  }

  /** Listens again at once. */
  end(): void {
    if (this.#end === undefined || this.#address === undefined) return
    this.close()
    this.#server.listen(this.#address.port, this.#address.host)
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
    if (forMs === undefined || this.#address === undefined || this.#end !== undefined) return
    this.#end = setTimeout(() => this.end(), forMs)
    this.#server.close()
    this.#sweep = setInterval(() => this.#server.closeIdleConnections(), sweepMs)
  }
}
