// What preparing a release takes in a file, beside a bare loop that inserts the same rows one by one into the same tables,
// in parts of the same size and as durably, without making or looking for them.
// usage: node test/bench/prepare.mjs [recipients]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { ledgerStore } from '../../dist/ledger/open.js'
import { peakKib } from './peak.mjs'

const count = Number(process.argv[2] ?? 200_000)
const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
const path = join(folder, 'ledger.db')
const rowsOfPart = 5_000

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

function* recipients() {
  for (let from = 0; from < count; from += 1_000) {
    const list = Array.from({ length: Math.min(1_000, count - from) }, (_, n) => ({
      number: `010${String(10_000_000 + from + n)}`,
      values: new Map([['name', `고객${from + n}`]]),
    }))
    yield { id: 'a', recipients: list }
  }
}

async function measured(work) {
  const [begun, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: (performance.now() - begun) / 1e3, cpuSeconds: (user + system) / 1e6 }
}

function prepareBare() {
  const ledger = new DatabaseSync(path, { readOnly: true })
  const tables = ledger.prepare(
    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND type <> 'trigger' ORDER BY type DESC",
  )
  const schema = tables.all().map(({ sql }) => sql)
  const sends = ledger.prepare('SELECT * FROM send ORDER BY row').all()
  const names = Object.keys(sends[0])
  const rows = sends.map((send) => Object.values(send))
  const personal = ledger.prepare('SELECT data FROM personal ORDER BY personal').all()
  const data = personal.map((row) => Buffer.from(row.data))
  ledger.close()
  const database = new DatabaseSync(join(folder, 'bare.db'), { enableForeignKeyConstraints: false })
  database.exec(
    'PRAGMA cache_size = -32768; PRAGMA secure_delete = ON; PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL',
  )
  for (const sql of schema) database.exec(sql)
  const addPersonal = database.prepare('INSERT INTO personal (data) VALUES (?)')
  const addSend = database.prepare(`INSERT INTO send (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
  return () => {
    for (let from = 0; from < rows.length; from += rowsOfPart) {
      database.exec('BEGIN IMMEDIATE')
      for (let index = from; index < Math.min(from + rowsOfPart, rows.length); index++) {
        addPersonal.run(data[index])
        addSend.run(...rows[index])
      }
      database.exec('COMMIT')
    }
    database.close()
  }
}

try {
  const ledger = await ledgerStore({ path, target: 'production' }).open({ ifMissing: 'create' })
  const preparation = { release: 'r1', templates: [template], recipients: recipients(), rejected: 'keep' }
  const prepared = await measured(() => ledger.prepare(preparation))
  const peakMiB = peakKib() / 1_024
  await ledger.close()
  const bare = await measured(prepareBare())
  const row = (name, { seconds, cpuSeconds }, more = '') =>
    console.log(`| ${name} | ${seconds.toFixed(2)} | ${cpuSeconds.toFixed(2)} | ${more} |`)
  console.log(`| ${count} recipients | seconds | CPU seconds | peak MiB |`)
  console.log('| --- | --- | --- | --- |')
  row('preparing', prepared, peakMiB.toFixed(0))
  row('bare loop', bare)
  const ratio = (what) => (prepared[what] / bare[what]).toFixed(2)
  console.log(`| preparing ÷ bare loop | ${ratio('seconds')} | ${ratio('cpuSeconds')} | |`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
