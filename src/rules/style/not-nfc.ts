import { graphemesOf } from '../../contract/text.ts'
import type { Span, TextEdit } from '../../diagnostic.ts'
import { type Document, spanOf } from '../../dialect/document.ts'
import { defineRule } from '../rule.ts'

export const notNfc = defineRule<{ text: string }>()({
  id: 'not-nfc',
  tier: 'style',
  severity: 'warning',
  check({ document, message, isPlain }, report) {
    if (isPlain || document.source === document.source.normalize('NFC')) return
    for (const span of stretches(document, message.recipients?.span)) {
      const typed = document.source.slice(span.start, span.end)
      const text = typed.normalize('NFC')
      const edit: TextEdit = { ...span, text }
      // Punctuation that comes or goes may be a sign of the language.
      report({ span, args: { text }, fix: { safe: punctuationIn(text) === punctuationIn(typed), edits: [edit] } })
    }
  },
  words: {
    en: () => ({ message: 'These characters are decomposed; save them in Unicode NFC.' }),
    ko: () => ({ message: '글자가 자모로 풀어져 있습니다. 유니코드 NFC로 바꾸세요.' }),
  },
})

function punctuationIn(text: string): string {
  return text.replaceAll(/[^!-/:-@[-`{-~]/g, '')
}

/** On each line, from the first to the last character that is decomposed; a path must stay what the file is called. */
function* stretches(document: Document, recipients: Span | undefined): Generator<Span> {
  const { source } = document
  const images = document.lines.flatMap((line) => (line.type === 'imageLine' ? [spanOf(line.children[1])] : []))
  const partsOutside = outside(recipients === undefined ? images : [recipients, ...images])
  for (const { index, 0: line } of source.matchAll(/[^\r\n]+/g)) {
    if (line === line.normalize('NFC')) continue
    for (const part of partsOutside({ start: index, end: index + line.length })) {
      let stretch: Span | undefined
      const { start: from, end } = oddIn(source, part)
      for (const { segment, index: at } of graphemesOf(source.slice(from, end))) {
        if (segment === segment.normalize('NFC')) continue
        const start = from + at
        stretch = { start: stretch?.start ?? start, end: start + segment.length }
      }
      if (stretch !== undefined) yield stretch
    }
  }
}

/** What may be decomposed: plain characters, but one, are taken off both ends, as segmenting takes long. */
function oddIn(source: string, { start, end }: Span): Span {
  let [first, last] = [start, end]
  while (first < last && isPlainUnit(source.charCodeAt(first))) first++
  while (last > first && isPlainUnit(source.charCodeAt(last - 1))) last--
  return { start: Math.max(start, first - 1), end: Math.min(end, last + 1) }
}

/** Whether a unit is ASCII or a syllable: what stands between two of them starts a character. */
function isPlainUnit(unit: number): boolean {
  return unit < 0x7f || (unit >= 0xac00 && unit <= 0xd7a3)
}

/** The parts of a stretch that lie outside some others, which are sorted; asked in the order of the source. */
function outside(others: readonly Span[]): (whole: Span) => Span[] {
  let next = 0
  return (whole) => {
    const parts: Span[] = []
    let done = whole.start
    while ((others[next]?.end ?? whole.end) <= whole.start) next++
    for (let at = next, other = others[at]; other !== undefined && other.start < whole.end; other = others[++at]) {
      if (other.start > done) parts.push({ start: done, end: other.start })
      done = other.end
    }
    return [...parts, { start: done, end: whole.end }]
  }
}
