import { join } from 'node:path'
import type { Ledger, Settlement } from '../../src/ledger/ledger.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { closedAfterTest, closeLedger, outcomes, people, preparation, template } from '../ledger/temp-ledger.ts'
import { tempFolder } from '../project/temp-folder.ts'

/** Of a project that never sends. */
export const target = {
  uploadUrl: 'https://upload.example.com',
  baseUrl: 'https://send.example.com',
  userId: { env: 'USER_ID' },
  secretKey: { env: 'SECRET_KEY' },
}

/**
 * A project with the targets `production` and `staging`; nothing was sent from it.
 *
 * @param more of its configuration
 */
export function project(more: object = {}): string {
  const config = { messages: ['messages/*.md'], targets: { production: target, staging: target }, ...more }
  return tempFolder({ 'friendtalk.config.json': JSON.stringify(config) })
}

export async function openLedgerOf(root: string, name = 'production'): Promise<Ledger> {
  const store = ledgerStore({ path: join(root, '.friendtalk', `ledger.${name}.db`), target: name })
  return closedAfterTest(await store.open({ ifMissing: 'create' }))
}

/** Sends a part of a release: so many of its next sends come to an outcome, each step one request. */
export async function send(
  ledger: Ledger,
  release: string,
  steps: readonly (readonly [sends: number, outcome: Settlement['outcome'], said?: Partial<Settlement>])[],
): Promise<void> {
  for (const [maxSends, outcome, said] of steps) {
    const batch = await ledger.claim({ release, maxSends })
    if (batch) await ledger.settle(outcomes(batch, outcome, said))
  }
}

const map = {
  '/attachment/button/0': { start: { line: 12, column: 1 }, end: { line: 12, column: 30 } },
  '/echo_to_webhook': { start: { line: 4, column: 18 }, end: { line: 4, column: 22 } },
}

/** The release `r1` of 20 sends: of `sale` 16 in every state but `inflight`, of `notice` 4 that are pending. */
export async function sentRelease(root: string, name = 'production'): Promise<void> {
  const ledger = await openLedgerOf(root, name)
  const templates = [{ ...template('sale'), map }, template('notice')]
  await ledger.prepare(preparation({ sale: people(16), notice: people(4) }, { templates }))
  await send(ledger, 'r1', [
    [6, 'accepted', { code: 'C100' }],
    [2, 'rejected', { code: 'C400_2', description: '/attachment/button/0/name: \u001B[31mis 15; 14 are allowed' }],
    [1, 'rejected', { code: 'G142', description: '=1+1' }],
    [2, 'deferred', { code: 'G150' }],
    [3, 'unknown'],
  ])
  await closeLedger(ledger)
}
