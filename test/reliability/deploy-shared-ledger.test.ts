import { expect, test } from 'vitest'
import { deadlineMs } from '../deadline.ts'
import { ownServer } from '../postgres/server.ts'
import { seeded } from '../deploy/kill-loop.mjs'
import { sharedRound } from '../deploy/shared-ledger.mjs'

test(
  'deployers that share a ledger send nothing twice and lose nothing, whatever happens to them',
  { timeout: 10 * deadlineMs },
  async () => {
    const seed = Date.now() % 1_000_000
    const said: string[] = []
    const seen = await sharedRound({
      cluster: await ownServer(),
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
  },
)
