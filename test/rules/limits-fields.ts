import { expect } from 'vitest'
import type { CompileContext } from '../../src/compile.ts'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { compileSource } from '../compile-source.ts'

/** An image that fits the upload of a kind: what its file is does not matter to the limits of texts. */
const fitting: { readonly [kind: string]: { readonly width: number; readonly height: number } } = {
  'ft-image': { width: 720, height: 720 },
  'ft-wide': { width: 800, height: 600 },
  'ft-wide-item-list': { width: 800, height: 400 },
  'ft-carousel-feed': { width: 720, height: 720 },
}

/** The errors of a source. What else the rules say of it are warnings, which no limit of the interface gives. */
export function errorsOf(source: string, context: Partial<CompileContext> = {}): readonly Diagnostic[] {
  const kind = /kind: (\S+)/.exec(source)?.[1] ?? ''
  const size = fitting[kind] ?? { width: 800, height: 800 }
  const facts = { sha256: 'a'.repeat(64), bytes: 1000, format: 'png', ...size } as const
  const { diagnostics } = compileSource(source, { image: () => ({ type: 'found', facts }), ...context })
  return diagnostics.filter(({ severity }) => severity === 'error')
}

export interface Expected {
  readonly rule: string
  readonly actual: number
  readonly limit: number
  readonly unit: string
  readonly pointer: string
}

/** Expects one error of a source, which stands where its markers `«` and `»` do. */
export function expectOneError(marked: string, expected: Expected, context: Partial<CompileContext> = {}): Diagnostic {
  const source = marked.replaceAll(/[«»]/g, '')
  const counted = marked.replace(/^\uFEFF/, '')
  const [start, end] = [counted.indexOf('«'), counted.indexOf('»') - 1]
  const [found, ...others] = errorsOf(source, context)
  expect(others).toEqual([])
  expect(found).toMatchObject({ ...expected, severity: 'error' })
  expect([found?.start.offset, found?.end.offset]).toEqual([start, end])
  const lines = counted.slice(0, start).split(/\r\n|\n|\r/)
  expect(found?.start).toMatchObject({ line: lines.length, column: (lines.at(-1) ?? '').length + 1 })
  if (found === undefined) throw new Error('no diagnostic')
  return found
}

/** Where a text of a message stands, with the number that the interface gives for it. */
export interface Field {
  readonly name: string
  readonly rule: string
  readonly pointer: string
  readonly max: number
  readonly unit: 'bytes' | 'characters'
  /** A message with this text, as typed; `settings` are lines of its frontmatter. */
  readonly message: (typed: string, settings?: string) => string
  /** In the body a backslash escapes; in YAML only `\#{` is an escape of the language. */
  readonly isYaml?: true
  readonly takesNoVariables?: true
}

const head = (kind: string, settings = ''): string => `---\nkind: ${kind}\n${settings}---\n`
const yaml = (name: string, content: string): string => `\`\`\`${name}\n${content}\n\`\`\`\n`
const item = (title: string, index: number): string =>
  `## ${title}\n[![a](${index}.png)](https://example.com/${index})\n`

interface ListParts {
  readonly header?: string
  readonly msg?: string
  readonly titles?: readonly string[]
  readonly after?: string
  readonly settings?: string
}

export function list({ header = 'a', msg = 'x', titles = ['a', 'b', 'c', 'd'], ...rest }: ListParts): string {
  const { after = '', settings = '' } = rest
  return `${head('ft-wide-item-list', settings)}# ${header}\n${msg}\n${titles.map(item).join('')}${after}`
}

interface CardParts {
  readonly header?: string
  readonly message?: string
  readonly after?: string
}

export function card({ header = 'b', message = 'x', after = '' }: CardParts = {}): string {
  return `## ${header}\n![a](b.png)\n${message}\n${after}`
}

export function carousel(cards: readonly string[], { msg = 'x', settings = '' } = {}): string {
  return `${head('ft-carousel-feed', settings)}${msg}\n${cards.join('')}`
}

export function text(body: string, settings = ''): string {
  return `${head('ft-text', settings)}${body}\n`
}

export function pictured(kind: 'ft-image' | 'ft-wide', body: string, settings = ''): string {
  return `${head(kind, settings)}![a](b.png)\n${body}\n`
}

const button = (name: string): string => `- [${name}](https://example.com)`
const chat = (type: string, field: string): Field['message'] => {
  return (typed) => text(`x\n${yaml('button', `name: b\ntype: ${type}\n${field}: ${typed}`)}`)
}
const titleAt = (position: number): Field['message'] => {
  return (typed, settings = '') => list({ titles: ['a', 'b', 'c', 'd'].with(position, typed), settings })
}
const titlePointer = (position: number): string => `/attachment/item/list/${position}/title`

const msg = { rule: 'msg-too-long', pointer: '/msg', max: 1000, unit: 'characters' } as const
const name = { rule: 'button-name-too-long', pointer: '/attachment/button/0/name', unit: 'characters' } as const
const extra = { rule: 'chat-extra-too-long', pointer: '/attachment/button/0/chat_extra' } as const
const event = { rule: 'chat-event-too-long', pointer: '/attachment/button/0/chat_event' } as const
const chatField = { max: 50, unit: 'bytes', isYaml: true, takesNoVariables: true } as const
const title = { rule: 'item-title-too-long', unit: 'characters' } as const

