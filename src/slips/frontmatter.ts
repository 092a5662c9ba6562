import { kindStart } from '../contract/contracts.ts'
import type { Span } from '../diagnostic.ts'
import type { Document } from '../language/document.ts'
import { type Slip, slipOf } from './slip.ts'

const kindSetting = new RegExp(String.raw`^kind[ \t]*[:：=][ \t]*["']?${kindStart}`)

const dashLike = String.raw`(?:-{2}|-{4,}|[—–―−－ー]{1,5}|\*{3,}|_{3,}|={3,})`
/** A first line that was meant as `---`, and a setting below it. */
const mistypedOpening = new RegExp(String.raw`^(${dashLike})[ \t]*(?:\r\n|\n|\r)(?=\s*[\w"']+\s*[:：=])`, 'u')
const mistypedClosing = new RegExp(String.raw`(?<=[\r\n])${dashLike}(?=[ \t]*(?:[\r\n]|$))`, 'u')

/** Finds what is mistyped around and in the settings of a message; everything else follows from it. */
export function frontmatterSlips({ source, frontmatter }: Document, keys: ReadonlySet<string>): Slip[] {
  if (frontmatter) return settingSlips(source, frontmatter.content, keys)
  const [above = ''] = /^\s+(?=---[ \t]*[\r\n])/.exec(source) ?? []
  if (above !== '') return [slipOf('frontmatter', typedAt(0, above), '')]
  const [, marks] = mistypedOpening.exec(source) ?? []
  if (marks !== undefined) return [slipOf('frontmatter', typedAt(0, marks), '---')]
  if (/^---[ \t]*[\r\n]/.test(source)) {
    const closing = mistypedClosing.exec(source)
    return closing === null ? [] : [slipOf('frontmatter-end', typedAt(closing.index, closing[0]), '---')]
  }
  if (!kindSetting.test(source)) return []
  if (/[\r\n]---[ \t]*(?=[\r\n])/.test(source)) return [slipOf('frontmatter', typedAt(0, ''), '---\n')]
  return [{ span: { start: 0, end: 0 }, form: 'frontmatter' }]
}

function typedAt(start: number, text: string): Span & { readonly text: string } {
  return { start, end: start + text.length, text }
}

/** A setting with another mark behind its key, or none of the blank behind it: `kind：…`, `kind=…`, `kind:…`. */
function settingSlips(source: string, { start, end }: Span, keys: ReadonlySet<string>): Slip[] {
  const lines = source.slice(start, end).matchAll(/^([\w가-힣]+)[ \t]*(：[ \t]*|=[ \t]*|:(?=[^\s:/]))(.*)$/gmu)
  return Array.from(lines).flatMap(({ index, 0: text, 1: key = '', 3: value = '' }) => {
    const known = [...keys].find((one) => one.toLowerCase() === key.toLowerCase())
    return known === undefined ? [] : [slipOf('setting', typedAt(start + index, text), `${known}: ${value}`.trimEnd())]
  })
}
