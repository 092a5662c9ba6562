// What preparing a release takes in a file, of a text for each and of one brand message for all, beside a bare loop that inserts the same rows one by one into the same tables,
// in one transaction and as durably, without making or looking for them.
// usage: node test/bench/prepare.mjs [recipients] [kind]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { ledgerStore } from '../../dist/ledger/open.js'
import { median } from './measure.mjs'
import { peakKib } from './peak.mjs'

const self = fileURLToPath(import.meta.url)
const rowsOfPart = 5_000

/** Ledgers of two sizes, the larger one once: a process each, which keeps all rows for the bare loop. */
export async function preparing({ rounds, isQuick }) {
  const sizes = isQuick
    ? [
        [20_000, 1, 'ft-text'],
        [20_000, 1, 'bm-text'],
      ]
    : [
        [200_000, rounds, 'ft-text'],
        [1_000_000, 1, 'ft-text'],
        [1_000_000, 1, 'bm-text'],
      ]
  const rows = sizes.flatMap(([size, times, kind]) => {
    const runs = Array.from({ length: times }, () => {
      const args = ['--max-old-space-size=8192', self, String(size), kind, '--json']
      return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e6 }))
    })
    const of = (which, what) => median(runs.map((run) => run[which][what])).toFixed(2)
    const ratio = (what) => median(runs.map(({ prepared, bare }) => prepared[what] / bare[what])).toFixed(2)
    const peak = median(runs.map(({ peakMiB }) => peakMiB)).toFixed(0)
    return [
      `| ${size} of ${kind}, prepared | ${of('prepared', 'seconds')} | ${of('prepared', 'cpuSeconds')} | ${peak} |`,
      `| ${size} of ${kind}, bare loop | ${of('bare', 'seconds')} | ${of('bare', 'cpuSeconds')} | |`,
      `| ${size} of ${kind}, prepared ÷ bare loop | ${ratio('seconds')} | ${ratio('cpuSeconds')} | |`,
    ]
  })
  return [
    '## Preparing',
    '',
    'Recipients copied into a ledger file, beside a bare loop that inserts the same rows one by one into the same tables, in',
    'parts of the same size and as durably, without making or looking for them.',
    '',
    '| recipients | seconds | CPU seconds | peak MiB |',
    '| --- | --- | --- | --- |',
    ...rows,
  ]
}

const own = {
  'ft-text': { payload: { msg: '안녕하세요, #{name}님.', ad_flag: 'Y' }, variables: [{ name: 'name' }] },
  'bm-text': {
    payload: {
      chatBubbleType: 'TEXT',
      content: '안녕하세요.',
      recipientList: [{ targeting: 'I', resendParameter: { isResend: false } }],
    },
    variables: [],
  },
}

const templateOf = (kind) => ({
  format: 1,
  id: 'a',
  service_id: kind,
  sender: 'default',
  source: 'messages/a.md',
  ...own[kind],
  images: [],
  map: {},
  digest: 'sha256:a',
})

function* recipients(count, kind) {
  for (let from = 0; from < count; from += 1_000) {
    const list = Array.from({ length: Math.min(1_000, count - from) }, (_, n) => ({
      number: `010${String(10_000_000 + from + n)}`,
      values: new Map(own[kind].variables.map(({ name }) => [name, `고객${from + n}`])),
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

function prepareBare(folder, path) {
  const ledger = new DatabaseSync(path, { readOnly: true })
  const tables = ledger.prepare(
    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC",
  )
  const schema = tables.all().map(({ sql }) => sql)
  const sends = ledger.prepare('SELECT * FROM send ORDER BY id').all()
  const names = Object.keys(sends[0])
  const rows = sends.map((send) => Object.values(send))
  const data = ledger.prepare('SELECT id, data FROM personal ORDER BY id').all()
  ledger.close()
  const database = new DatabaseSync(join(folder, 'bare.db'), { enableForeignKeyConstraints: false })
  database.exec(
    'PRAGMA cache_size = -32768; PRAGMA secure_delete = ON; PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL',
  )
  for (const sql of schema) database.exec(sql)
  const addPersonal = database.prepare('INSERT INTO personal (id, data) VALUES (?, ?)')
  const addSend = database.prepare(`INSERT INTO send (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
  return () => {
    for (let from = 0; from < rows.length; from += rowsOfPart) {
      database.exec('BEGIN IMMEDIATE')
      for (let index = from; index < Math.min(from + rowsOfPart, rows.length); index++) {
        addSend.run(...rows[index])
        addPersonal.run(data[index].id, data[index].data)
      }
      database.exec('COMMIT')
    }
    database.close()
  }
}

async function compare(count, kind) {
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
  const path = join(folder, 'ledger.db')
  try {
    const ledger = await ledgerStore({ path, target: 'production' }).open({ ifMissing: 'create' })
    const [templates, people] = [[templateOf(kind)], recipients(count, kind)]
    const preparation = { release: 'r1', templates, recipients: people, rejected: 'keep' }
    const prepared = await measured(() => ledger.prepare(preparation))
    const peakMiB = peakKib() / 1_024
    await ledger.close()
    return { prepared, peakMiB, bare: await measured(prepareBare(folder, path)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === self) {
  const [size = '200000', kind = 'ft-text', format] = process.argv.slice(2)
  const { prepared, peakMiB, bare } = await compare(Number(size), kind)
  if (format === '--json') console.log(JSON.stringify({ prepared, peakMiB, bare }))
  else {
    const row = (name, { seconds, cpuSeconds }, more = '') =>
      console.log(`| ${name} | ${seconds.toFixed(2)} | ${cpuSeconds.toFixed(2)} | ${more} |`)
    console.log(`| ${size} recipients | seconds | CPU seconds | peak MiB |`)
    console.log('| --- | --- | --- | --- |')
    row('preparing', prepared, peakMiB.toFixed(0))
    row('bare loop', bare)
    const ratio = (what) => (prepared[what] / bare[what]).toFixed(2)
    console.log(`| preparing ÷ bare loop | ${ratio('seconds')} | ${ratio('cpuSeconds')} | |`)
  }
}
