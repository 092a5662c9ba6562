import { graphemesOf } from '../../contract/text.ts'
import type { Span } from '../../diagnostic.ts'
import { type LiteralRun, literalRuns, spanIn } from '../../message/located.ts'
import { encodableInEucKr } from '../euc-kr.ts'
import { defineRule } from '../rule.ts'
import { shortened } from '../terms.ts'

const maxShownCharacters = 20

export const fallbackNotEucKr = defineRule<{ text: string }>()({
  id: 'fallback-not-euc-kr',
  tier: 'platform',
  severity: 'warning',
  check({ message }, report) {
    const pieces = message.failback?.msg?.pieces
    if (pieces === undefined) return
    for (const run of literalRuns(pieces)) {
      for (const { span, text } of foreignStretches(run)) {
        report({ span, pointer: '/failback_data/msg', args: { text } })
      }
    }
  },
  words: {
    en: ({ text }) => ({
      message: `"${shortened(text, maxShownCharacters)}" is not in EUC-KR; the fallback may be refused or show "?" there. Replace it.`,
    }),
    ko: ({ text }) => ({
      message: `EUC-KR에 없는 글자("${shortened(text, maxShownCharacters)}")가 있습니다. 대체 문자에서 "?"로 보이거나 발송이 거절될 수 있으니 다른 글자로 바꾸세요.`,
    }),
  },
})

/** Characters side by side that cannot be encoded, each as a reader takes it: an emoji of several parts is one. */
function foreignStretches(run: LiteralRun): { span: Span; text: string }[] {
  const stretches: { from: number; to: number }[] = []
  for (const { segment, index } of graphemesOf(run.text)) {
    if (Array.from(segment.normalize('NFC')).every(encodableInEucKr)) continue
    const last = stretches.at(-1)
    const to = index + segment.length
    if (last?.to === index) last.to = to
    else stretches.push({ from: index, to })
  }
  return stretches.flatMap(({ from, to }) => {
    const span = spanIn(run, from, to)
    return span ? [{ span, text: run.text.slice(from, to).normalize('NFC') }] : []
  })
}
