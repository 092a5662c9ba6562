import { describe, expect, it } from 'vitest'
import type { RuleId } from '../../src/violation.ts'
import { piecesOfScalar } from '../../src/dialect/pieces.ts'
import { maxYamlBytes, parseYaml, type YamlNode, type YamlResult } from '../../src/dialect/yaml.ts'
import { outlineOfPiece } from './outline.ts'

/** Reads YAML that stands after other text, as it does in a file. */
function read(yaml: string, before = ''): YamlResult {
  const source = `${before}${yaml}after`
  return parseYaml(source, { start: before.length, end: before.length + yaml.length })
}

function valueOf({ root }: YamlResult): YamlNode | undefined {
  return root?.type === 'map' ? root.entries[0]?.value : undefined
}

const texts: readonly (readonly [yaml: string, value: string, pieces: readonly string[]])[] = [
  // plain
  ['a: b', 'b', ['"b" 3-4']],
  ['a:   b c  # d', 'b c', ['"b c" 5-8']],
  ['a: b\\#c', 'b\\#c', ['"b\\\\#c" 3-7']],
  ['a: yes', 'yes', ['"yes" 3-6']],
  ['a: 2026-01-01', '2026-01-01', ['"2026-01-01" 3-13']],
  ['a: !!str 1', '1', ['"1" 9-10']],
  ['a: x\n  y', 'x y', ['"x" 3-4', '" " 4-7', '"y" 7-8']],
  ['a: x\r\n  y\r\n', 'x y', ['"x" 3-4', '" " 4-8', '"y" 8-9']],
  ['a: x\r  y\r', 'x y', ['"x" 3-4', '" " 4-7', '"y" 7-8']],
  ['a: b#{이름}', 'b#{이름}', ['"b" 3-4', '#{이름} 4-9']],
  ['a: b \\#{이름}', 'b \\#{이름}', ['"b " 3-5', '"#{" 5-8', '"이름}" 8-11']],
  // single quotes
  ["a: 'b'", 'b', ['"b" 4-5']],
  ["a: 'it''s'", "it's", ['"it" 4-6', '"\'" 6-8', '"s" 8-9']],
  ["a: ''''", "'", ['"\'" 4-6']],
  ["a: '\\n'", '\\n', ['"\\\\n" 4-6']],
  ["a: 'x\n  y'", 'x y', ['"x" 4-5', '" " 5-8', '"y" 8-9']],
  ["a: '#{이름|고객}'", '#{이름|고객}', ['#{이름|고객} 4-12']],
  ["a: '\\#{이름}'", '\\#{이름}', ['"#{" 4-7', '"이름}" 7-10']],
  // double quotes
  ['a: ""', '', []],
  ['a: "b"', 'b', ['"b" 4-5']],
  ['a: "😀x"', '😀x', ['"😀x" 4-7']],
  ['a: "\\u00e9"', 'é', ['"é" 4-10']],
  ['a: "x\\u00e9y"', 'xéy', ['"x" 4-5', '"é" 5-11', '"y" 11-12']],
  ['a: "\\U0001F600"', '😀', ['"😀" 4-14']],
  ['a: "\\U0001F600x"', '😀x', ['"😀" 4-14', '"x" 14-15']],
  ['a: "\\U0000AC00x"', '가x', ['"가" 4-14', '"x" 14-15']],
  ['a: "\\x41\\n\\"\\\\\\/"', 'A\n"\\/', ['"A" 4-8', '"\\n" 8-10', '"\\"" 10-12', '"\\\\" 12-14', '"/" 14-16']],
  ['a: "\\t\\\tx"', '\t\tx', ['"\\t" 4-6', '"\\t" 6-8', '"x" 8-9']],
  ['a: "x\n  y"', 'x y', ['"x" 4-5', '" " 5-8', '"y" 8-9']],
  ['a: "x  \n  y"', 'x y', ['"x" 4-5', '" " 5-10', '"y" 10-11']],
  ['a: "x\n\n\n  y"', 'x\n\ny', ['"x" 4-5', '"\\n\\n" 5-10', '"y" 10-11']],
  ['a: "x \\\n  y"', 'x y', ['"x" 4-5', '" " 5-10', '"y" 10-11']],
  ['a: "x\r\n  y"', 'x y', ['"x" 4-5', '" " 5-9', '"y" 9-10']],
  ['a: "x\r  y"', 'x y', ['"x" 4-5', '" " 5-8', '"y" 8-9']],
  ['a: "#{이름}님"', '#{이름}님', ['#{이름} 4-9', '"님" 9-10']],
  ['a: "\\\\#{이름}"', '\\#{이름}', ['"#{" 4-8', '"이름}" 8-11']],
  ['a: "#{"', '#{', ['unclosed 4-6']],
  ['a: "\\u0023{이름}"', '#{이름}', ['#{이름} 4-14']],
  ['a: "#{이\\u0041름|b}c"', '#{이A름|b}c', ['#{이A름|b} 4-17', '"c" 17-18']],
  // literal blocks
  ['a: |\n  x\n  y\n', 'x\ny\n', ['"x" 7-8', '"\\n" 8-11', '"y\\n" 11-13']],
  ['a: |-\n  x\n  y\n', 'x\ny', ['"x" 8-9', '"\\n" 9-12', '"y" 12-13']],
  ['a: |+\n  x\n\n', 'x\n\n', ['"x\\n\\n" 8-11']],
  ['a: |2\n    x\n', '  x\n', ['"  x\\n" 8-12']],
  ['a: |\n\n  x\n', '\nx\n', ['"\\n" 5-8', '"x\\n" 8-10']],
  ['a: |\n  x\n\n  y\n', 'x\n\ny\n', ['"x\\n" 7-9', '"\\n" 9-12', '"y\\n" 12-14']],
  ['a: |\n  x\n   y\n', 'x\n y\n', ['"x" 7-8', '"\\n" 8-11', '" y\\n" 11-14']],
  ['a: | # c\n  x\n', 'x\n', ['"x\\n" 11-13']],
  ['a: |-\r\n  x\r\n  y\r\n', 'x\ny', ['"x" 9-10', '"\\n" 10-14', '"y" 14-15']],
  ['a: |-\r  x\r  y\r', 'x\ny', ['"x" 8-9', '"\\n" 9-12', '"y" 12-13']],
  [
    'a: |-\n  #{이름}님\n  #{번호}\n',
    '#{이름}님\n#{번호}',
    ['#{이름} 8-13', '"님" 13-14', '"\\n" 14-17', '#{번호} 17-22'],
  ],
  // folded blocks
  ['a: >\n  x\n  y\n', 'x y\n', ['"x" 7-8', '" " 8-11', '"y\\n" 11-13']],
  ['a: >-\n  x\n\n  y\n', 'x\ny', ['"x" 8-9', '"\\n" 9-13', '"y" 13-14']],
  ['a: >-\n  x\n   y\n  z\n', 'x\n y\nz', ['"x" 8-9', '"\\n" 9-12', '" y" 12-14', '"\\n" 14-17', '"z" 17-18']],
  ['a: >-\r\n  x\r\n  y\r\n', 'x y', ['"x" 9-10', '" " 10-14', '"y" 14-15']],
  ['a: >-\n  #{이름}\n  #{번호}\n', '#{이름} #{번호}', ['#{이름} 8-13', '" " 13-16', '#{번호} 16-21']],
]

