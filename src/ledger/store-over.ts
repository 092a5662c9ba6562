import type { Driver, MovingLedger, Run } from './driver.ts'
import { checkIdentity, type LedgerIdentity } from './identity.ts'
import { LedgerError, type LedgerNotice } from './ledger-error.ts'
import type { IfMissing, LedgerStore } from './ledger.ts'
import { type KnownLedgers, type Marks, marksIn, type Progress, unmarked } from './marks.ts'
import { readerOver, templateIn } from './reader.ts'
import { sql } from './statements.ts'
import { cancelIn, ledgerOver, type StoreOptions } from './store.ts'
import {
  type Change,
  changeIn,
  createLedger,
  createTables,
  giveUpIn,
  identityIn,
  type Meta,
  recoverIn,
  refuseMoved,
  setMeta,
} from './tables.ts'

export interface StoreOwner {
  readonly target: string
  readonly account?: string | undefined
  /** Without it, older copies are noticed only by what lies beside them. */
  readonly known?: KnownLedgers
}

/** Makes the tables of a ledger, within a transaction. */
export type Fill = (run: Run) => Promise<void>

/** `beside` others, to `send`, or `alone`: then no other process changes the ledger until the session is closed. */
export type Entering = 'read' | 'beside' | 'send' | 'alone'

export interface EnterOptions {
  /** Called if there is no ledger, and returns how to make one. Without it, none is made. */
  readonly ifMissing?: (() => Fill) | undefined
  readonly stop?: AbortSignal | undefined
}

export interface Opened {
  readonly meta: Meta
  readonly identity: LedgerIdentity
  /** Marks beside the ledger and in this machine's state folder. */
  readonly marks: Marks
}

/** A store that was entered: the driver, and what a file and a database guard in their own ways. */
export interface Session extends MovingLedger {
  readonly owner: StoreOwner
  readonly now: () => number
  /** @throws LedgerError if there is no ledger */
  readonly readMeta: () => Promise<Meta>
  readonly marksBeside: readonly string[]
  /** Keeps another copy of the ledger from being used at the same moment. */
  readonly lockLineage: (lockFile: string) => void
  /** @throws LedgerError if something that was sent may be missing in the ledger */
  readonly guard: (opened: Opened) => Promise<void>
  /** Returns whether the ledger has everything that the marks know. */
  readonly isComplete: (opened: Opened) => Promise<boolean>
  /** @throws LedgerError `corrupt` */
  readonly verifyPages: (how: 'quick_check' | 'integrity_check') => void
  /** Makes the ledger the newest one, within the transaction that accepts it. */
  readonly renew: (
    run: Run,
    how: { readonly marked: readonly Progress[]; readonly at: number; readonly isComplete: boolean },
  ) => Promise<Progress>
  /** Begins to send; the ledger closes the session. */
  readonly send: (opened: Opened) => Promise<SendingParts>
  readonly copyTo: (path: string) => Promise<void>
  /** Erases forgotten data from the log too, unless another process blocks that. */
  readonly cleanUp: () => Promise<void>
  readonly scrub: () => Promise<void>
  /** Returns the error to report instead of one of this session. */
  readonly explained?: (error: unknown) => Promise<unknown>
}

type SendingParts = Omit<StoreOptions, 'identity' | 'notices' | 'onRaised' | 'verify' | 'copyTo'>

/** The parts of a store that differ between a file and a database. */
export interface StoreKind extends Pick<LedgerStore, 'path' | 'place' | 'state' | 'workers' | 'holder' | 'results'> {
  readonly owner: StoreOwner
  readonly enter: (how: Entering, options?: EnterOptions) => Promise<Session>
}

