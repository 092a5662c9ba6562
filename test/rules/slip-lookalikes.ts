import { each, lineFamily, type LineMaker, type Mistake } from './slip-families.ts'
import type { LineKind } from './slip-lines.ts'

/** What is typed for a character of a form, by habit or because a program thinks it knows better. */
const alike: { readonly [character: string]: string } = {
  '#': '＃﹟♯',
  '{': '｛﹛❴',
  '}': '｝﹜❵',
  '[': '［【〔〖「『〈《',
  ']': '］】〕〗」』〉》',
  '(': '（﹙❨〔⟮',
  ')': '）﹚❩〕⟯',
  '<': '＜‹〈《﹤«',
  '>': '＞›〉》﹥»',
  '!': '！﹗❗ǃ',
  '|': '｜│∣￨ㅣ¦',
  ':': '：﹕∶ː꞉︰',
  '/': '／⁄∕⧸╱',
  '"': '“”„‟″＂〝〞«»‘’',
  "'": '‘’‚‛′＇´',
  '`': '｀´‘’ˋ‵₩',
  '-': '－–—―−‐‑‒﹣ㅡー─•·',
  _: '＿ˍ﹍‗',
  ',': '，、﹐',
  '.': '．。｡',
  ' ': '\u00A0\u3000\u2002\u2003\u2009\u200A\u202F\u205F\u3164\u2800',
}

/** Nobody sees them; web pages, chats and word processors leave them behind. */
const invisible = ['\u200B', '\uFEFF', '\u2060', '\u00AD', '\u200C', '\u200D', '\u200E', '\u200F', '\u180E', '\u202C']

