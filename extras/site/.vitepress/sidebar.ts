import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { addressOf, pageOf, root } from './pages.ts'

/** Reads the lists of a table of contents, each with the line above it as its title. */
export function sidebarOf(file: 'docs/README.md' | 'docs/ko/README.md'): DefaultTheme.SidebarItem[] {
  const groups = readFileSync(join(root, file), 'utf8').matchAll(/^(?<title>.+):\n\n(?<list>(?:- .+\n)+)/gm)
  return [...groups].map(({ groups: { title = '', list = '' } = {} }) => ({
    text: title,
    items: [...list.matchAll(/^- \[(.+?)\]\((.+?)\)/gm)].map(([, text = '', link = '']) => ({
      text,
      link: addressOf(pageOf(posix.join(posix.dirname(file), link)) ?? link),
    })),
  }))
}
