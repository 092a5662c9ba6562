import type { Span } from '../diagnostic.ts'
import { type Part } from '../language/document.ts'
import { templateOf, textOfPart } from '../message/located.ts'
import { type MessageText, touches } from './message-text.ts'
import { outlineOf } from './yaml-place.ts'

/** A path or an address in a message. */
export interface MessageLink {
  readonly span: Span
  /** `path` is relative to the message, as typed; an image that is uploaded is a URL. */
  readonly target:
    | { readonly type: 'image' | 'recipients'; readonly path: string }
    | { readonly type: 'url'; readonly url: string }
}

/** Images, the recipients file and web addresses, in the order of the source. */
export function linksOf(text: MessageText): readonly MessageLink[] {
  const { source, document, regions } = text
  const links: MessageLink[] = []
  for (const line of document.lines) {
    if (line.type === 'imageLine') {
      const [, path, link, second] = line.children
      const found = linkOfPart(path, 'image')
      if (found) links.push(found)
      for (const part of [link, second]) links.push(...webLink(part))
    } else if (line.type === 'buttonLine' || line.type === 'linkLine') {
      for (const part of line.children.slice(1)) links.push(...webLink(part))
    }
  }
  for (const region of regions) {
    for (const { key, path, value } of outlineOf(source, region)) {
      const typed = unquote(source, value)
      if (typed.text === '') continue
      if (region.where === 'frontmatter') {
        if (path.length === 1 && key === 'recipients')
          links.push({ span: typed.span, target: { type: 'recipients', path: typed.text } })
      } else if (isWebAddress(typed.text)) links.push({ span: typed.span, target: { type: 'url', url: typed.text } })
    }
  }
  return links.toSorted((a, b) => a.span.start - b.span.start)
}

/** The path or address at an offset. */
export function linkAt(text: MessageText, offset: number): MessageLink | undefined {
  return linksOf(text).find(({ span }) => touches(span, offset))
}

function linkOfPart(part: Part, type: 'image'): MessageLink | undefined {
  const text = textOfPart(part)
  const path = templateOf(text)
  if (path === '' || path.includes('#{')) return undefined
  return { span: text.span, target: isWebAddress(path) ? { type: 'url', url: path } : { type, path } }
}

/** An address with a variable in it leads nowhere yet. */
function webLink(part: Part | undefined): MessageLink[] {
  if (part === undefined) return []
  const text = textOfPart(part)
  const url = templateOf(text)
  return isWebAddress(url) ? [{ span: text.span, target: { type: 'url', url } }] : []
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s#]+(?:#(?!\{)\S*)?$/i.test(text) && !text.includes('#{')
}

function unquote(source: string, { start, end }: Span): { readonly text: string; readonly span: Span } {
  const raw = source.slice(start, end)
  const inner = /^(["'])(.*)\1$/.exec(raw)?.[2]
  return inner === undefined
    ? { text: raw, span: { start, end } }
    : { text: inner, span: { start: start + 1, end: end - 1 } }
}
