import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { prepareTemplate } from '../../src/message/render.ts'

const button = (url_mobile: string) => ({ name: '보기', type: 'WL', url_mobile }) as const

function render(msg: string, values: Record<string, string>, link = 'https://a.example.com') {
  const payload = { msg, attachment: { button: [button(link)] }, ad_flag: 'Y' } as const
  const variables = [{ name: '이름' }, { name: '번호', fallback: '없음' }]
  return prepareTemplate({ service_id: 'ft-text', payload, variables })(values)
}

describe('in texts', () => {
  test.each([
    { msg: '#{이름}님', values: { 이름: '김하늘' }, rendered: '김하늘님' },
    { msg: '#{이름|고객}님', values: {}, rendered: '고객님' },
    { msg: '#{이름|고객}님', values: { 이름: '' }, rendered: '고객님' },
    { msg: '#{이름|}님', values: {}, rendered: '님' },
    { msg: '#{번호}', values: {}, rendered: '없음' },
    { msg: '#{번호|미정}', values: {}, rendered: '미정' },
    { msg: '#{다른}', values: { 다른: 'x' }, rendered: '#{다른}' },
    { msg: '#{이름}', values: { 이름: '#{번호}' }, rendered: '#{번호}' },
    { msg: '#{이름}', values: { 이름: '$& $1' }, rendered: '$& $1' },
    { msg: '#{이름}', values: { 이름: '각'.normalize('NFD') }, rendered: '각' },
    { msg: '#{이름}\u11a8', values: { 이름: '가' }, rendered: '각' },
  ])('$msg with $values becomes $rendered', ({ msg, values, rendered }) => {
    expect(render(msg, values)).toMatchObject({ missing: [], payload: { msg: rendered } })
  })
})

describe('in links', () => {
  test.each([
    {
      link: 'https://a.example.com/#{이름}',
      value: 'a b/c?d&e#가',
      rendered: 'https://a.example.com/a%20b%2Fc%3Fd%26e%23%EA%B0%80',
    },
    { link: '#{이름}', value: 'https://b.example.com/x?y=1', rendered: 'https://b.example.com/x?y=1' },
    {
      link: '#{이름}?utm=#{번호}',
      value: 'https://b.example.com/',
      rendered: 'https://b.example.com/?utm=%EC%97%86%EC%9D%8C',
    },
    { link: 'shop://p/#{이름}', value: '1 2', rendered: 'shop://p/1%202' },
  ])('$link with $value becomes $rendered', ({ link, value, rendered }) => {
    expect(render('x', { 이름: value }, link).payload?.attachment.button[0]?.url_mobile).toBe(rendered)
  })

  test('a link that does not become a URL is told, and there is no payload', () => {
    expect(render('x', { 이름: 'not a url' }, '#{이름}')).toEqual({
      missing: [],
      invalidLinks: ['/attachment/button/0/url_mobile'],
    })
  })
})

test('variables without value and fallback are told once each, and there is no payload', () => {
  expect(render('#{이름} #{이름} #{번호}', {})).toEqual({ missing: ['이름'], invalidLinks: [] })
})

test('a name of Object.prototype is no value', () => {
  const payload = { msg: '#{constructor}', ad_flag: 'Y' } as const
  expect(prepareTemplate({ service_id: 'ft-text', payload, variables: [{ name: 'constructor' }] })({})).toMatchObject({
    missing: ['constructor'],
  })
})

test('any value comes out as it went in, whatever it looks like', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (value) => {
      expect(render('[#{이름}]', { 이름: value }).payload?.msg).toBe(`[${value}]`.normalize('NFC'))
    }),
  )
})
