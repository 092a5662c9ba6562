// CPU time of taking messages apart: the pair of readers, micromark with today's constructs, and the least that micromark
// takes when a single construct consumes whole lines; beside them, all of what lint does with a message.
// usage: node test/bench/grammar.mjs [messages] [rounds]
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { compile } from '../../dist/compile.js'
import { parse, parseAny } from '../../dist/dialect/parse.js'
import { friendtalkSyntax } from '../../dist/dialect/syntax/extension.js'
import { writeCorpus, writeHardCorpus } from './corpus.mjs'
import { median } from './measure.mjs'

const count = Number(process.argv[2] ?? 2000)
const rounds = Number(process.argv[3] ?? 9)
const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
const facts = { sha256: 'a'.repeat(64), bytes: 1000, width: 800, height: 400, format: 'png' }
const context = { path: 'a.md', image: () => ({ type: 'found', facts }), template: 'left out' }

/** Whole lines, whatever stands in them: what they mean would come on top. */
const wholeLines = {
  name: 'body',
  concrete: true,
  tokenize(effects, ok) {
    const line = (code) => {
      effects.enter('textLine')
      return inside(code)
    }
    const inside = (code) => {
      if (code === null) {
        effects.exit('textLine')
        effects.exit('body')
        return ok(code)
      }
      effects.consume(code)
      if (code !== -5 && code !== -4 && code !== -3) return inside
      effects.exit('textLine')
      return line
    }
    return (code) => {
      effects.enter('body')
      return line(code)
    }
  },
}

function remarkWholeLines() {
  const data = this.data()
  const { disable } = friendtalkSyntax()
  // Frontmatter is left out: it costs both ways alike.
  data.micromarkExtensions = [{ disable, flowInitial: { null: wholeLines }, flow: { null: wholeLines } }]
  data.fromMarkdownExtensions = [
    {
      enter: {
        textLine(token) {
          this.enter({ type: 'text', value: '' }, token)
        },
      },
      exit: {
        textLine(token) {
          this.exit(token)
        },
      },
    },
  ]
}

const lineParser = unified().use(remarkParse).use(remarkWholeLines).freeze()
const ways = {
  'the pair of readers': parse,
  'micromark alone': (source) => parseAny(source),
  'micromark, whole lines only': (source) => lineParser.parse(source),
  'all of lint': (source) => compile(source, context),
}

try {
  console.log('| messages | reader | µs a message | × all of lint |')
  console.log('| --- | --- | --- | --- |')
  for (const [name, write] of Object.entries({ 'all kinds': writeCorpus, 'long, with errors': writeHardCorpus })) {
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
