import { expect, test } from 'vitest'
import { deadlineMs } from '../deadline.ts'
import { ownServer } from '../postgres/server.ts'
import { seeded } from '../deploy/kill-loop.mjs'
import { sharedRound } from '../deploy/shared-ledger.mjs'

test.each(['friend-talk', 'brand-message'])(
  'deployers of %s that share a ledger send nothing twice and lose nothing, whatever happens to them',
  { timeout: 10 * deadlineMs },
  async (service) => {
    const seed = Date.now() % 1_000_000
    const said: string[] = []
    const seen = await sharedRound({
      cluster: await ownServer(),
      service,
      messages: 1_200,
      disturbances: 10,
      random: seeded(seed),
      say: (line) => said.push(line),
    })
    expect(seen, `with the seed ${seed}:\n${said.join('\n')}`).toMatchObject({
      sends: 1_200,
      twice: 0,
      lost: 0,
      falselyAccepted: 0,
      foreign: 0,
      mixedUp: 0,
    })
    expect(seen['together']).toBeGreaterThan(1)
  },
)
