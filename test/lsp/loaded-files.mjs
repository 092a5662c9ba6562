// Prints which files a command has loaded when it ends.
import { createRequire } from 'node:module'

const { cache } = createRequire(import.meta.url)
process.on('exit', () => process.stderr.write(`loaded: ${Object.keys(cache).join(' ')}\n`))
