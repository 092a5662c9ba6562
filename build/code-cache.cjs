'use strict'

// Stands in dist/bin. Node compiles a module anew at every start: for the core that takes longer than
// linting a file. V8 can keep what it has compiled; it stands beside the code that it is of, where whoever may write
// may write the code itself. Node's own module.enableCompileCache does the same, but not before 22.1.
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { Script } = require('node:vm')

/** Runs that use most of what core is for: after another, or one that failed, the functions that matter would not be kept. */
const telling = new Set(['lint', 'compile'])
const findings = 1

let isMainThread = false

/** Says that this is the main thread, which alone keeps what was compiled. */
exports.keepCompiled = () => {
  isMainThread = true
}

/** Loads a file of this folder, whose name changes with its content and which holds nothing but ASCII, as require does. */
exports.load = (name) => {
  const file = path.join(__dirname, name)
  if (file in require.cache) return require.cache[file].exports
  const kept = `${file}.${process.version}-${process.arch}.cache`
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
  const isTelling = !name.startsWith('./core-') || telling.has(process.argv[2])
  if (isNeeded && isMainThread && isTelling) process.on('exit', (code) => code <= findings && keep(script, kept))
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
