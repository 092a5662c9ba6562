import { lead, oddSpaceIn, spaceClass } from './characters.ts'
import { type Change, leading, lookAlike } from './correction.ts'

const heading = new RegExp(`^(${lead})([#＃♯﹟]{1,6})(${spaceClass}*)(.*?)${spaceClass}*$`, 'u')
const closingMarks = /(?:[ \t]+#+|(?<=[^\\#\s])##+)[ \t]*$/

/** A line that starts like a heading. */
export interface TypedHeading {
  readonly indent: string
  readonly signs: string
  readonly gap: string
}

/** Reads `##title`, ` ## title`, `### title`. */
export function readHeading(text: string): TypedHeading | undefined {
  const [, indent = '', signs = '', gap = '', title = ''] = heading.exec(text) ?? []
  // A keycap emoji starts with a number sign.
  if (signs === '' || title === '' || title.startsWith('\u20e3') || /^[{｛(（[［]/u.test(title)) return undefined
  return { indent, signs, gap }
}

/** What makes a typed heading the one that is wanted. */
export function headingChanges(
  { indent, signs, gap }: TypedHeading,
  wanted: '#' | '##',
  { text, offset }: { text: string; offset: number },
): Change[] {
  const start = offset + indent.length
  const end = start + signs.length
  const changes: Change[] = []
  if (indent !== '') changes.push(leading(offset, indent))
  if (signs !== wanted) {
    const odd = /[^#]/u.exec(signs)?.[0]
    const slip = odd === undefined ? ({ type: 'depth', found: signs.length } as const) : lookAlike(odd, '#')
    changes.push({ start, end, text: wanted, slip, safe: odd !== undefined && signs.length === wanted.length })
  }
  if (!/^[ \t]+$/.test(gap)) {
    const slip = gap === '' ? ({ type: 'space-missing', after: wanted } as const) : lookAlike(oddSpaceIn(gap), ' ')
    changes.push({ start: end, end: end + gap.length, text: ' ', slip, safe: true })
  }
  return [...changes, ...closingChanges(text, offset)]
}

/** Takes away the marks behind a title. */
export function closingChanges(text: string, offset: number): Change[] {
  const closed = closingMarks.exec(text)
  if (!closed) return []
  const slip = { type: 'followed', text: closed[0].trim() } as const
  return [{ start: offset + closed.index, end: offset + text.length, text: '', slip, safe: false }]
}

/** Puts together the marks of `# # title`. */
export function apartChange(text: string, start: number): Change | undefined {
  const apart = /^#[ \t]+#(?![{#])[ \t]*/.exec(text)
  if (!apart) return undefined
  const slip = { type: 'instead', found: apart[0].trim(), expected: '##' } as const
  return { start, end: start + apart[0].length, text: '## ', slip, safe: true }
}

/** A title in the marks of another language. */
export interface ForeignHeading {
  readonly title: string
  readonly of: 'HTML' | 'Markdown' | 'wiki'
}

const foreign: readonly { readonly pattern: RegExp; readonly of: ForeignHeading['of'] }[] = [
  { of: 'HTML', pattern: /^\s*<h[1-6]>(?<title>[^<]*)<\/h[1-6]>\s*$/iu },
  { of: 'Markdown', pattern: /^\s*(?:[-*+•]|\d{1,2}[.)])\s+#{1,6}\s+(?<title>\S.*)$/u },
  { of: 'Markdown', pattern: /^(?<mark>\*{2,3}|__)(?:#{1,6}\s+)?(?<title>[^*_\s][^*_]*)\k<mark>\s*$/u },
  { of: 'wiki', pattern: /^={1,6}\s+(?<title>[^=\s][^=]*?)(?:\s+={1,6})?\s*$/u },
  { of: 'wiki', pattern: /^h[1-6]\.\s+(?<title>\S.*)$/iu },
]

export function readForeignHeading(text: string): ForeignHeading | undefined {
  for (const { pattern, of } of foreign) {
    const title = pattern.exec(text)?.groups?.['title']?.trim()
    if (title !== undefined && title !== '') return { title, of }
  }
  return undefined
}

/** Signs that others type below a title. */
export const underline = /^(?:={3,}|-{3,})\s*$/
