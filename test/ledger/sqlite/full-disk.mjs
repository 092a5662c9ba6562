// Sends until the disk is full, settles what is in flight, and says what the ledger holds then.
// usage: node full-disk.mjs <folder on a small disk>
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileStore } from '../../../dist/ledger/file-store.js'

const [folder] = process.argv.slice(2)
const store = fileStore({ path: join(folder, 'ledger.db'), target: 'production' })
const template = {
  format: 1,
  id: 'a',
  service_id: 'ft-text',
  sender: 'default',
  source: 'a.md',
  payload: { msg: 'Hello', ad_flag: 'Y' },
  variables: [],
  images: [],
  map: {},
  digest: 'sha256:a',
}
const recipients = Array.from({ length: 400 }, (_, n) => ({
  number: `010${String(n).padStart(8, '0')}`,
  values: new Map(),
}))
const ledger = await store.open({ ifMissing: 'create' })
await ledger.prepare({ release: 'r1', templates: [template], recipients: [{ id: 'a', recipients }], rejected: 'keep' })

const claim = () => ledger.claim({ release: 'r1', maxSends: 10 })
/** Every outcome as long as it can be. */
const outcomes = ({ sends }, outcome, description) =>
  sends.map(({ row, attempt }, n) => ({ row, attempt, outcome, code: 'C400_1', description: `${n}${description}` }))
const inflight = []
for (let n = 0; n < 10; n++) inflight.push(await claim())
for (const batch of inflight.splice(0, 6)) await ledger.settle(outcomes(batch, 'accepted', ''))
fill()
const refused = await codeOf(async () => {
  for (;;) inflight.push(await claim())
})
const whenFull = await ledger.counts('r1')
const unsettled = []
for (const batch of inflight) {
  if (await codeOf(() => ledger.settle(outcomes(batch, 'rejected', '\u0001'.repeat(490))))) unsettled.push(batch)
}
rmSync(join(folder, 'filler'))
await ledger.close()
const next = await store.open({ ifMissing: 'refuse' })
const said = {
  refused,
  whenFull,
  unsettled: unsettled.length * 10,
  afterwards: await next.counts('r1'),
  recovered: next.recovered,
}
process.stdout.write(JSON.stringify(said))
await next.close()

async function codeOf(work) {
  try {
    await work()
  } catch (error) {
    return error.code
  }
}

function fill() {
  for (let size = 1_000_000, all = 0; size >= 1;) {
    try {
      writeFileSync(join(folder, 'filler'), Buffer.alloc(size), { flag: 'a' })
      all += size
    } catch {
      size = Math.floor(size / 2)
    }
  }
}
