import type { ImageContent } from '../contract/content.ts'
import type { ImageLine } from '../language/document.ts'
import { readImageLink } from './link.ts'
import { isEmpty, templateOf, textOfPart } from './located.ts'
import type { ImageSource, MessageContext, MessageValue } from './message.ts'
import { folderOf, pathFrom, pathTo } from './path.ts'
import type { BodyReading } from './reading.ts'

/** Reads an image line of any kind whose image has one link at most. */
export function readImage(line: ImageLine, reading: BodyReading): ImageContent<MessageValue> {
  const [, , link, second] = line.children
  return { source: readImageSource(line, reading), link: link && readImageLink(link, second, reading) }
}

/** A path from the root of a file system or a drive. */
const absolutePath = /^(?:[/\\~]|[a-z]:[/\\]|file:)/i

export function readImageSource(line: ImageLine, reading: BodyReading): ImageSource | undefined {
  const { context, contract, report } = reading
  const text = textOfPart(line.children[1])
  const { span } = text
  if (isEmpty(text)) return report('image-path-empty', span, {})
  for (const piece of text.pieces) {
    if (piece.type === 'unclosedVariable') return report('variable-unclosed', piece.span, {})
    if (piece.type !== 'variable') continue
    return report('variable-not-allowed', piece.span, { name: piece.name, field: contract.names.source })
  }
  const typed = text.pieces.map((piece) => (piece.type === 'variable' ? '' : piece.value)).join('')
  if (/^https:\/\//i.test(typed)) return { type: 'url', span, value: templateOf(text) }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) && !absolutePath.test(typed))
    return report('image-url-not-https', span, { url: typed })
  if (absolutePath.test(typed)) return report('image-path-absolute', span, { path: typed })
  const folder = folderOf(context.path)
  const asTyped = pathFrom(folder, typed)
  const path = isThere(asTyped, context) ? asTyped : pathFrom(folder, decoded(typed))
  if (path === '..' || path.startsWith('../')) return report('image-outside-root', span, { path: typed })
  const lookup = context.image(path)
  const source: ImageSource = { type: 'file', span, value: path.normalize('NFC') }
  switch (lookup.type) {
    case 'found':
      if (lookup.isTurned) report('image-turned', span, { path: typed })
      if (lookup.isCmyk) report('image-cmyk', span, { path: typed })
      return { ...source, facts: lookup.facts }
    case 'outside-root':
      return report('image-outside-root', span, { path: typed })
    case 'not-found': {
      const suggestion = lookup.suggestion && pathTo(folder, lookup.suggestion)
      const isUntracked = lookup.isUntracked && { isUntracked: lookup.isUntracked }
      report('image-not-found', span, { path: typed, ...(suggestion && { suggestion }), ...isUntracked })
      break
    }
    case 'unreadable':
      report('image-unreadable', span, { path: typed, reason: lookup.reason })
      break
    case 'too-large':
      report('image-too-large', span, { path: typed, bytes: lookup.bytes, maxBytes: lookup.maxBytes })
      break
    case 'other-format':
      report('image-format', span, { path: typed, format: lookup.format })
      break
    case 'damaged':
      report('image-damaged', span, { path: typed })
  }
  return source
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
