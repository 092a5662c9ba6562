import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { applyFixes } from '../../src/rules/apply-fixes.ts'
import { type CustomRule, type CustomRuleDefinition, defineCustomRule } from '../../src/rules/custom-rule.ts'
import type { RuleMessage } from '../../src/rules/rule-message.ts'
import { anyImage, compileSource, exampleSource } from '../compile-source.ts'
import { decomposed, text } from './style-diagnostics.ts'

type Check = CustomRuleDefinition<{ word: string }>['check']

/** A rule of a team with this check. */
function rule(check: Check, more: Partial<CustomRuleDefinition<{ word: string }>> = {}): CustomRule {
  return defineCustomRule<{ word: string }>({
    id: 'house-word',
    tier: 'style',
    severity: 'warning',
    check,
    words: {
      en: { summary: 'A word.', message: ({ word }) => `No "${word}".`, help: () => 'Ask the brand team.' },
      ko: { summary: '말.', message: ({ word }) => `"${word}" 금지.` },
    },
    ...more,
  })
}

/** Reports every place of a word. */
const finding =
  (word: string): Check =>
  ({ texts }, report) => {
    for (const { text: whole, pointer, rangeOf } of texts) {
      for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + 1)) {
        report({ range: rangeOf(at, at + word.length), pointer, args: { word } })
      }
    }
  }

const lint = (source: string, plugins: readonly CustomRule[], rules = {}): readonly Diagnostic[] =>
  compileSource(source, { plugins, rules, image: anyImage }).diagnostics

/** What a diagnostic marks in its source. */
const marked = (source: string, found: readonly Diagnostic[]): string[] =>
  found.map(({ start, end }) => source.slice(start.offset, end.offset))

describe('a custom rule', () => {
  it('is suppressed up to the very end of the next line', () => {
    const source = text('<!-- friendtalk-disable-next-line house-word -- 의도 -->\n세일\n끝')
    expect(lint(source, [rule(finding('\n'))])).toEqual([])
  })

  it('reports what stands at a range, in the words of the language', () => {
    const source = text('오늘은 세일입니다.')
    const found = compileSource(source, { plugins: [rule(finding('세일'))], lang: 'ko' }).diagnostics
    expect(found).toMatchObject([{ rule: 'house-word', severity: 'warning', message: '"세일" 금지.', pointer: '/msg' }])
    expect(marked(source, found)).toEqual(['세일'])
    expect(found[0]).not.toHaveProperty('url')
    expect(lint(source, [rule(finding('세일'), { url: 'https://example.com/rules' })])).toMatchObject([
      { message: 'No "세일".', help: 'Ask the brand team.', url: 'https://example.com/rules' },
    ])
  })

  it.each([
    { what: 'after a variable', source: text('#{이름}님 세일', 'vars:\n  이름: { max: 5 }\n'), word: '님 세일' },
    { what: 'a variable', source: text('#{이름}님 세일', 'vars:\n  이름: { max: 5 }\n'), word: '#{이름}' },
    { what: 'behind an escape', source: text(String.raw`\#여름 세일`), word: '세일' },
    { what: 'over two lines', source: text('여름\n세일'), word: '름\n세' },
  ])('finds exact places: $what', ({ source, word }) => {
    expect(marked(source, lint(source, [rule(finding(word))]))).toEqual([word])
  })

  it('finds exact places in decomposed text', () => {
    const source = text(decomposed('오늘은 세일입니다.'))
    const found = lint(source, [rule(finding('세일입'))]).filter((one) => one.rule === 'house-word')
    expect(marked(source, found)).toEqual([decomposed('세일입')])
  })

  it('reports the place of a value of the payload', () => {
    const source = text('본문\n\n- [열기](https://example.com/a)')
    const found = lint(source, [
      rule((_, report) => report({ pointer: '/attachment/button/0/url_mobile', args: { word: 'x' } })),
    ])
    expect(marked(source, found)).toEqual(['https://example.com/a'])
  })

  it('is set by a configuration, and suppressed with a reason', () => {
    const plugins = [rule(finding('세일'))]
    const source = text('오늘은 세일입니다.')
    expect(lint(source, plugins, { 'house-word': 'off' })).toEqual([])
    expect(lint(source, plugins, { 'house-word': 'error' })).toMatchObject([{ severity: 'error' }])
    expect(compileSource(source, { plugins, rules: { 'house-word': 'error' } }).template).toBeUndefined()
    const directive = '<!-- friendtalk-disable-next-line house-word -- 행사 기간 -->'
    expect(lint(text(`${directive}\n오늘은 세일입니다.`), plugins)).toEqual([])
    expect(lint(text(`${directive}\n안녕하세요.`), plugins)).toMatchObject([{ rule: 'suppression-unused' }])
    expect(lint(text(`${directive.replace('house-word', 'house-wrod')}\n안녕하세요.`), plugins)).toMatchObject([
      { rule: 'suppression-rule-unknown', message: expect.stringContaining('"house-word"') },
    ])
  })

  it('offers fixes, its edits in any order', () => {
    const source = text('여름 세일')
    const at = source.indexOf('여름')
    const edits = [
      { start: at + 3, end: at + 5, text: '할인' },
      { start: at, end: at + 2, text: '겨울' },
    ]
    const plugins = [
      rule(({ rangeAt }, report) =>
        report({ range: rangeAt('/msg') ?? { start: 0, end: 0 }, args: { word: '' }, fix: { safe: true, edits } }),
      ),
    ]
    expect(applyFixes(source, lint(source, plugins)).source).toBe(text('겨울 할인'))
  })

  it.each(['text', 'image', 'wide', 'wide-item-list', 'carousel-feed'] as const)(
    'sees the whole of a message: %s',
    (name) => {
      let seen: RuleMessage | undefined
      const source = exampleSource(name)
      const { template } = compileSource(source, {
        plugins: [rule((message) => void (seen = message))],
      })
      expect(template).toBeDefined()
      expect(seen).toMatchObject({
        path: 'message.md',
        kind: template?.service_id,
        source,
        payload: template?.payload,
      })
      expect(seen?.images.map(({ path }) => path)).toEqual(template?.images.map(({ path }) => path))
      expect(seen?.variables.map(({ name: variable }) => variable)).toEqual(template?.variables.map((one) => one.name))
      for (const { pointer, text: whole, range, rangeOf } of seen?.texts ?? []) {
        expect(seen?.rangeAt(pointer)).toEqual(range)
        expect(whole.length === 0 || rangeOf(0, whole.length)).toBeTruthy()
      }
    },
  )
})

