// Rows a second and peak memory of reading recipients, against csv-parse alone on the same file.
// usage: node test/bench/recipients.mjs [rows] [rounds]
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inTurn, median, ratio, runNode } from './measure.mjs'

const options = {
  variables: [
    { name: '이름', isRequired: true, max: 10 },
    { name: '쿠폰', isRequired: true, max: 20 },
  ],
}

/** What is measured, each in a process of its own: this script with the name of a task and a file. */
const tasks = {
  async 'csv-parse'({ open }) {
    const { parse } = await import('csv-parse')
    let rows = 0
    for await (const _ of open().pipe(parse({ bom: true }))) rows++
    return rows
  },
  async rows(source) {
    const { readRecipients } = await import('../../dist/recipients/read.js')
    let rows = 0
    for await (const _ of readRecipients(source, options).rows()) rows++
    return rows
  },
  async check(source) {
    const { readRecipients } = await import('../../dist/recipients/read.js')
    return (await readRecipients(source, options).summary()).rows
  },
}

/** One recipient; every tenth has a cell in quotes. */
function recipient(index) {
  const digits = String((index * 7_919_777) % 100_000_000).padStart(8, '0')
  return {
    receiver_number: `010-${digits.slice(0, 4)}-${digits.slice(4)}`,
    이름: index % 10 === 0 ? '김, 하늘' : '홍길동',
    쿠폰: `COUPON-${index}`,
    주소: `m.shop.example.com/e/${index}`,
  }
}

async function writeRows(path, count, lineOf, head = '') {
  const out = createWriteStream(path)
  out.write(head)
  for (let from = 0; from < count; from += 1000) {
    const lines = Array.from({ length: Math.min(1000, count - from) }, (_, index) => lineOf(recipient(from + index)))
    if (!out.write(lines.join(''))) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

const csvLine = (cells) =>
  `${Object.values(cells)
    .map((cell) => (cell.includes(',') ? `"${cell}"` : cell))
    .join(',')}\n`
const jsonLine = (cells) => `${JSON.stringify(cells)}\n`
const head = `${Object.keys(recipient(0)).join(',')}\n`

async function measure(rows, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
  try {
    const [csv, fewer, ndjson] = ['rows.csv', 'fewer.csv', 'rows.ndjson'].map((name) => join(folder, name))
    await writeRows(csv, rows, csvLine, head)
    await writeRows(fewer, rows / 10, csvLine, head)
    await writeRows(ndjson, rows, jsonLine)
    const run = (task, path) => () => runNode([fileURLToPath(import.meta.url), task, path])
    const commands = {
      'csv-parse alone': { run: run('csv-parse', csv), rows },
      'rows, a tenth as many': { run: run('rows', fewer), rows: rows / 10 },
      'rows, CSV': { run: run('rows', csv), rows },
      'check, CSV': { run: run('check', csv), rows },
      'rows, NDJSON': { run: run('rows', ndjson), rows },
    }
    const results = await inTurn(
      Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, command.run])),
      rounds,
    )
    console.log(`${rows} rows; medians of ${rounds} rounds\n`)
    console.log('| process | seconds | rows/s | peak MiB | × csv-parse |')
    console.log('| --- | --- | --- | --- | --- |')
    for (const [name, runs] of Object.entries(results)) {
      const seconds = median(runs.map((one) => one.seconds))
      const peak = Math.round(median(runs.map((one) => one.peakMiB)))
      const count = commands[name].rows
      const times = count === rows ? ratio(runs, results['csv-parse alone']).toFixed(2) : '–'
      console.log(`| ${name} | ${seconds.toFixed(2)} | ${Math.round(count / seconds)} | ${peak} | ${times} |`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [first, second] = process.argv.slice(2)
const task = tasks[first]
if (task === undefined) await measure(Number(first ?? 1_000_000), Number(second ?? 5))
else if ((await task({ path: second, open: () => createReadStream(second) })) === 0) throw new Error('nothing was read')
