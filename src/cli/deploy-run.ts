import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReleaseImage, RunClock, RunEnd } from '../deploy/events.ts'
import { runDeploy } from '../deploy/run.ts'
import { startEmulator } from '../emulator/start-emulator.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { imageContent } from '../project/images.ts'
import { openService } from '../service/service.ts'
import type { DeployCredentials } from './deploy-credentials.ts'
import { DeployEvents, type EmitJson, leftOf } from './deploy-events.ts'
import { deployRunWords } from './deploy-run-words.ts'
import type { DeploySession } from './deploy-session.ts'
import type { Terminal } from './terminal.ts'

/** What sending takes beside the session. */
export interface Sending {
  readonly session: DeploySession
  readonly ledger: Ledger
  readonly release: string
  readonly credentials: DeployCredentials
  readonly stop: AbortSignal
  readonly wait: boolean
  readonly maxMessages?: number
  readonly json?: EmitJson
}

/** A service to send to, and whose images it knows. */
interface Reached {
  readonly uploadUrl: string
  readonly baseUrl: string
  readonly imageAccount: string
  /** Where what arrived can be looked at. */
  readonly inbox?: string
  readonly close: () => Promise<void>
}

/** How sending ended; `close` ends an emulator that was started for it. */
export interface Sent {
  readonly end: RunEnd
  readonly inbox?: string
  readonly close: () => Promise<void>
}

/** Sends what is pending of a release to its target, an emulator started for the run included. */
export async function send(sending: Sending, terminal: Terminal): Promise<Sent> {
  const { session, ledger, release, credentials, stop, maxMessages } = sending
  const { target, project } = session
  const reached = await reach(session, terminal)
  const words = deployRunWords[terminal.lang]
  if (reached.inbox !== undefined) {
    sending.json?.({ event: 'inbox', url: reached.inbox })
    if (terminal.verbosity !== 'quiet') {
      const more = keepsInbox(terminal, sending.json) ? '' : `${words.inboxEnds}\n`
      terminal.err(`${words.inbox(reached.inbox)}\n${more}`)
    }
  }
  const events = new DeployEvents(terminal, { total: leftOf(ledger, release), json: sending.json })
  const { failbackSecretKey } = credentials
  const service = openService({
    uploadUrl: reached.uploadUrl,
    baseUrl: reached.baseUrl,
    userId: target.account,
    secretKey: credentials.secretKey,
    requestTimeoutMs: target.requestTimeoutMs,
    uploadAuthorization: target.uploadAuthorization,
    connections: target.concurrency,
    secrets: credentials.secrets,
  })
  try {
    const end = await runDeploy({
      service,
      ledger,
      release,
      target,
      imageAccount: reached.imageAccount,
      senders: credentials.senders,
      ...(failbackSecretKey !== undefined && { failbackSecretKey }),
      ...(maxMessages !== undefined && { maxMessages }),
      outsideWindow: sending.wait ? 'wait' : 'stop',
      readImage: (image) => imageAt(project.root, image),
      clock: machineClock,
      stop,
      onEvent: events.on,
    })
    return { end, close: reached.close, ...(reached.inbox !== undefined && { inbox: reached.inbox }) }
  } catch (error) {
    await reached.close()
    throw error
  } finally {
    events.end()
    await service.close()
  }
}

/** Whether the inbox outlives the sending: somebody must be there to look at it and to close it. */
export function keepsInbox({ isInteractive }: Pick<Terminal, 'isInteractive'>, json: EmitJson | undefined): boolean {
  return isInteractive && json === undefined
}

async function reach({ target, isBuiltIn }: DeploySession, { askedLang: lang }: Terminal): Promise<Reached> {
  const { uploadUrl, baseUrl, account } = target
  if (!isBuiltIn && uploadUrl !== undefined && baseUrl !== undefined) {
    return { uploadUrl, baseUrl, imageAccount: account, close: async () => {} }
  }
  const emulator = await startEmulator({ userId: account, ...(lang && { lang }) })
  // The images of an emulator are gone with it.
  return { ...emulator, inbox: emulator.url, imageAccount: `${account} ${randomUUID()}` }
}

const machineClock: RunClock = {
  now: Date.now,
  sleep: async (ms, signal) => {
    // Rejects only when it is aborted, and then the sleep is over.
    await delay(ms, undefined, { signal }).catch(() => {})
  },
}

function imageAt(root: string, { path, sha256 }: ReleaseImage): Uint8Array | 'missing' | 'other' {
  const content = imageContent(root, path)
  if (content === undefined) return 'missing'
  return createHash('sha256').update(content).digest('hex') === sha256 ? content : 'other'
}
