import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { logFiles } from '../../../src/ledger/sqlite/claim-log.ts'
import { settledAs, single } from '../contract/singles.ts'
import { crashedCopy, ledgerPath, openTestLedger } from './sqlite-ledger.ts'

it('a program that runs for months begins another claim log now and then, and loses nothing', async () => {
  const path = ledgerPath()
  const ledger = await openTestLedger(path, { maxLogBytes: 20_000 })
  const all = Array.from({ length: 300 }, (_, n) => single(n))
  const inodes = new Set<number>()
  for (let from = 0; from < all.length; from += 10) {
    const claims = await ledger.claimSingles({ sends: all.slice(from, from + 10) })
    await ledger.settle(claims.map((claim) => settledAs(claim, 'accepted')))
    inodes.add(statSync(logFiles(path)[0]).ino)
  }
  expect(inodes.size).toBeGreaterThan(2)
  const [claim] = await ledger.claimSingles({ sends: [single(1_000)] })
  expect(claim?.type).toBe('claimed')
  const next = await openTestLedger(crashedCopy(path))
  const known = await next.knownSingles([...all, single(1_000)])
  expect(known.filter(({ state }) => state === 'accepted')).toHaveLength(300)
  expect(known.at(-1)?.state).toBe('unknown')
  await next.verify()
})
