// Makes dist/bin of dist: the commands in few files, so that a start reads and compiles little.
//
// The rooms that lint and compile need stand in one file, core, whose compiled code is kept beside it from run to run
// (see code-cache.cjs); what of it most messages do not need stands in another, seldom, which loads with the first that
// does. What plan and deploy need stands in sending and ledgers, and ajv in a file of its own: their code is kept
// too. What other commands need is loaded when they run. What a package loads itself stays a package.
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { withLazyPatterns } from './lazy-patterns.mjs'
import { writeLicenses } from './licenses.mjs'
import { compiledValidators } from './validators.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'dist/bin')

const external = [/^(?:@fastify\/.*|jiti|@photostructure\/sqlite|@clack\/prompts|playwright-core)(?:\/|$)/]

/** The folders of dist that lint and compile need, each whole; what else there is loads when a command asks for it. */
const coreFolders = new Set([
  '',
  'contract',
  'images',
  'language',
  'message',
  'rules',
  'rules/checks',
  'rules/findings',
  'slips',
  'words',
  'project',
  'project/cache',
  'project/config',
  'project/files',
  'project/images',
  'cli',
  'cli/program',
  'cli/terminal',
  'cli/reporters',
  'cli/lint',
  'cli/compile',
])
/** The packages that these folders need; any other loads with the command that needs it. */
const corePackages =
  /node_modules\/(?:commander|fastest-levenshtein|ansi-regex|strip-ansi|get-east-asian-width|string-width|picocolors|image-size|minimatch|brace-expansion|balanced-match|@isaacs\/nonrecursive-glob-match|escape-string-regexp|yaml|unified|remark-|mdast-|micromark|unist-|vfile|decode-named-character-reference|character-entities|devlop|format|fault|bail|extend|is-plain-obj|trough)(?=[\w-]*\/)/
/** Needed where no validator is compiled yet: with the first answer of a service, or a configuration that is wrong. */
const ajvPackages = /node_modules\/(?:ajv|fast-uri|fast-deep-equal|json-schema-traverse)(?=\/)/

/**
 * Of the core a run for files without a mistake needs none of these: what tells of failures, helps, watches, fixes, or
 * takes patterns, images and other formats. None of it may be asked for while the core is loading.
 */
const seldom = [
  /node_modules\/(?:image-size|minimatch\/dist\/esm\/(?!escape)|brace-expansion|balanced-match|@isaacs|ansi-regex|strip-ansi|string-width|get-east-asian-width)/,
  /dist\/rules\/(?:apply-fixes|composed-text|custom-rule|euc-kr|row-fits|row-limits|run-custom)\.js$/,
  /dist\/message\/(?:content-text|render)\.js$/,
  /dist\/project\/(?:baseline|config\/config-module)\.js$/,
  /dist\/words\/(?!language|printable)/,
  /^(?!.*node_modules).*dist\/index\.js$/,
  /dist\/cli\/(?:program\/(?:argument-words|local-server|remedy)|reporters\/(?!(?:formats|report|text)\.).*|.*-watch|terminal\/(?:ask|watching))\.js$/,
]

function isInCore(id) {
  const file = id.slice(root.length)
  if (!file.startsWith('dist/')) return corePackages.test(file)
  if (/^dist\/(?:cli\/main|project\/compile-worker)\.js$/.test(file)) return false
  return (
    /^dist\/(?:session\/(?:host|lint|session)|ledger\/send-states)\.js$/.test(file) ||
    coreFolders.has(dirname(file.slice('dist/'.length)).replace(/^\.$/, ''))
  )
}

/** Whether a module that passes imports another, directly or through others. */
function isReachedFrom(passes, id, graph) {
  const importers = new Set([id])
  for (const each of importers) {
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) {
      if (passes(importer)) return true
      importers.add(importer)
    }
  }
  return false
}

