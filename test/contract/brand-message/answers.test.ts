import { describe, expect, it } from 'vitest'
import { brandMessage } from '../../../src/contract/brand-message/brand-message.ts'
import { contracts } from '../../../src/contract/contracts.ts'
import type { SendRecord } from '../../../src/contract/contract.ts'
import { redactor } from '../../../src/service/redact.ts'
import { messageOutcomes, sendAnswer } from '../../../src/service/send.ts'

const sent: readonly SendRecord[] = ['a', 'b', 'c'].map((key, index) => ({
  msg_key: key,
  receiver_number: `0101234000${index}`,
}))
const contract = contracts.find(({ id }) => id === 'brand-message') ?? brandMessage

/** The outcomes of the three messages after an answer, and why nothing more is sent. */
function outcomesOf(body: string, status = 200): string {
  const exchange = { type: 'answered', status, body: Buffer.from(body) } as const
  const read = sendAnswer(exchange, { contract, records: sent }, redactor([]))
  const { messages, pauses } = messageOutcomes(['a', 'b', 'c'], read)
  return [...messages.map(({ outcome }) => outcome), ...pauses].join(' ')
}

const numbers: { readonly [letter: string]: unknown } = {
  ...Object.fromEntries(sent.map(({ msg_key: key, receiver_number: number }) => [key, number])),
  hyphens: '010-1234-0000',
  country: '+82 10 1234 0001',
  foreign: '01099990000',
  none: 1012340001,
  null: null,
}

/** An entry as `place number code`, such as `1 a -5000`; the code is 0 when absent. */
function entryOf(text: string): object {
  const [place = '', name = '', code = '0'] = text.split(' ')
  return {
    recipientSeq: JSON.parse(place),
    recipientNo: numbers[name],
    resultCode: JSON.parse(code),
    resultMessage: 'said',
  }
}

const header = (resultCode: unknown, isSuccessful: unknown = resultCode === 0): object => ({
  resultCode,
  resultMessage: 'said',
  isSuccessful,
})

function answer(entries: string | null, head = header(0), requestId: unknown = 'R1'): string {
  const sendResults = entries === null ? null : entries.split(', ').filter(Boolean).map(entryOf)
  return JSON.stringify({ header: head, message: { requestId, sendResults } })
}

const all = '1 a, 2 b, 3 c'
const taken = 'accepted accepted accepted'
const unknown = 'unknown unknown unknown'

