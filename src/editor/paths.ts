import type { Span } from '../diagnostic.ts'
import { templateOf, textOfPart } from '../message/located.ts'
import { lineAt, type MessageText, touches } from './message-text.ts'
import { outlineOf } from './yaml-place.ts'

/** The path of an image or of the recipients file, as typed: relative to the message. */
export interface MessagePath {
  readonly type: 'image' | 'recipients'
  readonly path: string
  readonly span: Span
}

/** The path at an offset; undefined where an address of the web stands. */
export function pathAt(text: MessageText, offset: number): MessagePath | undefined {
  const line = lineAt(text, offset)
  const found = line?.type === 'imageLine' ? imagePath(line.children[1]) : recipientsPath(text)
  return found && touches(found.span, offset) && !/^https?:|#\{/i.test(found.path) ? found : undefined
}

function imagePath(part: Parameters<typeof textOfPart>[0]): MessagePath {
  const text = textOfPart(part)
  return { type: 'image', path: templateOf(text), span: text.span }
}

function recipientsPath({ source, regions }: MessageText): MessagePath | undefined {
  const frontmatter = regions.find(({ where }) => where === 'frontmatter')
  const entries = frontmatter === undefined ? [] : outlineOf(source, frontmatter)
  const value = entries.find(({ path }) => path.length === 1 && path[0] === 'recipients')?.value
  const typed = value && source.slice(value.start, value.end)
  if (value === undefined || !typed) return undefined
  const isQuoted = /^(["']).*\1$/.test(typed)
  const span = isQuoted ? { start: value.start + 1, end: value.end - 1 } : value
  return { type: 'recipients', path: source.slice(span.start, span.end), span }
}
