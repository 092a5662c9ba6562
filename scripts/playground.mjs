// Makes extras/site/playground/dist: the playground in files that the site takes as they are.
//
// Made of the sources, so that a page loads at first what it needs at first: the text of every
// template, their images, the core of the editor and the check of recipients each come when they are asked for.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { compiledValidators } from './validators.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'extras/site/playground')
const folder = join(source, 'dist')

function templatesIn(path, lang) {
  return readdirSync(join(root, path))
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const file = join(root, path, name)
      const title = /^title: *(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? name
      return { kind: name.replace(/\.md$/, ''), lang, title, file }
    })
}

/** The list of the templates, and how each of them and of their images is loaded. */
function templatesModule() {
  // English templates lie in a folder of their own.
  const loaded = (file) =>
    `() => import(${JSON.stringify(file)}).then((module) => module.default.replaceAll('](../images/', '](images/'))`
  const templates = [...templatesIn('templates', 'ko'), ...templatesIn('templates/en', 'en')].map(
    ({ file, ...template }) => `{ ...${JSON.stringify(template)}, load: ${loaded(file)} }`,
  )
  const images = readdirSync(join(root, 'templates/images')).map(
    (name) => `[${JSON.stringify(name)}, ${loaded(join(root, 'templates/images', name))}]`,
  )
  return `export const templates = [${templates.join(',\n')}]
export const templateImages = new Map([${images.join(',\n')}])`
}

const rules = JSON.parse(readFileSync(join(root, 'dist/rules.json'), 'utf8'))

/** The pages about the rules in short. */
function summariesModule(lang) {
  const summaries = Object.entries(rules[lang]).map(([id, { summary, why }]) => [id, { summary, why }])
  return `export const summaries = ${JSON.stringify(Object.fromEntries(summaries))}`
}

/** The module that takes the place of src/validator.ts: the same function, for the schemas of messages alone. */
function validatorModule() {
  const code = compiledValidators()
  if (code.includes('require(')) throw new Error('a compiled validator needs a module of ajv')
  return `${code}
export function validatorOf(schema) {
  return () => {
    const validate = compiled(schema)
    if (validate === undefined) throw new Error('no validator was compiled for a schema')
    return validate
  }
}
`
}

const modules = {
  validator: validatorModule,
  templates: templatesModule,
  'summaries-ko': () => summariesModule('ko'),
  'summaries-en': () => summariesModule('en'),
}

/**
 * Gives the modules above, and replaces what the compiler uses of Node.js: ajv by validators that are compiled here,
 * since a page may forbid that text becomes code, and the few functions of node: modules by src/browser/node-modules.ts.
 */
const made = {
  name: 'made',
  resolveId: {
    filter: { id: /^playground:|^node:(?:buffer|crypto)$|\/validator\.[jt]s$/ },
    handler: (id) => {
      if (id.startsWith('node:')) return join(root, 'src/browser/node-modules.ts')
      return `\0made:${id.startsWith('playground:') ? id.slice('playground:'.length) : 'validator'}`
    },
  },
  load: {
    filter: { id: /^\0made:/ },
    handler: (id) => ({ code: modules[id.slice('\0made:'.length)](), moduleType: 'js' }),
  },
}

const bundle = await rolldown({
  input: { app: join(source, 'app.ts') },
  platform: 'browser',
  // The template that the page starts with is loaded with it.
  checks: { ineffectiveDynamicImport: false },
  tsconfig: false,
  plugins: [made],
  resolve: { alias: { 'csv-parse/sync': join(root, 'node_modules/csv-parse/dist/esm/sync.js') } },
  moduleTypes: { '.md': 'text', '.css': 'text', '.png': 'base64', '.jpg': 'base64' },
  transform: {
    define: { 'import.meta.url': '""' },
    inject: { Buffer: [fileURLToPath(import.meta.resolve('buffer/index.js')), 'Buffer'] },
  },
})
rmSync(folder, { recursive: true, force: true })
await bundle.write({ dir: folder, format: 'esm', minify: true, chunkFileNames: '[name]-[hash].js' })
const styles = [join(root, 'src/web/phone/phone.css'), join(source, 'playground.css')]
writeFileSync(join(folder, 'app.css'), styles.map((path) => readFileSync(path, 'utf8')).join('\n'))
