import { each, lineFamily, type LineMaker, type Mistake } from './slip-families.ts'
import type { LineKind } from './slip-lines.ts'

type Makers = { readonly [name: string]: LineMaker }
const family = 'syntax of other tools'

/** The parts of a link line; `start` is its bullet. */
const linkParts = /^(?<start>(?:- )?)\[(?<label>[^!].*?)\]\(<?(?<link>[^ >)]*)>?(?: "(?<second>[^"]*)")?\)$/
const imageParts = /^!\[(?<alt>.*)\]\(<?(?<path>[^>)]*)>?\)$/
const linkedParts = /^\[!\[(?<alt>.*)\]\(<?(?<path>[^>)]*)>?\)\]\((?<link>[^ ]*)(?: "(?<second>[^"]*)")?\)$/

/** Ways to write a line that a pattern takes apart, with `{part}` for its parts, and `{rest}` for a second link. */
function rewritten(parts: RegExp, ...ways: readonly string[]): LineMaker {
  return (text) => {
    const groups = parts.exec(text)?.groups
    if (groups === undefined) return undefined
    const values: { readonly [part: string]: string | undefined } = {
      ...groups,
      rest: groups['second'] === undefined ? '' : ` "${groups['second']}"`,
    }
    return ways.map((way) => way.replace(/\{(\w+)\}/g, (_, part: string) => values[part] ?? ''))
  }
}
/** Those that have no place for a second link are for lines without one. */
function single(make: LineMaker): LineMaker {
  return (text, line) => (text.includes(' "') ? undefined : make(text, line))
}

