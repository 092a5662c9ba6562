// Makes dist/bin and dist/types of dist: the command and the library in few files, as the package has them.
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { writeDeclarations } from './declarations.mjs'
import { configSchema } from '../dist/project/config/user-config.js'
import { compiledValidators } from './validators.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'dist/bin')

/** Puts in compiled validators for the schemas of messages and the configuration; ajv compiles any other schema when it is first needed. */
const readyValidators = {
  name: 'ready-validators',
  transform: {
    filter: { id: /[\\/]dist[\\/]validator\.js$/ },
    handler: (code) => `${code.replace('export function validatorOf(', 'function validatorByAjv(')}
const require = createRequire(import.meta.url)
${compiledValidators([configSchema])}
export function validatorOf(schema, options) {
  let validate
  return () => (validate ??= compiled(schema) ?? validatorByAjv(schema, options)())
}
`,
  },
}

// A package that loads files of its own stays one, and so do ajv, the HTTP client and PostgreSQL, which most runs never ask.
const external = [
  /^(?:ajv|@fastify\/.*|jiti|@photostructure\/sqlite|@clack\/prompts|pg|playwright-core|undici)(?:\/|$)/,
]

/** Modules that load together: a help text needs the first part, a lint the first two. */
const groups = [
  { name: 'start', test: /[\\/]cli[\\/](?:program|terminal[\\/]signals)\.js$/, priority: 5 },
  // With what a configuration that imports friendtalk loads.
  {
    name: 'messages',
    test: /[\\/](?:cli[\\/]commands[\\/]lint|compile|image-reader|start-emulator)\.js$/,
    priority: 4,
  },
  {
    name: 'reading',
    test: /[\\/]dist[\\/](?:editor|message|project|recipients|rules|session|words)[\\/]|rule-catalog\.js$/,
    minShareCount: 2,
    priority: 4,
  },
  { name: 'sending', test: /[\\/]dist[\\/](?!cli|web|lsp)/, minShareCount: 2, priority: 3 },
  {
    name: 'records',
    test: /[\\/]commands[\\/](?:status|ledger|cancel|reconcile|results|plan|deploy|emulator)\b/,
    priority: 2,
  },
  { name: 'watching', test: /[\\/]cli[\\/].*watch(?:ing)?\.js$/, priority: 2 },
  { name: 'drawing', test: /[\\/](?:web|lsp)[\\/]preview\b/, priority: 2 },
  { name: 'library', test: /[\\/]library[\\/](?:deploying|opening)\.js$/, priority: 2 },
  { name: 'tools', test: /[\\/]commands[\\/](?:rules|explain|schema|config|init|new|convert)\b/, priority: 1 },
]

rmSync(bin, { recursive: true, force: true })
const entry = (path) => join(root, 'dist', path)
const bundle = await rolldown({
  input: { main: entry('cli/main.js'), index: entry('index.js'), remark: entry('language/processor.js') },
  platform: 'node',
  external,
  plugins: [readyValidators],
})
const { output } = await bundle.write({
  dir: bin,
  minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
  codeSplitting: { groups },
  chunkFileNames: '[name]-[hash].js',
})
chmodSync(join(bin, 'main.js'), 0o755)

rmSync(entry('types'), { recursive: true, force: true })
writeDeclarations(join(root, 'dist'), ['index.d.ts', 'language/processor.d.ts'])

// The licences of the packages that the bundle has become lie beside its files.
const modules = output.flatMap((chunk) => Object.keys(chunk.modules ?? {}))
const packages = new Set(modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
const licenses = [...packages].toSorted().map((path) => {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const file = readdirSync(path).find((found) => /^licen[cs]e/i.test(found))
  const text = file ? [readFileSync(join(path, file), 'utf8').trim()] : []
  return [`${name} ${version} (${license})`, ...text].join('\n\n')
})
const title = 'Packages that are part of the files in this folder.'
writeFileSync(join(bin, 'LICENSES.txt'), `${[title, licenses.join('\n\n---\n\n')].join('\n\n')}\n`)
