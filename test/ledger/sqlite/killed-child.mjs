// Sends from ledgers until it is killed. It says which keys of each were claimed.
// usage: node killed-child.mjs <recipients> {<path> <folder of state>}
import { ledgerStore } from '../../../dist/ledger/open.js'

// However slow it is, nothing is folded in by the clock before it is killed.
const { setTimeout } = globalThis
globalThis.setTimeout = (work, ms) => setTimeout(work, ms < 100 ? ms : 1e9)

const [total, ...places] = process.argv.slice(2)
const template = {
  format: 1,
  id: 'a',
  service_id: 'ft-text',
  sender: 'default',
  source: 'messages/a.md',
  payload: { msg: '안녕하세요, #{name}님.', ad_flag: 'Y' },
  variables: [{ name: 'name' }],
  images: [],
  map: {},
  digest: 'sha256:a',
}
const recipients = Array.from({ length: Number(total) }, (_, n) => ({
  number: `010${String(n).padStart(8, '0')}`,
  values: new Map([['name', `손님 ${n}`]]),
}))
// The engine closes a ledger that nothing holds any more.
const open = []
for (let nth = 0; nth < places.length; nth += 2) {
  const [path, stateFolder] = places.slice(nth)
  const store = ledgerStore({ path, stateFolder, target: 'production', account: 'shop' })
  const ledger = await store.open({ ifMissing: 'create' })
  open.push(ledger)
  await ledger.prepare({
    release: 'r1',
    templates: [template],
    recipients: [{ id: 'a', recipients }],
    rejected: 'keep',
  })
  const keys = []
  const claim = async (maxSends) => {
    const batch = await ledger.claim({ release: 'r1', maxSends })
    keys.push(...batch.sends.map(({ key }) => key))
    return batch.sends
  }
  const accepted = await claim(10)
  await ledger.settle(accepted.map(({ row, attempt }) => ({ row, attempt, outcome: 'accepted' })))
  for (let n = 0; n < 3; n++) await claim(5)
  process.stdout.write(`${keys.join(' ')}\n`)
}
setInterval(() => {}, 1_000)
