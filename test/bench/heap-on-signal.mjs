// Makes a process say, when SIGUSR2 tells it to, how many MiB it holds once what it does not need is collected.
process.on('SIGUSR2', () => {
  globalThis.gc()
  process.stderr.write(`${process.memoryUsage().heapUsed / 2 ** 20}\n`)
})
