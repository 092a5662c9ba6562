// Runs a command line inside this process as if it had one of its own, and returns what it prints. Started as a program, it
// runs the built commands that are sent to it.

/**
 * @param run takes the arguments as `process.argv` holds them, and returns the exit code
 * @param env all that the environment holds meanwhile
 */
export async function runCaptured(run, args, { cwd, env }) {
  const folder = process.cwd()
  const { env: environment } = process
  const printed = { stdout: '', stderr: '' }
  const restore = Object.keys(printed).map((stream) => {
    const { write } = process[stream]
    process[stream].write = (text, ...more) => {
      printed[stream] += String(text)
      for (const done of more) if (typeof done === 'function') done()
      return true
    }
    return () => void (process[stream].write = write)
  })
  try {
    process.env = { ...env }
    process.chdir(cwd)
    const code = await run(['node', 'friendtalk', ...args])
    return { code, ...printed }
  } finally {
    process.chdir(folder)
    process.env = environment
    for (const back of restore) back()
  }
}

if (process.argv[1] === import.meta.filename) {
  const { runProgram } = await import('../../dist/cli/program.js')
  process.on('message', async ({ args, ...options }) => {
    const before = process.cpuUsage()
    const result = await runCaptured(runProgram, args, options)
    const { user, system } = process.cpuUsage(before)
    process.send({ result, cpuSeconds: (user + system) / 1e6 })
  })
}
