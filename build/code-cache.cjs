'use strict'

// Stands in dist/bin. Node compiles a module anew at every start: for the core that takes longer than
// linting a file. V8 can keep what it has compiled; it stands beside the code that it is of, where whoever may write
// may write the code itself. Node's own module.enableCompileCache does the same, but not before 22.1.
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { Script } = require('node:vm')

const [, , command, ...given] = process.argv
const readsMessages = command === 'lint' || command === 'compile'
/** Whether files are named one by one, as before a commit: there are too few for the options to pay. */
const areFew = given.length < 100 && given.some((word) => word.endsWith('.md') && !word.includes('*'))
const setsOptions = readsMessages && !areFew
/** Runs that use most of what core is for: after another, or one that failed, the functions that matter would not be kept. */
const isTelling = readsMessages || command === 'plan' || command === 'deploy'
const findings = 1

/**
 * Options of V8 for reading messages: most are read before long compiling pays (`docs/benchmarks.md`). V8 of Node 24 has a
 * quick optimizing compiler too, so the slow one waits for 100,000 calls instead of 3,000; older ones inline less, and
 * compile earlier. Each thread collects its young objects alone, as there is a thread for every processor. V8 prints an
 * error for an option that it does not know: versions that nobody has tried get none.
 */
const v8 = Number.parseInt(process.versions.v8, 10)
const inliningLess = [
  '--no-turbo-inline-array-builtins',
  '--max-inlined-bytecode-size-cumulative=200',
  '--interrupt-budget=25000',
]
const options = [...(v8 < 13 ? inliningLess : ['--invocation-count-for-turbofan=100000']), '--no-parallel-scavenge']

/** V8 takes kept code only with the options that it was kept with. */
const kind = setsOptions ? 'messages' : 'other'

let isMainThread = false

/** Begins the main thread, which alone sets options and keeps what was compiled. */
exports.begin = () => {
  isMainThread = true
  if (!setsOptions || v8 >= 15) return
  // Takes a millisecond to load.
  const { setFlagsFromString } = require('node:v8')
  for (const option of options) setFlagsFromString(option)
}

/** Loads a file of this folder, whose name changes with its content and which holds nothing but ASCII, as require does. */
exports.load = (name) => {
  const file = path.join(__dirname, name)
  if (file in require.cache) return require.cache[file].exports
  const kept = `${file}.${process.version}-${process.arch}-${kind}.cache`
  const cachedData = contentOf(kept)
  const script = new Script(Module.wrap(readFileSync(file, 'latin1')), {
    filename: file,
    ...(cachedData && { cachedData }),
  })
  const module = new Module(file)
  module.filename = file
  module.paths = Module._nodeModulePaths(__dirname)
  require.cache[file] = module
  script.runInThisContext()(module.exports, Module.createRequire(file), module, file, __dirname)
  module.loaded = true
  const isNeeded = cachedData === undefined || script.cachedDataRejected
  const isWorthIt = isTelling || !name.startsWith('./core-')
  if (isNeeded && isMainThread && isWorthIt) process.on('exit', (code) => code <= findings && keep(script, kept))
  return module.exports
}

function contentOf(file) {
  try {
    return readFileSync(file)
  } catch {
    // None yet: everything is compiled.
    return undefined
  }
}

function keep(script, file) {
  const written = `${file}.${process.pid}`
  try {
    writeFileSync(written, script.createCachedData())
    renameSync(written, file)
  } catch {
    // The folder belongs to somebody else, or the disk is full: starts take longer, and nothing else.
    rmSync(written, { force: true })
  }
}
