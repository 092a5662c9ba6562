import type { Span } from '../../diagnostic.ts'
import type { Document } from '../../language/document.ts'
import { defineRule } from '../rule.ts'

export const textRequired = defineRule<{ pattern: string; message?: string }>({
  id: 'text-required',
  check({ document, message: { kind }, draft, required }, report) {
    if (required.length === 0) return
    const texts = draft.texts.filter(({ role }) => role === 'shown').map(({ template }) => template)
    // A message without any text is another rule's.
    if (texts.length === 0) return
    for (const { pattern, kinds, message } of required) {
      if (kinds !== undefined && !kinds.includes(kind)) continue
      const parts = partsOf(pattern)
      if (texts.some((text) => hasInOrder(text, parts))) continue
      report({ span: kindSpan(document), args: { pattern, ...(message !== undefined && { message }) } })
    }
  },
  en: ({ pattern, message }) => ({
    message: message ?? `No text of this message holds "${pattern}"; write it.`,
    ...(message !== undefined && { help: `No text of this message holds "${pattern}".` }),
  }),
  ko: ({ pattern, message }) => ({
    message: message ?? `이 메시지에는 "${pattern}" 문구가 없습니다. 넣어 주세요.`,
    ...(message !== undefined && { help: `이 메시지에는 "${pattern}" 문구가 없습니다.` }),
  }),
})

/**
 * Returns the texts between the stars of a pattern, in NFC. A pattern is no regular expression: a person who may write a
 * configuration in JSON could keep a machine busy for ever with one.
 */
function partsOf(pattern: string): readonly string[] {
  const parts = ['']
  for (const [token] of pattern.normalize('NFC').matchAll(/\\[\\*]|[^]/g)) {
    if (token === '*') parts.push('')
    else parts.push(`${parts.pop() ?? ''}${token.length > 1 ? token.slice(1) : token}`)
  }
  return parts
}

/** Returns whether a text holds some parts one after the other. Taking each at its first place is enough, and takes linear time. */
function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0
  for (const part of parts) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}

/** The kind of a message in its frontmatter, above which a directive can stand; the start of the frontmatter elsewhere. */
function kindSpan({ source, frontmatter }: Document): Span {
  if (frontmatter === undefined) return { start: 0, end: 0 }
  const { content, span } = frontmatter
  const found = /^(["']?kind["']?[ \t]*:[ \t]*)(\S+)/m.exec(source.slice(content.start, content.end))
  if (found === null) return { start: span.start, end: span.start + '---'.length }
  const start = content.start + found.index + (found[1] ?? '').length
  return { start, end: start + (found[2] ?? '').length }
}
