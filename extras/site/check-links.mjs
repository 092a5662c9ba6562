// Checks the built site: every link, image, style and script of a page leads to a file, every anchor to an element, and
// nothing is loaded from another host. SITE_BASE is what the site was built with.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const base = `/${process.env.SITE_BASE ?? ''}/`.replaceAll(/\/{2,}/g, '/')
const dist = fileURLToPath(new URL('dist/', import.meta.url))
const files = new Set(readdirSync(dist, { recursive: true }).map((path) => path.replaceAll('\\', '/')))
const pages = new Map(
  [...files].filter((path) => path.endsWith('.html')).map((path) => [path, readFileSync(dist + path, 'utf8')]),
)
const anchors = new Map(
  [...pages].map(([path, html]) => [path, new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => decoded(id)))]),
)

function decoded(attribute) {
  return attribute.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

/** The file that a server gives for an address: addresses of pages have no ending. */
function fileOf(pathname) {
  const path = pathname.slice(base.length)
  return [`${path}index.html`, path, `${path}.html`].find((name) => files.has(name) && name !== '')
}

/** Says what is wrong with an address on a page; undefined when nothing is. */
function wrongWith(address, tag, page) {
  if (/^(?:data|mailto):/.test(address)) return undefined
  const url = new URL(address, `http://site${base}${page.replace(/(?:index)?\.html$/, '')}`)
  if (url.host !== 'site') return tag === 'a' ? undefined : 'is loaded from another host'
  const pathname = decodeURIComponent(url.pathname)
  const file = pathname.startsWith(base) ? fileOf(pathname) : undefined
  if (file === undefined) return 'leads nowhere'
  const anchor = decodeURIComponent(url.hash.slice(1))
  return anchor === '' || anchors.get(file)?.has(anchor) ? undefined : 'leads to no heading'
}

const wrong = []
let count = 0
for (const [page, html] of pages) {
  // Code may show addresses as text, but no tags: those are escaped.
  for (const [tag, name] of html.matchAll(/<([a-z]+)(?: [^<>]*)?>/g)) {
    for (const [, , address] of tag.matchAll(/ (href|src)="([^"]*)"/g)) {
      count++
      const reason = wrongWith(decoded(address), name, page)
      if (reason !== undefined) wrong.push(`${page}: ${address} ${reason}`)
    }
  }
}
process.stdout.write(`${pages.size} pages, ${count} links\n`)
if (pages.size === 0) wrong.push('The site is not built: run `npm run site:build`.')
for (const line of new Set(wrong)) process.stderr.write(`${line}\n`)
process.exitCode = wrong.length > 0 ? 1 : 0
