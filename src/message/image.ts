import { posix } from 'node:path'
import { type Violation, violation } from '../violation.ts'
import { type ImageLine, spanOf } from '../dialect/document.ts'
import type { MessageContext } from './context.ts'
import { readImageLink } from './link.ts'
import type { ImageNode, ImageSource } from './message.ts'
import { isEmpty, templateOf, textOfPart } from './located.ts'

/** Reads an image line of any kind whose image has one link at most. */
export function readImage(
  line: ImageLine,
  context: MessageContext,
): { image: ImageNode; faults: readonly Violation[] } {
  const [, , link, second] = line.children
  const { source, faults } = readImageSource(line, context)
  const linked = link && readImageLink(link, second)
  return {
    image: { span: spanOf(line), ...(source && { source }), ...(linked?.link && { link: linked.link }) },
    faults: [...faults, ...(linked?.faults ?? [])],
  }
}

/** Finds the image that a line refers to. */
export function readImageSource(
  line: ImageLine,
  context: MessageContext,
): { source?: ImageSource; faults: readonly Violation[] } {
  const [, part] = line.children
  const text = textOfPart(part, spanOf(part))
  const { span } = text
  if (isEmpty(text)) return { faults: [violation('image-path-empty', span, {})] }
  const variable = text.pieces.find((piece) => piece.type === 'variable')
  if (variable?.type === 'variable') {
    return { faults: [violation('variable-not-allowed', variable.span, { name: variable.name, field: 'img_url' })] }
  }
  const unclosed = text.pieces.find((piece) => piece.type === 'unclosedVariable')
  if (unclosed !== undefined) return { faults: [violation('variable-unclosed', unclosed.span, {})] }
  const typed = text.pieces.map((piece) => (piece.type === 'variable' ? '' : piece.value)).join('')
  if (/^https:\/\//i.test(typed)) return { source: { type: 'url', span, value: templateOf(text) }, faults: [] }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed))
    return { faults: [violation('image-url-not-https', span, { url: typed })] }
  if (typed.startsWith('/')) return { faults: [violation('image-path-absolute', span, { path: typed })] }
  const path = posix.join(posix.dirname(context.path), typed)
  if (path === '..' || path.startsWith('../'))
    return { faults: [violation('image-outside-root', span, { path: typed })] }
  const lookup = context.image(path)
  const value = path.normalize('NFC')
  const source: ImageSource = { type: 'file', span, value }
  switch (lookup.type) {
    case 'found':
      return { source: { type: 'file', span, value, facts: lookup.facts }, faults: [] }
    case 'not-found': {
      const suggestion = lookup.suggestion && posix.relative(posix.dirname(context.path), lookup.suggestion)
      return {
        source,
        faults: [violation('image-not-found', span, { path: typed, ...(suggestion && { suggestion }) })],
      }
    }
    case 'outside-root':
      return { faults: [violation('image-outside-root', span, { path: typed })] }
    case 'unreadable':
      return { source, faults: [violation('image-unreadable', span, { path: typed, reason: lookup.reason })] }
    case 'too-large': {
      const { bytes, maxBytes } = lookup
      return { source, faults: [violation('image-too-large', span, { path: typed, bytes, maxBytes })] }
    }
    case 'other-format':
      return { source, faults: [violation('image-format', span, { path: typed, format: lookup.format })] }
    case 'damaged':
      return { source, faults: [violation('image-damaged', span, { path: typed })] }
  }
}
