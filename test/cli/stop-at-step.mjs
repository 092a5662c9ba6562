// Stops a command for good at a step of its writing, a write half done, so that a test can kill it at the worst moment.
// usage: STOP_IN=<folder> STOP_AT=<number of the step> STOPPED=<a file made then> node --import <this file> <the command>
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { STOP_IN: folder, STOP_AT: at, STOPPED: stopped } = process.env
const { writeFileSync, writeSync } = fs
const isStep = /^(?:write|append|open|close|rename|link|copyFile|rm|unlink|truncate|f?chmod|f?chown|fsync|fdatasync)/
let steps = 0

/** Counts a step, from the first in the folder on, and stops at the one that is asked for. */
function take(name, args) {
  const isHere = args.some((arg) => String(arg).includes(folder))
  if ((steps === 0 && !isHere) || ++steps < Number(at)) return
  const [file, data] = args
  if (/^(?:write|append)/.test(name)) {
    const half = String(data).slice(0, String(data).length / 2)
    if (typeof file === 'number') writeSync(file, half)
    else if (typeof file === 'string') writeFileSync(file, half)
  }
  writeFileSync(stopped, '')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function watch(functions) {
  for (const [name, real] of Object.entries(functions)) {
    if (typeof real !== 'function' || !isStep.test(name)) continue
    functions[name] = (...args) => {
      take(name, args)
      return real(...args)
    }
  }
}
watch(fs)
watch(fs.promises)
syncBuiltinESMExports()
