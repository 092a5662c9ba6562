import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sendCodes } from '../../src/contract/friend-talk/codes.ts'
import { contractNamed } from '../../src/contract/contracts.ts'
import { redactor } from '../../src/service/redact.ts'
import { messageOutcomes, sendAnswer, type SendAnswer } from '../../src/service/send.ts'
import { texts } from './client.ts'

const said = (status: number, body: string | Buffer): SendAnswer => {
  const sent = { contract: contractNamed('friend-talk'), records: texts('k1') }
  return sendAnswer({ type: 'answered', status, body: Buffer.from(body) }, sent, redactor([]))
}

const results = (...entries: readonly [key: string, code: string, desc?: string][]): SendAnswer =>
  said(200, JSON.stringify({ results: entries.map(([msg_key, code, desc]) => ({ msg_key, code, desc })) }))

const failure = (status: number, code: string, description?: string): SendAnswer =>
  said(status, JSON.stringify({ code, description }))

describe('what became of the messages', () => {
  const rows: [name: string, answer: SendAnswer, outcomes: string[], pauses: string[], foreign?: string[]][] = [
    ['all taken', results(['a', 'C100'], ['b', 'C100']), ['accepted', 'accepted'], []],
    ['in another order', results(['b', 'C400_1'], ['a', 'C100']), ['accepted', 'rejected'], []],
    ['one rejected', results(['a', 'C100'], ['b', 'G141']), ['accepted', 'rejected'], []],
    ['no credit for one', results(['a', 'C100'], ['b', 'G150']), ['accepted', 'deferred'], ['credit']],
    ['the session is full', results(['a', 'G160'], ['b', 'G160']), ['deferred', 'deferred'], ['session']],
    ['an internal error', results(['a', 'C500_1'], ['b', 'C100']), ['unknown', 'accepted'], []],
    ['a code that nobody knows', results(['a', 'X1'], ['b', 'C100']), ['rejected', 'accepted'], []],
    ['a code named like a property', results(['a', 'constructor'], ['b', 'C100']), ['rejected', 'accepted'], []],
    ['a key is missing', results(['a', 'C100']), ['accepted', 'unknown'], []],
    ['a key is there twice', results(['a', 'C100'], ['b', 'C100'], ['b', 'C100']), ['accepted', 'unknown'], []],
    [
      'twice, and it disagrees',
      results(['a', 'C100'], ['b', 'C100'], ['b', 'G150']),
      ['accepted', 'unknown'],
      ['credit'],
    ],
    ['nothing', results(), ['unknown', 'unknown'], []],
    [
      'a foreign key',
      results(['a', 'C100'], ['b', 'C100'], ['c', 'C100']),
      ['accepted', 'accepted'],
      ['foreign-key'],
      ['c'],
    ],
    ['a foreign key instead', results(['x', 'C100'], ['b', 'C100']), ['unknown', 'accepted'], ['foreign-key'], ['x']],
    ['another letter case', results(['A', 'C100'], ['b', 'C100']), ['unknown', 'accepted'], ['foreign-key'], ['A']],
    ['a wrong type', failure(400, 'C400_1', 'msg_data'), ['rejected', 'rejected'], []],
    ['a wrong parameter', failure(400, 'C400_2', 'msg_data has 11 messages'), ['rejected', 'rejected'], []],
    ['a missing parameter', failure(200, 'C400_3', 'msg_data'), ['rejected', 'rejected'], []],
    ['not found', failure(404, 'C404_1', 'image'), ['rejected', 'rejected'], []],
    ['the fallback id', failure(400, 'G110', 'api_unique_id'), ['rejected', 'rejected'], []],
    ['authentication by status', failure(401, 'C400_2', 'parameter'), ['deferred', 'deferred'], ['authentication']],
    [
      'authentication by words',
      failure(200, 'C400_2', '사용자 인증 실패'),
      ['deferred', 'deferred'],
      ['authentication'],
    ],
    ['authentication without a word', failure(400, 'C400_2'), ['deferred', 'deferred'], ['authentication']],
    ['an internal error of the request', failure(400, 'C500_1', ''), ['unknown', 'unknown'], []],
    ['credit, of the request', failure(400, 'G150', ''), ['unknown', 'unknown'], ['credit']],
    ['another code of the request', failure(400, 'X1', ''), ['unknown', 'unknown'], []],
    ['success without results', failure(200, 'C100', ''), ['unknown', 'unknown'], []],
    [
      '429',
      { type: 'unknown', reason: 'too-many-requests', status: 429 },
      ['unknown', 'unknown'],
      ['too-many-requests'],
    ],
    ['a timeout', { type: 'unknown', reason: 'timeout' }, ['unknown', 'unknown'], []],
    ['proof', { type: 'not-written', reason: 'refused' }, ['not-written', 'not-written'], []],
  ]

  it.each<[string, Partial<Extract<SendAnswer, { type: 'unknown' }>>, string]>([
    ['of which nothing was taken', { isRefusal: true }, 'not-taken'],
    ['that speaks of results', { isRefusal: false }, 'unknown'],
    ['that was not understood', {}, 'unknown'],
  ])('429 %s, where the operator states that it is not taken', (_name, more, expected) => {
    const answer: SendAnswer = { type: 'unknown', reason: 'too-many-requests', status: 429, ...more }
    const { messages, pauses } = messageOutcomes(['a', 'b'], answer, 'not-taken')
    expect(messages.map(({ outcome }) => outcome)).toEqual([expected, expected])
    expect(pauses).toEqual(expected === 'unknown' ? ['too-many-requests'] : [])
    expect(messageOutcomes(['a'], answer).messages).toMatchObject([{ outcome: 'unknown' }])
  })

  it.each(rows)('%s', (_name, answer, outcomes, pauses, foreign = []) => {
    const outcome = messageOutcomes(['a', 'b'], answer)
    expect(outcome.messages.map(({ key }) => key)).toEqual(['a', 'b'])
    expect(outcome.messages.map((message) => message.outcome)).toEqual(outcomes)
    expect(outcome.pauses).toEqual(pauses)
    expect(outcome.foreignKeys).toEqual(foreign)
  })

  it.each([
    'c100',
    'C100 ',
    ' C100',
    '\tC100\r\n',
    'C100\u0085',
    '\u3000C100\u00a0',
    'C\u2003100',
    'C\u200b100\ufeff',
    'C1\u00ad00',
    'Ｃ１００',
    'ｃ１００',
    '\u{1d402}\u{1d7cf}\u{1d7ce}\u{1d7ce}',
    '\u0421100',
    'c500_1',
    'Ｃ５００＿１',
    '',
    ' \u00a0',
    '\u200b',
  ])('%j looks like a code of messages that may have been taken: unknown', (code) => {
    const { messages, pauses } = messageOutcomes(['a', 'b'], results(['a', code], ['b', 'C100']))
    expect(messages.map(({ outcome }) => outcome)).toEqual(['unknown', 'accepted'])
    expect(pauses).toEqual([])
  })

  it.each(['C1000', 'C10', '100', 'G141 ', 'g150', 'C400_1\n', 'C 101', '__proto__', 'toString', '가'])(
    '%j is another code: rejected',
    (code) => {
      const { messages } = messageOutcomes(['a'], results(['a', code]))
      expect(messages.map(({ outcome }) => outcome)).toEqual(['rejected'])
    },
  )

  it('keeps what the service said', () => {
    const { messages } = messageOutcomes(['a', 'b'], results(['a', 'G141', 'bad number'], ['b', 'C100']))
    expect(messages).toEqual([
      { key: 'a', outcome: 'rejected', code: 'G141', description: 'bad number' },
      { key: 'b', outcome: 'accepted', code: 'C100' },
    ])
  })

  it('takes no request with a key that is there twice', () => {
    expect(() => messageOutcomes(['a', 'a'], results(['a', 'C100']))).toThrow(/twice/)
  })

  it('accepts exactly the messages whose key is there once, with the code of success', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'toString')
    const code = fc.constantFrom(...Object.keys(sendCodes), 'X', '__proto__', 'C100 ', 'c100')
    const entries = fc.array(fc.tuple(key, code), { maxLength: 14 })
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 1 }), entries, (sent, answered) => {
        const { messages, foreignKeys, pauses } = messageOutcomes(sent, results(...answered))
        expect(messages.map((message) => message.key)).toEqual(sent)
        for (const message of messages) {
          const codes = answered.filter(([own]) => own === message.key).map(([, own]) => own)
          expect(message.outcome === 'accepted').toBe(codes.length === 1 && codes[0] === 'C100')
          if (codes.length !== 1) expect(message.outcome).toBe('unknown')
        }
        const foreign = new Set(answered.map(([own]) => own).filter((own) => !sent.includes(own)))
        expect(new Set(foreignKeys)).toEqual(foreign)
        expect(pauses.includes('foreign-key')).toBe(foreign.size > 0)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('what an answer says', () => {
  it.each([
    '{"results":[{"msg_key":"k1","code":"C1',
    Buffer.from([0x1f, 0x8b, 8, 0, 0xff]),
    Buffer.from('{"results":[]}', 'utf16le'),
    '{"data":{"results":[]}}',
    '[{"msg_key":"k1","code":"C100"}]',
    '{"Results":[]}',
    '{"cod',
  ])('of a 429 is no refusal where it may speak of results: %s', (body) => {
    expect(said(429, body)).toMatchObject({ type: 'unknown', isRefusal: false })
  })

  it.each(['', '<html>429 Too Many Requests</html>', '{"message":"slow down"}'])(
    'of a 429 is a refusal: %s',
    (body) => {
      expect(said(429, body)).toMatchObject({ type: 'unknown', isRefusal: true })
    },
  )

  it.each(['[{"msg_key":null,"code":"C100"}]', '[{"msg_key":1}]', '{"k1":"C100"}', '[{"msg_key":"k1"}]'])(
    'is unknown where results stand beside a failure of all: %s',
    (beside) => {
      const body = `{"code":"C400_2","name":"x","description":"y","results":${beside}}`
      expect(said(400, body)).toMatchObject({ type: 'unknown', reason: 'code' })
      expect(said(400, body.replace(/,"results".*/, '}')).type).toBe('request-error')
    },
  )

  it('may hold any text', () => {
    const data = fc.record({ code: fc.constant('C400_3'), name: fc.string(), more: fc.jsonValue() })
    fc.assert(
      fc.property(data, fc.constantFrom(0, 2), (value, indent) => {
        expect(said(400, JSON.stringify(value, null, indent)).type).toBe('request-error')
      }),
    )
  })

  it('is kept without NUL, which no ledger takes', () => {
    const entry = { msg_key: 'k1', code: 'G141\0', desc: 'bad\0number' }
    expect(JSON.stringify(said(200, JSON.stringify({ results: [entry] })))).not.toContain('\\u0000')
    const refusal = { code: 'C400_3\0', name: 'a\0b', description: 'c\0d' }
    expect(JSON.stringify(said(400, JSON.stringify(refusal)))).not.toContain('\\u0000')
  })
})