const anywhere = { range: { start: 0, end: 3 }, args: { word: 'x' } }

describe('a custom rule that fails', () => {
  it.each<{ what: string; check: Check; words?: CustomRuleDefinition<{ word: string }>['words']; says: string }>([
    {
      what: 'throws',
      says: 'TypeError: no list',
      check: () => {
        throw new TypeError('no list')
      },
    },
    {
      what: 'returns a promise',
      says: 'returned a promise',
      check: async () => {
        throw new Error('later')
      },
    },
    {
      what: 'reports a place behind the file',
      says: 'no place {"start":0,"end":9999}',
      check: (_, report) => report({ range: { start: 0, end: 9999 }, args: { word: '' } }),
    },
    {
      what: 'reports no number',
      says: 'the file has no place',
      check: (_, report) => report({ range: { start: Number.NaN, end: 2 }, args: { word: '' } }),
    },
    {
      what: 'reports an unknown pointer',
      says: '"/header"',
      check: (_, report) => report({ pointer: '/header', args: { word: '' } }),
    },
    {
      what: 'asks for a part that a text has not',
      says: 'RangeError',
      check: ({ texts }) => void texts[0]?.rangeOf(0, 999),
    },
    {
      what: 'offers edits that overlap',
      says: 'the edits of a fix overlap',
      check: (_, report) =>
        report({
          ...anywhere,
          fix: {
            safe: true,
            edits: [
              { start: 0, end: 3, text: '' },
              { start: 2, end: 4, text: '' },
            ],
          },
        }),
    },
    {
      what: 'has words that throw',
      says: 'no words',
      check: (_, report) => report(anywhere),
      words: {
        en: { summary: 's', message: () => 'x' },
        ko: {
          summary: 's',
          message: () => {
            throw new Error('no words')
          },
        },
      },
    },
  ])('is reported itself, and nothing else is lost: it $what', ({ check, words, says }) => {
    const source = text('오늘은 세일입니다. ')
    const failing = rule(
      (message, report) => {
        report({ pointer: '/msg', args: { word: 'before' } })
        return check(message, report)
      },
      { id: 'house-failing' },
    )
    const plugins = [words ? rule(check, { id: 'house-failing', words }) : failing, rule(finding('세일'))]
    const found = lint(source, plugins)
    const failed = found.find((one) => one.rule === 'rule-failed')
    expect(failed).toMatchObject({ severity: 'error', start: { offset: 0 } })
    expect(failed?.message).toContain('"house-failing"')
    expect(failed?.message).toContain(says)
    expect(failed?.help).toContain('custom-rule')
    const others = found.map((one) => one.rule).filter((id) => id !== 'rule-failed')
    expect(others.toSorted()).toEqual([...(words ? [] : ['house-failing']), 'house-word', 'trailing-space'])
  })

  it('says so in Korean, and no more once it is turned off', () => {
    const plugins = [
      rule(() => {
        throw new Error('no list')
      }),
    ]
    expect(compileSource(text('본문'), { plugins, lang: 'ko' }).diagnostics[0]?.message).toMatch(
      /"house-word".*Error: no list\. 규칙을/,
    )
    expect(lint(text('본문'), plugins, { 'house-word': 'off' })).toEqual([])
  })

  it('has nothing to say once it has returned', () => {
    let late: (() => void) | undefined
    const source = text('본문')
    const plugins = [rule((_, report) => void (late = () => report({ pointer: '/msg', args: { word: 'late' } })))]
    const found = lint(source, plugins)
    late?.()
    expect(found).toEqual([])
  })
})
