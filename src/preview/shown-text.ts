import type { ElementContent } from 'hast'
import { h } from 'hastscript'

/** Control, bidirectional and zero-width characters but the joiner of emoji, and runs of marks that climb over other lines. */
const unseen = /(?!\u200D)[\p{Cc}\p{Cf}\u2028\u2029]|(?<=\p{M}{4})\p{M}+/gu

/**
 * Text of a file as code shows it: what nobody would see is marked with its code point, and cannot turn the text
 * around it. The text content stays exactly the same.
 */
export function shownText(text: string): ElementContent[] {
  const parts: ElementContent[] = []
  let done = 0
  for (const { index, 0: found } of text.matchAll(unseen)) {
    if (found === '\t' || found === '\n') continue
    if (index > done) parts.push({ type: 'text', value: text.slice(done, index) })
    const code = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    parts.push(h('span', { className: ['unseen'], dataCode: code, title: code }, found))
    done = index + found.length
  }
  if (done < text.length) parts.push({ type: 'text', value: text.slice(done) })
  return parts
}
