// Prints as JSON which files a program loads, ES modules and others: node loaded-modules.mjs <code of a module>
import { createRequire, register } from 'node:module'

/** The loader runs in a thread of its own, which says what it loads. */
const loader = `
let port
export const initialize = (given) => { port = given }
export const load = (url, context, next) => {
  if (url.startsWith('file:')) port.postMessage(url)
  return next(url, context)
}`
const { port1, port2 } = new MessageChannel()
const loaded = new Set()
port1.on('message', (url) => loaded.add(url))
register(`data:text/javascript,${encodeURIComponent(loader)}`, { data: port2, transferList: [port2] })

const [, , code = ''] = process.argv
await import(`data:text/javascript,${encodeURIComponent(code)}`)
// Messages come in order: once this module has been loaded, all that was loaded before has been told.
const last = new URL('data:text/javascript,').href
await import(last)
await new Promise((resolve) => setImmediate(resolve))
port1.close()
const { cache } = createRequire(import.meta.url)
process.stdout.write(JSON.stringify([...loaded, ...Object.keys(cache)]))
