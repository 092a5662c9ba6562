import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { MarkdownOptions } from 'vitepress'
import { addressOf, pageOf, root } from './pages.ts'
import { type SiteWords, siteWords } from './words.ts'

type Renderer = Parameters<NonNullable<MarkdownOptions['config']>>[0]
type Token = ReturnType<Renderer['parse']>[number]

/** The environment of VitePress for the page that is rendered. */
interface PageEnvironment {
  /** Absent where a title alone is read. */
  readonly path?: string
  /** The file, where its page has another path. */
  readonly realPath?: string
  readonly localeIndex?: string
}

/** Elements that a Git host shows as such; everything else between angle brackets is text. */
const knownElement = /^<(?:a id="[\w-]+">|\/a>|\/?(?:br|details|kbd|sub|summary|sup)\b)/

/** Returns how pages are read. They are written for Git hosts: nothing in them is a template of Vue. */
export function markdownOptions(repository: string | undefined): MarkdownOptions {
  return {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languages: messageGrammars(),
    // The blocks of messages, and what terminals show, have no grammar of their own.
    languageAlias: {
      button: 'yaml',
      buttons: 'yaml',
      coupon: 'yaml',
      link: 'yaml',
      price: 'yaml',
      tail: 'yaml',
      elisp: 'lisp',
    },
    // `#{name}` would be taken for attributes.
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    config(md) {
      md.disable('emoji')
      md.core.ruler.push('pages-of-files', ({ tokens, env }) => {
        // The site has a menu for the languages.
        const other = tokens.findIndex(({ content }) => /^\[(?:한국어|English)\]\([^)]*\)$/.test(content))
        if (other > 0) tokens.splice(other - 1, 3)
        for (const token of tokens) {
          resolveLinks(token.children ?? [], env as PageEnvironment, repository)
          if (token.info === 'markdown' && token.content.startsWith('---\nkind:')) token.info = 'friendtalk'
        }
      })
      md.core.ruler.push('text-not-markup', ({ tokens, env }) => {
        if (isOwnPage(env as PageEnvironment)) return
        for (const token of tokens) {
          escapeMarkup(token)
          for (const child of token.children ?? []) escapeMarkup(child)
        }
      })
      const { text, code_inline: code, fence } = md.renderer.rules
      md.renderer.rules.text = (...rest) => withoutTemplates(text?.(...rest) ?? '')
      md.renderer.rules.code_inline = (...rest) => withoutTemplates(code?.(...rest) ?? '')
      md.renderer.rules.fence = (tokens, index, options, env: PageEnvironment, self) => {
        const html = fence?.(tokens, index, options, env, self) ?? ''
        const { copyCode } = wordsOf(env)
        return html.replace('title="Copy Code"', `title="${copyCode}" aria-label="${copyCode}"`)
      }
    },
  }
}

/** The grammars of the editor's extension: messages look on the site as they do there. */
function messageGrammars(): NonNullable<MarkdownOptions['languages']> {
  const [injection, messages] = ['injection', 'friendtalk'].map((name) =>
    JSON.parse(readFileSync(join(root, `extras/vscode/language/${name}.tmLanguage.json`), 'utf8')),
  )
  return [
    'markdown',
    { ...injection, name: 'friendtalk-injection', injectTo: [] },
    { ...messages, embeddedLangs: ['markdown', 'friendtalk-injection'] },
  ]
}

/** Returns the anchor that a Git host gives to a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** Turns links to files into links to their pages; what has no page is in the repository, if it is known where. */
function resolveLinks(tokens: Token[], env: PageEnvironment, repository: string | undefined): void {
  const file = fileOf(env)
  let isText = false
  for (const token of tokens) {
    if (token.attrGet('class') === 'header-anchor') labelPermalink(token, env)
    else if (token.type === 'link_open') {
      const href = targetOf(file, token.attrGet('href') ?? '', repository)
      if (href === undefined) isText = true
      else token.attrSet('href', href)
    }
    if (!isText || (token.type !== 'link_open' && token.type !== 'link_close')) continue
    if (token.type === 'link_close') isText = false
    token.tag = 'span'
    token.attrs = null
  }
}

function labelPermalink(token: Token, env: PageEnvironment): void {
  const [, title = ''] = /"(.*)"/s.exec(token.attrGet('aria-label') ?? '') ?? []
  token.attrSet('aria-label', wordsOf(env).permalink(title.replaceAll('`', '')))
}

function targetOf(file: string, href: string, repository: string | undefined): string | undefined {
  if (/^(?:[a-z]+:|[/#])/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.join(posix.dirname(file), decodeURI(path)).replace(/\/$/, '')
  const page = pageOf(target) ?? pageOfFolder(target)
  if (page !== undefined) return `${addressOf(page)}${anchor === undefined ? '' : `#${anchor}`}`
  if (!existsSync(join(root, target))) throw new Error(`${file}: the link to ${href} leads nowhere.`)
  return repository && `${repository}/blob/HEAD/${target}`
}

function pageOfFolder(folder: string): string | undefined {
  const readme = `${folder}/README.md`
  return existsSync(join(root, readme)) ? pageOf(readme) : undefined
}

function escapeMarkup(token: Token): void {
  if (token.type !== 'html_block' && token.type !== 'html_inline') return
  if (token.content.startsWith('<!--')) token.content = ''
  else if (!knownElement.test(token.content)) token.content = token.content.replaceAll('<', '&lt;')
}

function withoutTemplates(html: string): string {
  return html.replaceAll('{{', '&#123;&#123;')
}

/** The pages that are made for the site, and may hold its components. */
function isOwnPage(env: PageEnvironment): boolean {
  return fileOf(env).startsWith('extras/site/')
}

function wordsOf({ localeIndex }: PageEnvironment): SiteWords {
  return siteWords[localeIndex === 'ko' ? 'ko' : 'en']
}

function fileOf({ path = '', realPath = path }: PageEnvironment): string {
  return posix.relative(posix.resolve(root), realPath)
}
