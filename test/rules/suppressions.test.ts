import { describe, expect, it } from 'vitest'
import { fixAll } from '../../src/rules/apply-fixes.ts'
import { anyImage, compileSource } from '../compile-source.ts'

const next = 'friendtalk-disable-next-line'
const rest = 'friendtalk-disable'
const phone = 'phone-number-in-message'
const email = 'email-in-message'
const number = '010-1234-5678'
const address = 'help@example.com'
const long = 'a'.repeat(15)

const text = (body: string, settings = ''): string => `---\nkind: ft-text\n${settings}---\n${body}`
const button = (yaml: string): string => text(`x\n\`\`\`button\n${yaml}\n\`\`\`\n`)

interface Row {
  readonly what: string
  /** `«` and `»` stand around the places of the diagnostics. */
  readonly source: string
  /** Of the diagnostics, in the order of the source. */
  readonly found?: readonly string[]
  /** The interface's errors that are suppressed. */
  readonly suppressed?: readonly string[]
  readonly today?: string
}

const rows: readonly Row[] = [
  // The forms
  { what: 'the next line', source: text(`<!-- ${next} ${phone} -- 대표 번호 -->\n${number}\nx`) },
  {
    what: 'the next line alone',
    source: text(`<!-- ${next} ${phone} -- 대표 번호 -->\n${number}\n«${number}»`),
    found: [phone],
  },
  { what: 'the next line with content', source: text(`<!-- ${next} ${phone} -- 대표 번호 -->\n\n \n\n${number}`) },
  {
    what: 'a line that is not the next',
    source: text(`<!-- ${next} «${phone}» -- 대표 번호 -->\nx\n«${number}»`),
    found: ['suppression-unused', phone],
  },
  {
    what: 'the next line, which is a comment',
    source: text(`<!-- ${next} «${phone}» -- 대표 번호 -->\n<!-- 참고 -->\n«${number}»`),
    found: ['suppression-unused', phone],
  },
  {
    what: 'the rest of the file',
    source: text(
      `«${number}»\n<!-- ${rest} ${phone} -- 대표 번호 -->\n${number}\n\n- [${number}](https://example.com)`,
    ),
    found: [phone],
  },
  { what: 'a setting', source: text('#{이름}', `vars:\n  # ${next} variable-unbounded -- 짧은 이름뿐\n  이름: {}\n`) },
  {
    what: 'a setting, where the next one is not meant',
    source: text('#{이름}#{등급}', `vars:\n  # ${next} variable-unbounded -- 짧은 이름뿐\n  이름: {}\n  «등급»: {}\n`),
    found: ['variable-unbounded'],
  },
  { what: 'the body, from the frontmatter', source: text(number, `# ${rest} ${phone} -- 대표 번호\n`) },
  {
    what: 'the body, as the line after the frontmatter',
    source: text(`«${number}»`, `# ${next} «${phone}» -- 대표 번호\n`),
    found: ['suppression-unused', phone],
  },
  {
    what: 'a button in a block',
    source: button(`# ${next} button-name-too-long -- 확인함\nname: ${long}\ntype: BK`),
    suppressed: ['button-name-too-long'],
  },
  {
    what: 'a button in a list',
    source: button(
      `- { name: a, type: BK }\n  # ${next} button-name-too-long -- 확인함\n- { name: ${long}, type: BK }\n- { name: ${long}«a», type: BK }`,
    ).replace(`${long}«a»`, `${long.slice(1)}«aa»`),
    found: ['button-name-too-long'],
    suppressed: ['button-name-too-long'],
  },
  {
    what: 'the rest of the file, from a block',
    source: `${button(`# ${rest} button-name-too-long -- 확인함\nname: ${long}\ntype: BK`)}- [${long}](https://example.com)\n`,
    suppressed: ['button-name-too-long', 'button-name-too-long'],
  },
  {
    what: 'nothing from behind a value',
    source: button(`name: ${long.slice(1)}«a» # ${rest} button-name-too-long -- 확인함\ntype: BK`),
    found: ['button-name-too-long'],
  },

  {
    what: 'nothing from inside a text of YAML',
    source: text('x', `echo_to_webhook: |-\n  # ${next} ${email} -- 공개\n  «${address}»\n`),
    found: [email],
  },

  // Several rules and several directives
  { what: 'two rules', source: text(`<!-- ${next} ${phone} ${email} -- 공개 -->\n${number} ${address}`) },
  { what: 'two rules with a comma', source: text(`<!-- ${next} ${phone}, ${email} -- 공개 -->\n${number} ${address}`) },
  {
    what: 'two rules on several lines',
    source: text(`<!--\n${next}\n  ${phone}\n  ${email}\n  -- 공개\n-->\n${number} ${address}`),
  },
  {
    what: 'two rules of which one is not found',
    source: text(`<!-- ${next} ${phone} «${email}» -- 공개 -->\n${number}`),
    found: ['suppression-unused'],
  },
  {
    what: 'stacked directives',
    source: text(`<!-- ${next} ${phone} -- 공개 -->\n\n<!-- ${next} ${email} -- 공개 -->\n${number} ${address}`),
  },
  {
    what: 'stacked directives in YAML',
    source: text(
      '#{이름}',
      `vars:\n  # ${next} variable-unbounded -- 짧음\n  # ${next} ${phone} -- 공개\n  이름: { example: "${number}" }\n`,
    ),
  },
  {
    what: 'a line, of several directives for one rule the first',
    source: text(`<!-- ${next} ${phone} -- 공개 -->\n<!-- ${next} «${phone}» -- 공개 -->\n${number}`),
    found: ['suppression-unused'],
  },
  {
    what: 'the rest, of several directives for one rule the first',
    source: text(`<!-- ${rest} ${phone} -- 공개 -->\n${number}\n<!-- ${rest} «${phone}» -- 공개 -->\n${number}`),
    found: ['suppression-unused'],
  },
  {
    what: 'a line by its own directive, and the rest by the one that stands between',
    source: text(
      `<!-- ${next} ${phone} -- 공개 -->\n<!-- ${rest} ${phone} -- 공개 -->\n${number}\n<!-- ${next} «${phone}» -- 공개 -->\n${number}`,
    ),
    found: ['suppression-unused'],
  },
  {
    what: 'line by line',
    source: text(
      `<!-- ${next} ${phone} -- 공개 -->\n${number}\n«${number}»\n<!-- ${next} ${phone} -- 공개 -->\n${number}\n«${number}»`,
    ),
    found: [phone, phone],
  },
  { what: 'every diagnostic of the line', source: text(`<!-- ${next} ${phone} -- 공개 -->\n${number} 또는 ${number}`) },
  {
    what: 'one rule and no other',
    source: text(`<!-- ${next} ${phone} -- 공개 -->\n${number} «${address}»`),
    found: [email],
  },

  // What makes a directive wrong
  {
    what: 'nothing without a reason',
    source: text(`<!-- «${next}» ${phone} -->\n«${number}»`),
    found: ['suppression-without-reason', phone],
  },
  {
    what: 'nothing where a date is all of the reason',
    source: text(`<!-- «${next}» ${phone} -- (until 2027-01-31) -->\n«${number}»`),
    found: ['suppression-without-reason', phone],
  },
  {
    what: 'nothing without a rule',
    source: text(`<!-- «${next}» -- 공개 -->\n«${number}»`),
    found: ['suppression-without-rule', phone],
  },
  {
    what: 'nothing for a rule that does not exist',
    source: text(`<!-- ${next} «phone-number-in-mesage» -- 공개 -->\n«${number}»`),
    found: ['suppression-rule-unknown', phone],
  },
  {
    what: 'nothing where one of the rules does not exist',
    source: text(`<!-- ${next} ${phone} «no-such-rule» -- 공개 -->\n«${number}»`),
    found: ['suppression-rule-unknown', phone],
  },
  {
    what: 'nothing for a rule of the reader',
    source: text(`x\n<!-- ${next} «link-without-scheme» -- 나중에 -->\n- [a](«a.kr»)`),
    found: ['suppression-not-possible', 'link-without-scheme'],
  },
  {
    what: 'nothing where it is misspelt',
    source: text(`<!-- «friendtalk-disable-nextline» ${phone} -- 공개 -->\n«${number}»`),
    found: ['directive-unknown', phone],
  },
  {
    what: 'nothing where it is misspelt in YAML',
    source: text(`«${number}»`, `# «friendtalk-disabled» ${phone} -- 공개\n`),
    found: ['directive-unknown', phone],
  },
  {
    what: 'nothing where the comment is not closed',
    source: text(`x\n«<!--» ${next} ${phone} -- 공개\n${number}`),
    found: ['comment-unclosed'],
  },
  {
    what: 'from inside a text, where it is not allowed',
    source: text(`안내 «<!-- ${next} ${phone} -- 공개 -->»\n${number}`),
    found: ['form-mistyped'],
  },

  // Another dash
  ...['—', '–', '―', '－－', '−', '-', '---', '–-', 'ㅡ', '──'].map((dash) => ({
    what: `what is meant before "${dash}" and a reason`,
    source: text(`<!-- ${next} ${phone} «${dash}» 공개 -->\n${number}`),
    found: ['suppression-without-reason'],
  })),
  {
    what: 'what is meant in YAML, and before a reason that holds dashes',
    source: text('x', `# ${next} ${phone} «—» 공개 -- 대표\necho_to_webhook: ${number}\n`),
    found: ['suppression-without-reason'],
  },
  {
    what: 'nothing where a dash has no reason behind it',
    source: text(`<!-- «${next}» ${phone} — -->\n«${number}»`),
    found: ['suppression-without-reason', phone],
  },
  {
    what: 'nothing where a dash stands between rules, as it may be meant as a comma',
    source: text(`<!-- ${next} ${email} «-» ${phone} -- 공개 -->\n«${number}»`),
    found: ['suppression-rule-unknown', phone],
  },
  {
    what: 'nothing where a dash stands before the rule',
    source: text(`<!-- ${next} «—» ${phone} -- 공개 -->\n«${number}»`),
    found: ['suppression-rule-unknown', phone],
  },
  {
    what: 'what it says where the reason holds another dash',
    source: text(`<!-- ${next} ${phone} -- 공개 — 대표 - 번호 -->\n${number}`),
  },

  // Those that suppress nothing
  {
    what: 'nothing from the last line',
    source: text(`x\n<!-- ${next} «${phone}» -- 공개 -->`),
    found: ['suppression-unused'],
  },

  // Until a day
  ...(['2026-05-31', '2026-06-01'] as const).map((today) => ({
    what: `until 2026-06-01, on ${today}`,
    source: text(`<!-- ${next} ${phone} -- 행사 동안 (until 2026-06-01) -->\n${number}`),
    today,
  })),
  {
    what: 'until 2026-06-01, on 2026-06-02',
    source: text(`<!-- ${next} «${phone}» -- 행사 동안 (until 2026-06-01) -->\n«${number}»`),
    found: ['suppression-expired', phone],
    today: '2026-06-02',
  },
  {
    what: 'until a day where the day is not known',
    source: text(`<!-- ${next} ${phone} -- 행사 동안 (until 2020-01-01) -->\n${number}`),
  },
  {
    what: 'until a day that is over and where nothing is found',
    source: text(`<!-- ${next} «${phone}» -- 행사 동안 (until 2020-01-01) -->\nx`),
    found: ['suppression-expired'],
    today: '2026-06-02',
  },
  ...['2026-02-30', '2026-6-1', '내년', ''].map((until) => ({
    what: `until "${until}", which is no day`,
    source: text(`<!-- «${next}» ${phone} -- 행사 동안 (until ${until}) -->\n«${number}»`),
    found: ['suppression-date-invalid', phone],
  })),
  ...['（until 2026-12-31）', '(Until: 2026-12-31)', '(untill 2026.12.31', 'until 2026-12-31)', '(2026-12-31까지)'].map(
    (until) => ({
      what: `with a last day that is written as ${until}`,
      source: text(`<!-- «${next}» ${phone} -- 행사 동안 ${until} -->\n«${number}»`),
      found: ['suppression-date-invalid', phone],
    }),
  ),
  ...['2026-12-31까지 하는 행사', 'it stays until 2026-12-31'].map((reason) => ({
    what: `with a day in its reason: ${reason}`,
    source: text(`<!-- ${next} ${phone} -- ${reason} -->\n${number}`),
  })),
  { what: 'with a reason that holds dashes', source: text(`<!-- ${next} ${phone} -- 공개 -- 대표 -->\n${number}`) },

  // Errors of the interface
  {
    what: 'an error of the interface',
    source: text(`x\n<!-- ${next} button-name-too-long -- 확인함 -->\n- [${long}](https://example.com)`),
    suppressed: ['button-name-too-long'],
  },
  {
    what: 'an error of the interface at its own line, not where its text starts',
    source: text(`${'a'.repeat(999)}\n<!-- ${next} msg-too-long -- 확인함 -->\nab`),
    suppressed: ['msg-too-long'],
  },
  {
    what: 'an error that no interface asks for',
    source: text(`<!-- ${next} link-inside-text -- 글자 그대로 -->\n[a](https://example.com) b`),
  },
]

