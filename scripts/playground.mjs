// Makes extras/site/playground/dist: the playground in files that the site takes as they are.
//
// Made of the sources, so that a page loads at first what it needs at first: the text of every
// template, their images, the core of the editor and the check of recipients each come when they are asked for.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { forBrowsers, injected, resolved } from './for-browsers.mjs'

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

const made = {
  name: 'made',
  resolveId: { filter: { id: /^playground:/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0playground:/ },
    handler: (id) => ({
      code: id.endsWith(':templates') ? templatesModule() : summariesModule(id.slice(-2)),
      moduleType: 'js',
    }),
  },
}

const bundle = await rolldown({
  input: { app: join(source, 'app.ts') },
  platform: 'browser',
  // The template that the page starts with is loaded with it.
  checks: { ineffectiveDynamicImport: false },
  tsconfig: false,
  plugins: [made, forBrowsers(join(root, 'src/browser/node-modules.ts'))],
  resolve: resolved,
  moduleTypes: { '.md': 'text', '.css': 'text', '.png': 'base64', '.jpg': 'base64' },
  transform: {
    define: { 'import.meta.url': '""' },
    inject: injected,
  },
})
rmSync(folder, { recursive: true, force: true })
await bundle.write({ dir: folder, format: 'esm', minify: true, chunkFileNames: '[name]-[hash].js' })
const styles = [join(root, 'src/web/phone/phone.css'), join(source, 'playground.css')]
writeFileSync(join(folder, 'app.css'), styles.map((path) => readFileSync(path, 'utf8')).join('\n'))
