import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inTurn, median } from './measure.mjs'

// GNU time, or BSD's: what a process used is known to its parent alone, and Node does not say it.
const gnuTime = '/usr/bin/time'

/** Runs a command to its end, whatever it finds: wall seconds, CPU seconds and peak MiB, where the system tells them. */
export function runCommand([file, ...args], cwd) {
  const isTimed = process.platform === 'linux' && existsSync(gnuTime)
  const [command, all] = isTimed ? [gnuTime, ['-f', 'used %U %S %M', file, ...args]] : [file, args]
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(command, all, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors = (errors + chunk).slice(-2000)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === null || code > 1) {
        reject(new Error(`${file} ${args.join(' ')} ended with ${code}:\n${errors}`))
        return
      }
      const [, user = 'NaN', system = 'NaN', kib = 'NaN'] = /used (\S+) (\S+) (\S+)\s*$/.exec(errors) ?? []
      const seconds = (performance.now() - start) / 1000
      resolve({ seconds, cpuSeconds: Number(user) + Number(system), peakMiB: Number(kib) / 1024 })
    })
  })
}

/** The median of the ratios of two commands, round by round. */
export function ratioOf(runs, base, what = 'seconds') {
  return median(runs.map((run, index) => run[what] / base[index][what]))
}

/**
 * Runs commands in turn and gives a table of them against the first.
 *
 * @param commands name → function that runs it once
 */
export async function tableOf(commands, rounds) {
  const results = await inTurn(commands, rounds)
  const [base] = Object.keys(commands)
  const rows = Object.entries(results).map(([name, runs]) => {
    const number = (what, digits) => median(runs.map((run) => run[what])).toFixed(digits)
    const ratios = [ratioOf(runs, results[base]), ratioOf(runs, results[base], 'cpuSeconds')]
    const cells = [
      name,
      number('seconds', 2),
      number('cpuSeconds', 2),
      ...ratios.map((one) => one.toFixed(2)),
      number('peakMiB', 0),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const lines = [
    `| command | seconds | CPU seconds | × ${base} | × ${base}, CPU | peak MiB |`,
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ]
  return { lines, results }
}
