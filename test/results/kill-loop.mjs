// Kills a receiver again and again while results come in, and looks whether one is lost that was answered with 200:
//   node test/results/kill-loop.mjs [kills] [results]
// It works on dist.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client, keysIn, sentProject, serve, withoutResult } from './load.mjs'

const connections = 16
const resultsPerRequest = 10

/**
 * Reports results to a receiver that is killed so many times, each time after a random part of what is left.
 *
 * @param database where the ledger is in PostgreSQL
 * @param service whose results they are
 * @returns how many were answered, how many of those are lost, and how many kills there were
 */
export async function killRound({ kills, results, random, database, service }) {
  const root = mkdtempSync(join(tmpdir(), 'friendtalk-results-'))
  const client = new Client(connections, service)
  const answered = new Set()
  try {
    const store = await sentProject(root, results, { database, service })
    const left = []
    for await (const keys of keysIn(store)) left.push(...keys)
    let killed = 0
    let unanswered = 0
    while (left.length > 0) {
      const server = await serve(root, 0, database)
      const isToKill = killed < kills
      // Before the first answer too.
      const killAfter = isToKill
        ? answered.size + random() * (left.length / (kills - killed))
        : Number.POSITIVE_INFINITY
      const end = new AbortController()
      const work = async () => {
        while (left.length > 0 && !end.signal.aborted) {
          const keys = left.splice(0, resultsPerRequest)
          if (await client.report(server.url, keys)) for (const key of keys) answered.add(key)
          else {
            // The provider reports what was not answered again.
            left.push(...keys)
            unanswered++
          }
        }
      }
      const kill = async () => {
        while (answered.size < killAfter && left.length > 0) await delay(1)
        await delay(random() * 3)
        end.abort()
        server.child.kill(isToKill ? 'SIGKILL' : 'SIGTERM')
        if (isToKill) killed++
      }
      await Promise.all([kill(), ...Array.from({ length: connections }, work)])
      await server.ended
    }
    const lost = await withoutResult(store, answered)
    return { answered: answered.size, lost: lost.size, killed, unanswered }
  } finally {
    client.close()
    rmSync(root, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kills = Number(process.argv[2] ?? 100)
  const results = Number(process.argv[3] ?? 100_000)
  const begun = performance.now()
  const seen = await killRound({ kills, results, random: Math.random })
  process.stdout.write(`${JSON.stringify({ ...seen, seconds: Math.round((performance.now() - begun) / 1000) })}\n`)
  process.exitCode = seen.lost > 0 ? 1 : 0
}
