import { expect, test } from 'vitest'
import { deadlineMs } from '../deadline.ts'
import { killRound, seeded } from '../deploy/kill-loop.mjs'

test.each(['friend-talk', 'brand-message'])(
  'a deployer of %s that is killed again and again sends nothing twice and loses nothing',
  { timeout: 10 * deadlineMs },
  async (service) => {
    const seed = Date.now()
    const seen = await killRound({ service, messages: 3_000, kills: 5, random: seeded(seed) })
    expect(seen, `with the seed ${seed}`).toMatchObject({
      sends: 3_000,
      twice: 0,
      lost: 0,
      falselyAccepted: 0,
      foreign: 0,
      mixedUp: 0,
    })
    expect(seen.together).toBeGreaterThan(1)
    // A quick machine may be done before the last of them.
    expect(seen.killed).toBeGreaterThan(1)
  },
)
