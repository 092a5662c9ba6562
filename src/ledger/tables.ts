import { randomBytes, randomUUID } from 'node:crypto'
import type { Driver, Run } from './driver.ts'
import type { LedgerIdentity } from './identity.ts'
import { LedgerError, movedAway, notALedger } from './ledger-error.ts'
import type { Progress } from './marks.ts'
import { schema, schemaVersion } from './schema.sql.ts'
import { type ChangedSend, sql } from './statements.ts'

/** Properties of a ledger by name. */
export type Meta = ReadonlyMap<string, string>

export async function readMeta(run: Run, properties = sql.meta): Promise<Meta> {
  return new Map((await run(properties)).map(({ name, value }) => [name, value]))
}

/** @throws LedgerError for a ledger that was moved away, or that is being moved here */
export function refuseMoved(meta: Meta, path: string): void {
  const to = meta.get('moved_to')
  if (meta.has('arriving')) {
    throw new LedgerError('move-unfinished', {
      en: [
        `${path}: a ledger was being moved here, and the move did not come to its end.`,
        'Run the same friendtalk ledger move again: it finishes the move, or begins it anew.',
      ],
      ko: [
        `${path}: 발송 기록을 여기로 옮기는 작업이 끝나지 않았습니다.`,
        '같은 friendtalk ledger move 명령을 다시 실행하세요. 남은 작업을 마치거나 처음부터 다시 옮깁니다.',
      ],
    })
  }
  if (to !== undefined) throw movedAway(path, to)
}

/** The value of a change, and whether it decides who is sent to. */
export interface Change<T> {
  readonly value: T
  readonly decides: boolean
}

/**
 * Changes a ledger in one transaction, which also looks whether the ledger is still here. A change that decides who is sent
 * to raises how far the ledger is, so that an older copy is noticed.
 *
 * @param marked what marks say of a ledger that was not checked when it was opened: one that is behind stays behind
 * @throws LedgerError for a ledger that is being moved or was moved away
 */
export async function changeIn<T>(
  { transaction, path }: Driver,
  work: (run: Run) => Promise<Change<T>>,
  { onRaised, marked = () => [] }: { onRaised: (progress: Progress) => void; marked?: () => readonly Progress[] },
): Promise<T> {
  const { value, raised } = await transaction(async (run) => {
    refuseMoved(await readMeta(run, sql.here), path)
    const change = await work(run)
    // Last: claims of other workers wait for this row.
    const isRaised = change.decides && (await isAsFarAs(run, marked()))
    return { value: change.value, raised: isRaised ? await run(sql.raiseNewest) : [] }
  })
  for (const progress of raised) onRaised(progress)
  return value
}

/** Returns whether a ledger has reached everything that marks say of it. */
export async function isAsFarAs(run: Run, marked: readonly Progress[]): Promise<boolean> {
  for (const { worker, sequence } of marked) {
    const [row] = await run(sql.worker, worker)
    if (row === undefined || row.sequence < sequence) return false
  }
  return true
}

/** Makes unknown what a worker has in flight, or all of them. @returns how many sends */
export async function giveUpIn(run: Run, now: number, worker = 0): Promise<number> {
  const unknown = await run(sql.giveUp, now, worker)
  await forgetOver(run, unknown)
  return unknown.length
}

/** The states of sends that are not sent any more. */
const over: ReadonlySet<ChangedSend['state']> = new Set(['accepted', 'rejected', 'excluded', 'cancelled'])

/** Forgets number and values of sends that need them no more. @returns whether there were any */
export async function forgetOver(run: Run, sends: readonly ChangedSend[]): Promise<boolean> {
  const rows = sends.flatMap(({ row, state, cancelled }) => (over.has(state) || cancelled !== null ? [[row]] : []))
  if (rows.length > 0) await run(sql.forget, JSON.stringify(rows))
  return rows.length > 0
}

export async function setMeta(run: Run, name: string, value: string | undefined): Promise<void> {
  if (value === undefined) await run(sql.clearMeta, name)
  else await run(sql.setMeta, name, value)
}

