import { once } from '../../contract/once.ts'
import type { Span } from '../../diagnostic.ts'
import type { Change } from './correction.ts'

/** A link or an image of another language, and the change that makes it one of ours. */
export interface ForeignLink {
  readonly type: 'button' | 'image'
  readonly change: Change
}

type Built = { readonly name?: string; readonly link?: string; readonly path?: string; readonly alt?: string }

const bullet = String.raw`^\s*(?:[-*•]\s*)?`
const end = String.raw`\s*$`
const url = String.raw`(?:[a-z][a-z0-9+.-]*:\/\/|#\{)[^\s[\]|<>]+`
const image = String.raw`[^[\]|!<>]+\.(?:png|jpe?g|gif|webp)`
const anchor = String.raw`<a\s[^<>]*?href\s*=\s*["“”']?(?<link>[^\s"“”'<>]+)["“”']?[^<>]*>`
/** The path and the description of an image stand in any order. */
const picture = String.raw`<img\s(?=[^<>]*?src\s*=\s*(?:["“”'](?<path>[^"“”'<>]+)["“”']|(?<bare>[^\s"“”'<>]+)))(?:[^<>]*?alt\s*=\s*["“”'](?<alt>[^"“”'<>]*)["“”'])?[^<>]*>`
const picturePattern = (before: string, behind: string): RegExp =>
  new RegExp(String.raw`^\s*${before}\s*${picture}\s*${behind}${end}`, 'iu')
const pattern = (source: string): RegExp => new RegExp(bullet + source + end, 'iu')

/** Links and images of other languages; each alone on its line. */
const notations = once((): readonly { readonly pattern: RegExp; readonly of: 'HTML' | 'BBCode' | 'wiki' }[] => [
  { of: 'HTML', pattern: pattern(String.raw`${anchor}(?<name>[^<>![]+)<\/a>`) },
  { of: 'HTML', pattern: picturePattern('', '') },
  { of: 'HTML', pattern: picturePattern(anchor, String.raw`<\/a>`) },
  { of: 'HTML', pattern: picturePattern(String.raw`\[`, String.raw`\]\((?<link>[^\s()]+)\)`) },
  { of: 'HTML', pattern: pattern(String.raw`${anchor}!\[(?<alt>[^[\]]*)\]\((?<path>[^()<>]+)\)<\/a>`) },
  { of: 'BBCode', pattern: pattern(String.raw`\[url=["']?(?<link>[^\s\]"']+)["']?\](?<name>[^[\]]+)\[\/url\]`) },
  { of: 'BBCode', pattern: pattern(String.raw`\[img\](?<path>[^[\]]+)\[\/img\]`) },
  { of: 'wiki', pattern: pattern(String.raw`!\[\[(?<path>[^[\]|]+)(?:\|(?<alt>[^[\]|]*))?\]\]`) },
  {
    of: 'wiki',
    pattern: pattern(
      String.raw`\[\[(?:(?:File|Image|파일|그림):\s?(?<path>[^[\]|]+)|(?<bare>${image}))(?:\|(?<alt>[^[\]|]*))?\]\]`,
    ),
  },
  { of: 'wiki', pattern: pattern(String.raw`!(?<path>${image})(?:\|(?<alt>[^|!]*))?!`) },
  { of: 'wiki', pattern: pattern(String.raw`\[(?:image|img|이미지|사진|그림)\s?[:：]\s?(?<path>${image})\]`) },
  { of: 'wiki', pattern: pattern(String.raw`image::?(?<path>${image})(?:\[(?<alt>[^[\]]*)\])?`) },
  { of: 'wiki', pattern: pattern(String.raw`\.\.\s+(?:image|figure)::\s*(?<path>${image})`) },
  {
    of: 'wiki',
    pattern: pattern(String.raw`["“”\x60](?<name>[^"“”\x60<>]+)\s*["“”]?(?::|\s?<)(?<link>${url})>?(?:\x60_{1,2})?`),
  },
  { of: 'wiki', pattern: pattern(String.raw`link:(?<link>https?:\/\/[^\s[\]<>]+)\[(?<name>[^[\]]+)\]`) },
  // In an address, words in brackets have no spaces and no Hangul.
  { of: 'wiki', pattern: pattern(String.raw`(?<link>https?:\/\/[^\s[\]<>]+)\[(?<name>[^[\]]*[가-힣 ][^[\]]*)\]`) },
  { of: 'wiki', pattern: pattern(String.raw`<(?<link>${url})\|(?<name>[^<>|]+)>`) },
  { of: 'wiki', pattern: pattern(String.raw`\[{1,2}(?<name>[^[\]|]+)\|(?<link>${url})\]{1,2}`) },
  { of: 'wiki', pattern: pattern(String.raw`\[{1,2}(?<link>${url})(?:[|\s]\s*|\]\[)(?<name>[^[\]|]+)\]{1,2}`) },
])

