// Kills a command at a step of what it does to files and to a database server, before or after it, or counts the steps.
// What SQLite does in between is of no step, and is killed before or after.
// usage: KILL_AT=<step> KILL=before|after node --import <this file> <the command>
//        STEPS_TO=<a file that the number of steps is written to> node --import <this file> <the command>
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const { KILL_AT: at, KILL: when, STEPS_TO: stepsTo } = process.env
const { writeFileSync } = fs
let steps = 0

function around(work) {
  const isHere = ++steps === Number(at)
  if (isHere && when === 'before') process.kill(process.pid, 'SIGKILL')
  const result = work()
  if (isHere) process.kill(process.pid, 'SIGKILL')
  return result
}

for (const name of [
  'renameSync',
  'fsyncSync',
  'fdatasyncSync',
  'copyFileSync',
  'rmSync',
  'writeSync',
  'ftruncateSync',
]) {
  const real = fs[name]
  fs[name] = (...args) => around(() => real(...args))
}
syncBuiltinESMExports()

const socket = net.Socket.prototype
const write = Reflect.get(socket, 'write')
socket.write = function writeWatched(...args) {
  // To the database alone.
  if (this.remotePort === undefined) return write.apply(this, args)
  return around(() => write.apply(this, args))
}

if (stepsTo !== undefined) process.on('exit', () => writeFileSync(stepsTo, String(steps)))
