import { lineFamily, type LineMaker, type Mistake } from './slip-families.ts'

type Makers = { readonly [name: string]: LineMaker }

const rest = (text: string): string => text.replace(/^#+ /, '')
const marks = (text: string): string => text.slice(0, text.indexOf(' '))

const clear: Makers = {
  'no space': (text) => marks(text) + rest(text),
  'a tab or many spaces': (text) => ['\t', '  ', '    '].map((space) => marks(text) + space + rest(text)),
  'closing marks': (text) => [`${text} ${marks(text)}`, `${text} #`, ...(marks(text) === '##' ? [`${text}##`] : [])],
  'marks apart': (text) => (marks(text) === '##' ? [`# # ${rest(text)}`, `# #${rest(text)}`] : undefined),
  'full-width marks': (text) => [
    `${'＃'.repeat(marks(text).length)} ${rest(text)}`,
    `${'＃'.repeat(marks(text).length)}${rest(text)}`,
    `${'＃'.repeat(marks(text).length)}\u3000${rest(text)}`,
  ],
  'HTML heading': (text) => [`<h${marks(text).length}>${rest(text)}</h${marks(text).length}>`],
}
const deeper: Makers = {
  'too many marks': (text) => ['###', '####', '######'].map((more) => `${more} ${rest(text)}`),
  'too many marks and no space': (text) => `###${rest(text)}`,
}
const unclear: Makers = {
  'too few or too many by one': (text) => (marks(text) === '#' ? `## ${rest(text)}` : `# ${rest(text)}`),
  underlined: (text) => [`${rest(text)}\n===`, `${rest(text)}\n---`, `${rest(text)}\n======`],
  'wiki heading': (text) => [`== ${rest(text)} ==`, `=${'='.repeat(marks(text).length)} ${rest(text)}`],
  'Jira heading': (text) => `h${marks(text).length}. ${rest(text)}`,
  'a bullet or number before it': (text) => [`- ${text}`, `* ${text}`, `1. ${text}`],
  'stars around it': (text) => [`**${rest(text)}**`, `**${text}**`, `__${rest(text)}__`],
  'stars inside': (text) => `${marks(text)} **${rest(text)}**`,
  'nothing behind the marks': (text) => marks(text),
}

export const headingSlips: readonly Mistake[] = [
  ...lineFamily('headings', 'one', ['header', 'title'], clear),
  ...lineFamily('headings', 'one', ['title'], deeper),
  ...lineFamily('headings', 'several', ['header', 'title'], unclear),
]
