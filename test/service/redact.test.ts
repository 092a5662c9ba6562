import { describe, expect, it } from 'vitest'
import { redactor, secretDetector, withoutNumbers } from '../../src/service/redact.ts'

const secret = 'Canary_3f9c/Secret+Key'
const redact = redactor([secret, 'sender-key-canary-5c1f'])
const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('a secret is taken out', () => {
  it.each([
    ['as it is', secret],
    ['in capitals', secret.toUpperCase()],
    ['in a URL', encodeURIComponent(secret)],
    ['in a URL with small letters', encodeURIComponent(secret).replaceAll(/%../g, (hex) => hex.toLowerCase())],
    ['in base64', base64(secret)],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
  ])('%s', (_name, said) => {
    expect(redact(`Key ${said} of shop_user is wrong.`)).toBe('Key *** of shop_user is wrong.')
  })

  it.each(['', 'x', 'xy'])('in base64 behind %j', (before) => {
    const told = redact(`Basic ${base64(`${before}user;${secret};more`)}`)
    expect(told).toContain('***')
    expect(Buffer.from(told.replace('Basic ', ''), 'base64').toString('latin1')).not.toMatch(/anary|Key/)
  })

  it('also a short one, and one that starts another', () => {
    expect(redactor(['1'])('(1) MQ==')).toBe('(***) ***')
    expect(redactor(['secret', 'secret-more'])('secret-more')).toBe('***')
    expect(redactor(['a.c(d'])('abcd a.c(d')).toBe('abcd ***')
  })

  it('wherever it stands in a long text', () => {
    for (const before of [0, 499, 19_950, 19_990, 30_000]) {
      expect(redact(`${' '.repeat(before)}${secret}`, 100_000)).not.toContain('Canary')
    }
  })
})

it.each([
  '01012345678',
  '010-1234-5678',
  '010.1234.5678',
  '(010) 1234 5678',
  '010 - 1234 - 5678',
  '011-234-5678',
  '+821012345678',
  '+82 10-1234-5678',
  '+82-(0)10-1234-5678',
  '0082 10 1234 5678',
  '821012345678',
])('the mobile number %s is taken out', (number) => {
  const shown = redact(`to ${number}, refused; 번호${number}은`)
  expect(shown).toMatch(/^to \(?\*{3}, refused; 번호\(?\*{3}은$/)
  expect(withoutNumbers(number)).toMatch(/^\(?\*{3}$/)
})

it.each([
  'Order 1012345678 not found',
  'msg_key ft-0101234567 unknown',
  'msg_key ft-Zm9vYmFyYmF6cXV4cXV1eA',
  'order 20260110, number 1234567',
  'order 901012345678, order 010123456789',
  '2026-01-10T09:00:00.000Z',
  '02-1234-5678',
  'the secret key of shop_user is a canary',
  '버튼 이름이 15자입니다. 14자까지 쓸 수 있습니다.',
])('%s stays', (text) => {
  expect(redact(text)).toBe(text)
})

it('tells a text that holds a secret of some length', () => {
  const holds = secretDetector([secret, 'img'])
  for (const part of ['', encodeURIComponent(secret), base64(`u;${secret}`)]) {
    expect(holds(`https://img.example.com/a.png?key=${part}`)).toBe(part !== '')
  }
})
