// Makes an extension, a language pack, of Microsoft's Korean texts for VS Code, whose own package is not on npm.
// node korean-pack.mjs <unpacked package of the texts> <folder of the extension>
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [from = '', to = ''] = process.argv.slice(2)
const texts = join(resolve(from), 'translations')
const { default: contents } = await import(pathToFileURL(join(texts, 'main.i18n.json.js')).href)
const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))

const translations = [{ id: 'vscode', path: './translations/main.i18n.json' }]
mkdirSync(join(to, 'translations', 'extensions'), { recursive: true })
writeFileSync(join(to, 'translations/main.i18n.json'), JSON.stringify({ version: '1.0.0', contents }))
for (const name of readdirSync(join(texts, 'extensions'))) {
  const path = `translations/extensions/${name}`
  writeFileSync(join(to, path), readFileSync(join(from, path)))
  translations.push({ id: name.replace(/\.i18n\.json$/, ''), path: `./${path}` })
}
const manifest = {
  name: 'vscode-language-pack-ko',
  publisher: 'MS-CEINTL',
  version,
  engines: { vscode: '*' },
  categories: ['Language Packs'],
  contributes: {
    localizations: [{ languageId: 'ko', languageName: 'Korean', localizedLanguageName: '한국어', translations }],
  },
}
writeFileSync(join(to, 'package.json'), JSON.stringify(manifest, null, 2))