const clearLinks: Makers = {
  'HTML link': single(
    rewritten(
      linkParts,
      '{start}<a href="{link}">{label}</a>',
      '<a href="{link}">{label}</a>',
      "{start}<a href='{link}' target='_blank'>{label}</a>",
      '{start}<A HREF="{link}">{label}</A>',
      '{start}<a href={link}>{label}</a>',
    ),
  ),
  'BBCode link': single(rewritten(linkParts, '{start}[url={link}]{label}[/url]')),
  'wiki link': single(
    rewritten(
      linkParts,
      '{start}[[{link}|{label}]]',
      '{start}[{label}|{link}]',
      '{start}[{link} {label}]',
      '{start}[[{link} {label}]]',
      '{start}[[{label}]]({link})',
      '{start}[[{label}|{link}]]',
      '{start}[[{link}][{label}]]',
    ),
  ),
  'chat link': single(rewritten(linkParts, '{start}<{link}|{label}>')),
  'reST, Textile or AsciiDoc link': single(
    rewritten(
      linkParts,
      '{start}`{label} <{link}>`_',
      '{start}"{label}":{link}',
      '{start}link:{link}[{label}]',
      '{start}{link}[{label}]',
    ),
  ),
  'other brackets': rewritten(
    linkParts,
    '{start}({label})({link}{rest})',
    '{start}[{label}][{link}{rest}]',
    '{start}[{label}]<{link}{rest}>',
    '{start}({label})[{link}{rest}]',
    '{start}[{label}]{{link}{rest}}',
    '{start}{{label}}({link}{rest})',
    '{start}<{label}>({link}{rest})',
    '{start}"{label}"({link}{rest})',
  ),
  'a colon between': single(rewritten(linkParts, '{start}[{label}]:({link})')),
  'a link inside the link': single(rewritten(linkParts, '{start}[{label}]([{link}]({link}))')),
  'stars around it': (text) => {
    const bullet = text.startsWith('- ') ? '- ' : ''
    const rest = text.slice(bullet.length)
    return ['**', '__', '`', '*', '_', '~~', '=='].map((mark) => `${bullet}${mark}${rest}${mark}`)
  },
  'a ! before it': (text) => text.replace(/^(- )?\[(?!!)/, '$1!['),
}
const unclearLinks: Makers = {
  'no brackets around the name': single(
    rewritten(
      linkParts,
      '{start}{label}({link})',
      '{start}{label} ({link})',
      '{start}{label} <{link}>',
      '{start}{label}（{link}）',
    ),
  ),
  'a link behind the name': single(
    rewritten(
      linkParts,
      '{start}[{label}]: {link}',
      '{start}[{label}]:{link}',
      '{start}[{label}] {link}',
      '{start}[{label}] → {link}',
    ),
  ),
  'an address alone': single(rewritten(linkParts, '{start}<{link}>', '{start}[{link}]')),
  'a button element': single(
    rewritten(linkParts, '<button>{label}</button>', '<button onclick="location.href=\'{link}\'">{label}</button>'),
  ),
  'a reference link': single(rewritten(linkParts, '{start}[{label}][1]\n\n[1]: {link}')),
  'an attribute list': (text) => [`${text}{.button}`, `${text}{:target="_blank"}`],
}
const clearImages: Makers = {
  'HTML image': (text, line) => [
    ...many(
      rewritten(
        imageParts,
        '<img src="{path}" alt="{alt}">',
        '<img src="{path}" />',
        "<img alt='{alt}' src='{path}'/>",
        '<IMG SRC="{path}">',
        '<img src={path}>',
      )(text, line),
    ),
    ...many(
      single(
        rewritten(
          linkedParts,
          '<a href="{link}"><img src="{path}" alt="{alt}"></a>',
          '<a href="{link}">![{alt}]({path})</a>',
          '[<img src="{path}" alt="{alt}">]({link})',
        ),
      )(text, line),
    ),
  ],
  'BBCode or wiki image': rewritten(
    imageParts,
    '[img]{path}[/img]',
    '![[{path}]]',
    '[[File:{path}|{alt}]]',
    '[[{path}]]',
    '!{path}!',
    '!{path}|{alt}!',
    'image::{path}[{alt}]',
    '.. image:: {path}',
  ),
  'no !': (text) => text.replace('![', '['),
  'a digit for !': (text) => text.replace('![', '1['),
  'other brackets of an image': rewritten(
    imageParts,
    '!({alt})({path})',
    '!({alt})[{path}]',
    '![{alt}][{path}]',
    '!{alt}({path})',
    '![{alt}]{{path}}',
    '![{alt}]<{path}>',
    '![{alt}]: {path}',
    '![{alt}]:({path})',
    '!{{alt}}({path})',
    '![{path}]',
  ),
  'other brackets of a linked image': single(
    rewritten(
      linkedParts,
      '[![{alt}]({path})][{link}]',
      '[![{alt}]({path})]<{link}>',
      '(![{alt}]({path}))({link})',
      '![{alt}]({path})({link})',
      '![{alt}]({path}) ({link})',
      '[![{alt}]({path})({link})',
      '![{alt}]({path})]({link})',
      '[![{alt}]({path}]({link})',
      '[![{alt}({path})]({link})',
      '[{alt}]({path})]({link})',
      '[![{alt}]({path})]:({link})',
      '[[{alt}]({path})]({link})',
    ),
  ),
  '! doubled or misplaced': (text) => [
    text.replace('![', '!!['),
    text.replace('![', '[!'),
    text.replace(/^\[!\[/, '![['),
  ],
}

function many(made: ReturnType<LineMaker>): readonly (string | undefined)[] {
  return typeof made === 'object' ? made : [made]
}

const htmlInText: Makers = {
  'a line break element': (text) => [`${text}<br>`, `${text}<br/>`, `${text}<BR />`, `${text}</br>`],
  emphasis: (text) =>
    each(text, /(?<![\p{L}{#|])[\p{L}]{2,}(?![\p{L}}|])/gu, (word) => word).flatMap((_, at) => emphasised(text, at)),
  'an element around it': (text) => [
    `<p>${text}</p>`,
    `<div>${text}</div>`,
    `<center>${text}</center>`,
    `<b>${text}</b>`,
    `<font color="red">${text}</font>`,
  ],
  'a character reference': (text) => each(text, /(?<=\p{L}) /gu, '&nbsp;').slice(0, 1),
}

function emphasised(text: string, at: number): string[] {
  if (at > 0) return []
  const word = /(?<![\p{L}{#|])[\p{L}]{2,}(?![\p{L}}|])/u
  return ['**$&**', '__$&__', '<b>$&</b>', '<strong>$&</strong>', '<u>$&</u>', '~~$&~~', '`$&`'].map((way) =>
    text.replace(word, way),
  )
}

const linkLines: readonly LineKind[] = ['button', 'tail']
const imageLines: readonly LineKind[] = ['image', 'linked image']

export const toolSlips: readonly Mistake[] = [
  ...lineFamily(family, 'one', linkLines, clearLinks),
  ...lineFamily(family, 'several', linkLines, unclearLinks),
  ...lineFamily(family, 'one', imageLines, clearImages),
  ...lineFamily(family, 'several', ['text'], htmlInText),
]
