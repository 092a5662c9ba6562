import { type Violation, violation } from '../violation.ts'
import { type ImageLine, spanOf } from '../dialect/document.ts'
import { plainMark } from '../dialect/near-miss/characters.ts'
import { type Change, nearMiss } from '../dialect/near-miss/correction.ts'
import { isAbsolutePath } from '../dialect/near-miss/resources.ts'
import type { ImageLookup, ImageNode, ImageSource, MessageContext } from './message.ts'
import { anyWide, plainMarks, readImageLink } from './link.ts'
import { isEmpty, literalRuns, type LocatedText, templateOf, textOfPart } from './located.ts'
import { folderOf, pathFrom, pathTo } from './path.ts'

/** Reads an image line of any kind whose image has one link at most. */
export function readImage(
  line: ImageLine,
  context: MessageContext,
): { image: ImageNode; violations: readonly Violation[] } {
  const [, , link, second] = line.children
  const { source, violations } = readImageSource(line, context)
  const linked = link && readImageLink(link, second)
  return {
    image: { span: spanOf(line), ...(source && { source }), ...(linked?.link && { link: linked.link }) },
    violations: [...violations, ...(linked?.violations ?? [])],
  }
}

/** What makes marks of ASCII of those in full width in a path, where a file has that path. */
function wideChanges({ pieces }: LocatedText, lookUp: (path: string) => ImageLookup): Change[] {
  return literalRuns(pieces).flatMap((run) => {
    const found = Array.from(run.text.matchAll(anyWide))
    if (found.length === 0 || lookUp(run.text.replaceAll(anyWide, plainMark)).type === 'not-found') return []
    return plainMarks(run, found, () => true)
  })
}

/** Finds the image that a line refers to. */
export function readImageSource(
  line: ImageLine,
  context: MessageContext,
): { source?: ImageSource; violations: readonly Violation[] } {
  const [, part] = line.children
  const text = textOfPart(part, spanOf(part))
  const { span } = text
  if (isEmpty(text)) return { violations: [violation('image-path-empty', span, {})] }
  const variable = text.pieces.find((piece) => piece.type === 'variable')
  if (variable?.type === 'variable') {
    return { violations: [violation('variable-not-allowed', variable.span, { name: variable.name, field: 'img_url' })] }
  }
  const unclosed = text.pieces.find((piece) => piece.type === 'unclosedVariable')
  if (unclosed !== undefined) return { violations: [violation('variable-unclosed', unclosed.span, {})] }
  const typed = text.pieces.map((piece) => (piece.type === 'variable' ? '' : piece.value)).join('')
  if (/^https:\/\//i.test(typed)) return { source: { type: 'url', span, value: templateOf(text) }, violations: [] }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed))
    return { violations: [violation('image-url-not-https', span, { url: typed })] }
  if (isAbsolutePath(typed)) return { violations: [violation('image-path-absolute', span, { path: typed })] }
  const path = pathFrom(folderOf(context.path), typed)
  if (path === '..' || path.startsWith('../'))
    return { violations: [violation('image-outside-root', span, { path: typed })] }
  const lookup = context.image(path)
  const value = path.normalize('NFC')
  const source: ImageSource = { type: 'file', span, value }
  switch (lookup.type) {
    case 'found':
      return { source: { type: 'file', span, value, facts: lookup.facts }, violations: [] }
    case 'not-found': {
      const changes = wideChanges(text, (plain) => context.image(pathFrom(folderOf(context.path), plain)))
      if (changes.length > 0) return { source, violations: [nearMiss('image', changes)] }
      const suggestion = lookup.suggestion && pathTo(folderOf(context.path), lookup.suggestion)
      return {
        source,
        violations: [
          violation('image-not-found', span, {
            path: typed,
            ...(suggestion && { suggestion }),
            ...(lookup.isUntracked && { isUntracked: true }),
          }),
        ],
      }
    }
    case 'outside-root':
      return { violations: [violation('image-outside-root', span, { path: typed })] }
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
