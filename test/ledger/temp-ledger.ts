import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Batch, Ledger, LedgerRecipient, Preparation, Settlement } from '../../src/ledger/ledger.ts'
import { LedgerError, type LedgerProblem } from '../../src/ledger/ledger-error.ts'
import { openLedger } from '../../src/ledger/sqlite/open-ledger.ts'
import type { CompiledTemplate } from '../../src/template.ts'
import { memoryFolder } from '../project/temp-folder.ts'
import { afterEveryTest } from '../ending.ts'

const open = new Set<Ledger>()

afterEveryTest(() => {
  for (const ledger of open) closeLedger(ledger)
})

/** A path at which there is no ledger yet. */
export function ledgerPath(): string {
  return join(memoryFolder(), 'state', 'ledger.db')
}

/** Opens a ledger that is closed when the test is over; it is made when it is missing. */
export function openTestLedger(
  path: string = ledgerPath(),
  options: Partial<Parameters<typeof openLedger>[0]> = {},
): Ledger {
  const ledger = openLedger({ path, target: 'production', ifMissing: 'create', ...options })
  open.add(ledger)
  return ledger
}

export function closeLedger(ledger: Ledger): void {
  open.delete(ledger)
  ledger.close()
}

/** Copies a ledger as a crash at this moment would leave it: every file but the lock. */
export function crashedCopy(path: string): string {
  const copy = ledgerPath()
  mkdirSync(dirname(copy))
  for (const name of readdirSync(dirname(path)).filter((each) => !each.endsWith('-lock'))) {
    copyFileSync(join(dirname(path), name), join(dirname(copy), name.replace(basename(path), basename(copy))))
  }
  return copy
}

export function template(id: string, digest = `sha256:${id}`): CompiledTemplate {
  return {
    format: 1,
    id,
    service_id: 'ft-text',
    sender: 'default',
    source: `messages/${id}.md`,
    payload: { msg: '안녕하세요, #{name}님.', ad_flag: 'Y' },
    variables: [{ name: 'name' }],
    images: [],
    map: {},
    digest,
  }
}

export function person(n: number, values: Record<string, string> = { name: `손님 ${n}` }): LedgerRecipient {
  return { number: `010${String(n).padStart(8, '0')}`, values: new Map(Object.entries(values)) }
}

export const people = (count: number): LedgerRecipient[] => Array.from({ length: count }, (_, n) => person(n))

/** A preparation of messages with so many recipients each. */
export function preparation(
  recipients: Readonly<Record<string, readonly LedgerRecipient[]>>,
  changes: Partial<Preparation> = {},
): Preparation {
  return {
    release: 'r1',
    templates: Object.keys(recipients).map((id) => template(id)),
    recipients: Object.entries(recipients).map(([id, list]) => ({ id, recipients: list })),
    rejected: 'keep',
    ...changes,
  }
}

/** Claims sends of the release `r1`. */
export async function claimed(ledger: Ledger, maxSends = 10): Promise<Batch> {
  const batch = await ledger.claim({ release: 'r1', maxSends })
  if (batch === undefined) throw new Error('Nothing is pending.')
  return batch
}

export function outcomes(batch: Batch, outcome: Settlement['outcome'], said: Partial<Settlement> = {}): Settlement[] {
  return batch.sends.map(({ row, attempt }) => ({ row, attempt, outcome, ...said }))
}

/** What a function says is wrong with the ledger. */
export async function problemIn(work: () => unknown): Promise<LedgerProblem> {
  try {
    await work()
  } catch (error) {
    if (error instanceof LedgerError) return error.problem
    throw error
  }
  throw new Error('Nothing was wrong.')
}