const variants = [
  ['LF', (source: string) => source],
  ['CRLF', (source: string) => source.replaceAll('\n', '\r\n')],
  ['CR', (source: string) => source.replaceAll('\n', '\r')],
  ['a byte order mark', (source: string) => `\uFEFF${source}`],
] as const

describe.each(variants)('with %s a directive suppresses', (_, changed) => {
  it.each(rows)('$what', ({ source: marked, found = [], suppressed = [], today }) => {
    const typed = changed(marked).replace(/^\uFEFF/, '')
    const spans = [...typed.matchAll(/[«»]/g)].map(({ index }, before) => index - before)
    const source = changed(marked).replaceAll(/[«»]/g, '')
    const result = compileSource(source, { image: anyImage, ...(today !== undefined && { today }) })
    expect(result.diagnostics.map(({ rule }) => rule)).toEqual(found)
    expect(result.diagnostics.flatMap(({ start, end }) => [start.offset, end.offset])).toEqual(spans)
    expect(result.suppressed.map(({ rule }) => rule)).toEqual(suppressed)
    const hasErrors = result.diagnostics.some(({ severity }) => severity === 'error')
    expect(result.template === undefined).toBe(hasErrors)
  })
})

describe('a directive', () => {
  it('gives back the whole of what it suppresses', () => {
    const source = text(`x\n<!-- ${next} button-name-too-long -- 확인함 -->\n- [${long}](https://example.com)`)
    const { suppressed } = compileSource(source)
    const at = source.indexOf(long) + 14
    expect(suppressed).toMatchObject([
      { severity: 'error', actual: 15, limit: 14, unit: 'characters', pointer: '/attachment/button/0/name' },
    ])
    expect(suppressed.map(({ start, end }) => [start.offset, end.offset])).toEqual([[at, at + 1]])
  })

  it.each([
    ['suppression-rule-unknown', `<!-- ${next} phone-number-in-mesage -- 공개 -->\nx`, `"${phone}"?`],
    ['directive-unknown', `<!-- friendtalk-disable-nextline ${phone} -- 공개 -->\nx`, `"${next}"?`],
  ])('that is misspelt gets a suggestion: %s', (rule, body, suggestion) => {
    const { diagnostics } = compileSource(text(body))
    const found = diagnostics.find((diagnostic) => diagnostic.rule === rule)
    expect(found).toMatchObject({ severity: 'error' })
    expect(found?.message).toContain(`Did you mean ${suggestion}`)
  })

  it('that other linters have to end one gets no suggestion, whose opposite it is', () => {
    const { diagnostics } = compileSource(text(`<!-- friendtalk-enable ${phone} -->\nx`))
    expect(diagnostics.map(({ rule, message, fix }) => [rule, message, fix])).toEqual([
      [
        'directive-unknown',
        '"friendtalk-enable" is not a directive; use friendtalk-disable-next-line or friendtalk-disable.',
        undefined,
      ],
    ])
  })

  it.each([
    [`a\n<!-- ${next} ${phone} -- 공개 -->\nb`, 'a\nb'],
    [`a\n\n<!-- ${next} ${phone} -- 공개 -->\nb`, 'a\n\nb'],
    [`a\n\n<!-- ${next} ${phone} -- 공개 -->\n\nb`, 'a\n\nb'],
    [`<!--\n${next} ${phone}\n-- 공개\n-->\na`, 'a'],
    [`a\n<!-- ${rest} ${phone} -- 공개 -->`, 'a\n'],
    [
      `a\n<!-- ${next} ${phone} ${email} -- 공개 -->\n${number}`,
      `a\n<!-- ${next} ${phone} ${email} -- 공개 -->\n${number}`,
    ],
  ])('that suppresses nothing can be taken away safely, if it names no other rule', (body, fixed) => {
    for (const [, changed] of variants.slice(0, 3)) {
      const lint = (source: string): ReturnType<typeof compileSource>['diagnostics'] =>
        compileSource(source).diagnostics
      expect(fixAll(changed(text(body)), lint, 'safe')).toBe(changed(text(fixed)))
    }
  })

  it.each([
    [`${phone} — 공개`, `${phone} -- 공개`],
    [`${phone}—공개`, `${phone} -- 공개`],
    [`${phone} --공개`, `${phone} -- 공개`],
    [`${phone} － 공개 — 대표`, `${phone} -- 공개 — 대표`],
    [`${phone}, ${email} - 공개`, `${phone}, ${email} -- 공개`],
  ])('with another dash gets the one that is meant: %s', (typed, meant) => {
    const said = (directive: string): string => text(`<!-- ${rest} ${directive} -->\n${number} me@example.com`)
    const lint = (source: string): ReturnType<typeof compileSource>['diagnostics'] => compileSource(source).diagnostics
    const fixed = fixAll(said(typed), lint, 'safe')
    expect(fixed.split('\n').filter((line) => line.includes(rest))).toEqual([`<!-- ${rest} ${meant} -->`])
  })

  it('that is not needed stays a warning, and a configuration may turn that off', () => {
    const source = text(`<!-- ${next} ${phone} -- 공개 -->\nx`)
    expect(compileSource(source).diagnostics).toMatchObject([{ rule: 'suppression-unused', severity: 'warning' }])
    expect(compileSource(source, { rules: { 'suppression-unused': 'off' } }).diagnostics).toEqual([])
    expect(compileSource(source, { rules: { 'suppression-unused': 'error' } }).template).toBeUndefined()
  })
})
