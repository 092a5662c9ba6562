import { each, lineFamily, type LineMaker, type Mistake } from './slip-families.ts'
import type { LineKind, Sheet } from './slip-lines.ts'

type Makers = { readonly [name: string]: LineMaker }
const family = 'frontmatter'
const yaml: readonly LineKind[] = ['setting', 'nested', 'field']

/** A line of YAML with its key and value, both as typed. */
const entry = /^(?<margin> *(?:- )?)(?<key>[\p{L}\w"]+):(?<space> ?)(?<value>.*)$/u
function rewritten(
  by: (entry: { margin: string; key: string; value: string }) => readonly string[] | string | undefined,
): LineMaker {
  return (text) => {
    const { margin = '', key = '', value = '' } = entry.exec(text)?.groups ?? {}
    return key === '' ? undefined : by({ margin, key, value })
  }
}
/** As above, for plain values on the same line. */
const plain = (...ways: readonly string[]): LineMaker =>
  rewritten(({ margin, key, value }) =>
    value === '' || /^[{["'|]/.test(value)
      ? undefined
      : ways.map((way) => margin + way.replace('K', key).replace('V', value)),
  )
/** As above, for values that are no free text. */
const exact =
  (...ways: readonly string[]): LineMaker =>
  (text, line) =>
    /(?:kind|ad_flag|type|sender): /.test(text) ? plain(...ways)(text, line) : undefined
/** Some of many signs between a key and its value. */
const some =
  (count: number, signs: readonly string[]): LineMaker =>
  (text, line) =>
    rewritten(({ margin, key, value }) => line.choose(signs, count).map((sign) => `${margin}${key}${sign}${value}`))(
      text,
      line,
    )
const first = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const isKnown = (key: string): boolean => /^[a-z_]+$/.test(key) && key !== 'name'

/** The name of a variable is free: nothing tells that it is mistyped. */
const isVariable = ({ kind, text }: { kind: LineKind; text: string }): boolean =>
  kind === 'nested' && text.startsWith('  name:')

const inSmartQuotes = plain('K: “V”', 'K: ‘V’', 'K: ”V”', 'K: “V"', 'K: "V”', 'K: „V“', 'K: ＂V＂')
/** Whether a value may be any text, quotes and all. */
const isFree = (text: string): boolean =>
  !/(?:kind|ad_flag|type|sender|id|cid|recipients|url_\w+|scheme_\w+): /.test(text)

const lines: Makers = {
  'capitals in the key of a name': (text, { kind }) =>
    kind === 'field' ? [text.replace('name:', 'Name:'), text.replace('name:', 'NAME:')] : undefined,
  'no space after the colon': rewritten(({ margin, key, value }) =>
    value === '' ? undefined : `${margin}${key}:${value}`,
  ),
  'another sign for the colon': some(8, [
    '=',
    ' = ',
    ' =',
    '= ',
    '; ',
    ';',
    '. ',
    ', ',
    '：',
    '： ',
    ' ：',
    ':: ',
    ' - ',
    ' → ',
    '∶ ',
    '﹕ ',
    ':= ',
    ' ',
    '\t',
  ]),
  'space before the colon': rewritten(({ margin, key, value }) => [
    `${margin}${key} : ${value}`,
    `${margin}${key} :${value}`,
  ]),
  'strange space after the colon': rewritten(({ margin, key, value }) =>
    value === ''
      ? undefined
      : ['\u00A0', '\u3000', '\t', '\u200B', ' \u200B', '\u3164', '\u2003', ' \uFEFF'].map(
          (space) => `${margin}${key}:${space}${value}`,
        ),
  ),
  'capitals in a key': rewritten(({ margin, key, value }) =>
    isKnown(key) ? [`${margin}${first(key)}: ${value}`, `${margin}${key.toUpperCase()}: ${value}`] : undefined,
  ),
  'other underscores in a key': rewritten(({ margin, key, value }) =>
    key.includes('_') && isKnown(key)
      ? ['-', ' ', '', '＿', '.', '__'].map((sign) => `${margin}${key.replace('_', sign)}: ${value}`)
      : undefined,
  ),
  'camel case in a key': rewritten(
    ({ margin, key, value }) =>
      `${margin}${isKnown(key) ? key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : key}: ${value}`,
  ),
  'a letter doubled or missing in a key': rewritten(({ margin, key, value }) =>
    isKnown(key) && key.length > 2
      ? [`${margin}${key.slice(0, -1)}: ${value}`, `${margin}${key}${key.slice(-1)}: ${value}`]
      : undefined,
  ),
  'smart quotes around a value': (text, line) => (isFree(text) ? undefined : inSmartQuotes(text, line)),
  'smart quotes instead of quotes': (text) =>
    [
      [/"([^"]*)"/g, '“$1”'],
      [/"([^"]*)"/g, '”$1”'],
      [/'([^']*)'/g, '‘$1’'],
      [/"([^"]*)"/g, '＂$1＂'],
      [/"([^"]*)"/g, '„$1“'],
      [/"([^"]*)"/g, '«$1»'],
      [/"([^"]*)"/g, '"$1”'],
      [/"([^"]*)"/g, '“$1"'],
    ].map(([from, to]) => text.replace(from as RegExp, to as string)),
  'a quote missing': (text) =>
    text.includes('{') && !text.includes('#{')
      ? undefined
      : [text.replace(/(?<=: )["']/, ''), text.replace(/["']$/, '')],
  'a quote too many': plain('K: "V', "K: 'V"),
  'a bullet of a list': (text, { kind }) =>
    kind === 'field' && text.startsWith('- ')
      ? ['* ', '• ', '+ ', '· ', '-', '1. ', '– ', '－ ', '-- '].map((bullet) => bullet + text.slice(2))
      : undefined,
  'a margin in a list': (text, { kind }) =>
    kind === 'field' && text.startsWith('  ')
      ? ['', ' ', '   ', '\t', '\u3000', '\u00A0\u00A0'].map((margin) => margin + text.slice(2))
      : undefined,
  'smart quotes around a key': rewritten(({ margin, key, value }) => [
    `${margin}“${key}”: ${value}`,
    `${margin}‘${key}’: ${value}`,
  ]),
  'a bullet before a setting': (text, { kind, sheet, index }) =>
    kind === 'setting'
      ? [`- ${text}`, `* ${text}`, `• ${text}`, `-${text}`]
      : kind === 'field' &&
          !sheet.lines[index]?.text.startsWith('- ') &&
          !text.startsWith(' ') &&
          sheet.lines[index - 1]?.kind === 'field'
        ? [`- ${text}`]
        : undefined,
  'indented alone': (text, { kind, index, sheet }) => {
    if (kind === 'nested' || (kind === 'field' && (text.startsWith(' ') || text.startsWith('-')))) return undefined
    if (kind === 'field' && sheet.lines[index - 1]?.kind === 'fence' && sheet.lines[index + 1]?.kind !== 'field')
      return undefined
    return [' ', '  ', '    ', '\t', '\u00A0', '\u3000'].map((margin) => margin + text)
  },
  'no colon': rewritten(({ margin, key, value }) => (value === '' ? `${margin}${key}` : undefined)),
}
const exactValues: Makers = {
  'a sign behind a word': exact('K: V.', 'K: V,', 'K: V;', 'K: V<br>'),
  'brackets around a word': exact('K: <V>', 'K: [V]', 'K: (V)'),
  'two signs': (text) => (/^(?:kind|ad_flag)/.test(text) ? text.replace(': ', ': : ') : undefined),
}
const kinds: Makers = {
  'capitals in the kind': (text) => [
    text.replace(/(?<=^kind: ).*/, (kind) => kind.toUpperCase()),
    text.replace(/(?<=^kind: ).*/, first),
  ],
  'other dashes in the kind': (text) =>
    text.startsWith('kind: ')
      ? ['_', ' ', '', '–', '—', '‑', '－', '‐', '.', '--', ' - ', '・', 'ㅡ'].map((dash) => text.replace('-', dash))
      : undefined,
  'all dashes of the kind': (text) =>
    text.startsWith('kind: ') ? ['_', ' ', '', '–'].map((dash) => text.replaceAll('-', dash)) : undefined,
  'a kind misspelt': (text) =>
    text.startsWith('kind: ')
      ? [
          text.replace('ft-', ''),
          text.replace('text', 'txt'),
          text.replace('ft-', 'fr-'),
          text.slice(0, -1),
          text.replace('ft-', 'friendtalk-'),
        ]
      : undefined,
  'flag in other words': (text) =>
    text.startsWith('ad_flag: Y')
      ? ['y', 'yes', 'Yes', 'YES', 'true', 'True', 'Ｙ', 'on', '예', '1', 'Y.', 'ㅛ'].map((flag) => `ad_flag: ${flag}`)
      : text.startsWith('ad_flag: N')
        ? ['n', 'no', 'No', 'NO', 'false', 'False', 'Ｎ', 'off', '아니오', '0', 'N.', 'ㅜ'].map(
            (flag) => `ad_flag: ${flag}`,
          )
        : undefined,
  'type in other words': (text) => [
    text.replace(/(?<=type: ).*/, (type) => type.toLowerCase()),
    text.replace(/(?<=type: ).*/, (type) => type.charAt(0) + type.slice(1).toLowerCase()),
  ],
  'sender capitalised': (text) => text.replace('sender: marketing', 'sender: Marketing'),
  'digits without quotes': (text) => text.replace(/"(\d+)"/, '$1'),
}
const mappings: Makers = {
  'smart quotes in a mapping': (text) => each(text, /(?<=\{.*fallback: )[^ ,}"']+/g, (value) => `“${value}”`),
  'a colon without a space': (text) => each(text, /(?<=\{.*(?:max|example|fallback)): /g, ':'),
  'another colon': (text, { choose }) =>
    choose(['：', '： ', ' = ', '=', '; ', ':: ', '∶ '], 3).flatMap((sign) =>
      each(text, /(?<=\{.*(?:max|example|fallback)): /g, sign),
    ),
  'another comma': (text) =>
    ['，', '， ', '、', '; ', ' ', ' / ', '. ', '،', ' | '].flatMap((sign) =>
      each(text, /, (?=max|example|fallback)/g, sign),
    ),
  'a brace missing': (text) => (/ \{ /.test(text) ? [text.replace('{ ', ''), text.replace(/ \}$/, '')] : undefined),
  'other braces': (text) =>
    / \{ .*\}$/.test(text)
      ? [
          ['｛', '｝'],
          ['(', ')'],
          ['[', ']'],
          ['{', ']'],
          ['{', ')'],
          ['（', '）'],
          ['{', '｝'],
          ['｛', '}'],
          ['{{', '}}'],
          ['<', '>'],
        ].map(([from = '', to = '']) => text.replace(/(?<=: )\{ (.*) \}$/, `${from} $1 ${to}`))
      : undefined,
  'capitals in a mapping': (text) => each(text, /(?<=[{,] )(?:max|example|fallback)/g, first),
  'a variable sign before the name': (text) =>
    /^ {2}[가-힣\w]+:/.test(text)
      ? [
          '#{N}:',
          '"#{N}":',
          '{N}:',
          '{{N}}:',
          '#N:',
          '%N%:',
          '[N]:',
          '${N}:',
          '- N:',
          '* N:',
          '<N>:',
          '@N:',
          '$N:',
        ].map((way) => text.replace(/([가-힣]+|name):/, (_, name: string) => way.replace('N', name)))
      : undefined,
  'max in other words': (text) => ['"$1"', '$1자', '$1글자', '$1.'].map((way) => text.replace(/(?<=max: )(\d+)/, way)),
  'a comma behind it': (text, { kind }) =>
    kind === 'nested' && text.includes('{') ? [`${text},`, `${text};`, `${text}.`] : undefined,
}
const margins: Makers = {
  'nested line: another margin': (text, { index, sheet }) =>
    hasSibling(sheet, index)
      ? ['', ' ', '   ', '\t', '\u3000', '\u00A0\u00A0', ' \t'].map((margin) =>
          /^ {2}\S/.test(text) ? margin + text.slice(2) : text,
        )
      : undefined,
  'nested line: a strange margin': (text) =>
    ['\t', '\u3000', '\u00A0\u00A0', '\u3164'].map((margin) => (/^ {2}\S/.test(text) ? margin + text.slice(2) : text)),
  'nested line: a bullet': (text) => (/^ {2}\S/.test(text) ? [`  - ${text.slice(2)}`] : undefined),
}
function hasSibling({ lines: all }: Sheet, index: number): boolean {
  return [all[index - 1], all[index + 1]].some((line) => line?.kind === 'nested')
}
/** YAML takes what stands behind " #" for a comment, and "{" for a mapping. */
const unquoted: Makers = {
  'quotes forgotten around a variable': (text) => text.replace(/(?<=: )(["'])(.*#\{.*)\1$/, '$2'),
  'a space before a variable without quotes': (text) =>
    /: [^"'{|]*[^ "']#\{/.test(text) ? each(text, /(?<=[^ "'])#\{/g, ' #{').slice(0, 1) : undefined,
}
const keyWords: readonly (readonly [string, string])[] = [
  ['kind', '종류'],
  ['vars', '변수'],
  ['title', '제목'],
  ['ad_flag', '광고'],
  ['sender', '발신'],
  ['name', '이름'],
  ['type', '유형'],
  ['max', '최대'],
  ['example', '예시'],
  ['fallback', '기본값'],
  ['vars', 'variables'],
  ['vars', 'var'],
  ['kind', 'type'],
  ['ad_flag', 'ad'],
  ['url_mobile', 'url'],
  ['url_mobile', 'mobile_url'],
  ['url_mobile', 'link'],
  ['name', 'title'],
]
/** The keys of a Korean keyboard that was left in Hangul. */
const hangulKeys: readonly (readonly [string, string])[] = [
  ['kind', 'ㅏㅑㅜㅇ'],
  ['vars', 'ㅍㅁㄱㄴ'],
  ['ad_flag', 'ㅁㅇ_릴ㅁㅎ'],
  ['title', '샤싣'],
  ['name', 'ㅜ므ㄷ'],
  ['type', '쇼ㅔㄷ'],
  ['max', 'ㅡㅁㅌ'],
  ['ft-', 'ㄹㅅ-'],
  ['button', 'ㅠㅕㅅ새ㅜ'],
  ['coupon', '채ㅕㅔㅐㅜ'],
  ['link', 'ㅣㅑㅜㅏ'],
  ['tail', 'ㅅ먀ㅣ'],
  ['https', 'ㅗㅅ셴'],
  ['Y', 'ㅛ'],
  ['N', 'ㅜ'],
  ['BK', 'ㅠㅏ'],
  ['WL', '쟈'],
]
const word =
  (words: readonly (readonly [string, string])[]): LineMaker =>
  (text) =>
    words.flatMap(([from, to]) =>
      each(text, new RegExp(`(?<![\\w.])${from}(?=:|$|[a-z]|//)(?!\\w*\\.)`, 'g'), to).slice(0, 1),
    )

/** A sign that an address may end with, but hardly does. */
const commas: LineMaker = (text, line) =>
  /(?:url_\w+|scheme_\w+): /.test(text) ? plain('K: V,', 'K: V;')(text, line) : undefined

const unclear: Makers = {
  'smart quotes around a text': inSmartQuotes,
  'a sign behind an address': commas,
  'a quote behind a value': plain('K: V"', "K: V'"),
  'another word for a key': (text, line) => (isVariable(line) ? undefined : word(keyWords)(text, line)),
  'the keyboard left in Hangul': (text, line) => (isVariable(line) ? undefined : word(hangulKeys)(text, line)),
}

/** The next setting has come onto the same line. */
const joins: readonly Mistake[] = [', ', ' ', '; ', ' / ', '\u2028'].map((by) => ({
  family,
  name: `two settings on one line: ${JSON.stringify(by)}`,
  meaning: 'several',
  *make({ lines: all }) {
    for (const { index, kind, text } of all) {
      const next = all[index + 1]
      if ((kind !== 'setting' && kind !== 'field') || next?.kind !== kind || / \|-$|:$/.test(text)) continue
      yield { from: index, to: index + 2, text: text + by + next.text.trimStart() }
    }
  },
}))

/** Mistakes in lines of YAML, in the frontmatter and in blocks. */
export const yamlSlips: readonly Mistake[] = [
  ...lineFamily(family, 'one', yaml, lines),
  ...lineFamily(family, 'one', yaml, exactValues),
  ...lineFamily(family, 'one', yaml, kinds),
  ...lineFamily(family, 'one', ['setting', 'nested'], mappings),
  ...lineFamily(family, 'one', ['nested'], margins),
  ...lineFamily(family, 'one', yaml, unquoted),
  ...lineFamily(family, 'several', [...yaml, 'fence'], unclear),
  ...joins,
]
