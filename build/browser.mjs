// Makes dist/browser: the package's entry for browsers, in files that import nothing but each other.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { forBrowsers, injected, resolved } from './for-browsers.mjs'
import { writeLicenses } from './licenses.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'dist/browser')

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

// The declarations stay as they are.
const modules = readdirSync(folder).filter((name) => name.endsWith('.js'))
const bundle = await rolldown({
  input: { index: join(folder, 'index.js') },
  platform: 'browser',
  plugins: [forBrowsers(join(folder, 'node-modules.js'))],
  resolve: resolved,
  transform: {
    define: {
      ASSETS: JSON.stringify(assets),
      SUMMARIES_EN: JSON.stringify(summariesOf('en')),
      SUMMARIES_KO: JSON.stringify(summariesOf('ko')),
      'import.meta.url': '""',
    },
    inject: injected,
  },
})
const { output } = await bundle.generate({ format: 'esm', minify: true, chunkFileNames: '[name]-[hash].js' })
for (const name of modules) rmSync(join(folder, name))
for (const { fileName, code } of output) writeFileSync(join(folder, fileName), code)
writeLicenses(output, folder)
