// Reads generated recipients to the end, for a process whose heap is capped: `many-rows.mjs <csv|ndjson> <rows>`.
import { readRecipients } from '../../dist/recipients/read.js'

const [format = '', rows = ''] = process.argv.slice(2)
const count = Number(rows)

/** Different numbers in no order, with values of more than a hundred bytes. */
function line(index) {
  const number = `010${String((index * 7_919_777) % 100_000_000).padStart(8, '0')}`
  const value = `${'값'.repeat(40)}${index}`
  return format === 'csv'
    ? `${number},order-${index},${value}\n`
    : `${JSON.stringify({ receiver_number: number, ref: `order-${index}`, 값: value })}\n`
}

async function* bytes() {
  if (format === 'csv') yield Buffer.from('receiver_number,ref,값\n')
  for (let from = 0; from < count; from += 500) {
    yield Buffer.from(Array.from({ length: Math.min(500, count - from) }, (_, index) => line(from + index)).join(''))
  }
}

const reading = readRecipients(
  { path: `a.${format}`, open: bytes },
  { variables: [{ name: '값', isRequired: true, max: 60 }] },
)
let valueUnits = 0
for await (const { values } of reading.rows()) valueUnits += values.get('값')?.length ?? 0
const { rows: read, errors } = await reading.summary()
process.stdout.write(JSON.stringify({ read, errors, hasValues: valueUnits > 40 * count }))
