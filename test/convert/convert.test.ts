import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/contract/contracts.ts'
import { type Converted, convertRecord, recordsIn } from '../../src/convert/convert.ts'
import { sketch } from '../../src/sketch.ts'
import { compileSource, exampleNames, exampleTemplate } from '../compile-source.ts'
import { payloadOf } from './payloads.ts'

const options = { path: 'messages/sale.md', id: 'sale', lang: 'en' } as const

describe('every valid payload', () => {
  it.each(kinds)('of %s becomes a file that compiles to it', (kind) => {
    fc.assert(
      fc.property(payloadOf(kind), (payload) => {
        const converted = convertRecord({ pointer: '', record: payload, kind }, options)
        if (converted.type === 'refused') throw new Error(JSON.stringify(converted.problems, null, 1))
        const read = sketch(converted.source, { path: options.path, image: () => ({ type: 'not-found' }) })
        expect(read?.template.payload).toEqual(payload)
      }),
      { numRuns: 15 },
    )
  })
})

describe('a compiled template', () => {
  it.each(exampleNames)('of the example %s becomes a message with its id, sender and variables', (name) => {
    const template = exampleTemplate(name)
    const [found] = recordsIn(template)
    if (found === undefined) throw new Error('no record')
    const converted = convertRecord(found, { path: 'message.md', id: String(template['id']), lang: 'en' })
    if (converted.type === 'refused') throw new Error(JSON.stringify(converted.problems))
    const { template: again } = compileSource(converted.source, { senders: [String(template['sender'])] })
    const { id, service_id, sender, payload, variables } = again ?? {}
    expect({ id, service_id, sender, payload, variables }).toEqual({
      id: template['id'],
      service_id: template['service_id'],
      sender: template['sender'],
      payload: template['payload'],
      variables: template['variables'],
    })
  })
})

function textOnly(fields: object): Converted {
  return convertRecord({ pointer: '', record: { msg: '안녕하세요', ...fields }, kind: 'ft-text' }, options)
}

describe('a record', () => {
  it('loses what a send adds and what is null or empty, and is an advertisement where it does not say', () => {
    const sent = { sender_key: 'k', sender_number: '02', receiver_number: '010', msg_key: '1' }
    const failback_data = { msg: '문자', api_unique_id: 'a', secret_key: 's', sender_number: '02', origin_cid: '' }
    const converted = textOnly({ ...sent, header: null, attachment: { button: [] }, failback_data })
    expect(converted).toEqual({
      type: 'message',
      source: `---
kind: ft-text
id: sale
ad_flag: Y
failback_data:
  msg: "문자"
  api_unique_id: "a"
---

안녕하세요
`,
    })
  })

  it.each([
    { carousel: {} },
    { carousel: { list: [] } },
    { carousel: { list: [], tail: { url_mobile: '' } } },
    { attachment: { image: {} } },
    { attachment: { image: { img_url: '' } } },
    { attachment: { item: {} }, header: '' },
    { attachment: { item: { list: [] }, image: null, button: [] } },
  ])('is a text where the fields of other kinds hold nothing: %j', (fields) => {
    const [found, ...others] = recordsIn({ msg: '안녕하세요', ...fields })
    expect([found?.kind, others]).toEqual(['ft-text', []])
    expect(found && convertRecord(found, options)).toEqual(textOnly({}))
  })

  it('of a list is told with its place in it', () => {
    const [, found] = recordsIn({ msg_data: [{ msg: 'a' }, { msg: 'b'.repeat(1001) }] })
    expect(found && convertRecord(found, options)).toMatchObject({ problems: [{ pointer: '/msg_data/1/msg' }] })
  })

  it('may name its variables in another order than it uses them', () => {
    const payload = { ad_flag: 'Y', msg: '#{나} #{가}' }
    const template = { format: 1, id: 'a', service_id: 'ft-text', sender: 'default', payload }
    const [found] = recordsIn({ ...template, variables: [{ name: '가' }, { name: '나' }] })
    expect(found && convertRecord(found, options)).toMatchObject({ type: 'message' })
  })

  it('is written as people write it, and escaped where it would mean something else', () => {
    const button = [{ name: '보기', type: 'WL', url_mobile: 'https://m.example.com', url_pc: 'https://example.com' }]
    const msg = '#{이름}님,\n\n\n**할인** \\*\n- 배송비 무료\n---\n# 제목\n[이름]'
    expect(textOnly({ msg, ad_flag: 'N', attachment: { button } })).toEqual({
      type: 'message',
      source: `---
kind: ft-text
id: sale
ad_flag: N
vars:
  이름: {}
---

#{이름}님,


**할인** \\*
- 배송비 무료
\\---
\\# 제목
[이름]

- [보기](https://m.example.com "https://example.com")
`,
    })
  })

  it.each([
    { fields: { msg: '가'.normalize('NFD') }, pointer: '/msg', type: 'not-the-same' },
    { fields: { msg: 'a\r\nb' }, pointer: '/msg', type: 'not-the-same' },
    { fields: { msg: 'a \nb' }, pointer: '/msg', type: 'not-the-same' },
    { fields: { msg: '\na' }, pointer: '/msg', type: 'not-the-same' },
    { fields: { msg: 'a\n' }, pointer: '/msg', type: 'not-the-same' },
    { fields: { msg: 7 }, pointer: '', type: 'diagnostic' },
    { fields: { msg: '' }, pointer: '', type: 'diagnostic' },
    { fields: { msg: 'a'.repeat(1001) }, pointer: '/msg', type: 'diagnostic' },
    { fields: { msg: '#{이름}', echo_to_webhook: '\\#{이름}' }, pointer: '', type: 'diagnostic' },
    { fields: { extra: 'x' }, pointer: '/extra', type: 'not-the-same' },
    { fields: { ad_flag: 'n' }, pointer: '', type: 'diagnostic' },
    {
      fields: { attachment: { button: [{ name: 'a', type: 'XX' }] } },
      pointer: '',
      type: 'diagnostic',
    },
    {
      fields: { attachment: { button: [{ name: 'a', type: 'WL' }] } },
      pointer: '',
      type: 'diagnostic',
    },
    {
      fields: { attachment: { button: [{ name: 'a', type: 'AL', url_pc: 'https://a.example.com' }] } },
      pointer: '',
      type: 'diagnostic',
    },
    {
      fields: { failback_data: { msg: 'a', api_unique_id: 'a', tries: 3 } },
      pointer: '',
      type: 'diagnostic',
    },
  ])('that no file can say is refused at $pointer: $fields', ({ fields, pointer, type }) => {
    const converted = textOnly(fields)
    expect(
      converted.type === 'refused' && converted.problems.map((problem) => [problem.pointer, problem.type]),
    ).toEqual([[pointer, type]])
  })

  it('is found alone, in msg_data, in a list and in a template, with the kind that its fields tell', () => {
    const text = { msg: 'a' }
    const image = { msg: 'a', attachment: { image: { img_url: 'https://a.example.com/a.png' } } }
    const places = (data: unknown): unknown[] => recordsIn(data, 'ft-wide').map(({ pointer, kind }) => [pointer, kind])
    expect(places(text)).toEqual([['', 'ft-text']])
    expect(places({ msg_data: [text, image] })).toEqual([
      ['/msg_data/0', 'ft-text'],
      ['/msg_data/1', 'ft-wide'],
    ])
    expect(places([image])).toEqual([['/0', 'ft-wide']])
    expect(places({ service_id: 'ft-image', payload: image })).toEqual([['/payload', 'ft-image']])
    expect(recordsIn(image).map(({ kind }) => kind)).toEqual([undefined])
  })
})