/** @throws LedgerError `newer-version`, and `not-a-ledger` for tables that say nothing of themselves */
export function identityIn(meta: Meta, path: string): LedgerIdentity {
  const version = Number(meta.get('version'))
  const [lineage, target, secret] = ['lineage', 'target', 'secret'].map((name) => meta.get(name))
  if (version > schemaVersion) {
    throw new LedgerError('newer-version', {
      en: [
        `${path}: the ledger has version ${version}; this friendtalk knows versions up to ${schemaVersion}.`,
        'Update friendtalk.',
      ],
      ko: [
        `${path}: 발송 기록의 버전은 ${version}이고, 지금 설치된 friendtalk은 버전 ${schemaVersion}까지 읽을 수 있습니다.`,
        'friendtalk을 업데이트하세요.',
      ],
    })
  }
  if (version !== schemaVersion || lineage === undefined || target === undefined || secret === undefined) {
    throw notALedger(path)
  }
  return { version, lineage, target, secret: Buffer.from(secret, 'hex') }
}

export async function createTables(run: Run): Promise<void> {
  for (const statement of schema) await run(statement)
}

/** Makes the tables of a new ledger, within a transaction. */
export async function createLedger(run: Run, target: string, reason: string | undefined): Promise<void> {
  await createTables(run)
  await setMeta(run, 'version', String(schemaVersion))
  await setMeta(run, 'lineage', randomUUID())
  await setMeta(run, 'target', target)
  await setMeta(run, 'secret', randomBytes(32).toString('hex'))
  if (reason !== undefined) await setMeta(run, 'reason', reason)
}

interface Recovery {
  readonly who: string
  readonly reason: string
  readonly at: number
  /** Releases that this machine knows to have been sent from the ledger. */
  readonly sent: readonly string[]
}

/** Name of the property that lists the releases missing in an accepted ledger. */
const lostReleases = 'lost-releases'

/** Accepts a ledger that is refused: all that waits is unknown, and what it lost is sent no more. @returns how many sends */
export async function recoverIn(run: Run, { who, reason, at, sent }: Recovery): Promise<number> {
  const names = new Set((await run(sql.releases)).map(({ name }) => name))
  const lost = [...(await lostIn(run)), ...sent.filter((name) => !names.has(name))]
  if (lost.length > 0) await setMeta(run, lostReleases, JSON.stringify([...new Set(lost)]))
  // Not before anything in it, whatever the clocks of other machines say.
  const settled = Number((await run(sql.lastSettled))[0]?.['last'] ?? 0)
  const unknown = await run(sql.recoverSends, Math.max(at, settled))
  await run(sql.recoverReleases, Math.max(at, settled))
  const byRelease = new Map<number, number>()
  for (const { release } of unknown) byRelease.set(Number(release), (byRelease.get(Number(release)) ?? 0) + 1)
  for (const [release, sends] of byRelease) await run(sql.addDecision, release, sends, 'recovered', who, reason, at)
  return unknown.length
}

async function lostIn(run: Run): Promise<readonly string[]> {
  return JSON.parse((await readMeta(run)).get(lostReleases) ?? '[]') as readonly string[]
}

/** @throws LedgerError `lost-release` for one that a ledger was accepted without */
export async function refuseLost(run: Run, release: string): Promise<void> {
  if (!(await lostIn(run)).includes(release)) return
  throw new LedgerError('lost-release', {
    en: [
      `The release "${release}" was sent, and the ledger that was accepted knows nothing of it: everybody would get it again.`,
      'Ask the service who has it, and send to the others as another release.',
    ],
    ko: [
      `"${release}" 릴리스는 이미 발송했지만, 받아들인 발송 기록에는 없습니다. 발송하면 모두 다시 받습니다.`,
      '누가 받았는지 서비스에 문의한 뒤, 나머지에게 다른 릴리스로 발송하세요.',
    ],
  })
}
