import { describe, expect, it } from 'vitest'
import { plainReadings } from '../../src/service/plain-reading.ts'
import { redactor, secretDetector, secretFinder } from '../../src/service/redact.ts'

const secret = 'Canary_3f9c/Secret+Key'
const symbols = `a&b<c>"d"'e/f+g=h`
const redact = redactor([secret, symbols, 'sender-key-canary-5c1f'])

const bytes = (text: string): number[] => [...Buffer.from(text)]
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const hex = (text: string): string => Buffer.from(text).toString('hex')
const each = (text: string, write: (code: number) => string): string => bytes(text).map(write).join('')
const inHex = (code: number): string => code.toString(16).padStart(2, '0')
const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('/', '&#x2F;')
const pair = `shop_user;${secret}`

describe('a secret is taken out', () => {
  it.each<[name: string, said: string]>([
    ['as it is', secret],
    ['in capitals', secret.toUpperCase()],
    ['in small letters', secret.toLowerCase()],
    ['in full width', each(secret, (code) => String.fromCodePoint(code + 0xfee0))],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['percent-encoded letter by letter', each(secret, (code) => `%${inHex(code)}`)],
    ['in base64', base64(secret)],
    ['in base64 with the user', base64(pair)],
    ['in base64 behind other text', `Basic ${base64(`x${pair}`)}`],
    ['in base64 before the user', base64(`${secret};shop_user`)],
    ['in base64 for URLs', Buffer.from(pair).toString('base64url')],
    ['in base64 in capitals', base64(pair).toUpperCase()],
    ['in base64 over several lines', base64(pair).replaceAll(/.{16}/g, '$&\r\n')],
    ['in base64 percent-encoded', encodeURIComponent(base64(pair))],
    ['in base64 in small letters before', base64(pair.toLowerCase())],
    ['in hexadecimal', hex(secret)],
    ['in hexadecimal in capitals', hex(pair).toUpperCase()],
    ['in hexadecimal with colons', bytes(secret).map(inHex).join(':')],
    [
      'in hexadecimal with prefixes',
      bytes(secret)
        .map((code) => `0x${inHex(code)}`)
        .join(', '),
    ],
    ['as a list of bytes', JSON.stringify(bytes(secret))],
    ['in references of HTML', each(secret, (code) => `&#${code};`)],
    ['in hexadecimal references of HTML', each(secret, (code) => `&#X${inHex(code)};`)],
    ['in escapes of JSON', each(secret, (code) => `\\u00${inHex(code).toUpperCase()}`)],
    ['with escaped slashes', JSON.stringify({ key: secret }).replaceAll('/', '\\/')],
    ['letter by letter', secret.split('').join(' ')],
    ['with hyphens between', secret.split('').join('-')],
    ['with invisible characters between', secret.split('').join('\u200b')],
    ['backwards', secret.split('').toReversed().join('')],
    ['backwards in base64', base64(pair.split('').toReversed().join(''))],
    ['in two halves, the second first', `${secret.slice(11)} / ${secret.slice(0, 11)}`],
    ['cut off', `${secret.slice(0, 12)}…`],
    ['as HTML', escapeHtml(symbols)],
    ['as HTML in JSON', JSON.stringify(escapeHtml(symbols))],
    ['as HTML twice', escapeHtml(escapeHtml(symbols))],
    ['as JSON in JSON', JSON.stringify(JSON.stringify(symbols))],
  ])('%s', (_name, said) => {
    const shown = redact(`Key ${said} is wrong.`)
    expect(shown).toContain('***')
    // Nothing of it that is longer than what its halves are known by.
    const kept = shown.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    for (const form of [said, secret, symbols]) {
      const letters = form.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
      for (let at = 0; at + 8 <= letters.length; at++) expect(kept).not.toContain(letters.slice(at, at + 8))
    }
    expect(shown.startsWith('Key ')).toBe(true)
    expect(shown.endsWith(' is wrong.')).toBe(true)
  })

  it.each(['1', 'ab', 'key', 'abcde'])('also a short one: %j', (short) => {
    const own = redactor([short])
    expect(own(`(${short})`)).toBe('(***)')
    expect(own(`(${base64(short)})`)).not.toContain(base64(short))
  })

  it('wherever it stands in a long text', () => {
    for (const before of [0, 490, 499, 15_980, 15_999, 16_010, 19_990, 30_000]) {
      const shown = redact(`${' '.repeat(before)}${secret}`, 100_000)
      expect(shown.toLowerCase()).not.toContain('canary')
    }
  })
})

