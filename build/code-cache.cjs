'use strict'

// Stands in dist/bin. Node compiles a module anew at every start: for the core that takes longer than
// linting a file. V8 can keep what it has compiled; it stands beside the code that it is of, where whoever may write
// may write the code itself. Node's own module.enableCompileCache does the same, but not before 22.1.
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')

const command = process.argv[2]
const readsMessages = command === 'lint' || command === 'compile'
/** Runs that use most of what core is for: after another, or one that failed, the functions that matter would not be kept. */
const isTelling = readsMessages || command === 'plan' || command === 'deploy'
const findings = 1

/**
 * Options with which V8 does less beside the work: most messages are read before what it compiles at length pays. Where it
 * has a compiler between the plain and the slowest one, the slowest waits for 100,000 calls instead of 3,000; elsewhere it
 * inlines less, and begins earlier. Young objects are collected by each thread alone, as there is one for every processor. A version to come
 * may not know them, and would say so (`docs/benchmarks.md`).
 */
const v8 = Number.parseInt(process.versions.v8, 10)
const inliningLess = [
  '--no-turbo-inline-array-builtins',
  '--max-inlined-bytecode-size-cumulative=200',
  '--interrupt-budget=25000',
]
const options = [...(v8 < 13 ? inliningLess : ['--invocation-count-for-turbofan=100000']), '--no-parallel-scavenge']

/** V8 takes kept code only with the options that it was kept with. */
const kind = readsMessages ? 'messages' : 'other'

let isMainThread = false

/** Begins the main thread, which alone sets options and keeps what was compiled. */
exports.begin = () => {
  isMainThread = true
  if (readsMessages && v8 < 15) for (const option of options) setFlagsFromString(option)
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
