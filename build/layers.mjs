// Which folder of src may import which: the one table of the layers. `node build/layers.mjs` writes the import rules of
// the linter from it; with --check it fails where they are out of step.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What each folder may import, beside itself and the files of src that all may: see `shared`. */
const layers = {
  contract: [],
  dialect: ['contract'],
  message: ['contract', 'dialect'],
  words: ['contract', 'deploy'],
  rules: ['contract', 'dialect', 'message', 'words'],
  recipients: ['contract', 'dialect', 'message', 'rules', 'words'],
  images: ['message'],
  project: ['contract', 'dialect', 'message', 'rules', 'recipients', 'images', 'words'],
  session: ['contract', 'dialect', 'rules', 'recipients', 'project', 'words'],
  editor: ['contract', 'dialect', 'message', 'rules', 'words'],
  convert: ['contract', 'dialect', 'message', 'rules', 'words'],
  service: ['contract'],
  ledger: ['contract', 'recipients', 'words'],
  web: ['contract', 'dialect', 'message', 'rules', 'recipients', 'project', 'words'],
  browser: ['contract', 'dialect', 'message', 'rules', 'recipients', 'images', 'web', 'editor', 'convert', 'words'],
  results: ['contract', 'recipients', 'service', 'ledger'],
  lsp: ['contract', 'dialect', 'message', 'rules', 'recipients', 'project', 'session', 'web', 'editor', 'words'],
  emulator: ['contract', 'web', 'words'],
  deploy: [
    'contract',
    'dialect',
    'message',
    'recipients',
    'project',
    'session',
    'service',
    'ledger',
    'results',
    'emulator',
    'words',
  ],
  library: [
    'contract',
    'dialect',
    'message',
    'rules',
    'recipients',
    'project',
    'session',
    'service',
    'ledger',
    'deploy',
    'words',
  ],
}

/** Rooms without files, network, clock or process: what they need of these is passed in. */
const pure = new Set(['contract', 'dialect', 'message', 'rules', 'editor', 'convert', 'browser', 'words'])

/** Files of src that only some folders may import: the compiler, the public entry, and what is about folders. */
const entries = {
  'compile.ts': ['recipients', 'project', 'session', 'web', 'lsp', 'convert', 'browser', 'library'],
  'sketch.ts': ['project', 'web', 'editor', 'lsp', 'convert', 'browser'],
  'index.ts': ['session'],
  'make-folder.ts': ['project', 'ledger'],
}

/** Files of src that the compiler is made of. */
const compiler = ['compile', 'sketch', 'template', 'json-text', 'sha256', 'violation', 'diagnostic']

const packages = ['undici', 'glob', 'chokidar', 'jiti', 'image-size', 'commander']
const globals = ['process', 'Buffer', 'performance', 'fetch', 'setTimeout', 'setInterval']
/** What `src/ledger/open.ts` alone chooses from. */
const storesOfLedger = ['ledger/sqlite/**', 'ledger/postgres/**']
const depths = ['../', '../../', '../../../']

const folders = Object.keys(layers)
const patternsOfPure = {
  group: ['node:*', 'node:*/*', ...packages],
  message: 'This folder is pure and runs in browsers: files, network, clock, hashing and process are passed in.',
}

function rulesOf(patterns, isPure) {
  return {
    'no-restricted-imports': ['error', { patterns: isPure ? [...patterns, patternsOfPure] : patterns }],
    ...(isPure && { 'no-restricted-globals': ['error', ...globals] }),
  }
}

function overrideOf(folder) {
  const may = layers[folder]
  const closed = [...folders, 'cli']
    .filter((other) => other !== folder && !may.includes(other))
    .map((other) => `${other}/**`)
  const hidden = Object.entries(entries).flatMap(([file, users]) => (users.includes(folder) ? [] : [file]))
  const stores = folder === 'ledger' ? [] : storesOfLedger
  const group = depths.flatMap((depth) => [...closed, ...hidden, ...stores].map((path) => depth + path))
  const message = `${folder} may import ${may.length > 0 ? may.join(', ') : 'no other folder'}: see build/layers.mjs.`
  return { files: [`src/${folder}/**`], rules: rulesOf([{ group, message }], pure.has(folder)) }
}

/** The command line imports every folder, and no store of the ledger. */
function overrideOfCommandLine() {
  const group = depths.flatMap((depth) => storesOfLedger.map((store) => depth + store))
  const message = 'Only ledger imports a store: open it with ledger/open.ts.'
  return { files: ['src/cli/**'], rules: rulesOf([{ group, message }], false) }
}

function overrideOfCompiler() {
  const group = folders.filter((folder) => !pure.has(folder)).map((folder) => `./${folder}/**`)
  const message = 'The compiler is pure: see build/layers.mjs.'
  return {
    files: compiler.map((name) => `src/${name}.ts`),
    rules: rulesOf([{ group: [...group, './cli/**'], message }], true),
  }
}

const file = fileURLToPath(new URL('../.oxlintrc.json', import.meta.url))
const before = readFileSync(file, 'utf8')
const config = JSON.parse(before)
const isOfLayers = ({ rules }) => 'no-restricted-imports' in rules
config.overrides = [
  ...folders.map(overrideOf),
  overrideOfCommandLine(),
  overrideOfCompiler(),
  ...config.overrides.filter((override) => !isOfLayers(override)),
]
const after = `${JSON.stringify(config, null, 2)}\n`
if (process.argv.includes('--check')) {
  if (JSON.stringify(JSON.parse(before)) !== JSON.stringify(config)) {
    process.stderr.write(
      'The import rules in .oxlintrc.json are not those of build/layers.mjs: run `node build/layers.mjs`.\n',
    )
    process.exitCode = 1
  }
} else writeFileSync(file, after)
