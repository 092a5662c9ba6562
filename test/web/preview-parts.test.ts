import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toHtml } from 'hast-util-to-html'
import { describe, expect, it } from 'vitest'
import type { CompileContext } from '../../src/compile.ts'
import type { ImageLookup } from '../../src/message/message.ts'
import { fieldNames, type Meter, metersOf, metersView } from '../../src/web/preview/check-view.ts'
import { rowAt } from '../../src/web/preview/recipient-rows.ts'
import { listAt } from '../../src/session/recipients.ts'
import { findBrowser } from '../../src/web/preview/screenshots.ts'
import { messageView, presetValues } from '../../src/web/preview/message-view.ts'
import { prepareTrial } from '../../src/message/render.ts'
import { type Sketch, sketch } from '../../src/sketch.ts'
import { compileSource, someFacts } from '../compile-source.ts'
import { tempFolder } from '../project/temp-folder.ts'

const readings = { bytes: 'utf-8', characters: 'utf-16' } as const

function sketchOf(source: string, image: CompileContext['image'] = () => ({ type: 'not-found' })): Sketch {
  const found = sketch(source, { path: 'a.md', image })
  if (found === undefined) throw new Error('nothing to draw')
  return found
}

describe('a meter', () => {
  const source = (msg: string, max: number): string =>
    `---\nkind: ft-text\nvars:\n  a: { max: ${max}, fallback: b }\n---\n\n${msg}\n`
  const textMeter = (msg: string, max = 1): Meter | undefined => {
    const drawn = sketchOf(source(msg, max))
    const { payload } = prepareTrial(drawn.template)(presetValues(drawn, 'empty'))
    return metersOf(drawn, payload, readings).find(({ pointer }) => pointer === '/msg')
  }
  const max = 1000

  it.each([
    [max * 0.8 - 1, 'fits'],
    [max * 0.8, 'near'],
    [max, 'near'],
    [max + 1, 'over'],
  ])('of %d characters says %s', (characters, level) => {
    expect(textMeter('가'.repeat(characters))).toMatchObject({ used: characters, max, level, unit: 'characters' })
  })

  it('warns of values that would be too long before they are', () => {
    expect(textMeter('#{a}', max + 1)).toMatchObject({ used: 1, longest: max + 1, level: 'near' })
    expect(textMeter('#{a}', max)).toMatchObject({ used: 1, longest: max, level: 'fits' })
  })

  it('counts in every other unit and reading', () => {
    const counts = textMeter('각👨‍👩‍👧')?.others.map(({ reading, count }) => [reading, count])
    expect(Object.fromEntries(counts ?? [])).toEqual({ 'code-points': 6, graphemes: 2, 'utf-8': 21, 'euc-kr': 18 })
  })

  it('of bytes that are read as characters counts characters', () => {
    const drawn = sketchOf('---\nkind: ft-wide-item-list\n---\n\n# 가나다\n\n본문\n')
    const { payload } = prepareTrial(drawn.template)(presetValues(drawn, 'empty'))
    const header = (bytes: 'utf-8' | 'characters'): Meter | undefined =>
      metersOf(drawn, payload, { bytes, characters: 'utf-16' }).find(({ pointer }) => pointer === '/header')
    expect(header('utf-8')).toMatchObject({ used: 9, unit: 'bytes' })
    expect(header('characters')).toMatchObject({ used: 3, unit: 'characters' })
  })

  it('of the buttons of a card shows the number from which lint warns', () => {
    const buttons = '- [가](https://a.kr)\n'.repeat(3)
    const drawn = sketchOf(`---\nkind: ft-carousel-feed\n---\n\n본문\n\n## 카드\n\n본문\n\n${buttons}`)
    const { payload } = prepareTrial(drawn.template)({})
    const meter = metersOf(drawn, payload, readings).find(({ unit }) => unit === 'buttons')
    expect(meter).toMatchObject({ used: 3, max: 2, level: 'near' })
  })

  it('says the size of an image in KB and MB', () => {
    const image = (): ImageLookup => ({ type: 'found', facts: { ...someFacts, bytes: 640_000 } })
    const drawn = sketchOf('---\nkind: ft-image\n---\n\n![](a.png)\n\n안녕\n', image)
    const { payload } = prepareTrial(drawn.template)({})
    const html = toHtml(metersView(metersOf(drawn, payload, readings), 'ko', () => ''))
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('640 KB / 500 KB')
  })
})

it('values follow from what a message says of its variables', () => {
  const drawn = sketchOf(
    '---\nkind: ft-text\nvars:\n  a: { max: 3, example: x }\n  b: { max: 1, example: y, fallback: 긴 대체값 }\n  c: { example: z }\n---\n\n#{a}#{b}#{c}\n',
  )
  expect(presetValues(drawn, 'example')).toEqual({ a: 'x', b: 'y', c: 'z' })
  expect(presetValues(drawn, 'longest')).toEqual({ a: '가나다', b: '긴 대체값', c: 'z' })
  expect(presetValues(drawn, 'empty')).toEqual({ a: '', b: '', c: '' })
})

