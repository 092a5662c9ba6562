// CPU time of taking messages apart with and without the shortcut that finds frontmatter before micromark is asked; beside
// it all of what lint does with a message.
// usage: node test/bench/grammar.mjs [messages] [rounds]
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '../../dist/compile.js'
import { parse, parseAny } from '../../dist/language/parse.js'
import { writeCorpus, writeHardCorpus, writeLongCorpus } from './corpus.mjs'
import { median } from './measure.mjs'

const count = Number(process.argv[2] ?? 2000)
const rounds = Number(process.argv[3] ?? 9)
const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
const facts = { sha256: 'a'.repeat(64), bytes: 1000, width: 800, height: 400, format: 'png' }
const context = { path: 'a.md', image: () => ({ type: 'found', facts }), template: 'left out' }
const ways = {
  'with the shortcut': parse,
  'micromark alone': parseAny,
  'all of lint': (source) => compile(source, context),
}

try {
  console.log('| messages | reader | µs a message | × all of lint |')
  console.log('| --- | --- | --- | --- |')
  const corpora = {
    'all kinds': writeCorpus,
    'long, with comments': writeLongCorpus,
    'long, with many errors': writeHardCorpus,
  }
  for (const [name, write] of Object.entries(corpora)) {
    const root = join(folder, name)
    write(root, count, 1)
    const sources = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.md'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
    for (let round = 0; round < rounds; round++) {
      for (const [way, read] of Object.entries(ways)) {
        const before = process.cpuUsage()
        for (const source of sources) read(source)
        const { user, system } = process.cpuUsage(before)
        times[way].push((user + system) / sources.length)
      }
    }
    const lint = median(times['all of lint'])
    for (const [way, of] of Object.entries(times)) {
      console.log(`| ${name} | ${way} | ${median(of).toFixed(1)} | ${(median(of) / lint).toFixed(2)} |`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
