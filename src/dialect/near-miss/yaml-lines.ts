import { classOf, invisibles, isSpace, spaceClass } from './characters.ts'
import type { TypedText } from './flow.ts'

/** What stands between a key and its value. */
export const colon = `(?:${classOf(':')}|[=＝])`
const entry = new RegExp(
  String.raw`^(${spaceClass}*)((?:${classOf('-')}|[*+]|--|\d{1,2}[.)])${spaceClass}+|(?:${classOf('-')}|[*+])(?=\p{L}))?(["'“”‘’#＃$＄%％@{[(<]{0,4})((?:(?![ː꞉])[\p{L}\p{M}\p{N}_＿﹍‗${invisibles}])+(?:-[\p{L}\p{N}_]+)*)(["'“”‘’}\])>%％]{0,3})(${spaceClass}*)((?:${colon}(?:>| ?${colon})?|→|->|=>|[.,．。](?=${spaceClass}|$)|(?<=${spaceClass})[-–—|](?=${spaceClass}))?)(${spaceClass}*)(.*)$`,
  'u',
)
/** A key whose text stands on the lines below it. */
export const blockScalar = /[:：]\s*[|>][+-]?\d?\s*$/

/** Reads a line as a key and its value, without the spaces at its end. */
export function entryOf(text: string): readonly string[] | undefined {
  const found = entry.exec(text)
  if (found === null) return undefined
  const value = found.at(-1) ?? ''
  let end = value.length
  while (isSpace(value[end - 1])) end--
  return [...found.slice(0, -1), value.slice(0, end)]
}

export function indentOf(text = ''): number {
  return text.length - text.trimStart().length
}

/** Lines without those of texts that stand below their key. */
export function withoutTexts(lines: readonly TypedText[]): TypedText[] {
  let indent = Number.POSITIVE_INFINITY
  return lines.filter(({ text }) => {
    if (indentOf(text) > indent) return false
    indent = blockScalar.test(text) ? indentOf(text) : Number.POSITIVE_INFINITY
    return true
  })
}
