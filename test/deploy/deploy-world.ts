import { join } from 'node:path'
import type { RunEvent } from '../../src/deploy/deploy-notice.ts'
import type { Run, RunEnd } from '../../src/deploy/run.ts'
import { sendPrepared } from '../../src/deploy/send.ts'
import type { Emulator } from '../../src/emulator/emulator.ts'
import type { SettingsChange } from '../../src/emulator/options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import type { Ledger, LedgerRecipient, SendCounts } from '../../src/ledger/ledger.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { openService, type Service, type ServiceOptions } from '../../src/service/service.ts'
import type { CompiledTemplate } from '../../src/template.ts'
import { deadlineMs } from '../deadline.ts'
import { afterEachFile } from '../ending.ts'
import { people, template } from '../ledger/temp-ledger.ts'
import { memoryFolder } from '../project/temp-folder.ts'
import { type AnyRule, type Wire, wireBefore } from '../support/wire.ts'
import { VirtualClock } from './virtual-clock.ts'

export interface WorldOptions {
  readonly settings?: SettingsChange
  readonly faults?: readonly AnyRule[]
  readonly templates?: readonly CompiledTemplate[]
  /** Of each message, or of the one with that place; so many when it is a number. */
  readonly recipients?: number | readonly number[] | readonly LedgerRecipient[]
  readonly target?: Partial<Run['target']>
  readonly service?: Partial<ServiceOptions>
  /** `fresh`: each request goes over a connection of its own. */
  readonly connection?: 'fresh' | 'reused'
  /** Where it is: without one, where the world before was. The emulator forgets everything that was. */
  readonly stage?: Stage
}

/** An emulator and a ledger file. */
export interface Stage {
  readonly emulator: Emulator
  readonly wire: Wire
  readonly clock: VirtualClock
  readonly path: string
  readonly ledger: () => Ledger
  /** Closes the ledger and opens it again, as the next process does. */
  readonly reopen: () => Promise<Ledger>
  readonly nextRelease: () => string
}

/** A stage with a prepared release, and what a deploy does there. */
export interface World extends Omit<Stage, 'nextRelease' | 'wire'> {
  readonly release: string
  readonly service: Service
  readonly events: readonly RunEvent[]
  readonly run: (changes?: Partial<Run> & { readonly maxMessages?: number }) => Promise<RunEnd>
  readonly counts: () => Promise<SendCounts>
}

const closing: (() => Promise<void> | void)[] = []

afterEachFile(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  common = undefined
})

export async function deployStage(clock: VirtualClock = new VirtualClock()): Promise<Stage> {
  const emulator = await startEmulator()
  const path = join(memoryFolder(), 'ledger.db')
  const open = (): Promise<Ledger> => ledgerStore({ path, target: 'test' }).open({ ifMissing: 'create' })
  let ledger = await open()
  let releases = 0
  closing.push(async () => {
    await ledger.close()
    await emulator.close()
  })
  return {
    emulator,
    wire: await wireBefore(emulator),
    clock,
    path,
    ledger: () => ledger,
    reopen: async () => {
      // One that failed says so again.
      await Promise.allSettled([ledger.close()])
      ledger = await open()
      return ledger
    },
    nextRelease: () => `r${++releases}`,
  }
}

let common: Promise<Stage> | undefined

const sender = { sender_key: 'emulator-sender', sender_number: '0212345678' }

export async function deployWorld(options: WorldOptions = {}): Promise<World> {
  const {
    templates = [template('a')],
    recipients = 31,
    connection = 'reused',
    stage = await (common ??= deployStage()),
  } = options
  const { emulator, wire, clock, nextRelease, ...rest } = stage
  emulator.reset()
  clock.set(Date.now())
  if (options.settings) emulator.change(options.settings)
  const release = nextRelease()
  const listOf = (index: number): readonly LedgerRecipient[] => {
    if (typeof recipients === 'number') return people(recipients)
    const own = recipients[index]
    return typeof own === 'number' ? people(own) : (recipients as readonly LedgerRecipient[])
  }
  await stage.ledger().prepare({
    release,
    templates,
    recipients: templates.map(({ id }, index) => ({ id, recipients: listOf(index) })),
    rejected: 'keep',
  })
  const url = wire.strike(...(options.faults ?? []))
  const target = { ...defaultTarget, account: emulator.userId, ...options.target }
  const open = (): Service =>
    openService({
      service: 'friend-talk',
      uploadUrl: url,
      baseUrl: url,
      account: { userId: emulator.userId, secretKey: emulator.secretKey },
      // However slow the machine is, what is not to time out does not.
      requestTimeoutMs: deadlineMs,
      connections: target.concurrency,
      ...options.service,
    })
  const client = connection === 'reused' ? open() : freshEachTime(open)
  const service: Service = {
    sendMessages: (...sent) => clock.during(() => client.sendMessages(...sent)),
    upload: (operation, file) => clock.during(() => client.upload(operation, file)),
    list: (asked) => clock.during(() => client.list(asked)),
    clock: client.clock,
    close: client.close,
  }
  closing.push(service.close)
  const events: RunEvent[] = []
  return {
    ...rest,
    emulator,
    clock,
    release,
    service,
    events,
    counts: () => stage.ledger().counts(release),
    run: ({ ledger = stage.ledger(), maxMessages = Number.POSITIVE_INFINITY, ...changes } = {}) =>
      sendPrepared({
        service,
        ledger: {
          ...ledger,
          claim: (wanted) => clock.during(() => ledger.claim(wanted)),
          settle: (settlements) => clock.during(() => ledger.settle(settlements)),
        },
        release,
        target,
        imageAccount: target.account,
        senders: new Map([['default', sender]]),
        limit: { left: maxMessages },
        outsideWindow: 'stop',
        readImage: () => 'missing',
        clock,
        stop: new AbortController().signal,
        onEvent: (event) => events.push(event),
        retryDelaysMs: [40, 40, 80, 80, 160],
        ...changes,
      }),
  }
}

const defaultTarget = {
  service: 'friend-talk',
  name: 'test',
  rate: 100_000,
  concurrency: 1,
  batch: 10,
  requestTimeoutMs: 10_000,
  window: 'off',
  recipients: 'all',
  uploadAuthorization: false,
  exclude: [],
  tooManyRequests: 'unknown',
} as const

/** A service that opens a connection for each request. */
function freshEachTime(open: () => Service): Service {
  let clock: ReturnType<Service['clock']>
  const once = async <T>(work: (service: Service) => Promise<T>): Promise<T> => {
    const service = open()
    try {
      return await work(service)
    } finally {
      clock = service.clock()
      await service.close()
    }
  }
  return {
    sendMessages: (...sent) => once((service) => service.sendMessages(...sent)),
    upload: (operation, file) => once((service) => service.upload(operation, file)),
    list: (asked) => once((service) => service.list(asked)),
    clock: () => clock,
    close: () => Promise.resolve(),
  }
}
