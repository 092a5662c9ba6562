import { type Choose, lineFamily, type LineMaker, type Mistake } from './slip-families.ts'
import type { Sheet } from './slip-lines.ts'

type Makers = { readonly [name: string]: LineMaker }
const family = 'frontmatter'

/** Ways to write the first line of the frontmatter. */
/** What is typed for the lines around the frontmatter. */
const otherMarks = ['--', '----', '-----', '***', '===', '+++', '___', '~~~', '- - -', '-- -', '- --', '=-=', '```']

const openings: Makers = {
  'something before it': (text, { choose }) =>
    choose(
      [
        '\n',
        '\n\n',
        '\n\n\n',
        ' \n',
        '\t\n',
        '\u00A0\n',
        '\u200B\n',
        '\uFEFF\n',
        '\u3000\n',
        '<!-- 메모 -->\n',
        '<!-- 메모 -->\n\n',
        ' ',
        '  ',
        '\t',
        '\u00A0',
        '\u200B',
        '\u3000',
        '\uFEFF\uFEFF',
        '.',
        '>',
        '> ',
        '-',
        '\\',
      ],
      12,
    ).map((before) => before + text),
  'other marks': (_, { choose }) =>
    choose(
      [
        ...otherMarks,
        '```yaml',
        '<!--',
        ';;;',
        '///',
        '---.',
        '---,',
        '--- yaml',
        '---yaml',
        '---:',
        '---;',
        '--- #',
        '--_',
        '-=-',
        '..',
        '...',
      ],
      10,
    ),
}
const closings: Makers = {
  'other closing marks': (_, { choose }) =>
    choose(
      [...otherMarks, '-->', '...', '---.', '---,', '--- end', '---끝', '---:', '---;', '\\---', '-', '--_', '-=-'],
      10,
    ),
}
const bothMarks = [
  '--',
  '----',
  '—',
  '———',
  '–––',
  '***',
  '===',
  '+++',
  '___',
  '~~~',
  '```',
  '- - -',
  '－－－',
  'ㅡㅡㅡ',
  '───',
  ';;;',
  '-----',
  '−−−',
  ' ---',
  '  ---',
  '\u200B---',
  '---\u200B',
  '--- -',
]
function settingsOf({ lines: all }: Sheet): { readonly end: number; readonly text: string } {
  const end = all.findIndex(({ kind }) => kind === 'close')
  return {
    end,
    text: all
      .slice(1, end)
      .map(({ text }) => text)
      .join('\n'),
  }
}
const whole = (
  name: string,
  meaning: Mistake['meaning'],
  make: (settings: string, choose: Choose) => readonly string[],
): Mistake => ({
  family,
  name,
  meaning,
  *make(sheet, choose) {
    const { end, text } = settingsOf(sheet)
    for (const typed of make(text, choose)) yield { from: 0, to: end + 1, text: typed }
  },
})
const wholes: readonly Mistake[] = [
  whole('other marks on both sides', 'one', (settings, choose) =>
    choose(bothMarks, 12).map((mark) => `${mark}\n${settings}\n${mark}`),
  ),
  whole('no opening mark', 'one', (settings) => [`${settings}\n---`, `\n${settings}\n---`]),
  whole('no closing mark', 'one', (settings) => [`---\n${settings}`]),
  whole('no marks', 'several', (settings) => [settings]),
  whole('opening mark and first setting on one line', 'one', (settings) => [
    `---${settings}\n---`,
    `--- ${settings}\n---`,
  ]),
  whole('last setting and closing mark on one line', 'one', (settings) => [
    `---\n${settings}---`,
    `---\n${settings} ---`,
  ]),
  whole('settings as a code block', 'one', (settings) => [
    `\`\`\`yaml\n${settings}\n\`\`\``,
    `\`\`\`\n${settings}\n\`\`\``,
    `\`\`\`yaml\n---\n${settings}\n---\n\`\`\``,
  ]),
  whole('settings as a comment', 'one', (settings) => [`<!--\n${settings}\n-->`, `<!-- ${settings} -->`]),
  whole('settings as JSON or TOML', 'several', (settings) => [
    `---\n${settings.replaceAll(/^(\w+): (.*)$/gm, '$1 = "$2"')}\n---`,
    `+++\n${settings.replaceAll(/^(\w+): (.*)$/gm, '$1 = "$2"')}\n+++`,
    `---\n{\n${settings}\n}\n---`,
  ]),
  whole('all settings indented', 'one', (settings) =>
    ['  ', '    ', '\t'].map((margin) => `---\n${settings.replaceAll(/^/gm, margin)}\n---`),
  ),
  whole('all marks indented', 'one', (settings) => [`  ---\n${settings.replaceAll(/^/gm, '  ')}\n  ---`]),
  whole('all settings bulleted', 'one', (settings) => [`---\n${settings.replaceAll(/^(?=\S)/gm, '- ')}\n---`]),
  whole('all quotes smart', 'one', (settings) =>
    [`---\n${settings.replaceAll(/"([^"]*)"/g, '“$1”')}\n---`].filter((typed) => typed.includes('“')),
  ),
  whole('all colons full-width', 'one', (settings) => [
    `---\n${settings.replaceAll(': ', '： ')}\n---`,
    `---\n${settings.replaceAll(': ', '：')}\n---`,
  ]),
  whole('all colons without a space', 'one', (settings) => [`---\n${settings.replaceAll(': ', ':')}\n---`]),
]

/** The whole file as a chat or an editor hands it over. */
const files: Mistake = {
  family,
  name: 'the whole file as a code block',
  meaning: 'several',
  *make({ lines: all }) {
    const text = all.map((line) => line.text).join('\n')
    for (const name of ['markdown', 'md', '']) yield { from: 0, to: all.length, text: `\`\`\`${name}\n${text}\n\`\`\`` }
  },
}

export const settingSlips: readonly Mistake[] = [
  ...lineFamily(family, 'one', ['open'], openings),
  ...lineFamily(family, 'one', ['close'], closings),
  ...wholes,
  files,
]
