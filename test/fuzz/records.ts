import fc from 'fast-check'
import { kinds } from '../../src/contract/kinds.ts'
import { payloadSchema } from '../../src/contract/schema.ts'
import { compile } from '../../src/compile.ts'
import { convertRecord, recordsIn } from '../../src/convert/convert.ts'
import { convertProblemIn } from '../../src/convert/convert-words.ts'
import { anyImage } from '../compile-source.ts'
import { fromSchema } from './from-schema.ts'
import { type Target, targetOf } from './target.ts'
import { damaged, deepJson } from './texts.ts'

const words = [
  '안녕하세요',
  'a',
  'Y',
  'WL',
  'AL',
  'https://a.example.com',
  'local:a.png',
  '#{이름}',
  'N',
  '1,000원 할인 쿠폰',
]

/** JSON data for `convert`: it becomes files that compile, or is refused at its place. */
export function records(): Target {
  const payload = fc
    .constantFrom(...kinds)
    .chain((kind) => fromSchema(payloadSchema(kind, 'rendered'), { words, wrongPercent: 4 }))
    .map((data) => JSON.stringify(data))
  const text = fc.oneof(
    { weight: 8, arbitrary: payload },
    { weight: 1, arbitrary: payload.map((one) => `{"msg_data":[${one},${one}]}`) },
    {
      weight: 1,
      arbitrary: payload.map((one) => `{"id":"a","sender":"b","variables":[{"name":"이름"}],"payload":${one}}`),
    },
    {
      weight: 1,
      arbitrary: deepJson.map(
        (deep) => `{"msg":"a","ad_flag":"N","failback_data":{"api_unique_id":"a","msg":"a","x":${deep}}}`,
      ),
    },
    { weight: 1, arbitrary: deepJson },
  )
  return targetOf(damaged(text, 2), checkRecords)
}

/** @throws for a promise that is broken */
function checkRecords(json: string): void {
  let data: unknown
  try {
    data = JSON.parse(json)
  } catch {
    return
  }
  for (const found of recordsIn(data, 'ft-image')) {
    const converted = convertRecord(found, { path: 'messages/a.md', id: 'a', lang: 'en' })
    if (converted.type === 'refused') {
      for (const problem of converted.problems) {
        for (const lang of ['en', 'ko'] as const) {
          const text = convertProblemIn(lang, problem)
          if (text === '' || /\bundefined\b/.test(text)) throw new Error(`worded with a hole: ${text}`)
        }
      }
      if (converted.problems.length === 0) throw new Error('refused without a reason')
      continue
    }
    const { sender = 'default' } = found
    const { template, diagnostics } = compile(converted.source, {
      path: 'messages/a.md',
      image: anyImage,
      senders: [sender],
    })
    if (template === undefined) throw new Error(`does not compile: ${diagnostics.map(({ rule }) => rule).join(', ')}`)
  }
}
