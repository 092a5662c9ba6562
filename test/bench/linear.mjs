// The dialect on inputs that take CommonMark parsers seconds, against as much plain text.
// usage: node test/bench/linear.mjs [bytes] [rounds]
import { parse } from '../../dist/language/parse.js'
import { median } from './measure.mjs'

const size = Number(process.argv[2] ?? 1024 * 1024)
const rounds = Number(process.argv[3] ?? 5)
const fill = (unit) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
const lineOf = (unit, length) => `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}\n`

// Plain text in lines of the same length as the input's: what a line costs is not what is asked here.
const plain = (lineLength) => fill(lineOf('plain text ', lineLength))

const cases = {
  '* * * …': [fill('* * '), size],
  '*a_ *a_ …': [fill('*a_ '), size],
  '*a_ in lines': [fill(lineOf('*a_ ', 80)), 80],
  '[[[[ …': [fill('['), size],
  '[[[[ … ]]]]': ['['.repeat(size / 2) + ']'.repeat(size / 2), size],
  '![![ …': [fill('!['), size],
  '[a](b[a](b …': [fill('[a](b'), size],
  '- [[[[ in lines': [fill(lineOf('- [[', 80)), 80],
  backticks: [fill('`'), size],
  'backtick lines': [fill(lineOf('`', 80)), 80],
  '<!--<!-- …': [fill('<!--'), size],
  '<!-- in lines': [fill(lineOf('<!--', 80)), 80],
  '<!-- in lines, --> x': [`${fill(lineOf('<!--', 80)).slice(0, -6)}--> x`, 80],
  '#{#{ …': [fill('#{'), size],
  '#{a|#{a| …': [fill('#{a|'), size],
  'block quotes >>>': [fill('>'), size],
  'nested lists': [fill('- '), size],
}

const time = (source) => {
  const start = performance.now()
  parse(source)
  return performance.now() - start
}

console.log(`${size} bytes each; medians of ${rounds} rounds against plain text in lines of the same length\n`)
console.log('| input | ms | × plain text |')
console.log('| --- | --- | --- |')
let worst = 0
for (const [name, [source, lineLength]] of Object.entries(cases)) {
  const text = plain(lineLength)
  time(source)
  time(text)
  const pairs = Array.from({ length: rounds }, () => [time(source), time(text)])
  const factor = median(pairs.map(([input, same]) => input / same))
  worst = Math.max(worst, factor)
  console.log(
    `| \`${name.replaceAll('|', '\\|')}\` | ${median(pairs.map(([input]) => input)).toFixed(0)} | ${factor.toFixed(2)} |`,
  )
}
console.log(`\nworst: ${worst.toFixed(2)} times plain text`)
