import { encodableInEucKr } from '../../text/euc-kr.ts'
import { graphemesOf, placeholder, shortened } from '../../text/text.ts'
import { contractCheck } from '../contract.ts'

const maxShownCharacters = 20

export const fallbackNotEucKr = contractCheck<{ text: string }>({
  id: 'fallback-not-euc-kr',
  check({ texts }, report) {
    for (const { pointer, role, text } of texts) {
      if (role !== 'fallback') continue
      for (const range of foreignStretches(text)) {
        report({ pointer, range, args: { text: text.slice(range.start, range.end) } })
      }
    }
  },
  en: ({ text }) =>
    `"${shortened(text, maxShownCharacters)}" is not in EUC-KR; the fallback may be refused or show "?" there. Replace it.`,
  ko: ({ text }) =>
    `EUC-KR에 없는 글자("${shortened(text, maxShownCharacters)}")가 있습니다. 대체 문자에서 "?"로 보이거나 발송이 거절될 수 있으니 다른 글자로 바꾸세요.`,
})

/** Characters side by side that cannot be encoded, each as a reader takes it: an emoji of several parts is one. */
function foreignStretches(text: string): readonly { readonly start: number; readonly end: number }[] {
  const stretches: { start: number; end: number }[] = []
  for (const { segment, index } of graphemesOf(text)) {
    if (segment === placeholder || Array.from(segment).every(encodableInEucKr)) continue
    const last = stretches.at(-1)
    const end = index + segment.length
    if (last?.end === index) last.end = end
    else stretches.push({ start: index, end })
  }
  return stretches
}