it.each([
  ['a good message', 'kind: ft-text', '안녕', true],
  ['a limit that is broken', 'kind: ft-text', '가'.repeat(2000), true],
  ['an image that is not there', 'kind: ft-image', '![](a.png)\n\n안녕', true],
  ['a variable of another tool', 'kind: ft-text', '{{a}}', true],
  ['a mistyped button', 'kind: ft-text', '안녕\n\n* [a](https://a.kr)', true],
  ['an undeclared variable', 'kind: ft-text', '#{a}', true],
  ['a link that is none', 'kind: ft-text', '안녕\n\n- [a](shop.example.com)', true],
  ['a block that is left open', 'kind: ft-text', '```coupon\n안녕', false],
  ['a comment that is left open', 'kind: ft-text', '안녕\n\n<!-- 메모', false],
])('a sketch of %s knows whether it is whole', (_name, settings, body, isWhole) => {
  expect(sketchOf(`---\n${settings}\n---\n\n${body}\n`).isWhole).toBe(isWhole)
})

it('diagnostics belong to what is drawn, where a button before them is mistyped', () => {
  const buttons = '- ［예약］（https://a.kr）\n- [열네 글자를 분명히 넘는 버튼 이름](https://b.kr)'
  const source = `---\nkind: ft-text\n---\n안녕\n\n${buttons}\n`
  const { diagnostics } = compileSource(source)
  const drawn = { state: 'good', sketch: sketchOf(source) } as const
  const options = { lang: 'ko', readings, imageAddress: () => '' } as const
  const { check } = messageView({ source, diagnostics, drawn, values: {} }, options)
  const places = [...check.matchAll(/<li class="diagnostic [^>]* data-pointer="([^"]*)"/g)].map(
    ([, pointer]) => pointer,
  )
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['form-mistyped', 'button-name-too-long'])
  expect(places).toEqual(['/msg', '/attachment/button/0/name'])
})

const item = { title: 'a', img_url: 'b', imageUrl: 'c', linkMo: 'd' }
const attachment = {
  button: [{}, { name: 'a' }],
  coupon: { description: 'b' },
  image: { img_url: 'c' },
  item: { list: [item] },
}
const card = {
  header: 'a',
  imageUrl: 'b',
  buttons: [{}, { name: 'c' }],
  coupon: { description: 'd' },
  commerce: { discountRate: 1 },
}
const carousel = { head: { content: 'a', linkMo: 'b' }, list: [{ ...card, attachment }], tail: { linkMo: 'a' } }
const recipientList = [{ resendParameter: { isResend: true, resendTitle: 'a', resendContent: 'b' } }]
const everything = {
  msg: 'a',

  content: 'c',
  attachment,
  carousel,
  recipientList,
  ...card,
  item: { list: [item] },
}

it.each([
  ['ft-text', '/attachment/button/1/name', '버튼 2 › 이름'],
  ['ft-wide-item-list', '/attachment/item/list/0/title', '아이템 1 › 제목'],
  ['ft-carousel-feed', '/carousel/list/0/attachment/coupon/description', '카드 1 › 쿠폰 › 설명'],
  ['ft-carousel-feed', '/carousel/list/0/attachment/button/1/name', '카드 1 › 버튼 2 › 이름'],
  ['bm-text', '/content', '본문'],
  ['bm-text', '/recipientList/0/resendParameter/resendTitle', '대체 메시지 › resendTitle'],
  ['bm-text', '/recipientList/0/resendParameter/resendContent', '대체 메시지'],
  ['bm-wide-item-list', '/item/list/0/linkMo', '아이템 1 › linkMo'],
  ['bm-commerce', '/commerce/discountRate', '가격 › discountRate'],
  ['bm-carousel-feed', '/carousel/list/0/buttons', '카드 1 › 버튼'],
  ['bm-carousel-commerce', '/carousel/head/content', '인트로 › 내용'],
  ['bm-carousel-commerce', '/carousel/tail/linkMo', '더보기 › linkMo'],
] as const)('in %s %s is called %s', (kind, pointer, name) => {
  expect(fieldNames(kind, everything, 'ko')(pointer)).toBe(name)
})

it('a row behind the last one is the last one, found by reading twice at most', async () => {
  const list = Array.from({ length: 250 }, (_, n) => `010${String(10_000_000 + n)}`).join('\n')
  const file = join(tempFolder({ 'list.csv': `receiver_number\n${list}\n` }), 'list.csv')
  const message = sketchOf('---\nkind: ft-text\n---\n안녕하세요.\n')
  const at = (index: number): Promise<unknown> => rowAt(listAt(file, file), message, index)
  const last = { index: 249, number: '010-****-0249', isLast: true }
  expect(await at(249)).toMatchObject(last)
  expect(await at(Number.MAX_SAFE_INTEGER)).toMatchObject(last)
})

it('a browser is the one that the environment names, or else the first in PATH', () => {
  const folder = tempFolder()
  for (const name of ['a', 'b']) mkdirSync(join(folder, name))
  for (const name of ['a/google-chrome', 'b/chromium', 'b/mine']) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o755)
  }
  writeFileSync(join(folder, 'a/chromium'), 'cannot be run')
  const PATH = `${join(folder, 'a')}:${join(folder, 'b')}`
  const find = (env: NodeJS.ProcessEnv): unknown => findBrowser(env, 'linux')
  expect(find({ PATH })).toEqual({ type: 'found', file: join(folder, 'b/chromium') })
  expect(find({ PATH: join(folder, 'a') })).toEqual({ type: 'found', file: join(folder, 'a/google-chrome') })
  expect(find({ PATH, FRIENDTALK_BROWSER: 'mine' })).toEqual({ type: 'found', file: join(folder, 'b/mine') })
  expect(find({ PATH, FRIENDTALK_BROWSER: '/none' })).toEqual({ type: 'not-runnable', file: '/none' })
  expect(findBrowser({ PATH: '/nowhere' }, 'aix')).toEqual({ type: 'none' })
})
