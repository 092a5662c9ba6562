import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { Diagnostic } from '../../diagnostic.ts'
import type { Say } from '../../words/language.ts'

/** Control, bidirectional and zero-width characters but the joiner of emoji, and runs of marks that climb over other lines. */
const unseen = /(?!\u200D)[\p{Cc}\p{Cf}\u2028\u2029]|(?<=\p{M}{4})\p{M}+/gu

/**
 * Text of a file as code shows it: what is invisible is marked with its code point, and cannot turn the text
 * around it. The text content stays exactly the same.
 */
export function shownText(text: string): ElementContent[] {
  const parts: ElementContent[] = []
  let done = 0
  for (const { index, 0: found } of text.matchAll(unseen)) {
    if (found === '\t' || found === '\n') continue
    if (index > done) parts.push({ type: 'text', value: text.slice(done, index) })
    const code = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    parts.push(h('span.unseen', { dataCode: code, title: code }, found))
    done = index + found.length
  }
  if (done < text.length) parts.push({ type: 'text', value: text.slice(done) })
  return parts
}

export function payloadView(payload: unknown, say: Say): Element {
  const text = JSON.stringify(payload, null, 2)
  return h('section.block.payload', [
    h('div.payload-top', [
      h(
        'p.hint',
        say('Exactly this JSON, with the values chosen above.', '위에서 고른 값으로 만든 JSON 그대로입니다.'),
      ),
      h('button#copy.plain', { type: 'button' }, say('Copy', '복사')),
    ]),
    h('pre#json.code', { tabIndex: 0, ariaLabel: say('Payload', '페이로드') }, shownText(text)),
  ])
}

/** Draws the source with its line numbers; lines with diagnostics are marked. */
export function sourceView(source: string, diagnostics: readonly Diagnostic[], say: Say): Element {
  const worst = new Map<number, Diagnostic['severity']>()
  for (const { severity, start } of diagnostics) {
    if (worst.get(start.line) !== 'error') worst.set(start.line, severity)
  }
  const lines = source.split(/\r\n|\n|\r/).map((text, index) => {
    const severity = worst.get(index + 1)
    const className = ['line', ...(severity === undefined ? [] : [`is-${severity}`])]
    return h('li', { className, dataLine: index + 1 }, [h('span', shownText(text))])
  })
  return h('ol#lines.code.lines', { tabIndex: 0, ariaLabel: say('Source', '원문') }, lines)
}
