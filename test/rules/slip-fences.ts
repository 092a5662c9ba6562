import { lineFamily, type LineMaker, type Mistake, type Typed } from './slip-families.ts'
import type { Line, Sheet } from './slip-lines.ts'

type Makers = { readonly [name: string]: LineMaker }

/** A block from its fence to its end. */
interface Block {
  readonly from: number
  readonly to: number
  readonly lines: readonly Line[]
}
function blocksOf({ lines }: Sheet): Block[] {
  return lines
    .filter(({ kind }) => kind === 'fence')
    .map(({ index }) => {
      const to = lines.findIndex((line) => line.index > index && line.kind === 'fence end') + 1
      return { from: index, to, lines: lines.slice(index, to) }
    })
}
const blockSlip = (
  name: string,
  meaning: Mistake['meaning'],
  make: (block: Block, name: string, fields: string) => readonly string[],
): Mistake => ({
  family: 'fences',
  name,
  meaning,
  *make(sheet): Iterable<Typed> {
    for (const block of blocksOf(sheet)) {
      const [first, ...rest] = block.lines.map(({ text }) => text)
      const fields = rest.slice(0, -1).join('\n')
      for (const text of make(block, (first ?? '').slice(3), fields)) yield { from: block.from, to: block.to, text }
    }
  },
})

const otherFences = ['~~~', "'''", '’’’', '‘‘‘', '"""', '”””', '´´´', '｀｀｀', '‵‵‵', '₩₩₩', '``', '`', ':::']
/** That mean something else in other tools, too. */
const otherRules = ['===', '---', '***', '+++']

const wholeBlocks: readonly Mistake[] = [
  blockSlip('other fences on both sides', 'one', (_, name, fields) =>
    otherFences.map((fence) => `${fence}${name}\n${fields}\n${fence}`),
  ),
  blockSlip('no closing fence', 'one', (_, name, fields) => [`\`\`\`${name}\n${fields}`, `\`\`\`${name}\n${fields}\n`]),
  blockSlip('closing fence repeats the name', 'one', (_, name, fields) => [
    `\`\`\`${name}\n${fields}\n\`\`\`${name}`,
    `\`\`\`${name}\n${fields}\n\`\`\`/${name}`,
  ]),
  blockSlip('closing fence behind the last field', 'one', (_, name, fields) => [
    `\`\`\`${name}\n${fields}\`\`\``,
    `\`\`\`${name}\n${fields} \`\`\``,
  ]),
  blockSlip('first field behind the name', 'one', (_, name, fields) => [`\`\`\`${name} ${fields}\n\`\`\``]),
  blockSlip('no name', 'several', (_, __, fields) => [`\`\`\`\n${fields}\n\`\`\``]),
  blockSlip('the name on the next line', 'one', (_, name, fields) => [`\`\`\`\n${name}\n${fields}\n\`\`\``]),
  blockSlip('no opening fence', 'several', (_, __, fields) => [`${fields}\n\`\`\``]),
  blockSlip('no fences', 'several', (_, __, fields) => [fields]),
  blockSlip('name as a heading or a key', 'several', (_, name, fields) => [
    `${name}:\n${fields.replaceAll(/^/gm, '  ')}`,
  ]),
  blockSlip('name in brackets or a tag', 'one', (_, name, fields) => [
    `[${name}]\n${fields}\n[/${name}]`,
    `<${name}>\n${fields}\n</${name}>`,
    `<${name}>\n${fields.replaceAll(/^/gm, '  ')}\n</${name}>`,
  ]),
  blockSlip('name behind the signs of a line', 'one', (_, name, fields) =>
    otherRules.map((fence) => `${fence}${name}\n${fields}\n${fence}`),
  ),
  blockSlip('fence behind the mark of a list', 'one', (_, name, fields) =>
    ['- ', '* ', '• ', '1. ', '-'].flatMap((mark) => {
      const indented = `${name}\n${fields}`.replaceAll('\n', '\n  ')
      return [
        `${mark}\`\`\`${name}\n${fields}\n\`\`\``,
        `${mark}\`\`\`${indented}\n  \`\`\``,
        `${mark}\`\`\`${indented}`,
      ]
    }),
  ),
  blockSlip('closing fence behind the name', 'one', (_, name, fields) => [
    `\`\`\`${name}\`\`\`\n${fields}`,
    `\`\`\`${name}\`\`\`\n${fields}\n\`\`\``,
  ]),
  blockSlip('blank lines and fences indented', 'one', (_, name, fields) => [
    `  \`\`\`${name}\n${fields.replaceAll(/^/gm, '  ')}\n  \`\`\``,
    `    \`\`\`${name}\n${fields.replaceAll(/^/gm, '    ')}\n    \`\`\``,
    `\t\`\`\`${name}\n${fields}\n\t\`\`\``,
  ]),
  blockSlip('quoted', 'one', (_, name, fields) => [`\`\`\`${name}\n${fields}\n\`\`\``.replaceAll(/^/gm, '> ')]),
  blockSlip('all on one line', 'several', (_, name, fields) => [
    `\`\`\`${name} ${fields.replaceAll('\n', ' ')}\`\`\``,
    `\`${name} ${fields.replaceAll('\n', ' ')}\``,
  ]),
]

