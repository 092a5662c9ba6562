import type { LinkTargets } from '../contract/payload.ts'
import { type Fault, fault } from '../fault.ts'
import type { Part } from '../language/document.ts'
import { spanOf } from '../language/document.ts'
import { isEmpty, type TracedText, templateOf, textOfPart } from './traced.ts'

/** What a link opens: a web page, an application, or nothing that the language knows. */
type LinkType = 'web' | 'app' | 'none'

const scheme = /^[a-z][a-z0-9+.-]*:/i
const webScheme = /^https?:\/\//i

/** A link that starts with a variable opens a web page: the variable holds the start of its URL. */
function linkTypeOf(link: TracedText): LinkType {
  if (link.pieces[0]?.type === 'variable') return 'web'
  const text = templateOf(link)
  if (webScheme.test(text)) return 'web'
  return scheme.test(text) ? 'app' : 'none'
}

type Targets = { readonly [K in keyof LinkTargets]?: TracedText }

interface LinkResult {
  readonly type: LinkType
  readonly targets: Targets
  readonly faults: readonly Fault[]
}

/** The targets that a link and its second link stand for, of a button, an item or a tail. */
export function readTargets(link: Part, second: Part | undefined): LinkResult {
  const first = textOfPart(link, spanOf(link))
  const faults: Fault[] = []
  const type = linkTypeOf(first)
  if (isEmpty(first)) faults.push(fault('link-empty', first.span, {}))
  else if (type === 'none') faults.push(fault('link-without-scheme', first.span, { link: templateOf(first) }))
  const other = second && textOfPart(second, spanOf(second))
  if (other && isEmpty(other)) faults.push(fault('link-empty', other.span, {}))
  else if (other && linkTypeOf(other) !== 'web') {
    faults.push(fault('second-link-not-web', other.span, { link: templateOf(other) }))
  }
  const targets: Targets =
    type === 'web'
      ? { url_mobile: first, ...(other && { url_pc: other }) }
      : type === 'app'
        ? { scheme_android: first, scheme_ios: first, ...(other && { url_mobile: other }) }
        : {}
  return { type, targets, faults }
}

/** The one web link of an image; only a web link without a second is one. */
export function readImageLink(link: Part, second: Part | undefined): { link?: TracedText; faults: readonly Fault[] } {
  const text = textOfPart(link, spanOf(link))
  const faults: Fault[] = []
  const type = linkTypeOf(text)
  if (isEmpty(text)) faults.push(fault('link-empty', text.span, {}))
  else if (type === 'none') faults.push(fault('link-without-scheme', text.span, { link: templateOf(text) }))
  else if (type === 'app') faults.push(fault('link-scheme-not-allowed', text.span, { link: templateOf(text) }))
  if (second !== undefined) faults.push(fault('second-link-not-allowed', spanOf(second), {}))
  return faults.length > 0 ? { faults } : { link: text, faults }
}
