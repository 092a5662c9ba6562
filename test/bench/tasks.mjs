// What compile is measured against: `node tasks.mjs <read|commonmark|dialect> <folder>`, and `write <folder> <new folder>`.
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const [task, folder, newFolder] = process.argv.slice(2)
const files = readdirSync(folder).filter((name) => name.endsWith(task === 'write' ? '.json' : '.md'))
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
    const { parse } = await import('../../dist/language/parse.js')
    for (const name of files) parse(body(read(name)))
    break
  }
  case 'write': {
    // As many bytes to files of the same names, one after the other: nothing is read, and nothing made.
    mkdirSync(newFolder)
    const bytes = Buffer.alloc(1024 * 1024, 'a')
    for (const name of files) {
      const file = openSync(join(newFolder, name), 'wx')
      writeSync(file, bytes, 0, statSync(join(folder, name)).size)
      closeSync(file)
    }
    break
  }
  default:
    throw new Error(`no task ${task}`)
}
