// What the ledger takes: batches of ten a second with durability on, and opening one with a million sends.
// usage: node test/bench/ledger.mjs [sends] [seconds]
import { peakKib } from './peak.mjs'
import { mkdtempSync, openSync, closeSync, fsyncSync, writeSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ledgerStore } from '../../dist/ledger/open.js'

const sends = Number(process.argv[2] ?? 1_000_000)
const seconds = Number(process.argv[3] ?? 10)
const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
const path = join(folder, 'ledger.db')
const target = 'production'
const release = 'r1'

const payload = { msg: '안녕하세요, #{name}님.', ad_flag: 'Y' }
const variables = [{ name: 'name' }, { name: 'code' }]
const source = 'messages/a.md'
const template = {
  format: 1,
  id: 'a',
  service_id: 'ft-text',
  sender: 'default',
  source,
  payload,
  variables,
  images: [],
  map: {},
  digest: 'sha256:a',
}

function* recipients() {
  for (let from = 0; from < sends; from += 1_000) {
    const list = Array.from({ length: Math.min(1_000, sends - from) }, (_, n) => ({
      number: `010${String(from + n).padStart(8, '0')}`,
      values: new Map([
        ['name', `손님 ${from + n}`],
        ['code', `COUPON-${from + n}`],
      ]),
    }))
    yield { id: 'a', recipients: list }
  }
}

const start = () => performance.now()
const since = (time) => performance.now() - time
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)
const store = ledgerStore({ path, target })
const open = () => store.open({ ifMissing: 'refuse' })

/** Batches of ten a second, with so many requests at the same time. */
async function rate(ledger, requests) {
  const begun = start()
  let batches = 0
  const work = async () => {
    while (since(begun) < seconds * 1_000) {
      const batch = await ledger.claim({ release, maxSends: 10 })
      if (batch === undefined) throw new Error('There are too few sends for that long.')
      await ledger.settle(
        batch.sends.map(({ row: number, attempt }) => ({ row: number, attempt, outcome: 'accepted', code: 'C100' })),
      )
      batches++
    }
  }
  await Promise.all(Array.from({ length: requests }, work))
  return batches / (since(begun) / 1_000)
}

/** Flushes of the disk a second, the floor under everything durable. */
function flushes() {
  const file = openSync(join(folder, 'flush'), 'w')
  const begun = start()
  let count = 0
  for (; since(begun) < 2_000; count++) {
    writeSync(file, Buffer.alloc(4_096), 0, 4_096, count * 4_096)
    fsyncSync(file)
  }
  closeSync(file)
  return count / 2
}

try {
  row('what', 'measured')
  row('---', '---')
  row('flushes of the disk a second', Math.round(flushes()))
  let ledger = await store.open({ ifMissing: 'create' })
  let time = start()
  await ledger.prepare({ release, templates: [template], recipients: recipients(), rejected: 'keep' })
  row(`copying ${sends} sends in, a second`, Math.round(sends / (since(time) / 1_000)))
  row('peak MiB after it', Math.round(peakKib() / 1_024))
  row('file, MiB', Math.round(statSync(path).size / 1_048_576))
  await ledger.close()

  time = start()
  ledger = await open()
  const opened = since(time)
  await ledger.claim({ release, maxSends: 10 })
  row('opening to the first claimed batch, ms', `${Math.round(since(time))} (opening ${Math.round(opened)})`)
  await ledger.close()

  ledger = await open()
  for (const requests of [1, 4, 16]) {
    const perSecond = await rate(ledger, requests)
    row(`batches of 10 claimed and settled a second, ${requests} at a time`, Math.round(perSecond))
  }
  await ledger.close()

  const reader = await store.read()
  time = start()
  await reader.releases()
  row('counting by state and code, ms', Math.round(since(time)))
  time = start()
  await reader.verify()
  row('verifying all of it, ms', Math.round(since(time)))
  await reader.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