/** Returns a ledger in a file or a database; both are opened, guarded, accepted and changed in the same way. */
export function storeOver({ owner, enter, ...kind }: StoreKind): LedgerStore {
  const { target, account, known } = owner
  const newLedger = (ifMissing: Exclude<IfMissing, 'refuse'>) => (): Fill => {
    const there = account === undefined || ifMissing !== 'create' ? undefined : known?.placeOf(target, account)
    if (there !== undefined) {
      const { path } = kind
      throw new LedgerError('known', {
        en: [
          `${path}: a new ledger is wanted for "${target}", and this machine knows one for the same account and target: ${there}.`,
          'Use that one. If a new one is right all the same, say why with --reason: what the other one sent may be sent again.',
        ],
        ko: [
          `${path}: "${target}" 대상의 발송 기록을 새로 만들려고 했지만, 이 컴퓨터에는 같은 계정과 대상의 발송 기록이 이미 있습니다: ${there}.`,
          '그 발송 기록을 사용하세요. 그래도 새로 만들어야 한다면 --reason으로 이유를 적으세요. 이미 보낸 메시지가 다시 발송될 수 있습니다.',
        ],
      })
    }
    const reason = typeof ifMissing === 'object' ? ifMissing.reason : undefined
    return (run) => createLedger(run, target, reason)
  }
  return {
    ...kind,
    target,
    open: async ({ ifMissing, lineage, stop }) => {
      const session = await enter('send', {
        ifMissing: ifMissing === 'refuse' ? undefined : newLedger(ifMissing),
        stop,
      })
      return orClosed(session, async () => {
        const opened = await identified(session, { lineage })
        const notices = lockLineage(session, opened)
        await guardAll(session, opened)
        const parts = await session.send(opened)
        return ledgerOver({
          ...parts,
          identity: opened.identity,
          notices,
          onRaised: opened.marks.raise,
          verify: () => verify(session, parts.driver),
          copyTo: session.copyTo,
          close: async (isSettled) => {
            opened.marks.close()
            await parts.close(isSettled)
          },
        })
      })
    },
    read: async () => {
      const session = await enter('read')
      const { driver, copyTo, close, path } = session
      return orClosed(session, async () => {
        const { identity } = await identified(session)
        return { ...readerOver({ path, run: driver.run, identity }), verify: () => verify(session), copyTo, close }
      })
    },
    check: async (reads = 'all') => {
      try {
        await once(enter('read'), async (session) => {
          await guardAll(session, await identified(session))
          if (reads === 'all') await verify(session)
        })
        return undefined
      } catch (error) {
        if (error instanceof LedgerError) return error
        throw error
      }
    },
    accept: ({ who, reason, isComplete = false }) =>
      once(enter('alone'), async (session) => {
        const opened = await identified(session)
        const { marks } = opened
        const notices = lockLineage(session, opened)
        await verify(session)
        const marked = marks.read()
        if (isComplete && !(await session.isComplete(opened))) {
          const { path } = session
          throw new LedgerError('not-complete', {
            en: [
              `${path}: the last change that this machine knows is not in it, or what says how far it was is gone.`,
              'Run friendtalk ledger recover --reason "…" without --complete.',
            ],
            ko: [
              `${path}: 이 컴퓨터가 아는 마지막 변경이 여기에 없거나, 어디까지 기록했는지 알려 주는 파일이 없습니다.`,
              '--complete 없이 friendtalk ledger recover --reason "…" 명령을 실행하세요.',
            ],
          })
        }
        const at = session.now()
        const { unknown, progress } = await session.driver.transaction(async (run) => ({
          progress: await session.renew(run, { marked, at, isComplete }),
          unknown: isComplete ? 0 : await recoverIn(run, { who, reason, at, sent: marks.releases() }),
        }))
        marks.raise(progress)
        marks.close()
        await session.cleanUp()
        return { unknown, notices }
      }),
    cancel: (cancellation) =>
      once(enter('beside'), async (session) => {
        const opened = await identified(session)
        await session.guard(opened)
        const cancelled = await changeBeside(session, opened, (run) => cancelIn(run, cancellation, session.now()))
        await session.cleanUp()
        return cancelled
      }),
    leave: async () => {
      const session = await enter('alone')
      return orClosed(session, async () => {
        const opened = await identified(session, { allows: 'moved-away' })
        if (!opened.meta.has('moved_to')) {
          lockLineage(session, opened)
          await guardAll(session, opened)
          await session.driver.transaction(async (run) => {
            await giveUpIn(run, session.now())
            await setMeta(run, 'open', undefined)
          })
        }
        return cleanedUp(session)
      })
    },
    receive: async () => cleanedUp(await enter('alone', { ifMissing: () => arriving })),
  }
}

/** Makes tables into which a ledger is moved. */
const arriving: Fill = async (run) => {
  await createTables(run)
  await setMeta(run, 'arriving', '1')
}

function cleanedUp(session: Session): Session {
  const close = async (): Promise<void> => {
    await session.cleanUp()
    await session.close()
  }
  return { ...session, close }
}

/** Enters a store for one piece of work. */
export async function once<S extends Session, T>(entered: Promise<S>, work: (session: S) => Promise<T>): Promise<T> {
  const session = await entered
  const value = await orClosed(session, () => work(session))
  await session.close()
  return value
}

/** Does work that leaves a session open, unless it fails. */
export async function orClosed<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const explained = session.explained ? await session.explained(error) : error
    await session.close()
    throw explained
  }
}

/** @throws LedgerError if there is no ledger, or if it was moved away, is being moved, or is another one */
export async function identified(
  session: Session,
  { lineage, allows }: { readonly lineage?: string | undefined; readonly allows?: 'moved-away' } = {},
): Promise<Opened> {
  const { owner, path, place } = session
  const { target, account, known } = owner
  const meta = await session.readMeta()
  if (allows === undefined || !meta.has('moved_to')) refuseMoved(meta, path)
  const identity = identityIn(meta, path)
  checkIdentity(identity, { target, lineage }, path)
  const files = [...session.marksBeside, ...(known ? [known.markFile(identity.lineage)] : [])]
  return { meta, identity, marks: marksIn(files, { lineage: identity.lineage, target, account, place }) }
}

/** @throws LedgerError if something that was sent may be missing, or if an unclean end left damage */
async function guardAll(session: Session, opened: Opened): Promise<void> {
  await session.guard(opened)
  if (opened.meta.has('open')) session.verifyPages('quick_check')
}

/** Returns what keeps this machine from remembering how far the ledger is. */
function lockLineage(session: Session, { identity }: Opened): readonly LedgerNotice[] {
  const { known } = session.owner
  if (known === undefined) return []
  try {
    session.lockLineage(known.lockFile(identity.lineage))
    return []
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'locked') throw error
    return [unmarked(known.folder, error)]
  }
}

/** Reads everything. @throws LedgerError `corrupt` */
async function verify(session: Session, { run, path }: Driver = session.driver): Promise<void> {
  session.verifyPages('integrity_check')
  for (const { id } of await run(sql.releases)) {
    for (const row of await run(sql.templates, id)) templateIn(row, path)
  }
}

/** Makes a short change, also while others send. */
export async function changeBeside<T>(
  { driver }: Session,
  { marks }: Opened,
  work: (run: Run) => Promise<Change<T>>,
): Promise<T> {
  try {
    return await changeIn(driver, work, { marked: marks.read, onRaised: marks.raise })
  } finally {
    marks.close()
  }
}
