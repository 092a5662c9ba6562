import type { ImageLine } from '../language/document.ts'
import { contractOf, type Kind } from '../contract/contracts.ts'
import { type Violation, violation } from '../violation.ts'
import { readImageLink } from './link.ts'
import { isEmpty, templateOf, textOfPart } from './located.ts'
import type { ImageNode, ImageSource, MessageContext } from './message.ts'
import { folderOf, pathFrom, pathTo } from './path.ts'

/** Reads an image line of any kind whose image has one link at most. */
export function readImage(
  line: ImageLine,
  context: MessageContext,
  kind: Kind,
): { image: ImageNode; violations: readonly Violation[] } {
  const [, , link, second] = line.children
  const { source, violations } = readImageSource(line, context, kind)
  const linked = link && readImageLink(link, second, kind)
  return {
    image: { span: line.span, ...(source && { source }), ...(linked?.link && { link: linked.link }) },
    violations: [...violations, ...(linked?.violations ?? [])],
  }
}

/** A path from the root of a file system or a drive. */
const absolutePath = /^(?:[/\\~]|[a-z]:[/\\]|file:)/i

export function readImageSource(
  line: ImageLine,
  context: MessageContext,
  kind: Kind,
): { source?: ImageSource; violations: readonly Violation[] } {
  const [, part] = line.children
  const text = textOfPart(part)
  const { span } = text
  if (isEmpty(text)) return { violations: [violation('image-path-empty', span, {})] }
  for (const piece of text.pieces) {
    if (piece.type === 'unclosedVariable') return { violations: [violation('variable-unclosed', piece.span, {})] }
    if (piece.type !== 'variable') continue
    return {
      violations: [
        violation('variable-not-allowed', piece.span, { name: piece.name, field: contractOf(kind).names.source }),
      ],
    }
  }
  const typed = text.pieces.map((piece) => (piece.type === 'variable' ? '' : piece.value)).join('')
  if (/^https:\/\//i.test(typed)) return { source: { type: 'url', span, value: templateOf(text) }, violations: [] }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) && !absolutePath.test(typed))
    return { violations: [violation('image-url-not-https', span, { url: typed })] }
  if (absolutePath.test(typed)) return { violations: [violation('image-path-absolute', span, { path: typed })] }
  const folder = folderOf(context.path)
  const asTyped = pathFrom(folder, typed)
  const path = isThere(asTyped, context) ? asTyped : pathFrom(folder, decoded(typed))
  const outside = { violations: [violation('image-outside-root', span, { path: typed })] }
  if (path === '..' || path.startsWith('../')) return outside
  const lookup = context.image(path)
  const value = path.normalize('NFC')
  const source: ImageSource = { type: 'file', span, value }
  switch (lookup.type) {
    case 'found':
      return {
        source: { ...source, facts: lookup.facts },
        violations: [
          ...(lookup.isTurned ? [violation('image-turned', span, { path: typed })] : []),
          ...(lookup.isCmyk ? [violation('image-cmyk', span, { path: typed })] : []),
        ],
      }
    case 'outside-root':
      return outside
    case 'not-found': {
      const suggestion = lookup.suggestion && pathTo(folder, lookup.suggestion)
      const isUntracked = lookup.isUntracked && { isUntracked: lookup.isUntracked }
      const args = { path: typed, ...(suggestion && { suggestion }), ...isUntracked }
      return { source, violations: [violation('image-not-found', span, args)] }
    }
    case 'unreadable':
      return { source, violations: [violation('image-unreadable', span, { path: typed, reason: lookup.reason })] }
    case 'too-large': {
      const { bytes, maxBytes } = lookup
      return { source, violations: [violation('image-too-large', span, { path: typed, bytes, maxBytes })] }
    }
    case 'other-format':
      return { source, violations: [violation('image-format', span, { path: typed, format: lookup.format })] }
    case 'damaged':
      return { source, violations: [violation('image-damaged', span, { path: typed })] }
  }
}

function isThere(path: string, context: MessageContext): boolean {
  return path !== '..' && !path.startsWith('../') && context.image(path).type !== 'not-found'
}

/** Note-taking programs and Git hosts write a blank as `%20`. */
function decoded(typed: string): string {
  try {
    return decodeURIComponent(typed)
  } catch {
    return typed
  }
}
