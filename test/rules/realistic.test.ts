import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile, type CompileResult } from '../../src/compile.ts'
import { type Kind, kinds } from '../../src/contract/friend-talk/kinds.ts'
import type { RuleSettings } from '../../src/rules/run.ts'

const folder = new URL('realistic/', import.meta.url)

/** Sizes that fit, by kind: what the linter says of others has tests of its own. */
const sizes = {
  'ft-text': { width: 1, height: 1 },
  'ft-image': { width: 720, height: 720 },
  'ft-wide': { width: 800, height: 600 },
  'ft-wide-item-list': { width: 800, height: 400 },
  'ft-carousel-feed': { width: 800, height: 600 },
} as const satisfies Record<Kind, object>

interface Realistic {
  readonly name: string
  readonly kind: Kind
  readonly source: string
  readonly frontmatter: string
  readonly body: string
}

/** The messages of all files; a line `%%%%` stands between two. */
const messages = readdirSync(folder)
  .toSorted()
  .flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8')
      .split(/^%%%%\n/m)
      .map((source, index) => realistic(`${file} ${index + 1}`, source)),
  )

function realistic(name: string, source: string): Realistic {
  const end = source.indexOf('\n---\n') + '\n---\n'.length
  const frontmatter = source.slice(0, end)
  const kind = kinds.find((one) => frontmatter.startsWith(`---\nkind: ${one}\n`))
  if (kind === undefined) throw new Error(`${name} has no kind in its first line`)
  return { name, kind, source, frontmatter, body: source.slice(end) }
}

function compiled(kind: Kind, source: string, rules: RuleSettings = {}): CompileResult {
  const facts = { sha256: 'a'.repeat(64), bytes: 1000, format: 'png', ...sizes[kind] } as const
  return compile(source, { path: 'message.md', image: () => ({ type: 'found', facts }), rules })
}

/** What was found, for people who have to look at it. */
function described(source: string, { diagnostics }: CompileResult): string[] {
  const lines = source.split('\n')
  return diagnostics.map(({ rule, start, message }) => `${rule}: ${lines[start.line - 1]} (${message})`)
}

describe('messages as people write them', () => {
  it('are many, all different, and of every kind', () => {
    expect(messages.length).toBeGreaterThanOrEqual(320)
    expect(new Set(messages.map(({ body }) => body)).size).toBe(messages.length)
    expect(new Set(messages.map(({ kind }) => kind))).toEqual(new Set(kinds))
  })

  it.each(messages)('lint without a diagnostic, and are sent exactly as typed: $name', ({ kind, source, body }) => {
    const result = compiled(kind, source)
    expect(described(source, result)).toEqual([])
    const isText = kind === 'ft-text' && !body.includes('](')
    expect(result.template?.payload).toMatchObject(isText ? { msg: body.trimEnd() } : {})
  })
})

/** How much text is shown has tests of its own: these rules would leave hardly a line to mix. */
const mixingRules: RuleSettings = { 'many-line-breaks': 'off', 'text-may-be-cut': 'off', 'text-may-not-show': 'off' }

/** Every line of text in the messages that are advertising, as those are that are mixed. */
const linesOfText = [
  ...new Set(
    messages
      .filter(({ kind, frontmatter }) => kind === 'ft-text' && !frontmatter.includes('ad_flag'))
      .flatMap(({ body }) => body.split('\n'))
      .filter((line) => line !== '' && !line.includes('](') && !line.includes('#{')),
  ),
]

interface Part {
  readonly source: string
  /** What of it is text. */
  readonly text?: string
}

function asTyped(text: string): Part {
  return { source: text, text }
}

function form(source: string): Part {
  return { source }
}