/** Every text with a limit. A button's name in a card has two limits and rows of its own. */
export const fields: readonly Field[] = [
  { name: 'msg of ft-text', ...msg, message: text },
  { name: 'msg of ft-image', ...msg, message: (typed, more) => pictured('ft-image', typed, more) },
  { name: 'msg of ft-wide', ...msg, message: (typed, more) => pictured('ft-wide', typed, more) },
  { name: 'msg of ft-wide-item-list', ...msg, message: (typed, settings = '') => list({ msg: typed, settings }) },
  {
    name: 'msg of ft-carousel-feed',
    ...msg,
    message: (typed, settings = '') => carousel([card(), card()], { msg: typed, settings }),
  },
  {
    name: 'header',
    rule: 'header-too-long',
    pointer: '/header',
    max: 32,
    unit: 'bytes',
    message: (typed, settings = '') => list({ header: typed, settings }),
  },
  {
    name: 'echo_to_webhook',
    rule: 'echo-to-webhook-too-long',
    pointer: '/echo_to_webhook',
    max: 256,
    unit: 'bytes',
    isYaml: true,
    message: (typed, settings = '') => text('x', `echo_to_webhook: ${typed}\n${settings}`),
  },
  {
    name: 'button name of ft-text',
    ...name,
    max: 14,
    message: (typed, more) => text(`x\n${button(typed)}`, more),
  },
  {
    name: 'button name of ft-image',
    ...name,
    max: 14,
    message: (typed, more) => pictured('ft-image', `x\n${button(typed)}`, more),
  },
  {
    name: 'button name of ft-wide',
    ...name,
    max: 8,
    message: (typed, more) => pictured('ft-wide', `x\n${button(typed)}`, more),
  },
  {
    name: 'button name of ft-wide-item-list',
    ...name,
    max: 8,
    message: (typed, settings = '') => list({ after: `---\n${button(typed)}\n`, settings }),
  },
  {
    name: 'button name in a block',
    ...name,
    pointer: '/attachment/button/1/name',
    max: 14,
    isYaml: true,
    message: (typed, more) => text(`x\n${button('b')}\n${yaml('button', `- name: ${typed}\n  type: BK`)}`, more),
  },
  { name: 'chat_extra of BC', ...extra, ...chatField, message: chat('BC', 'chat_extra') },
  { name: 'chat_extra of BT', ...extra, ...chatField, message: chat('BT', 'chat_extra') },
  { name: 'chat_event of BT', ...event, ...chatField, message: chat('BT', 'chat_event') },
  { name: 'title of the first item', ...title, pointer: titlePointer(0), max: 25, message: titleAt(0) },
  { name: 'title of the second item', ...title, pointer: titlePointer(1), max: 30, message: titleAt(1) },
  { name: 'title of the third item', ...title, pointer: titlePointer(2), max: 30, message: titleAt(2) },
  { name: 'title of the fourth item', ...title, pointer: titlePointer(3), max: 30, message: titleAt(3) },
  {
    name: 'header of a card',
    rule: 'card-header-too-long',
    pointer: '/carousel/list/0/header',
    max: 20,
    unit: 'bytes',
    message: (typed, settings = '') => carousel([card({ header: typed }), card()], { settings }),
  },
  {
    name: 'message of the last card',
    rule: 'card-message-too-long',
    pointer: '/carousel/list/5/message',
    max: 180,
    unit: 'bytes',
    message: (typed, settings = '') =>
      carousel([card(), card(), card(), card(), card(), card({ message: typed })], { settings }),
  },
  {
    name: 'description of a coupon',
    rule: 'coupon-description-too-long',
    pointer: '/carousel/list/1/attachment/coupon/description',
    max: 12,
    unit: 'characters',
    isYaml: true,
    message: (typed, settings = '') =>
      carousel([card(), card({ after: yaml('coupon', `title: 1000원 할인 쿠폰\ndescription: ${typed}`) })], {
        settings,
      }),
  },
]

/** What a text is made of, and how much one of them is in each reading of the units. */
export interface Script {
  readonly name: string
  readonly character: string
  readonly sizes: {
    readonly [R in 'utf-8' | 'euc-kr' | 'characters' | 'utf-16' | 'code-points' | 'graphemes']: number
  }
}

export const scripts: readonly Script[] = [
  {
    name: 'ASCII',
    character: 'b',
    sizes: { 'utf-8': 1, 'euc-kr': 1, characters: 1, 'utf-16': 1, 'code-points': 1, graphemes: 1 },
  },
  {
    name: 'Hangul',
    character: '힣',
    sizes: { 'utf-8': 3, 'euc-kr': 2, characters: 1, 'utf-16': 1, 'code-points': 1, graphemes: 1 },
  },
  {
    name: 'decomposed Hangul',
    character: '각'.normalize('NFD'),
    sizes: { 'utf-8': 3, 'euc-kr': 2, characters: 1, 'utf-16': 1, 'code-points': 1, graphemes: 1 },
  },
  {
    name: 'emoji with joiners',
    character: '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}',
    sizes: { 'utf-8': 25, 'euc-kr': 22, characters: 11, 'utf-16': 11, 'code-points': 7, graphemes: 1 },
  },
]
