import { each, lineFamily, type LineMaker, type Mistake } from './slip-families.ts'
import type { LineKind } from './slip-lines.ts'

type Makers = { readonly [name: string]: LineMaker }

const bullets =
  '* |+ |• |· |– |— |− |ㆍ |・ |∙ |‣ |▪ |● |○ |◦ |■ |□ |▶ |▷ |→ |> |~ |= |_ |o |※ |★ |✓ |👉 |1. |1) |(1) |① |가. |a. |-- |- - |- * |* - |> - |-. |-\t- |- [ ] |- [x] '.split(
    '|',
  )

const otherBullets: Makers = {
  'another bullet': (text, { choose }) => choose(bullets, 20).map((bullet) => bullet + text.slice(2)),
  'another bullet without a space': (text) =>
    ['*', '+', '•', '·', '–', '—', 'ㆍ', '※', '▶', '👉', '1.', '①', '=', '_', '--'].map(
      (bullet) => bullet + text.slice(2),
    ),
  'a bullet with a tab': (text) => ['-', '•', '*', '·', '1.'].map((bullet) => `${bullet}\t${text.slice(2)}`),
  'no space after the bullet': (text) => `-${text.slice(2)}`,
  'spaces after the bullet': (text) => ['-  ', '-   ', '-      '].map((bullet) => bullet + text.slice(2)),
  'no bullet': (text) => text.slice(2),
}

const margins = [
  ' ',
  '  ',
  '   ',
  '    ',
  '     ',
  '        ',
  '\t',
  ' \t',
  '\u3000',
  '\u00A0',
  '\u3164',
  '\u2003',
  '\u3000\u3000',
]
const notBlank: readonly LineKind[] = [
  'header',
  'title',
  'button',
  'image',
  'linked image',
  'tail',
  'divider',
  'fence',
  'fence end',
  'comment',
  'comment start',
  'close',
]

const indented: Mistake[] = notBlank.flatMap((kind) =>
  lineFamily('bullets, indentation, spacing', 'one', [kind], {
    [`${kind}: indented`]: (text, { choose }) => choose(margins, 6).map((margin) => margin + text),
    [`${kind}: quoted`]: (text) => (kind === 'close' ? undefined : [`> ${text}`, `>${text}`]),
  }),
)

const bulleted: Makers = {
  'a bullet before an image or a link': (text) =>
    ['- ', '* ', '• ', '1. ', '· ', '-', '👉 '].map((bullet) => bullet + text),
}

const spaced: Makers = {
  'a space before (': (text, { choose }) =>
    choose([' ', '  ', '\t', '\u00A0'], 2).flatMap((space) => each(text, /\]\(/g, `]${space}(`)),
  'a space after (': (text) => each(text, /\]\(/g, ']( '),
  'a space before )': (text) => each(text, /\)(?=$|\]\()/g, ' )'),
  'spaces on both sides of a link': (text) => text.replace(/\]\(([^()]*)\)$/, ']( $1 )'),
  'a space after ! or before ]': (text) => each(text, /!\[|\)\]/g, (found) => `${found.charAt(0)} ${found.charAt(1)}`),
  'a space after the outer [': (text) => text.replace(/^\[!/, '[ !'),
  'no space before the second link': (text) => each(text, / "/g, '"'),
  'more spaces before the second link': (text) => each(text, / "/g, '   "'),
  'spaces inside the quotes': (text) => text.replace(/"(.*)"/, '" $1 "'),
  'a space inside the quotes': (text) => [text.replace(/"(.*)"/, '" $1"'), text.replace(/"(.*)"/, '"$1 "')],
  'a space in the scheme': (text) =>
    each(text, /:\/\//g, '').flatMap((_, at) =>
      [': //', ':/ /', ':// ', ' ://'].map((instead) => nth(text, /:\/\//g, at, instead)),
    ),
}

const brokenLines: Makers = {
  'a line break before (': (text) => each(text, /\]\(/g, ']\n('),
  'a line break after (': (text) => each(text, /\]\(/g, '](\n'),
  'a line break before the second link': (text) => each(text, / "/g, '\n"'),
  'a line break before the second link, indented': (text) => each(text, / "/g, '\n  "'),
  'a line break in a link': (text) => each(text, /(?<=:\/\/[^ /"]+)\/(?=[^/])/g, '/\n'),
  'a line break before )': (text) => text.replace(/\)$/, '\n)'),
  'a line break after the bullet': (text) => (text.startsWith('- ') ? text.replace('- ', '-\n') : undefined),
  'a line break in the name': (text) => (text.startsWith('- ') ? text.replace(/(?<=^- \[[^\]]*) /, '\n') : undefined),
}

function nth(text: string, pattern: RegExp, index: number, by: string): string {
  let at = 0
  return text.replace(pattern, (found) => (at++ === index ? by : found))
}

const linkLines: readonly LineKind[] = ['button', 'image', 'linked image', 'tail']

export const bulletSlips: readonly Mistake[] = [
  ...lineFamily('bullets, indentation, spacing', 'one', ['button'], otherBullets),
  ...lineFamily('bullets, indentation, spacing', 'one', ['image', 'linked image', 'tail'], bulleted),
  ...indented,
  ...lineFamily('bullets, indentation, spacing', 'one', linkLines, spaced),
  ...lineFamily('bullets, indentation, spacing', 'one', linkLines, brokenLines),
]