describe('the answer to a send', () => {
  it.each<[name: string, expected: string, ...given: Parameters<typeof answer>]>([
    ['counts from 1', taken, all],
    ['counts from 0', taken, '0 a, 1 b, 2 c'],
    ['has another order', 'rejected accepted accepted', '3 c, 1 a -5000, 2 b'],
    ['writes numbers otherwise', taken, '1 hyphens, 2 country, 3 c'],
    ['repeats no number', 'accepted rejected accepted', '1 null, 2 null -3301, 3 absent'],
    ['refuses one', 'accepted rejected accepted', '1 a, 2 b -5000, 3 c'],
    ['defers one', 'accepted deferred accepted account', '1 a, 2 b -4029, 3 c'],
    ['lacks one, from 1', 'unknown accepted accepted', '2 b, 3 c'],
    ['lacks one, from 0', 'accepted accepted unknown', '0 a, 1 b'],
    ['lacks one and repeats no number', unknown, '1 null, 2 null'],
    ['lacks one and repeats one number', 'unknown accepted accepted', '1 b, 2 null'],
    ['has one twice', 'accepted unknown accepted', '1 a, 2 b, 2 b, 3 c'],
    ['has one twice that disagree', 'accepted unknown accepted', '1 a, 2 b, 2 b -5000, 3 c'],
    ['has two in the place of the other', 'unknown unknown accepted', '1 b, 2 a, 3 c'],
    ['has one in the place of another', 'unknown unknown accepted', '1 a, 2 a -5000, 3 c'],
    ['has a foreign number', 'accepted unknown accepted', '1 a, 2 foreign, 3 c'],
    ['has a number that is none', 'accepted unknown accepted', '1 a, 2 none, 3 c'],
    ['has a foreign entry', unknown, '1 a, 2 b, 3 c, 4 foreign'],
    ['counts from 2', unknown, '2 a, 3 b, 4 c'],
    ['counts in texts', unknown, '"1" a, "2" b, "3" c'],
    ['does not count', unknown, 'null a, true b, 1.5 c'],
    ['has a code that nobody knows', unknown, '1 a 7, 2 b "0", 3 c null'],
    ['has codes that leave it open', unknown, '1 a -1005, 2 b -9999, 3 c -7000'],
    ['has a header that says otherwise', 'accepted rejected accepted', '1 a, 2 b -5000, 3 c', header(-1000)],
    ['says that all were refused, not of each', 'unknown rejected unknown', '1 a, 2 b -5000, 3 c', header(-1031)],
    ['refuses all without entries', 'rejected rejected rejected', '', header(-1031), null],
    ['refuses the request', 'rejected rejected rejected', null, header(-3298), null],
    ['refuses the app key', 'deferred deferred deferred authentication', null, header(-1000), null],
    ['refuses the profile', 'deferred deferred deferred account', null, header(-1027), ''],
    ['repeats an idempotency key', unknown, null, header(-1005), null],
    ['refuses with a code that nobody knows', unknown, null, header(-1), null],
    ['refuses and has a request ID', unknown, null, header(-1031), 'R1'],
    ['refuses and was successful', unknown, null, header(-3298, true), null],
    ['took nothing that it says', unknown, ''],
    ['took it and was not successful', unknown, null, header(0, false)],
    ['took it, entry by entry, and was not successful', taken, all, header(0, false)],
    ['has a header that cannot be read', unknown, all, header('0')],
    ['does not say whether it was successful', unknown, all, header(0, 'true')],
  ])('%s', (_name, expected, ...given) => {
    expect(outcomesOf(answer(...given))).toBe(expected)
  })

  it.each([
    ['no JSON', '<html>502</html>', 200, unknown],
    ['JSON that breaks off', answer(all).slice(0, -3), 200, unknown],
    ['no header', JSON.stringify({ message: { requestId: 'R1', sendResults: [] } }), 200, unknown],
    [
      'entries that are no list',
      JSON.stringify({ header: header(-3298), message: { sendResults: '[]' } }),
      200,
      unknown,
    ],
    ['a message that is none', JSON.stringify({ header: header(-3298), message: 'R1' }), 200, unknown],
    ['a server that fails', answer(all), 500, unknown],
    ['another address', answer(null, header(-3298), null), 302, unknown],
    ['a refusal by status too', answer(null, header(-1001), null), 401, 'deferred deferred deferred authentication'],
    ['a readable 400', answer('1 a, 2 b -5000, 3 c'), 400, 'accepted rejected accepted'],
    ['429', answer(null, header(-9997), null), 429, `${unknown} too-many-requests`],
  ])('is %s', (_name, body, status, expected) => {
    expect(outcomesOf(body, status)).toBe(expected)
  })

  it('reads a thousand entries by a map', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({ msg_key: `k${index}`, receiver_number: `${index}` }))
    const entries = many
      .map((_, index) => ({ recipientSeq: index, recipientNo: `${index}`, resultCode: 0 }))
      .toReversed()
    const body = JSON.stringify({ header: header(0), message: { sendResults: entries } })
    const { results } = contract.readSendAnswer(Buffer.from(body), many)
    expect(results).toEqual(many.map(({ msg_key }) => ({ msg_key, code: '0' })))
  })
})

describe('the answer to an upload', () => {
  const image = { imageSeq: 7, imageUrl: 'https://mud-kage.example/i.jpg', imageName: null }

  it.each([
    ['has a URL', 200, { header: header(0), image }, { type: 'uploaded', url: image.imageUrl }],
    ['is refused', 200, { header: header(-4009) }, { type: 'refused', code: '-4009', message: 'said' }],
    [
      'is refused by status too',
      400,
      { header: header(-8011), image },
      { type: 'refused', code: '-8011', message: 'said' },
    ],
    ['has no URL', 200, { header: header(0), image: null }, { type: 'failed', reason: 'not-understood', status: 200 }],
    ['has no header', 200, { image }, { type: 'failed', reason: 'not-understood', status: 200 }],
    [
      'was not successful',
      200,
      { header: header(0, false), image },
      { type: 'failed', reason: 'not-understood', status: 200 },
    ],
    ['is no JSON', 200, undefined, { type: 'failed', reason: 'not-json', status: 200 }],
    ['failed', 503, { header: header(0), image }, { type: 'failed', reason: 'status', status: 503 }],
  ])('%s', (_name, status, body, expected) => {
    const bytes = Buffer.from(JSON.stringify(body) ?? '<html>')
    expect(contract.uploaded({ operation: 'IMAGE', status, body: bytes })).toMatchObject(expected)
  })
})
