// node make-recipients.mjs <count> [file]
// Writes a list of so many made-up recipients: the same list every time, in constant memory.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

const maxRecipients = 99_999_999
const rowsAtOnce = 1_000
const families = ['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임', '한']
const givens = ['하늘', '서준', '지우', '유나', '민서', '예린', '은우', '소율', '도윤', '채원', '라온', '나은', '시우']
const days = ['6월 28일(일)', '6월 29일(월)', '6월 30일(화)']

const [count = '', file = fileURLToPath(new URL(`recipients-${count}.csv`, import.meta.url))] = process.argv.slice(2)
const rows = Number(count)
if (!/^\d+$/.test(count) || rows < 1 || rows > maxRecipients) {
  process.stderr.write(`Usage: node make-recipients.mjs <count from 1 to ${maxRecipients}> [file]\n`)
  process.exit(2)
}
await pipeline(Readable.from(pieces()), createWriteStream(file))
process.stdout.write(`${file}: ${rows} recipients\n`)

function* pieces() {
  yield 'receiver_number,이름,적립금,소멸일\n'
  for (let first = 1; first <= rows; first += rowsAtOnce) {
    const inPiece = Math.min(rowsAtOnce, rows - first + 1)
    yield Array.from({ length: inPiece }, (_, n) => rowOf(first + n)).join('')
  }
}

function rowOf(n) {
  const name = `${families[n % families.length]}${givens[n % givens.length]}`
  const points = ((n * 7_919) % 500) * 100 + 100
  const won = String(points).replace(/\B(?=(\d{3})+$)/g, ',')
  return `010${String(n).padStart(8, '0')},${name},"${won}",${days[n % days.length]}\n`
}
