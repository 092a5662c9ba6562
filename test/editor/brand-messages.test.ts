import { describe, expect, it } from 'vitest'
import { completionsAt } from '../../src/editor/completion.ts'
import { hoverAt } from '../../src/editor/hover.ts'
import { type EditorContext, MessageText } from '../../src/editor/message-text.ts'
import { type MessageSymbol, symbolsOf } from '../../src/editor/symbols.ts'
import { renameVariable } from '../../src/editor/variables.ts'
import { edited } from '../../src/rules/edits.ts'
import { anyImage } from '../compile-source.ts'
import { brandMessages } from '../message/brand-messages.ts'

const context: EditorContext = {
  lang: 'en',
  readings: { bytes: 'utf-8', characters: 'utf-16' },
  senders: ['default'],
  path: 'message.md',
  image: anyImage,
  list: () => [],
  plugins: [],
  rule: () => undefined,
  lint: () => [],
}

/** A message without the mark `▮`, and where that stood. */
function at(source: string): { text: MessageText; offset: number } {
  return { text: new MessageText(source.replace('▮', ''), context), offset: source.indexOf('▮') }
}

const block = (kind: string, yaml: string): string => `---\nkind: ${kind}\n---\n\n\`\`\`${yaml}\n\`\`\`\n`
const links = ['linkMo', 'linkPc', 'schemeAndroid', 'schemeIos']

describe('completion in a brand message', () => {
  it.each([
    [
      '---\nkind: bm-text\n▮\n---\n',
      'id title sender targeting adult pushAlarm unsubscribeNo unsubscribeAuthNo resendParameter vars recipients columns meta'.split(
        ' ',
      ),
    ],
    [
      '---\nkind: bm-text\nadul▮',
      [
        'id',
        'title',
        'sender',
        'targeting',
        'adult',
        'pushAlarm',
        'unsubscribeNo',
        'unsubscribeAuthNo',
        'resendParameter',
        'vars',
        'recipients',
        'columns',
        'meta',
      ],
    ],
    ['---\nkind: bm-text\ntargeting: ▮\n---\n', ['I', 'M', 'N']],
    ['---\nkind: bm-text\nadult: ▮\n---\n', ['true', 'false']],
    [
      '---\nkind: bm-text\nresendParameter:\n  ▮\n---\n',
      ['resendType', 'resendTitle', 'resendContent', 'resendUnsubscribeNo'],
    ],
    ['---\nkind: bm-text\nresendParameter:\n  resendType: ▮\n---\n', ['SMS', 'LMS']],
    ['---\nkind: bm-text\n---\n\n```▮\n', ['button', 'coupon']],
    ['---\nkind: bm-commerce\n---\n\n```▮\n', ['button', 'coupon', 'price']],
    ['---\nkind: bm-carousel-commerce\n---\n\n```▮\n', ['button', 'coupon', 'price', 'link', 'tail']],
    [block('bm-commerce', 'price\n▮'), ['regularPrice', 'discountPrice', 'discountRate', 'discountFixed']],
    [block('bm-text', 'coupon\n▮'), ['title', 'description', ...links]],
    [block('bm-text', 'button\ntype: ▮'), ['WL', 'AL', 'BK', 'MD', 'BT', 'AC', 'BF']],
    [block('bm-text', 'button\ntype: AL\n▮'), ['name', ...links]],
    [block('bm-text', 'button\ntype: AC\nname: ▮'), ['채널 추가']],
  ])('of %j', (source, labels) => {
    const { text, offset } = at(source)
    expect(completionsAt(text, offset, context).map(({ label }) => label)).toEqual(labels)
  })

  it('of the kind knows those of both services', () => {
    const { text, offset } = at('---\nkind: ▮\n---\n')
    const labels = completionsAt(text, offset, context).map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['ft-text', ...brandMessages.map(({ kind }) => kind)]))
  })
})

describe('what a hover tells of a brand message', () => {
  it.each([
    ['---\nkind: bm-com▮merce\n---\n', 'A product with an image'],
    ['---\nkind: bm-text\ntarget▮ing: M\n---\n', 'friends of the channel'],
    [block('bm-commerce', 'price\nregular▮Price: 1000'), 'The regular price in won'],
    [block('bm-commerce', '▮price\nregularPrice: 1000'), 'The price of a product.'],
    [block('bm-text', 'button\nname: 열기\ntype: A▮L'), 'schemeAndroid'],
    [block('ft-text', 'button\nname: 열기\ntype: A▮L'), 'scheme_android'],
  ])('at %j', (source, said) => {
    const { text, offset } = at(source)
    expect(hoverAt(text, { offset, diagnostics: [] }, context)?.markdown).toContain(said)
  })
})

it.each([
  ['bm-commerce', ['frontmatter', ['product', 'image', 'block', 'button']]],
  ['bm-carousel-commerce', ['frontmatter', ['head', 'image'], ['card', 'image', 'block', 'button'], 'block']],
  [
    'bm-wide-item-list',
    ['frontmatter', 'header', ['item', 'image'], ['item', 'image', 'block'], ['item', 'image'], 'button', 'block'],
  ],
] as const)('symbols of %s have its parts below what they belong to', (kind, outline) => {
  const { source = '' } = brandMessages.find((one) => one.kind === kind) ?? {}
  const shown = ({ kind: part, children }: MessageSymbol): unknown =>
    children.length === 0 ? part : [part, ...children.map(shown)]
  expect(symbolsOf(new MessageText(source, context)).map(shown)).toEqual(outline)
})

it('a variable is renamed in every part of a brand message', () => {
  const source = `---
kind: bm-carousel-commerce
resendParameter: { resendContent: "(광고)#{이름}[무료 수신거부]0801234567" }
vars: { 이름: { max: 5 } }
---
# #{이름}
#{이름|고객}
[![가](https://i.example/h.jpg)](https://m.example/#{이름})

## #{이름}
#{이름}
\`\`\`coupon
description: "#{이름}"
linkMo: https://m.example/#{이름}
\`\`\`
`
  const text = new MessageText(source, context)
  const edits = renameVariable(text, source.indexOf('이름'), '손님')
  expect('en' in edits ? edits.en : edited(source, edits)).toBe(source.replaceAll('이름', '손님'))
})
