import { expect, test } from 'vitest'
import { deadlineMs } from '../deadline.ts'
import { seeded } from '../deploy/kill-loop.mjs'
import { freshSchema } from '../ledger/postgres/postgres-ledger.ts'
import { killRound } from '../results/kill-loop.mjs'

test.each([
  ['friend-talk', 'a file'],
  ['friend-talk', 'a database'],
  ['brand-message', 'a file'],
  ['brand-message', 'a database'],
])(
  'a receiver for %s that is killed again and again loses nothing that it answered, with a ledger in %s',
  { timeout: 10 * deadlineMs },
  async (service, place) => {
    const seed = Date.now()
    const database = place === 'a file' ? {} : { database: await freshSchema() }
    const seen = await killRound({ kills: 3, results: 3_000, random: seeded(seed), service, ...database })
    expect(seen, `with the seed ${seed}`).toMatchObject({ answered: 3_000, lost: 0, killed: 3 })
  },
)
