import { describe, expect, test } from 'vitest'
import { compile } from '../../src/compile.ts'
import { prepareTemplate } from '../../src/message/render.ts'

const context = { path: 'hello.md', image: () => ({ type: 'not-found' }) as const }
const rulesOf = (kind: string, body: string): Set<string> =>
  new Set(compile(`---\nkind: ${kind}\n---\n${body}`, context).diagnostics.map(({ rule }) => rule))

describe('much of what is wrong is reported, however much it is', () => {
  test.each([
    { what: 'headings', kind: 'ft-text', body: '#\n'.repeat(30_000), rule: 'heading-not-allowed' },
    { what: 'dividers', kind: 'ft-wide-item-list', body: '---\n'.repeat(15_000), rule: 'divider-not-allowed' },
    { what: 'open variables', kind: 'ft-text', body: '#{'.repeat(30_000), rule: 'variable-unclosed' },
    { what: 'combining marks', kind: 'ft-text', body: `a${'\u0301\u0323'.repeat(15_000)}`, rule: 'combining-marks' },
  ])('$what', ({ kind, body, rule }) => {
    expect(rulesOf(kind, body)).toContain(rule)
  })

  test('spaces inside a line are text', () => {
    const { diagnostics } = compile(`---\nkind: ft-text\n---\na${' '.repeat(60_000)}b`, context)
    expect(diagnostics.map(({ rule, actual }) => [rule, actual])).toEqual([['msg-too-long', 60_002]])
  })
})

test('a NUL or half a character in a key is a fault', () => {
  const keys = '---\nkind: ft-text\nfailback_data: { api_unique_id: a, msg: m, "\\x00": a, "\\ud800": b }\n---\nhi'
  expect(new Set(compile(keys, context).diagnostics.map(({ rule }) => rule))).toEqual(
    new Set(['nul-character', 'lone-surrogate']),
  )
})

test('an image path with an open variable is a fault', () => {
  expect(rulesOf('ft-image', 'hi\n![a](b#{c.png)')).toEqual(new Set(['variable-unclosed']))
})

test('a literal in the URL of an uploaded image is no variable', () => {
  const { template } = compile(
    '---\nkind: ft-image\nvars: { u: {} }\n---\n#{u}\n![a](https://a.example.com/\\#{u}.png)',
    context,
  )
  if (template?.service_id !== 'ft-image') throw new Error('no template')
  const { payload } = prepareTemplate(template)({ u: 'x' })
  expect(payload?.attachment.image.img_url).toBe('https://a.example.com/#{u}.png')
})

test('a value that is no text counts as none', () => {
  const payload = { msg: '#{u}', ad_flag: 'Y' } as const
  const render = prepareTemplate({ payload, variables: [{ name: 'u' }] })
  for (const value of [null, 5, {}]) expect(render({ u: value as unknown as string }).missing).toEqual(['u'])
})

test('a link that starts with a variable comes out as a web address or not at all', () => {
  const payload = {
    msg: 'x',
    ad_flag: 'Y',
    attachment: { button: [{ name: 'a', type: 'WL', url_mobile: '#{u}' }] },
  } as const
  const render = prepareTemplate({ payload, variables: [{ name: 'u' }] })
  for (const u of ['javascript:alert(1)', 'data:text/html,x', 'https://a\n.com', ' https://x', 'https:\\\\x', 'a:b']) {
    expect(render({ u }).payload, u).toBeUndefined()
  }
  expect(render({ u: 'https://a.example.com/?b=1' }).payload).toBeDefined()
})