/** The characters of each form that make it one. */
const forms: readonly { readonly kinds: readonly LineKind[]; readonly punctuation: RegExp }[] = [
  {
    kinds: ['button', 'image', 'linked image', 'tail'],
    punctuation: /^- \[|^\[?!\[|^\[|\]\(<?|>?\)\]\(|>?\)$| "|"(?=\)$)|>(?= ")|:\/\//g,
  },
  { kinds: ['header', 'title'], punctuation: /^#+ /g },
  { kinds: ['divider', 'open', 'close'], punctuation: /^---$/g },
  { kinds: ['fence', 'fence end'], punctuation: /^```/g },
  { kinds: ['comment', 'comment start', 'comment end'], punctuation: /^<!--|-->$/g },
  {
    kinds: ['setting', 'nested', 'field'],
    punctuation:
      /^ *- |:(?: |$)|(?<=[:,{] )["']|["'](?=$| \})|(?<=: )\{ | \}(?=$|,)|(?<=: \{ [^"]*), |(?<=ft|wide|item|carousel)-|(?<=^[ a-z]+)_(?=[a-z]+:)|:\/\//g,
  },
]

function placesOf(text: string, punctuation: RegExp): number[] {
  return [...text.matchAll(punctuation)].flatMap(({ index, 0: found }) => Array.from(found, (_, at) => index + at))
}

/** Each place of a character of a form, with some that look like it. */
function swapped(character: string, punctuation: RegExp): LineMaker {
  return (text, { choose }) =>
    placesOf(text, punctuation)
      .filter((at) => text.charAt(at) === character)
      .flatMap((at) =>
        choose(Array.from(alike[character] ?? ''), 3).map((other) => text.slice(0, at) + other + text.slice(at + 1)),
      )
}

/** Something that nobody sees stands before or behind a character of a form. */
function haunted(punctuation: RegExp): LineMaker {
  return (text, { choose }) =>
    [...new Set([...placesOf(text, punctuation).flatMap((at) => [at, at + 1]), text.length])].flatMap((at) =>
      choose(invisible, 1).map((ghost) => text.slice(0, at) + ghost + text.slice(at)),
    )
}

const wide = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0))
/** The same look-alike for all characters of a form that are the same: whoever types one so types them all. */
const pairs: readonly (readonly [string, string])[] = [
  ['[]', '［］'],
  ['[]', '【】'],
  ['[]', '「」'],
  ['[]', '〔〕'],
  ['()', '（）'],
  ['[]()', '［］（）'],
  ['""', '“”'],
  ['""', '＂＂'],
  ['""', '””'],
  ['""', '„“'],
  ['""', '‘’'],
  ['""', '«»'],
  ['<>', '＜＞'],
  ['<>', '〈〉'],
  ['{}', '｛｝'],
  ["''", '‘’'],
  ["''", '＇＇'],
]

function paired(punctuation: RegExp): LineMaker {
  return (text) => pairs.map(([typed, meant]) => withPair(text, punctuation, typed, meant))
}

function withPair(text: string, punctuation: RegExp, from: string, to: string): string {
  const isQuote = from.charAt(0) === from.charAt(1)
  let quotes = 0
  return edited(text, punctuation, (character) => {
    const at = from.indexOf(character)
    if (at < 0) return character
    return to.charAt(isQuote ? quotes++ % 2 : at)
  })
}

function edited(text: string, punctuation: RegExp, by: (character: string) => string): string {
  return text.replace(punctuation, (found) => Array.from(found, by).join(''))
}

const wholeLines: { readonly [name: string]: (punctuation: RegExp) => LineMaker } = {
  'a pair in another script': paired,
  'all punctuation full-width': (punctuation) => (text) =>
    edited(text, punctuation, (one) => (one === ' ' ? one : wide(one))),
  'all punctuation and spaces full-width': (punctuation) => (text) =>
    edited(text, punctuation, (one) => (one === ' ' ? '\u3000' : wide(one))),
  'all spaces no-break': (punctuation) => (text) => edited(text, punctuation, (one) => (one === ' ' ? '\u00A0' : one)),
}

const dashRuns = [
  '—',
  '——',
  '———',
  '–––',
  '－－－',
  '−−−',
  'ㅡㅡㅡ',
  '───',
  '━━━',
  '—-',
  '-—',
  '–-',
  '⸺',
  '⸻',
  '―――',
  '‐‐‐',
  '‑‑‑',
]
const fenceRuns = [
  '｀｀｀',
  '´´´',
  '‘‘‘',
  '’’’',
  '‵‵‵',
  'ˋˋˋ',
  '₩₩₩',
  '‘’‘',
  '“‘',
  '`´`',
  "'''",
  '"""',
  '”””',
  '“`',
  '„“`',
]
const commentOpenings = ['<!—', '<!–', '<!—-', '<!-—', '<!––', '＜!--', '<！--', '＜！－－', '‹!--', '〈!--']
const commentEndings = ['—>', '–>', '-—>', '—->', '––>', '--＞', '－－＞', '→', '-→', '--›', '--〉']

const one = (kinds: readonly LineKind[], makers: { readonly [name: string]: LineMaker }): Mistake[] =>
  lineFamily('look-alikes', 'one', kinds, makers)

const runs: readonly Mistake[] = [
  ...(['divider', 'open', 'close'] as const).flatMap((kind) =>
    one([kind], { [`${kind}: other dashes`]: (_, { choose }) => choose(dashRuns, 8) }),
  ),
  ...(['fence', 'fence end'] as const).flatMap((kind) =>
    one([kind], { [`${kind}: other backticks`]: (text) => fenceRuns.map((run) => text.replace('```', run)) }),
  ),
  ...one(['comment', 'comment start'], {
    'comment: other opening': (text) => commentOpenings.map((run) => text.replace('<!--', run)),
  }),
  ...one(['comment', 'comment end'], {
    'comment: other ending': (text) => commentEndings.map((run) => text.replace('-->', run)),
  }),
  ...one(['comment'], {
    'comment: other dashes on both sides': (text) => ['—', '–', '–-', '——'].map((dash) => text.replaceAll('--', dash)),
  }),
]

/** The letters and digits of a word that has to be exact. */
const wideKeys: { readonly [name: string]: LineMaker } = {
  'full-width letters of a key': (text) => text.replace(/(?<=^ *(?:- )?)[a-z_]+(?=:)/, wide),
  'a full-width letter in a key': (text) => text.replace(/(?<=^ *(?:- )?)[a-z](?=[a-z_]*:)/, wide),
  'full-width kind, flag or type': (text) => text.replace(/(?<=kind: |ad_flag: |type: )[\w-]+/, wide),
  'full-width digits': (text) => text.replace(/(?<=max: )\d+/, wide),
}
const wideSchemes: { readonly [name: string]: LineMaker } = {
  'full-width scheme': (text) => each(text, /(?:https?|exampleshop)(?=:\/\/)/g, wide),
  'full-width address': (text) => each(text, /(?:https?|exampleshop):\/\//g, wide),
}

const nameOf = (character: string): string => (character === ' ' ? 'space' : character)

const perForm: readonly Mistake[] = forms.flatMap(({ kinds, punctuation }) => [
  ...kinds.flatMap((kind) =>
    Object.keys(alike).flatMap((character) =>
      one([kind], { [`${kind}: another ${nameOf(character)}`]: swapped(character, punctuation) }),
    ),
  ),
  ...kinds.flatMap((kind) => one([kind], { [`${kind}: an invisible character`]: haunted(punctuation) })),
  ...kinds.flatMap((kind) =>
    Object.entries(wholeLines).flatMap(([name, make]) => one([kind], { [`${kind}: ${name}`]: make(punctuation) })),
  ),
])

export const lookalikeSlips: readonly Mistake[] = [
  ...perForm,
  ...runs,
  ...one(['setting', 'nested', 'field'], wideKeys),
  ...one(['button', 'image', 'linked image', 'tail', 'field'], wideSchemes),
]
