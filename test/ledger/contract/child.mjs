// A deploy that never ends, for tests that kill it. It says what was committed, one line each, before it goes on.
// usage: node child.mjs <module that opens it> <ledger> <prepare | send> <seed>
import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const [module, name, mode, seed] = process.argv.slice(2)
const say = (...words) => writeSync(1, `${words.join(' ')}\n`)
let state = Number(seed)
/** A whole number below a bound, always the same from the same seed. */
const random = (bound) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return (state >>> 8) % bound
}

const ledger = await open()
say('open', ledger.recovered)

/** What is wrong with the ledger is said as well. */
async function open() {
  try {
    const store = await import(pathToFileURL(module).href)
    return await store.open(name, random)
  } catch (error) {
    say('problem', error.code)
    process.exit()
  }
}

const payload = { msg: 'Hello', ad_flag: 'Y' }
const template = (id) => ({
  format: 1,
  id,
  service_id: 'ft-text',
  sender: 's',
  source: 'm.md',
  payload,
  variables: [],
  images: [],
  map: {},
  digest: id,
})
const person = (n) => ({ number: `010${String(n).padStart(8, '0')}`, values: new Map([['name', `Name ${n}`]]) })

if (mode === 'prepare') {
  for (let release = random(1_000_000); ; release++) {
    const recipients = function* () {
      for (let from = 0; from < 12_000; from += 1_000) {
        say('piece', from)
        yield { id: 'a', recipients: Array.from({ length: 1_000 }, (_, n) => person(from + n)) }
      }
    }
    await ledger.prepare({
      release: `p${release}`,
      templates: [template('a')],
      recipients: recipients(),
      rejected: 'keep',
    })
    say('prepared', `p${release}`)
  }
}

/** One of several requests at the same time. */
async function requests() {
  for (;;) {
    const batch = await ledger.claim({ release: 'r1', maxSends: 1 + random(10) })
    if (batch === undefined) return
    say('claimed', ...batch.sends.map(({ key }) => key))
    // What a service takes to answer: most kills come while it is waited for.
    await delay(1 + random(8))
    const settlements = batch.sends.map(({ row, attempt }) => {
      const outcome = ['accepted', 'accepted', 'accepted', 'rejected', 'deferred', 'unknown'][random(6)]
      return { row, attempt, outcome, code: 'X', description: 'said' }
    })
    // Nothing left: the whole request goes back, and is claimed again.
    const isProven = random(8) === 0
    if (isProven) say('proven', ...batch.sends.map(({ key }) => key))
    await ledger.settle(
      isProven ? settlements.map(({ row, attempt }) => ({ row, attempt, outcome: 'not-written' })) : settlements,
    )
    say('settled', ...batch.sends.map(({ key }, n) => `${key}=${isProven ? 'pending' : settlements[n].outcome}`))
  }
}

await Promise.all([requests(), requests(), requests()])
say('done')
