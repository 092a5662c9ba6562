import { each, lineFamily, type LineMaker, type Mistake, type Typed } from './slip-families.ts'
import type { LineKind } from './slip-lines.ts'

type Makers = { readonly [name: string]: LineMaker }
const family = 'paths and links'

/** Ways to write each `https://` of a line. */
const scheme =
  (...ways: readonly string[]): LineMaker =>
  (text) =>
    ways.flatMap((way) => each(text, /https:\/\//g, way))

const schemes: Makers = {
  'no scheme': scheme('', '//', '://'),
  'a scheme without :': scheme('https//', 'https/'),
  'a slash missing or too many': scheme('https:/', 'https:', 'https:///', 'https:////'),
  'another sign for :': scheme('https;//', 'https.//', 'https,//', 'https：//', 'https:://', 'https∶//', 'https"//'),
  'other slashes': scheme('https:\\\\', 'https:\\', 'https:／／', 'https:/／', 'https:₩₩', 'https:⁄⁄', 'https:/.'),
  'misspelt scheme': scheme(
    'htttps://',
    'htps://',
    'ttps://',
    'hhtps://',
    'htpps://',
    'hppts://',
    'httpss://',
    'https://https://',
  ),
  'capitalised scheme': scheme('Https://', 'HTTPS://'),
}
const unclearSchemes: Makers = {
  'full-width host': (text) => each(text, /(?<=:\/\/[^. /]+)\./g, '．'),
  'a comma for a dot': (text) => each(text, /(?<=:\/\/[^. /]+)\./g, ','),
  'a dot missing or doubled': (text) => each(text, /(?<=:\/\/[^. /]+)\./g, '..'),
  'a space in an address': (text) => each(text, /(?<=:\/\/[^ "/]+\/)(?=[a-z#])/g, ' '),
  'a backslash in an address': (text) => each(text, /(?<=:\/\/[^ "/]+)\//g, '\\'),
  'www. alone': (text) => each(text, /https:\/\/[^./]+\./g, 'www.'),
  'an escaped address': (text) => each(text, /(?<=\?[^ "]*)&/g, '&amp;'),
  'two schemes': scheme('http://https://', 'https://http://'),
}
const appSchemes: Makers = {
  'app scheme mistyped': (text) =>
    [
      'exampleshop//',
      'exampleshop:/',
      'exampleshop;//',
      'exampleshop：//',
      'exampleshop:\\\\',
      'exampleshop: //',
    ].flatMap((way) => each(text, /exampleshop:\/\//g, way)),
}

const open: Makers = {
  'no closing )': (text) => each(text, /\)(?=$|\]\()/g, ''),
  'no opening (': (text) => each(text, /\]\(/g, ']'),
  'no closing ]': (text) => each(text, /\](?=\()/g, ''),
  'no opening [': (text) => each(text, /(?<=^|- |!|^\[!)\[/g, ''),
  'a bracket doubled': (text) => [
    ...each(text, /(?<=\])\(/g, '(('),
    ...each(text, /\](?=\()/g, ']]'),
    ...each(text, /(?<=^- |!)\[/g, '[['),
  ],
  'a ) doubled': (text) => each(text, /\)(?=$|\]\()/g, '))'),
  'two kinds of brackets': (text, { choose }) =>
    choose(
      [
        ...each(text, /\)(?=$|\]\()/g, ']'),
        ...each(text, /\)(?=$|\]\()/g, '}'),
        ...each(text, /\](?=\()/g, ')'),
        ...each(text, /\](?=\()/g, '}'),
        ...each(text, /(?<=\])\(/g, '['),
        ...each(text, /(?<=\])\(/g, '{'),
        ...each(text, /(?<=^- |!)\[/g, '('),
        ...each(text, /(?<=^- |!)\[/g, '{'),
        ...each(text, /\)(?=$|\]\()/g, '('),
      ],
      6,
    ),
  'brackets in the wrong order': (text) => each(text, /\]\(/g, '(]'),
}
/** The key beside the bracket, or a shift key that was not held. */
const missed: Makers = {
  'a digit for a bracket': (text) => [...each(text, /\)(?=$|\]\()/g, '0'), ...each(text, /(?<=\])\(/g, '9')],
}
const around: Makers = {
  'a sign behind the form': (text, { choose }) =>
    choose(['.', ',', ';', '!', '~', '^^', '/', '|', '\\', '`', '"', '>'], 6).map((sign) => text + sign),
  'a comment or a line break behind the form': (text) =>
    [' <!-- 메모 -->', '<br>', '<br/>', '\\'].map((word) => text + word),
}
/** What is to become of the words, nobody knows. */
const words: Makers = {
  'a word behind the form': (text) =>
    [' 클릭', ' 👈', ' (클릭)', ' // 메모', ' ▶', ' ←', ' # 메모', '를 눌러 주세요.'].map((word) => text + word),
  'a word before the form': (text) => ['클릭: ', '안내 ', '※', '→ ', '1단계 ', '🎁'].map((word) => word + text),
  'a sign before the form': (text) => ['"', '.', '`', '|', ',', "'"].map((sign) => sign + text),
}
const seconds: Makers = {
  'second link: other quotes': (text) =>
    / "/.test(text)
      ? ["'S'", '“S”', '‘S’', '”S”', '(S)', '<S>', '`S`', '[S]', '«S»', "''S''", '""S""', '\\"S\\"', '{S}'].map((way) =>
          secondLink(text, ` ${way}`),
        )
      : undefined,
  'second link: no quotes': (text) => secondLink(text, ' S'),
  'second link: a quote missing': (text) => [secondLink(text, ' "S'), secondLink(text, ' S"')],
  'second link: a sign before it': (text) =>
    [', "S"', '; "S"', ' | "S"', ' / "S"', ',"S"', ' ,"S"', ' - "S"', ' : "S"', '\u3000"S"', ' pc="S"', ' = "S"'].map(
      (way) => secondLink(text, way),
    ),
  'second link: a sign instead of quotes': (text) =>
    [', S', ',S', '; S', ' | S', '|S', ' , S'].map((way) => secondLink(text, way)),
  'second link: two quotes mixed': (text) =>
    ['"S\'', '\'S"', '“S"', '"S”', '"S“', '"S‘', '"S’’'].map((way) => secondLink(text, ` ${way}`)),
  'second link: behind the form': (text) => text.replace(/( "[^"]*")\)$/, ')$1'),
  'second link: in brackets of its own': (text) => text.replace(/ "([^"]*)"\)$/, ')($1)'),
}

function secondLink(text: string, way: string): string {
  return text.replace(/ "([^"]*)"(?=\)$)/, (_, link: string) => way.replace('S', link))
}

const angles: Makers = {
  'angle bracket missing': (text) => [text.replace('(<', '('), text.replace(/>(?=[ )])/, '')],
  'other angle brackets': (text) =>
    text.includes('(<')
      ? [
          text.replace('(<', '(《').replace(/>(?=[ )])/, '》'),
          text.replace('(<', '("').replace(/>(?=[ )])/, '"'),
          text.replace('(<', '(＜').replace(/>(?=[ )])/, '＞'),
          text.replace('(<', "('").replace(/>(?=[ )])/, "'"),
        ]
      : undefined,
  'angle brackets half': (text) =>
    text.includes('(<') ? undefined : [text.replace('](', '](<'), text.replace(/(?=\)$)/, '>')],
}

/** Ways to write the local path of an image, with `P` for it. */
const path =
  (by: (path: string) => readonly string[]): LineMaker =>
  (text) => {
    const found = /(?<=\]\()<?(?<path>images\/[^>)]*)>?/.exec(text)
    if (found === null) return undefined
    return by(found.groups?.['path'] ?? '').map((typed) => text.replace(found[0], typed))
  }
const paths: Makers = {
  'a space in a path, not in angle brackets': path((typed) =>
    typed.includes(' ')
      ? [typed, `"${typed}"`, typed.replace(' ', '%20'), typed.replace(' ', '\\ '), `“${typed}”`]
      : [],
  ),
  'a backslash in a path': path((typed) =>
    ['\\', '\\\\', '₩', '／', '⁄', '|', '∕'].map((slash) => bracketed(typed.replace('/', slash))),
  ),
  'quotes around a path': path((typed) => [`"${typed}"`, `'${typed}'`, `“${typed}”`, `\`${typed}\``]),
  'a space around a path': path((typed) =>
    typed.includes(' ')
      ? []
      : [
          ` ${typed}`,
          `${typed} `,
          typed.replace('/', '/ '),
          typed.replace('/', ' /'),
          typed.replace('.', ' .'),
          typed.replace('.', '. '),
        ],
  ),
  'a sign in a path': path((typed) =>
    [
      typed.replace('.png', ',png'),
      typed.replace('.png', '．png'),
      typed.replace('.png', 'png'),
      typed.replace('.png', '..png'),
      typed.replace('/', '//'),
    ].map(bracketed),
  ),
  'full-width letters in a path': path((typed) =>
    [typed.replace('png', 'ｐｎｇ'), typed.replace('images', 'ｉｍａｇｅｓ')].map(bracketed),
  ),
  'something invisible in a path': path((typed) =>
    ['\u200B', '\uFEFF', '\u00AD', '\u2060']
      .flatMap((ghost) => [ghost + typed, typed + ghost, typed.replace('/', `/${ghost}`)])
      .map(bracketed),
  ),
}
const unclearPaths: Makers = {
  'a path of this computer': path((typed) => [
    `C:\\shop\\${typed.replace('/', '\\')}`,
    `/${typed}`,
    `file:///shop/${typed}`,
    `../${typed}`,
    `\\\\server\\${typed}`,
    '',
  ]),
  'a capital in a path': path((typed) => [typed.replace('i', 'I'), typed.replace('.png', '.PNG')].map(bracketed)),
}

function bracketed(typed: string): string {
  return typed.includes(' ') ? `<${typed}>` : typed
}

const swappedParts: Makers = {
  'name and link exchanged': (text) => text.replace(/\[([^[\]]*)\]\(([^() "]*)\)$/, '[$2]($1)'),
  'no name': (text) => text.replace(/^- \[[^\]]*\]/, '- []'),
  'no link': (text) => text.replace(/\]\([^()]*\)$/, ']()'),
  'a variable of its own': (text) => text.replace(/\]\([^()]*\)$/, '](#)'),
}

const linkKinds: readonly LineKind[] = ['button', 'image', 'linked image', 'tail']

/** A form and the next line have come onto one line. */
function* joined(
  by: string,
  kinds: readonly LineKind[],
  next: readonly LineKind[],
  lines: readonly { kind: LineKind; text: string; index: number }[],
): Iterable<Typed> {
  for (const line of lines) {
    const follower = lines[line.index + 1]
    if (follower === undefined || !kinds.includes(line.kind) || !next.includes(follower.kind)) continue
    yield { from: line.index, to: line.index + 2, text: line.text + by + follower.text }
  }
}
/** As above, where a blank line stands between them. */
function* joinedOver(
  by: string,
  kinds: readonly LineKind[],
  lines: readonly { kind: LineKind; text: string; index: number }[],
): Iterable<Typed> {
  for (const line of lines) {
    const [blank, follower] = lines.slice(line.index + 1, line.index + 3)
    if (!kinds.includes(line.kind) || blank?.kind !== 'blank' || follower === undefined) continue
    if (follower.kind === 'blank' || (line.kind === 'text' && follower.kind === 'text')) continue
    yield { from: line.index, to: line.index + 3, text: line.text + by + follower.text }
  }
}
/** A line break that only a word processor knows. */
const textJoins: readonly Mistake[] = ['\u2028', '\u2029', '\u000B', '\u0085'].map((by) => ({
  family,
  name: `another line break in text: ${JSON.stringify(by)}`,
  meaning: 'several',
  make: ({ lines }) => joined(by, ['text'], ['text'], lines),
}))
const forms: readonly LineKind[] = [...linkKinds, 'header', 'title', 'text', 'divider', 'fence end', 'comment']
const joins: readonly Mistake[] = [
  ...['', ' ', ' | ', ', ', ' / ', '\u2028', '\u000B', '\u2029', '\u0085'].map((by): Mistake => ({
    family,
    name: `two forms on one line: ${JSON.stringify(by)}`,
    meaning: 'several',
    make: ({ lines }) =>
      joined(
        by,
        ['button', 'image', 'linked image'],
        ['button', 'image', 'text', 'comment', 'divider', 'fence', 'title'],
        lines,
      ),
  })),
  ...['', ' ', '\u2028', '\u000B', '\u2028\u2028'].map((by): Mistake => ({
    family,
    name: `two forms on one line, no blank line: ${JSON.stringify(by)}`,
    meaning: 'several',
    *make({ lines }) {
      for (const typed of joinedOver(by, forms, lines)) {
        const first = lines[typed.from]?.kind
        const isHeadingWithText = (first === 'header' || first === 'title') && lines[typed.to - 1]?.kind === 'text'
        if (!isHeadingWithText || /\p{C}|\p{Z}/u.test(by.trim() || by)) yield typed
      }
    },
  })),
]

export const linkSlips: readonly Mistake[] = [
  ...lineFamily(family, 'one', ['button', 'linked image', 'tail', 'field'], { ...schemes, ...appSchemes }),
  ...lineFamily(family, 'several', ['button', 'linked image', 'tail', 'field'], unclearSchemes),
  ...lineFamily(family, 'one', linkKinds, { ...open, ...around, ...seconds, ...angles }),
  ...lineFamily(family, 'one', ['image', 'linked image'], paths),
  ...lineFamily(family, 'several', ['image', 'linked image'], unclearPaths),
  ...lineFamily(family, 'several', linkKinds, { ...swappedParts, ...missed, ...words }),
  ...joins,
  ...textJoins,
]
