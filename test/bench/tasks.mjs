// What compile is measured against: `node tasks.mjs <read|commonmark|dialect> <folder>`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [task, folder] = process.argv.slice(2)
const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
const read = (name) => readFileSync(join(folder, name), 'utf8')
const body = (source) => source.slice(source.indexOf('\n---\n') + 5)

switch (task) {
  case 'read': {
    let units = 0
    for (const name of files) units += read(name).length
    if (units === 0) throw new Error('nothing was read')
    break
  }
  case 'commonmark': {
    const [{ unified }, { default: remarkParse }] = await Promise.all([import('unified'), import('remark-parse')])
    const processor = unified().use(remarkParse).freeze()
    for (const name of files) processor.parse(body(read(name)))
    break
  }
  case 'dialect': {
    const { parse } = await import('../../dist/dialect/parse.js')
    for (const name of files) parse(body(read(name)))
    break
  }
  default:
    throw new Error(`no task ${task}`)
}
