import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import MiniSearch from 'minisearch'
import { createMarkdownRenderer, type MarkdownOptions, type Plugin } from 'vitepress'
import { addressOf, documents, root } from './pages.ts'
import { termsOfText } from './search.ts'

type Renderer = Awaited<ReturnType<typeof createMarkdownRenderer>>

/** A heading and what stands below it, as the search of VitePress expects it. */
interface Section {
  readonly id: string
  readonly title: string
  /** The headings above it. */
  readonly titles: readonly string[]
  text: string
}

/** The module that the search loads: it has one more for each language, with its index. */
const moduleId = '@localSearchIndex'

/**
 * Makes the index of the search in the place of VitePress, which tells the language of a page by the path of its file,
 * and would index the examples that every page of a rule has.
 */
export function searchIndex(base: string, options: MarkdownOptions): Plugin {
  return {
    name: 'friendtalk:search-index',
    enforce: 'pre',
    resolveId(id) {
      const name = id.replace(/^\//, '')
      return name.startsWith(moduleId) ? `\0${name}` : undefined
    },
    async load(id) {
      if (!id.startsWith(`\0${moduleId}`)) return undefined
      const locale = id.slice(moduleId.length + 1)
      if (locale === '') {
        const imports = ['root', 'ko'].map((name) => `${name}: () => import('${moduleId}${name}')`)
        return `export default { ${imports.join(', ')} }`
      }
      const index = new MiniSearch<Section>({
        fields: ['title', 'titles', 'text'],
        storeFields: ['title', 'titles'],
        tokenize: termsOfText,
      })
      // The renderer is the one that the site's pages go through: VitePress makes one.
      const md = await createMarkdownRenderer(root, options, base)
      for (const [page, file] of documents()) {
        if (page.startsWith('ko/') !== (locale === 'ko')) continue
        const path = join(root, file)
        const address = posix.join(base, addressOf(page))
        const isRule = /(?:^|\/)rules\/(?!index\.md)/.test(page)
        index.addAll(isRule ? [sectionOfRule(md, path, address)] : sectionsOf(md, path, address))
      }
      return `export default ${JSON.stringify(JSON.stringify(index))}`
    },
    transform: withoutWrongRoles,
  }
}

/** Wrong roles and labels of VitePress's search for screen readers, by component. */
const wrongRoles: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  // The name of the button is what it shows, the key included.
  'VPNavBarSearchButton.vue': [[/ :aria-label="translate\('button\.buttonAriaLabel'\)"/, '']],
  'VPLocalSearchBox.vue': [
    [/role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/, 'role="dialog"'],
    // Results are links, which an option cannot hold.
    [/:role="results\?\.length \? 'listbox' : undefined"/, ''],
    [/:aria-selected="[^"]*"\s+role="option"/, ''],
    [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
  ],
}

function withoutWrongRoles(code: string, id: string): string | undefined {
  const changes = wrongRoles[posix.basename(id)]
  return changes?.reduce((text, [wrong, right]) => {
    const changed = text.replace(wrong, right)
    if (changed === text) throw new Error(`${id} has changed: does it still need ${wrong.source} to be replaced?`)
    return changed
  }, code)
}

function sectionsOf(md: Renderer, path: string, address: string): Section[] {
  const sections: Section[] = []
  let titles: string[] = []
  const tokens = md.parse(readFileSync(path, 'utf8'), { path })
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1)) - 1
      const title = textOf(tokens[index + 1])
      titles = [...titles.slice(0, level), title]
      const id = `${address}#${token.attrGet('id')}`
      sections.push({ id, title, titles: titles.slice(0, -1).filter(Boolean), text: '' })
      continue
    }
    const [section, text] = [sections.at(-1), textOf(token)]
    if (section && text !== '' && tokens[index - 1]?.type !== 'heading_open') section.text += `${text}\n`
  }
  return sections
}

/** A page of a rule is found as a whole, by what it explains and what `lint` says; how rules are set is on another page. */
function sectionOfRule(md: Renderer, path: string, address: string): Section {
  const [page = ''] = readFileSync(path, 'utf8').split(/^## (?:Set or suppress|설정하거나 끄기)$/m)
  const tokens = md.parse(page, { path }).filter(({ type, info }) => type !== 'fence' || info === 'text')
  // The id, the link to the other language, the severity and its tier, one sentence, and the rest.
  const [title = '', , , summary = '', ...texts] = tokens.map(textOf).filter((text) => text !== '')
  return { id: address, title: `${title} · ${summary}`, titles: [], text: texts.join('\n') }
}

function textOf(token: ReturnType<Renderer['parse']>[number] | undefined): string {
  if (token?.type === 'fence') return token.content
  return (token?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'softbreak')
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
}
