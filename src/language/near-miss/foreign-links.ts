import type { Span } from '../../diagnostic.ts'
import type { Fault } from '../../fault.ts'
import { nearMiss } from './correction.ts'

/** Links and images of other languages; each alone on its line. */
const notations: readonly {
  readonly pattern: RegExp
  readonly of: 'HTML' | 'BBCode' | 'wiki'
  readonly built: (groups: { readonly [name: string]: string }) => string
}[] = [
  {
    pattern:
      /^\s*(?:[-*•]\s*)?<a\s[^<>]*?href\s*=\s*["“”']?(?<link>[^\s"“”'<>]+)["“”']?[^<>]*>(?<name>[^<>]+)<\/a>\s*$/iu,
    of: 'HTML',
    built: ({ name, link }) => `- [${name}](${link})`,
  },
  {
    pattern:
      /^\s*<img\s(?=[^<>]*?src\s*=\s*["“”']?(?<path>[^\s"“”'<>]+))(?:[^<>]*?alt\s*=\s*["“”'](?<alt>[^"“”'<>]*)["“”'])?[^<>]*>\s*$/iu,
    of: 'HTML',
    built: ({ path, alt = '' }) => `![${alt}](${path})`,
  },
  {
    pattern: /^\s*(?:[-*•]\s*)?\[url=["']?(?<link>[^\s\]"']+)["']?\](?<name>[^[\]]+)\[\/url\]\s*$/iu,
    of: 'BBCode',
    built: ({ name, link }) => `- [${name}](${link})`,
  },
  {
    pattern:
      /^\s*<a\s[^<>]*?href\s*=\s*["“”']?(?<link>[^\s"“”'<>]+)["“”']?[^<>]*>\s*<img\s(?=[^<>]*?src\s*=\s*["“”']?(?<path>[^\s"“”'<>]+))(?:[^<>]*?alt\s*=\s*["“”'](?<alt>[^"“”'<>]*)["“”'])?[^<>]*>\s*<\/a>\s*$/iu,
    of: 'HTML',
    built: ({ path, link, alt = '' }) => `[![${alt}](${path})](${link})`,
  },
  {
    pattern:
      /^\s*\[<img\s(?=[^<>]*?src\s*=\s*["“”']?(?<path>[^\s"“”'<>]+))(?:[^<>]*?alt\s*=\s*["“”'](?<alt>[^"“”'<>]*)["“”'])?[^<>]*>\]\((?<link>[^\s()]+)\)\s*$/iu,
    of: 'HTML',
    built: ({ path, link, alt = '' }) => `[![${alt}](${path})](${link})`,
  },
  {
    pattern: /^\s*(?:[-*•]\s*)?\[img\](?<path>[^[\]]+)\[\/img\]\s*$/iu,
    of: 'BBCode',
    built: ({ path = '' }) => `![](${pathWritten(path.trim())})`,
  },
  {
    pattern: /^\s*!\[\[(?<path>[^[\]|]+)(?:\|(?<alt>[^[\]|]*))?\]\]\s*$/iu,
    of: 'wiki',
    built: ({ path = '', alt = '' }) => `![${alt}](${pathWritten(path.trim())})`,
  },
  {
    pattern:
      /^\s*(?:[-*•]\s*)?["“”`](?<name>[^"“”`<>]+)\s*["“”]?(?::|\s?<)(?<link>[a-z][a-z0-9+.-]*:\/\/[^\s<>"`]+)>?(?:`_{1,2})?\s*$/iu,
    of: 'wiki',
    built: ({ name = '', link }) => `- [${name.trim()}](${link})`,
  },
  {
    pattern: /^\s*(?:[-*•]\s*)?(?:link:)?(?<link>https?:\/\/[^\s[\]<>]+)\[(?<name>[^[\]]+)\]\s*$/iu,
    of: 'wiki',
    built: ({ name, link }) => `- [${name}](${link})`,
  },
  {
    pattern: /^\s*(?:[-*•]\s*)?<(?<link>[a-z][a-z0-9+.-]*:\/\/[^\s<>|]+)\|(?<name>[^<>|]+)>\s*$/iu,
    of: 'wiki',
    built: ({ name, link }) => `- [${name?.trim()}](${link})`,
  },
  {
    pattern: /^\s*(?:[-*•]\s*)?\[{1,2}(?<name>[^[\]|]+)\|(?<link>[a-z][a-z0-9+.-]*:[^\s[\]|]+)\]{1,2}\s*$/iu,
    of: 'wiki',
    built: ({ name, link }) => `- [${name?.trim()}](${link})`,
  },
  {
    pattern: /^\s*(?:[-*•]\s*)?\[{1,2}(?<link>[a-z][a-z0-9+.-]*:[^\s[\]|]+)[|\s]\s*(?<name>[^[\]|]+)\]{1,2}\s*$/iu,
    of: 'wiki',
    built: ({ name, link }) => `- [${name?.trim()}](${link})`,
  },
]

/** A path as it stands in an image. */
function pathWritten(path: string): string {
  return /\s/.test(path) ? `<${path}>` : path
}

/** A link or an image of HTML, of a forum or of a wiki, alone on its line. */
export function foreignLinkFault(line: string, { start, end }: Span): Fault | undefined {
  for (const { pattern, of, built } of notations) {
    const found = pattern.exec(line)
    if (!found) continue
    const text = built(found.groups ?? {})
    return nearMiss(text.startsWith('-') ? 'button' : 'image', [
      { start, end, text, slip: { type: 'syntax', of }, safe: false },
    ])
  }
  return undefined
}
