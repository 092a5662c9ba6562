import type { FastifyInstance } from 'fastify'
import { addLoopbackGuard, pageHeaders } from '../loopback/guard.ts'
import type { EmulatorClock } from './clock.ts'

/** Marks every answer as the emulator's, and refuses whatever does not come from this machine's own pages. */
export function addGuard(app: FastifyInstance, clock: EmulatorClock, ownUrl: () => string): void {
  app.addHook('onRequest', (_request, reply, done) => {
    // Everything of this service says that it is not the real one.
    reply.header('x-emulator', 'friendtalk')
    if (!clock.isReal) reply.header('date', new Date(clock.now()).toUTCString())
    done()
  })
  addLoopbackGuard(app, ownUrl, (reply, { status, header }) => {
    const what = header === 'Host' ? 'the loopback address of the emulator' : 'the emulator itself'
    const description = `${header} is not ${what}.`
    pageHeaders(reply).code(status).send({ code: 'C400_2', name: 'Refused by the emulator', description })
  })
}
