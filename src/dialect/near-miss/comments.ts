import type { Span } from '../../diagnostic.ts'
import { classOf, lead, oddSpaceIn, spaceClass } from './characters.ts'
import { type Change, leading, lookAlike } from './correction.ts'
import { indentOf } from './yaml-lines.ts'

const comment = new RegExp(
  String.raw`^(${lead})([<＜〈‹]${spaceClass}*[!！﹗ǃ]${spaceClass}*(?:${classOf('-')}${spaceClass}?){1,3}|<-{2,3}(?!-)|<1--|<![_=+]{1,2}-?|<!-[_=+]|!<-{2,3}|<!(?=\s)|,!--|!--|&lt;!--)(.*)$`,
  'u',
)
const commentEnd = new RegExp(String.raw`(?:${classOf('-')}${spaceClass}?){1,3}(?:[>＞〉›]|&gt;)${spaceClass}*$`, 'u')
/** A comment behind or in front of text. */
const insideComment = /(?<opening>[<‹＜]!(?:--|—|–|-)|&lt;!--)(?<text>.*?)(?<closing>(?:--|—|–|-)(?:[>›＞]|&gt;))/gu
/** What ends a comment that nothing ends. */
const typedCommentEnd = new RegExp(
  String.raw`[ \t]*(?:(?:${classOf('-')}${spaceClass}?){1,3}(?:[>＞〉›》.]|&gt;|(?=[ \t]*(?:[\r\n]|$)))|[→>＞])[ \t]*(?=[\r\n]|$)`,
  'u',
)

/** What makes a comment of a line that was meant as one, or that has one beside text. */
export function commentChanges(text: string, offset: number, { endsLater }: { endsLater: boolean }): Change[] {
  const [, indent = '', opening = '', rest = ''] = comment.exec(text) ?? []
  const end = opening === '' ? null : commentEnd.exec(rest)
  if (opening === '' || (end === null && !endsLater)) return insideChanges(text, offset)
  const start = offset + indent.length
  const changes: Change[] = []
  if (indent !== '') changes.push(leading(offset, indent))
  if (opening.trimEnd() !== '<!--') {
    // Without its "!" it may be an arrow.
    changes.push({ ...mark(start, opening.trimEnd(), '<!--'), safe: !/^<-+$/.test(opening.trimEnd()) })
  }
  if (end !== null && end[0].trim() !== '-->') changes.push(mark(start + opening.length + end.index, end[0], '-->'))
  if (changes.length > 0) return changes
  const behind = behindComment(text, offset)
  return behind[0]?.safe === true ? behind : insideChanges(text, offset)
}

/** What takes away what nobody sees behind the end of a comment, and text there to a line of its own. */
export function behindComment(text: string, offset: number): Change[] {
  const at = text.indexOf('-->') + '-->'.length
  const behind = text.slice(at)
  if (at < '-->'.length || !/[^ \t]/.test(behind)) return []
  const start = offset + at
  return behind.trim() === ''
    ? [{ start, end: start + behind.length, text: '', slip: lookAlike(oddSpaceIn(behind), ''), safe: true }]
    : [apart(start, start + indentOf(behind), { start: offset, end: start })]
}

/** Puts a line break in the place of what stands between a comment and text beside it. */
function apart(start: number, end: number, span: Span): Change {
  return { start, end, text: '\n', slip: { type: 'not-alone' }, safe: false, span }
}

/** What takes a comment to a line of its own. */
function insideChanges(text: string, offset: number): Change[] {
  const [found] = [...text.matchAll(insideComment)]
  // An escaped mark is text.
  if (!found || text[found.index - 1] === '\\') return []
  const span = { start: offset + found.index, end: offset + found.index + found[0].length }
  const { opening = '', closing = '' } = found.groups ?? {}
  const before = text.slice(0, found.index).trimEnd().length
  const behind = text.slice(found.index + found[0].length)
  return [
    ...(before > 0 ? [apart(offset + before, span.start, span)] : []),
    ...(opening === '<!--' ? [] : [mark(span.start, opening, '<!--')]),
    ...(closing === '-->' ? [] : [mark(span.end - closing.length, closing, '-->')]),
    ...(behind.trim() === '' ? [] : [apart(span.end, span.end + indentOf(behind), span)]),
  ]
}

/** What ends a comment that nothing ends: a mistyped mark, or the end of its first line. */
export function openCommentChange(text: string, offset: number): Change {
  const found = typedCommentEnd.exec(text.slice('<!--'.length))
  if (found) return { ...mark(offset + '<!--'.length + found.index, found[0], '-->'), text: ' -->' }
  const end = offset + (/[\r\n]/.exec(text)?.index ?? text.length)
  const span = { start: offset, end: offset + '<!--'.length }
  return { start: end, end, text: ' -->', slip: { type: 'missing', expected: '-->' }, safe: false, span }
}

function mark(start: number, found: string, expected: '<!--' | '-->'): Change {
  const slip = { type: 'instead', found: found.trim(), expected } as const
  return { start, end: start + found.length, text: expected, slip, safe: true }
}