const variablePart = asTyped('#{이름}님, 번호는 #{번호}입니다.')
const dividerPart = asTyped('---')
const comment = fc.constantFrom('<!-- 검토: 마케팅팀 -->', '<!--\n[보기](https://example.com)\n-->').map(form)
/** Each gets a number of its own: two links that are the same would be a diagnostic. Their names fit into a card. */
const button = (number: number): fc.Arbitrary<Part> =>
  fc
    .constantFrom(
      `- [보기](https://example.com/${number})`,
      `- [보기](https://example.com/${number} "https://www.example.com/${number}")`,
      `- [#{번호}](https://example.com/${number}/#{번호})`,
      `- [앱](shop://${number} "https://example.com/app/${number}")`,
      `\`\`\`button\nname: 문의\ntype: WL\nurl_mobile: https://example.com/block/${number}\n\`\`\``,
    )
    .map(form)
const image = fc
  .constantFrom('![봄](a.png)', '![[봄] 세일](<봄 세일.png>)', '[![봄](a.png)](https://example.com/a)')
  .map(form)

const gap = fc.constantFrom('\n', '\n', '\n\n', '\n\n\n')

interface Mixed {
  readonly source: string
  readonly text: string
}

/** Parts in random order, and the text that is to come of them. */
function mixed(parts: fc.Arbitrary<readonly Part[]>): fc.Arbitrary<Mixed> {
  const shuffled = parts.chain((all) => fc.shuffledSubarray([...all], { minLength: all.length }))
  return shuffled.chain((all) =>
    fc.array(gap, { minLength: all.length, maxLength: all.length }).map((gaps) => joined(all, gaps)),
  )
}

function joined(parts: readonly Part[], gaps: readonly string[]): Mixed {
  let source = ''
  let text = ''
  let between: string[] = []
  for (const [index, part] of parts.entries()) {
    const after = gaps[index] ?? '\n'
    source += part.source + after
    if (part.text !== undefined) {
      text += text === '' ? part.text : breaksOf(between) + part.text
      between = []
    }
    between.push(after)
  }
  return { source, text }
}

/** Blank lines stay as typed between two lines of text; where forms stand between, they come to one. */
function breaksOf(gaps: readonly string[]): string {
  if (gaps.length === 1) return gaps[0] ?? ''
  return gaps.some((one) => one !== '\n') ? '\n\n' : '\n'
}

const times = <T>(arbitrary: fc.Arbitrary<T>, minLength: number, maxLength: number): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength, maxLength })
const together = (...all: readonly fc.Arbitrary<readonly Part[]>[]): fc.Arbitrary<readonly Part[]> =>
  fc.tuple(...all).map((parts) => parts.flat())
const one = (part: fc.Arbitrary<Part>): fc.Arbitrary<Part[]> => times(part, 1, 1)
const buttons = (max: number): fc.Arbitrary<Part[]> =>
  fc.nat(max).chain((count) => fc.tuple(...Array.from({ length: count }, (_, number) => button(number))))

const texts = (min: number, max: number): fc.Arbitrary<Part[]> =>
  times(fc.constantFrom(...linesOfText).map(asTyped), min, max)
const comments = times(comment, 0, 2)
const variable = fc.constant([variablePart])
const dividers = times(fc.constant(dividerPart), 0, 2)
const none = fc.constant([])
const plain = (max: number, more: fc.Arbitrary<readonly Part[]>): fc.Arbitrary<Mixed> =>
  mixed(together(texts(1, 12), variable, dividers, comments, buttons(max), more))
/** Lists and carousels have their texts from the same lines; that each comes back is in test/convert. */
const bodies = {
  'ft-text': plain(5, none),
  'ft-image': plain(5, one(image)),
  'ft-wide': plain(2, one(image)),
} as const

it.each(Object.entries(bodies))('keeps realistic text apart from real forms in random places: %s', (kind, body) => {
  fc.assert(
    fc.property(body, ({ source: written, text }) => {
      const source = `---\nkind: ${kind}\nvars:\n  이름: { max: 5 }\n  번호: { max: 2 }\n---\n${written}`
      const result = compiled(kind as keyof typeof bodies, source, mixingRules)
      expect(described(source, result)).toEqual([])
      expect(result.template?.payload).toMatchObject({ msg: text })
    }),
    { numRuns: 100, seed: 20261122 },
  )
})
