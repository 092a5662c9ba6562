import { each, lineFamily, type LineMaker, type Mistake } from './slip-families.ts'
import type { LineKind } from './slip-lines.ts'

type Makers = { readonly [name: string]: LineMaker }

const variable = /#\{([\p{L}\p{N}_]+)\}/gu
const withFallback = /#\{([\p{L}\p{N}_]+)\|([^}]*)\}/gu

/** A way to write each variable of a line, with `N` for its name. */
function written(...ways: readonly string[]): LineMaker {
  return (text) => ways.flatMap((way) => each(text, variable, (_, name = '') => way.replaceAll('N', name)))
}
function fallbackWritten(...ways: readonly string[]): LineMaker {
  return (text) =>
    ways.flatMap((way) =>
      each(text, withFallback, (_, name = '', other = '') => way.replace('N', name).replace('F', other)),
    )
}

const clear: Makers = {
  'full-width': written(
    '＃｛N｝',
    '#｛N｝',
    '＃{N}',
    '#{N｝',
    '#｛N}',
    '＃｛N}',
    '＃{N｝',
    '﹟{N}',
    '♯{N}',
    '#❴N❵',
    '#﹛N﹜',
  ),
  'spaces inside the braces': written('#{ N }', '#{N }', '#{ N}', '#{\u00A0N}', '#{\u3000N\u3000}', '#{\tN}'),
  'a space before the brace': written('# {N}', '#\u00A0{N}', '#\u3000{N}', '#  {N}'),
  'something invisible': written(
    '#\u200B{N}',
    '#{\u200BN}',
    '#{N\u200B}',
    '#\uFEFF{N}',
    '#{N\u2060}',
    '#\u00AD{N}',
    '#{\u200EN}',
  ),
  'other brackets behind #': written('#(N)', '#[N]', '#<N>', '#（N）', '#［N］', '#【N】', '#「N」'),
  'two kinds of brackets': written('#{N)', '#{N]', '#(N}', '#[N}', '#{N>'),
  'no closing brace': written('#{N'),
  'no opening brace': written('#N}'),
  'doubled braces': written('#{{N}}', '#{N}}', '#{{N}', '#{#{N}}'),
  'the # elsewhere': written('{#N}', '{N}#', '{#N#}', '#{#N}', '#N#'),
  'double braces': written('{{N}}', '{{ N }}', '{{{N}}}', '{{N }}', '｛｛N｝｝', '{ {N} }'),
  'dollar and braces': written('${N}', '${ N }', '$(N)', '{$N}', '＄{N}', '${{N}}', '${{ N }}', '$｛N｝'),
  'single braces': written('{N}', '{ N }', '｛N｝'),
  'percent signs': written('%N%', '%{N}', '％N％', '{%N%}', '%%N%%', '%[N]%', '{%= N %}'),
  'template tags': written(
    '<%= N %>',
    '<%N%>',
    '<<N>>',
    '*|N|*',
    '*|N*',
    '[[N]]',
    '[%N%]',
    '{!N}',
    '@{N}',
    '@{{N}}',
    '!{N}',
    '&{N}',
    '~{N}',
    '#{{ N }}',
  ),
  'a space in the name': (text) =>
    each(text, variable, (_, name = '') => `#{${name.slice(0, 1)} ${name.slice(1)}}`).filter(
      (typed) => !typed.includes(' }'),
    ),
  'a digit for #': written('3{N}'),
  'dollar signs': written('$N$'),
}
const clearInText: Makers = {
  'quotes inside the braces': written("#{'N'}", '#{"N"}', '#{“N”}', '#{`N`}'),
}
/** A browser shows addresses so. */
const clearInLinks: Makers = {
  'percent-encoded': (text, line) =>
    /^\S*\[[^#]*\]/.test(text) ? written('#%7BN%7D', '%23%7BN%7D', '%23{N}')(text, line) : undefined,
}
const unclear: Makers = {
  'brackets alone': written('[N]', '<N>', '［N］', '【N】', '＜N＞', '《N》', '「N」', '〈N〉'),
  'a sign alone': written('@N', '$N', '#N', '@N@', '&N;', '__N__', '{N', 'N}'),
  'a printf name': written('%(N)s', '%N', '%s{N}'),
}

const fallbacks: Makers = {
  'fallback: another bar': fallbackWritten('#{N｜F}', '#{NㅣF}', '#{N│F}', '#{N∣F}', '#{N¦F}', '#{N||F}', '#{N\\|F}'),
  'fallback: braces': fallbackWritten(
    '＃｛N|F｝',
    '# {N|F}',
    '#(N|F)',
    '#{N|F)',
    '{{N|F}}',
    '{N|F}',
    '${N|F}',
    '#{{N|F}}',
    '#{ N|F }',
    '#{N |F}',
    '#{ N | F }',
  ),
}
/** Only below a text is the rest of it part of the same text. */
const cut: Makers = {
  'a line break inside': written(
    '#{N\n}',
    '#{\nN}',
    '#{\nN\n}',
    '#{N\n\n  }',
    '＃｛N\n｝',
    '{{N\n}}',
    '${N\n}',
    '{N\n}',
  ),
  'a line break in the name': (text) =>
    each(text, variable, (_, name = '') => `#{${name.slice(0, 1)}\n${name.slice(1)}}`).filter(
      (typed) => !typed.includes('\n}'),
    ),
  'fallback: a line break': fallbackWritten('#{N\n|F}', '#{N|\nF}', '#{N|F\n}'),
}
const unclearFallbacks: Makers = {
  'fallback: another sign': fallbackWritten(
    '#{N|F',
    '#{N:F}',
    '#{N,F}',
    '#{N/F}',
    '#{N F}',
    '#{N=F}',
    '#{N!F}',
    '#{N\\F}',
    '#{N ?? F}',
    '#{N:-F}',
    '#{N??F}',
    '#{N(F)}',
    '#{N;F}',
  ),
}

const places: { readonly [place: string]: readonly LineKind[] } = {
  'in text': ['text', 'header', 'title'],
  'in a link or name': ['button', 'linked image', 'tail'],
  'in a block': ['field'],
  'in settings': ['setting', 'nested', 'prose'],
}

const named = (makers: Makers, place: string): Makers =>
  Object.fromEntries(Object.entries(makers).map(([name, make]) => [`${name}, ${place}`, make]))

export const variableSlips: readonly Mistake[] = [
  ...Object.entries(places).flatMap(([place, kinds]) => [
    ...lineFamily('variables', 'one', kinds, named(clear, place)),
    ...lineFamily('variables', 'several', kinds, named(unclear, place)),
  ]),
  ...lineFamily('variables', 'one', ['text', 'header', 'title'], clearInText),
  ...lineFamily('variables', 'one', ['button', 'linked image', 'tail'], clearInLinks),
  ...lineFamily('variables', 'one', ['text'], { ...fallbacks, ...cut }),
  ...lineFamily('variables', 'several', ['text'], unclearFallbacks),
]