describe('a mobile number is taken out', () => {
  it.each([
    '01012345678',
    '010-1234-5678',
    '0 1 0 1 2 3 4 5 6 7 8',
    '0-1-0-1-2-3-4-5-6-7-8',
    '0.1.0.1.2.3.4.5.6.7.8',
    '0 - 1 - 0 - 1 - 2 - 3 - 4 - 5 - 6 - 7 - 8',
    '010 - 1234 - 5678',
    '(010) 1234 5678',
    '010.1234.5678',
    '010/1234/5678',
    '0+1+0+1+2+3+4+5+6+7+8',
    '０１０－１２３４－５６７８',
    '０ １ ０ １ ２ ３ ４ ５ ６ ７ ８',
    '+821012345678',
    '+82 10-1234-5678',
    '+82-(0)10-1234-5678',
    '+82.10.1234.5678',
    '+ 8 2 1 0 1 2 3 4 5 6 7 8',
    '00821012345678',
    '0082 10 1234 5678',
    '821012345678',
    '8 2 1 0 1 2 3 4 5 6 7 8',
    '＋８２ １０ １２３４ ５６７８',
    '%2B82%2010%201234%205678',
    '&#48;10-1234-5678',
    '\\u0030\\u0031\\u003012345678',
    '01\u200b0\u200b12345678',
    '["0","1","0","1","2","3","4","5","6","7","8"]',
    '1012345678',
    '011-234-5678',
  ])('%s', (number) => {
    const shown = redact(`to ${number}, refused`)
    expect(shown).toContain('***')
    expect(shown.normalize('NFKC').replaceAll(/\D/g, '').length).toBeLessThan(4)
    expect(shown).toMatch(/^to .*refused$/)
  })

  it.each([
    '2026-01-10T09:00:00.000Z',
    '2026-01-10 09:00:00',
    'order 20260110, number 1234567',
    '02-1234-5678',
    'attachment.button[0].name has 15 characters; 14 are allowed',
    '버튼 이름이 15자입니다. 14자까지 쓸 수 있습니다.',
    'msg_key ft-Zm9vYmFyYmF6cXV4cXV1eA',
  ])('%s stays', (text) => {
    expect(redact(text)).toBe(text)
  })
})

// Half a million units squared would last for hours: the time limit of a test is enough to tell.
it.each<[name: string, part: string]>([
  ['one letter', 'a'],
  ['the start of a secret', secret.slice(0, -1)],
  ['a secret', `${secret}|`],
  ['base64 of a secret', base64(pair)],
  ['digits with blanks', '0 1'],
  ['the start of a number', '010 1234 567x'],
  ['percent signs', '%25'],
  ['references of HTML', '&amp;'],
  ['escapes of JSON', '\\u0061'],
  ['backslashes', '\\'],
  ['what is long when it is taken apart', '\ufdfa'.padEnd(20, 'x')],
])('takes a time that grows no faster than a text: %s', (_name, part) => {
  const text = part.repeat(Math.ceil(500_000 / part.length))
  const find = secretFinder([secret])
  for (const reading of plainReadings(text))
    expect(find(reading).plain.length).toBeLessThanOrEqual(reading.text.length * 3)
  expect(redactor([secret])(text).length).toBeLessThanOrEqual(500)
})

it('tells a text that holds a secret of some length', () => {
  const holds = secretDetector([secret, 'img'])
  expect(holds('https://img.example.com/a.png')).toBe(false)
  expect(holds(`https://img.example.com/a.png?key=${encodeURIComponent(secret)}`)).toBe(true)
  expect(holds(`https://img.example.com/${hex(pair)}.png`)).toBe(true)
})