const openings: Makers = {
  'opening: other marks': (text) => otherFences.map((fence) => fence + text.slice(3)),
  'opening: two or one backtick': (text) => [text.slice(1), text.slice(2)],
  'opening: four backticks': (text) => `\`${text}`,
  'opening: a space': (text) => [`\`\`\` ${text.slice(3)}`, `\`\`\`\t${text.slice(3)}`, `\`\` \`${text.slice(3)}`],
  'opening: capitals': (text) => [`\`\`\`${text.charAt(3).toUpperCase()}${text.slice(4)}`, text.toUpperCase()],
  'opening: misspelt': (text) => [
    `${text}s`,
    text.slice(0, -1),
    `${text.slice(0, -1)}${text.slice(-1).repeat(2)}`,
    text.slice(0, 4) + text.slice(5),
  ],
  'opening: something around the name': (text) =>
    ['{N}', '[N]', '<N>', '"N"', 'N:', '.N', '{.N}', ':N', '#N', 'N.', 'N,', '(N)', '“N”', 'N;'].map(
      (way) => `\`\`\`${way.replace('N', text.slice(3))}`,
    ),
}
const unclearOpenings: Makers = {
  'opening: in Korean': (text) =>
    ['버튼', '쿠폰', '링크', '더보기'].map((name) => text.replace(/button|coupon|link|tail/, name)),
  'opening: another language': () => ['```yaml', '```yml', '```btn', '```json', '```text'],
  'opening: more words': (text) => [`${text} yaml`, `${text} 보기`, `${text} name=보기`],
}
const endings: Makers = {
  'ending: other marks': () => otherFences,
  'ending: two, one or four backticks': () => ['``', '`', '````'],
  'ending: more behind it': () => ['```.', '```;', '``` 끝', '```,', '```\\', '```버튼', '`````'],
  'ending: a space inside': () => ['`` `', '` ``', '` ` `'],
}

const comments: Makers = {
  'comment: a dash missing': (text) => [
    text.replace('<!--', '<!-'),
    text.replace('-->', '->'),
    text.replace('<!--', '<!-').replace('-->', '->'),
  ],
  'comment: a space inside': (text) => [
    text.replace('<!--', '<! --'),
    text.replace('<!--', '< !--'),
    text.replace('<!--', '<!- -'),
    text.replace('-->', '-- >'),
    text.replace('-->', '- ->'),
  ],
  'comment: a sign missing': (text) => [
    text.replace('<!--', '<--'),
    text.replace('<!--', '!--'),
    text.replace('-->', '--'),
    text.replace('<!--', '<!'),
    text.replace('-->', '>'),
  ],
  'comment: a sign wrong': (text) => [
    text.replace('<!--', '<1--'),
    text.replace('<!--', ',!--'),
    text.replace('<!--', '<!__'),
    text.replace('-->', '--.'),
    text.replace('-->', '--!>'),
  ],
  'comment: no end': (text) => text.replace(' -->', ''),
  'comment: no start': (text) => text.replace('<!-- ', ''),
  'comment: as shown by a browser': (text) => text.replace('<!--', '&lt;!--').replace('-->', '--&gt;'),
  'comment: text behind it': (text) => [`${text} 안내`, `${text}.`],
}
const unclearComments: Makers = {
  'comment of another language': (text) =>
    ['//N', '/*N*/', '{#N#}', '{/*N*/}', '[//]: # (N)', '[comment]: <> (N)', '<%--N--%>'].map((way) =>
      way.replace('N', text.slice(4, -3)),
    ),
}

/** Whoever reads the message reads this, too. */
const commentsInText: Makers = {
  'comment: behind text': (text) => [`${text} <!-- 메모 -->`, `${text}<!-- 메모 -->`],
  'comment: before text': (text) => `<!-- 메모 --> ${text}`,
}

const dividers: Makers = {
  'divider: other signs': () => [
    '***',
    '___',
    '===',
    '* * *',
    '_ _ _',
    '- - -',
    '--',
    '-- -',
    '- --',
    '~~~',
    '<hr>',
    '<hr/>',
    '+++',
    '---.',
    '---;',
    '--- -',
    '--_',
    '-_-',
    '-=-',
    '--—',
  ],
  'divider: more dashes': () => ['----', '-----', '----------'],
}

/** Mistakes in the marks of blocks, comments and dividers. */
export const fenceSlips: readonly Mistake[] = [
  ...lineFamily('fences', 'one', ['fence'], openings),
  ...lineFamily('fences', 'several', ['fence'], unclearOpenings),
  ...lineFamily('fences', 'one', ['fence end'], endings),
  ...wholeBlocks,
  ...lineFamily('comments and dividers', 'one', ['comment'], comments),
  ...lineFamily('comments and dividers', 'several', ['comment'], unclearComments),
  ...lineFamily('comments and dividers', 'one', ['text', 'header', 'title'], commentsInText),
  ...lineFamily('comments and dividers', 'one', ['divider'], dividers),
]