function builtOf({ name = '', link, path, alt = '' }: Built): string {
  if (path === undefined) return `- [${name.trim()}](${link})`
  const target = path.trim()
  const written = `![${alt}](${/\s/u.test(target) ? `<${target}>` : target})`
  return link === undefined ? written : `[${written}](${link})`
}

/** A link or an image of HTML, of a forum or of a wiki, alone on its line. */
export function foreignLink(line: string, { start, end: lineEnd }: Span): ForeignLink | undefined {
  if (!hint.test(line)) return undefined
  for (const { pattern: one, of } of notations()) {
    const groups = one.exec(line)?.groups
    if (groups === undefined) continue
    const path = groups['path'] ?? groups['bare']
    const text = builtOf({ ...groups, ...(path !== undefined && { path }) })
    const change = { start, end: lineEnd, text, slip: { type: 'syntax', of }, safe: false } as const
    return { type: path === undefined ? 'button' : 'image', change }
  }
  return undefined
}

/** What every notation holds. */
const hint = /:\/\/|#\{|href|src|\.(?:png|jpe?g|gif|webp)/iu

/** A comment of another language, alone on its line. Percent signs and many asterisks on both sides decorate a line. */
const commentOfCode =
  /^\s*(?:\/\*(?!\*)(.*)(?<!\*)\*\/|\{#(.*)#\}|\{\/\*(.*)\*\/\}|\{\{!(?:--)?(.*?)(?:--)?\}\}|<%--(.*)--%>|\[(?:\/\/|comment)\]:\s*(?:#|<>)\s*[("'](.*)[)"'])\s*$/u
/** One whose marks decorate a line as well. */
const mayDecorate = /^\s*(?:\/\*|\{#)/

/** What makes a comment of one that another language has, and whether its marks may be decoration. */
export function foreignComment(text: string, start: number): { change: Change; hasOtherMeaning: boolean } | undefined {
  const found = commentOfCode.exec(text)
  const content = found
    ?.slice(1)
    .find((part) => part !== undefined)
    ?.trim()
  // The end of a comment cannot stand in one.
  if (content === undefined || content === '' || content.includes('--')) return undefined
  const slip = { type: 'syntax', of: 'code' } as const
  const change = { start, end: start + text.length, text: `<!-- ${content} -->`, slip, safe: false }
  return { change, hasOtherMeaning: mayDecorate.test(text) }
}

/** A title in the marks of another language. */
interface ForeignHeading {
  readonly title: string
  readonly of: 'HTML' | 'Markdown' | 'wiki'
}

const foreignHeadings: readonly { readonly pattern: RegExp; readonly of: ForeignHeading['of'] }[] = [
  { of: 'HTML', pattern: /^\s*<h[1-6]>(?<title>[^<]*)<\/h[1-6]>\s*$/iu },
  { of: 'Markdown', pattern: /^\s*(?:[-*+•]|\d{1,2}[.)])\s+#{1,6}\s+(?<title>\S.*)$/u },
  { of: 'Markdown', pattern: /^(?<mark>\*{2,3}|__)(?:#{1,6}\s+)?(?<title>[^*_\s][^*_]*)\k<mark>\s*$/u },
  { of: 'wiki', pattern: /^={1,6}\s+(?<title>[^=\s][^=]*?)(?:\s+={1,6})?\s*$/u },
  { of: 'wiki', pattern: /^h[1-6]\.\s+(?<title>\S.*)$/iu },
]

/** Reads a title of another language. */
export function readForeignHeading(text: string): ForeignHeading | undefined {
  for (const { pattern: one, of } of foreignHeadings) {
    const title = one.exec(text)?.groups?.['title']?.trim()
    if (title !== undefined && title !== '') return { title, of }
  }
  return undefined
}
