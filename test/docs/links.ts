import { posix } from 'node:path'
import { isFile, readPage } from './generated-pages.ts'

/** The links of a page that lead to no file or to no heading, for a path relative to the repository. */
export function brokenLinks(path: string): string[] {
  const text = withoutBlocks(readPage(path)).replaceAll(/(`+)[^\n]*?\1/g, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => !/^https?:/.test(link) && !isThere(path, link))
}

function isThere(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file))
  if (!isFile(target)) return false
  return anchor === undefined || anchorsIn(readPage(target)).has(decodeURI(anchor))
}

/** The anchors of a page, and those that a Git host gives to headings. */
function anchorsIn(page: string): ReadonlySet<string> {
  const headings = [...withoutBlocks(page).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text)
  const named = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return new Set([
    ...named,
    ...headings.map((text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  ])
}

function withoutBlocks(page: string): string {
  return page.replaceAll(/^(`{3,})[^]*?^\1$/gm, '')
}