const sends = (id) => /[\\/]dist[\\/]cli[\\/]deploy[\\/](?:plan|deploy)\.js$/.test(id)
const isOtherCommand = (id) => /[\\/]dist[\\/]cli[\\/](?:status|ledger|results|schema)[\\/]/.test(id)

/** Returns the file of the bundle that a module stands in; null leaves it to the bundler. */
function fileOf(id, graph) {
  if (isInCore(id)) return seldom.some((pattern) => pattern.test(id)) ? 'seldom' : 'core'
  if (ajvPackages.test(id)) return 'ajv'
  if (isReachedFrom(isInCore, id, graph)) return 'seldom'
  const [, room] = /(?:dist|node_modules)[\\/](deploy|service|ledger|undici)[\\/]/.exec(id) ?? []
  if (room === undefined || !isReachedFrom(sends, id, graph)) return null
  if (room === 'ledger') return 'ledgers'
  return isReachedFrom(isOtherCommand, id, graph) ? null : 'sending'
}

/**
 * Its segmenter and its patterns are made when it is loaded, and most texts need none: made at the first call, they save
 * 7 % of the time that `lint examples` takes, 18 of 268 ms on a busy machine.
 */
const lazyStringWidth = {
  name: 'lazy-string-width',
  transform: {
    filter: { id: /string-width[\\/]index\.js$/ },
    handler(code) {
      const imports = code.match(/^import .*$/gm).join('\n')
      const body = code
        .replaceAll(/^import .*$/gm, '')
        .replace('export default function stringWidth', 'function stringWidth')
      return `${imports}
let made
export default (...given) => (made ??= make())(...given)
function make() {
${body}
return stringWidth
}`
    },
  },
}

/** Puts in compiled validators for the schemas of messages; ajv compiles any other schema when it is first needed. */
const readyValidators = {
  name: 'ready-validators',
  transform: {
    filter: { id: /[\\/]dist[\\/]validator\.js$/ },
    handler: (code) => `${code
      .replace('export function validatorOf(', 'function validatorByAjv(')
      .replace("createRequire(import.meta.url)('ajv/dist/2020.js')", "require('ajv/dist/2020.js')")}
${compiledValidators()}
export function validatorOf(schema, options) {
  let validate
  return () => (validate ??= compiled(schema) ?? validatorByAjv(schema, options)())
}
`,
  },
}

const lazyPatterns = {
  name: 'lazy-patterns',
  transform: {
    filter: { id: /[\\/]dist[\\/](?!bin[\\/]).*\.js$/ },
    handler(code, id) {
      return id.startsWith(root) ? withLazyPatterns(code, this.parse(code)) : undefined
    },
  },
}

/**
 * Modules of Node that linting one file does not need, and that take 1.5 to 9 ms to load; of the others of Node none
 * takes as much, or every run needs it.
 */
const rarelyNeeded = /\b(\w+)=require\("(node:(?:child_process|worker_threads|crypto|os|v8|zlib|timers\/promises))"\)/g
/** In front of a file: `later` loads another with the first call, `lazily` a module with the first use of its exports. */
const helpers =
  'const later=(load)=>{let module;return()=>module??=load()},lazily=(load)=>{const module=later(load);return new Proxy({},{get:(_,key)=>module()[key]})};'
/** The files that load when they are first needed; the core is there by then. */
const later = 'seldom|sending|ledgers|ajv'
const laterFile = new RegExp(String.raw`\bconst (require_(?:${later}))=require\("(.\/(?:${later})-[\w-]+\.js)"\)`, 'g')
const useOfLaterFile = new RegExp(String.raw`\b(require_(?:${later}))\.`, 'g')

/**
 * The parts of undici that friendtalk uses, by its own files: all of it has fetch, WebSocket and caches too, and loads what
 * Node has of them. `Dispatcher` gets its methods as undici's index gives them.
 */