const others: readonly (readonly [yaml: string, value: unknown, source: string, span: string])[] = [
  ['a: 1', 1, '1', '3-4'],
  ['a: 010', 10, '010', '3-6'],
  ['a: 0x1F', 31, '0x1F', '3-7'],
  ['a: 0o17', 15, '0o17', '3-7'],
  ['a: 1.50', 1.5, '1.50', '3-7'],
  ['a: 1e3', 1000, '1e3', '3-6'],
  ['a: true', true, 'true', '3-7'],
  ['a: FALSE', false, 'FALSE', '3-8'],
  ['a: null', null, 'null', '3-7'],
  ['a: ~', null, '~', '3-4'],
  ['a:', null, '', '2-2'],
  ['a: #{이름}', null, '', '3-3'],
]

/** A document that nests `unit` for as long as it may be. */
const nested = (unit: string): string => unit.repeat(Math.floor(maxYamlBytes / unit.length))
const alias = (depth: number): string =>
  Array.from(
    { length: depth },
    (_, i) => `a${i}: &a${i} [${Array.from({ length: 9 }, () => (i ? `*a${i - 1}` : 'x')).join()}]`,
  ).join('\n')

const bad: readonly (readonly [what: string, yaml: string, rule: RuleId])[] = [
  ['an alias', 'a: &x b\nc: *x', 'yaml-alias'],
  ['an alias of nothing', 'a: *x', 'yaml-alias'],
  ['an anchor that nothing refers to', 'a: &gt b', 'yaml-alias'],
  ['an alias bomb', alias(9), 'yaml-alias'],
  ['an alias of what holds it', 'a: &x [*x]', 'yaml-alias'],
  ['a tag of its own', 'a: !foo b', 'yaml-tag'],
  ['a verbatim tag', 'a: !<x> b', 'yaml-tag'],
  ['a tag for bytes', 'a: !!binary aGk=', 'yaml-tag'],
  ['a tag for a set', 'a: !!set { x }', 'yaml-tag'],
  ['a tag for code', 'a: !!js/function "x"', 'yaml-tag'],
  ['a version', '%YAML 1.2\n---\na: b', 'yaml-directive'],
  ['an older version', '%YAML 1.1\n---\na: yes', 'yaml-directive'],
  ['a directive for tags', '%TAG ! tag:example.com,2026:\n---\na: b', 'yaml-directive'],
  ['a directive that YAML does not know', '%FOO\n---\na: b', 'yaml-directive'],
  ['a key twice', 'a: 1\na: 2', 'key-duplicate'],
  ['a key twice, in quotes', 'a: 1\n"a": 2', 'key-duplicate'],
  ['a key twice in braces', 'x: { a: 1, a: 2 }', 'key-duplicate'],
  ['a key twice, composed and not', 'é: 1\ne\u0301: 2', 'key-duplicate'],
  ['two documents', 'a: 1\n---\nb: 2', 'yaml-syntax'],
  ['two documents after an end mark', 'a: 1\n...\nb: 2', 'yaml-syntax'],
  ['a tab as indentation', 'a:\n\tb: 1', 'yaml-syntax'],
  ['an unclosed double quote', 'a: "b', 'yaml-syntax'],
  ['an unclosed single quote', "a: 'b", 'yaml-syntax'],
  ['an unclosed bracket', 'a: [b', 'yaml-syntax'],
  ['an unclosed brace', 'a: { b: c', 'yaml-syntax'],
  ['an escape that YAML does not know', 'a: "\\q"', 'yaml-syntax'],
  ['a value with a colon', 'a: b: c', 'yaml-syntax'],
  ['a value that starts with @', 'a: @b', 'yaml-syntax'],
  ['a value that starts with a backtick', 'a: `b`', 'yaml-syntax'],
  ['text after a quote', 'a: "b" c', 'yaml-syntax'],
  ['a mapping as a key', '? { a: b }\n: c', 'yaml-syntax'],
  ['a list as a key', '[a, b]: c', 'yaml-syntax'],
  ['a star without a name', 'a: *', 'yaml-syntax'],
  ['brackets without end', nested('['), 'yaml-too-deep'],
  ['lists without end', nested('- '), 'yaml-too-deep'],
  ['keys without end', nested('? '), 'yaml-too-deep'],
  ['braces without end', nested('{a: '), 'yaml-too-deep'],
  ['brackets and braces without end', nested('[{a: '), 'yaml-too-deep'],
  ['braces that are keys without end', nested('{? '), 'yaml-too-deep'],
  ['deeper and deeper lines', Array.from({ length: 170 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), 'yaml-too-deep'],
  ['one byte more than 16 KiB', `a: ${'b'.repeat(maxYamlBytes - 2)}`, 'yaml-too-large'],
  ['one byte more than 16 KiB of Hangul', `a: ${'가'.repeat((maxYamlBytes - 1) / 3 - 1)}bc`, 'yaml-too-large'],
  ['a lone surrogate', 'a: "\\ud83d"', 'lone-surrogate'],
  ['NUL', 'a: "\\0"', 'nul-character'],
]

it.each([
  ['a: [b', 3],
  ['vars: [\nb: c', 6],
  ['a: { b: { c: d }\n', 3],
  ['a: { b: [c, d }', 8],
  ['[a, [b]', 0],
])('a bracket that is never closed is reported where it opens: %j', (yaml, start) => {
  const { violations } = parseYaml(yaml, { start: 0, end: yaml.length })
  expect(violations).toMatchObject([{ span: { start, end: start + 1 }, args: { code: 'UNCLOSED_COLLECTION' } }])
})

it.each([
  ['a: & b', 'BAD_ANCHOR'],
  ['a: * b', 'BAD_ALIAS'],
  ['a: !나 b', 'BAD_TAG'],
  ['a: "나!', 'MISSING_CHAR'],
  ['a: [b] c', 'TEXT_BEHIND_END'],
  ['a: { b: c } d', 'TEXT_BEHIND_END'],
  ["a: 'b' c", 'TEXT_BEHIND_END'],
  ['a: - b', 'BAD_SCALAR_START'],
  ['a: ? b', 'BAD_SCALAR_START'],
  ['a: b: c', 'BLOCK_AS_IMPLICIT_KEY'],
  ['a: ] b', 'UNEXPECTED_TOKEN'],
])('what cannot be read is named: %j', (yaml, code) => {
  const { violations } = parseYaml(yaml, { start: 0, end: yaml.length })
  expect(violations).toMatchObject([{ rule: 'yaml-syntax', args: { code } }])
})

const large: readonly (readonly [what: string, yaml: string])[] = [
  ['quotes', nested('"')],
  ['single quotes', nested("'")],
  ['anchors', nested('&a ')],
  ['aliases', nested('*a ')],
  ['tags', nested('!a ')],
  ['percent signs', nested('%')],
  ['number signs', nested('# ')],
  ['colons', nested(': ')],
  ['commas', nested('[,')],
  ['keys', Array.from({ length: 1500 }, (_, i) => `k${i}: ${i}`).join('\n')],
  ['one key many times', nested('a: b\n')],
  ['a literal of blank lines', `a: |\n${'\n'.repeat(16_000)}  b`],
  ['folded lines', `a: >\n${'  b\n'.repeat(4000)}`],
  ['quoted lines', `a: "${'b\n '.repeat(5000)}"`],
  ['spaces in quotes', `a: "${' '.repeat(16_000)}b"`],
  ['plain lines', `a: ${'b\n '.repeat(5000)}`],
  ['escapes', `a: "${'\\n'.repeat(8000)}"`],
  ['variables', `a: "${'#{'.repeat(8000)}"`],
  ['documents', nested('---\n')],
  ['CR', nested('\r')],
]

describe('parseYaml', () => {
  it.each(texts)('reads the text of %j', (yaml, value, pieces) => {
    const node = valueOf(read(yaml))
    expect(node).toMatchObject({ type: 'scalar', value })
    if (node?.type !== 'scalar' || node.layout === undefined) throw new Error('not a text')
    expect(piecesOfScalar(value, node.span.start, node.layout).map(outlineOfPiece)).toEqual(pieces)
  })

  it.each(others)('reads the value of %j', (yaml, value, source, span) => {
    const node = valueOf(read(yaml))
    expect(node).toMatchObject({ type: 'scalar', value, source })
    expect(`${node?.span.start}-${node?.span.end}`).toBe(span)
  })

  it('gives keys, mappings and lists their spans', () => {
    expect(read('a: { "b": [c, 1] }\nd:\n  - e\n', '가나\n').root).toMatchObject({
      type: 'map',
      span: { start: 3 },
      entries: [
        {
          key: 'a',
          keySpan: { start: 3, end: 4 },
          value: {
            type: 'map',
            span: { start: 6, end: 21 },
            entries: [
              {
                key: 'b',
                keySpan: { start: 8, end: 11 },
                value: {
                  type: 'list',
                  span: { start: 13, end: 19 },
                  items: [
                    { value: 'c', span: { start: 14, end: 15 } },
                    { value: 1, span: { start: 17, end: 18 } },
                  ],
                },
              },
            ],
          },
        },
        {
          key: 'd',
          keySpan: { start: 22, end: 23 },
          value: { type: 'list', items: [{ value: 'e', span: { start: 29, end: 30 } }] },
        },
      ],
    })
  })

  it.each([
    ['a number', '1: a', '1'],
    ['a boolean', 'true: a', 'true'],
    ['nothing', 'null: a', 'null'],
    ['__proto__', '__proto__: a', '__proto__'],
    ['constructor', 'constructor: a', 'constructor'],
    ['a merge', '<<: a', '<<'],
    ['decomposed Hangul', '\u110b\u1175\u1105\u1173\u11b7: a', '이름'],
  ])('reads a key that looks like %s as text', (_, yaml, key) => {
    const { root, violations } = read(yaml)
    expect(violations).toEqual([])
    expect(root?.type === 'map' && root.entries.map((entry) => entry.key)).toEqual([key])
    expect(Object.prototype).not.toHaveProperty('a')
  })

  it.each(['', '\n', '# a', '---', '---\n# a\n'])('finds nothing in %j', (yaml) => {
    const { root, violations } = read(yaml)
    expect(violations).toEqual([])
    expect(root === undefined || (root.type === 'scalar' && root.value === null)).toBe(true)
  })

  it.each([
    ['16 KiB', `a: ${'b'.repeat(maxYamlBytes - 3)}`],
    ['16 KiB of Hangul', `a: ${'가'.repeat((maxYamlBytes - 1) / 3 - 1)}b`],
  ])('reads %s', (_, yaml) => {
    expect(Buffer.byteLength(yaml)).toBe(maxYamlBytes)
    expect(read(yaml).violations).toEqual([])
  })

  it.each(bad)('reports %s', (_, yaml, rule) => {
    for (const ending of ['\n', '\r\n', '\r']) {
      const source = yaml.replaceAll('\n', ending)
      const { violations } = read(source, '가나\n')
      expect(new Set(violations.map((found) => found.rule))).toEqual(new Set([rule]))
      for (const { span } of violations) {
        expect(span.start).toBeGreaterThanOrEqual(3)
        expect(span.end).toBeGreaterThanOrEqual(span.start)
        expect(span.end).toBeLessThanOrEqual(3 + source.length)
      }
    }
  })

  it.each(large)('takes much of %s', (_, yaml) => {
    expect(Buffer.byteLength(yaml)).toBeLessThanOrEqual(maxYamlBytes)
    expect(() => read(yaml)).not.toThrow()
  })
})
