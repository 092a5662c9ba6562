// Makes dist/browser: the package's entry for browsers, in files that import nothing but each other.
//
// What the compiler asks of Node.js is replaced: ajv by validators that are compiled here, since a page may forbid that
// text becomes code; the few functions of node: modules by src/browser/node-modules.ts; Buffer by its package.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { rolldown } from 'rolldown'
import { blockSchemas } from '../dist/message/block.js'
import { frontmatterSchema } from '../dist/message/frontmatter.js'
import { writeLicenses } from './licenses.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'dist/browser')

/** The module that takes the place of dist/validator.js: the same function, for the schemas of messages alone. */
function validatorModule() {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strictTypes: false, code: { source: true, esm: true } })
  const schemas = new Set([frontmatterSchema, ...Object.values(blockSchemas)].map((schema) => JSON.stringify(schema)))
  const names = [...schemas].map((text, index) => {
    ajv.addSchema(JSON.parse(text), `shape${index}`)
    return [`shape${index}`, text]
  })
  const code = standaloneCode.default(ajv, Object.fromEntries(names.map(([name]) => [name, name])))
  return `${code}
const validators = new Map([${names.map(([name, text]) => `[${JSON.stringify(text)}, ${name}]`).join(',')}])
export function validatorOf(schema) {
  return () => {
    const validate = validators.get(JSON.stringify(schema))
    if (validate === undefined) throw new Error('no validator was compiled for a schema')
    return validate
  }
}
`
}

function contentOf(path) {
  return readFileSync(join(root, path), 'utf8')
}

function templatesIn(path, lang) {
  return readdirSync(join(root, path))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name: name.replace(/\.md$/, ''), lang, source: contentOf(`${path}/${name}`) }))
}

/** The messages of a kind in both languages; the others, which are real messages, in Korean alone. */
const assets = {
  phoneCss: contentOf('dist/web/assets/phone.css'),
  previewCss: contentOf('dist/web/assets/preview.css'),
  templates: [
    ...templatesIn('templates', 'ko'),
    ...templatesIn('templates/en', 'en').map(({ source, ...template }) => ({
      ...template,
      source: source.replaceAll('](../images/', '](images/'),
    })),
  ],
}

const rules = JSON.parse(contentOf('dist/rules.json'))

function summariesOf(lang) {
  return Object.fromEntries(Object.entries(rules[lang]).map(([id, { summary, why }]) => [id, { summary, why }]))
}

const substitutes = join(root, 'dist/browser/node-modules.js')
const virtual = '\0validator'
const replaced = {
  name: 'for-browsers',
  resolveId: {
    filter: { id: /^node:(?:buffer|crypto|zlib)$|\/validator\.js$/ },
    handler: (id) => (id.startsWith('node:') ? substitutes : virtual),
  },
  load: {
    filter: { id: /^\0validator$/ },
    handler: () => ({ code: validatorModule(), moduleType: 'js' }),
  },
}

// The declarations stay as they are.
const modules = readdirSync(folder).filter((name) => name.endsWith('.js'))
const bundle = await rolldown({
  input: { index: join(folder, 'index.js') },
  platform: 'browser',
  plugins: [replaced],
  resolve: { alias: { 'csv-parse/sync': join(root, 'node_modules/csv-parse/dist/esm/sync.js') } },
  transform: {
    define: {
      ASSETS: JSON.stringify(assets),
      SUMMARIES_EN: JSON.stringify(summariesOf('en')),
      SUMMARIES_KO: JSON.stringify(summariesOf('ko')),
      'import.meta.url': '""',
    },
    inject: { Buffer: [fileURLToPath(import.meta.resolve('buffer/index.js')), 'Buffer'] },
  },
})
const { output } = await bundle.generate({ format: 'esm', minify: true, chunkFileNames: '[name]-[hash].js' })
for (const name of modules) rmSync(join(folder, name))
for (const { fileName, code } of output) writeFileSync(join(folder, fileName), code)
writeLicenses(output, folder)