const undiciParts = {
  name: 'undici-parts',
  resolveId: { filter: { id: /^undici$/ }, handler: () => ({ id: join(root, 'node_modules/undici/parts.js') }) },
  load: {
    filter: { id: /[\\/]undici[\\/]parts\.js$/ },
    // As a module of ECMAScript it fails the build where something else is imported from undici.
    handler: () => `
import api from './lib/api/index.js'
import buildConnector from './lib/core/connect.js'
import Agent from './lib/dispatcher/agent.js'
import Dispatcher from './lib/dispatcher/dispatcher.js'
import Pool from './lib/dispatcher/pool.js'
import EnvHttpProxyAgent from './lib/dispatcher/env-http-proxy-agent.js'
Object.assign(Dispatcher.prototype, api)
export { Agent, buildConnector, EnvHttpProxyAgent, Pool }
`,
  },
}

rmSync(bin, { recursive: true, force: true })
const bundle = await rolldown({
  input: { main: join(root, 'dist/cli/main.js'), 'compile-worker': join(root, 'dist/project/compile-worker.js') },
  platform: 'node',
  external,
  // What the groups below need.
  preserveEntrySignatures: 'allow-extension',
  plugins: [undiciParts, lazyStringWidth, readyValidators, lazyPatterns],
})
const { output } = await bundle.write({
  dir: bin,
  format: 'cjs',
  // Names stay: stack traces are read.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: {
    groups: [{ name: fileOf, debugName: 'files', entriesAware: false, includeDependenciesRecursively: false }],
  },
})

const chunkOf = (name) => output.find(({ fileName }) => fileName.startsWith(`${name}-`))
const core = chunkOf('core').fileName
const runtime = chunkOf('rolldown-runtime')
/** A file of its own is the bundler's choice: a start reads it with the core. */
const runtimeInFile = /\bconst (require_rolldown_runtime)=require\("[^"]+"\);/
const inlined = (name) => `const ${name}=(()=>{const exports={};${runtime.code.trim()};return exports})();`
for (const { fileName } of output) {
  const file = join(bin, fileName)
  // Text of one byte a character is read at once.
  let code = readFileSync(file, 'utf8').replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  // Kept code has no loader for import(): what is imported so can be required.
  code = code.replaceAll(/\bimport\(`([\w@/-]+)`\)/g, 'Promise.resolve().then(()=>require("$1"))')
  if (fileName === core || fileName === chunkOf('seldom').fileName) {
    code = code
      .replaceAll(rarelyNeeded, '$1=lazily(()=>require("$2"))')
      // In brackets, as `new` would take the call for its own.
      .replaceAll(useOfLaterFile, '($1()).')
      .replaceAll(laterFile, 'const $1=later(()=>require("./code-cache.js").load("$2"))')
      .replace(runtimeInFile, (_, name) => inlined(name))
    code = helpers + code
  } else code = code.replaceAll(laterFile, 'const $1=require("./code-cache.js").load("$2")')
  if (fileName === core && !code.includes('require_seldom=later('))
    throw new Error('The core does not load what is seldom needed as it did.')
  if (fileName === 'main.js' || fileName === 'compile-worker.js') {
    const [shebang = ''] = /^#!.*\n/.exec(code) ?? []
    const begin = fileName === 'main.js' ? 'require("./code-cache.js").begin();' : ''
    if (!code.includes('require_rolldown_runtime.')) code = code.replace(runtimeInFile, '')
    code = `${shebang}${begin}require("./code-cache.js").load("./${core}");\n${code.slice(shebang.length)}`
  }
  writeFileSync(file, code)
}
writeLicenses(output, bin)
copyFileSync(join(root, 'build/code-cache.cjs'), join(bin, 'code-cache.js'))
writeFileSync(join(bin, 'package.json'), '{ "type": "commonjs" }\n')
// npx keeps the link it once made: where the command stood before, in dist/cli, it must run as well.
for (const command of ['bin/main.js', 'cli/main.js']) chmodSync(join(root, 'dist', command), 0o755)
