import type { Violation } from '../../violation.ts'
import { type Block, spanOf } from '../document.ts'
import { lead, spaceClass } from './characters.ts'
import { type Change, nearMiss, unclosed } from './correction.ts'
import { blockFields, blockMeant, fenceMark, yamlLine } from './fences.ts'

/** What ends a block that nothing ends: a line without letters, or a fence with more behind it. */
const endsBlock = new RegExp(
  String.raw`^${lead}(?:[^\p{L}\p{N}\s#]{1,8}[^\p{L}\p{N}\r\n]{0,8}|${fenceMark}{3,8}|\x60{3,}.*|[~'"]{3,}.*)$`,
  'u',
)
/** A fence with text behind it that is more than punctuation. */
const fenceAndText =
  /^([ \t]*)(`{3,}(?!`)|'{3,}(?!')|"{3,}(?!")|~{3,}(?!~))(?![ \t]*(?:끝|end)\s*$)([ \t]*)(?=.*[^\s\p{P}~`])(.*)$/iu
/** What no line of a block starts or ends with. */
const lateFence = new RegExp(
  String.raw`^${lead}(?:${fenceMark}{2,8}${spaceClass}*$|\x60|~{3}|:{3})|\x60{3}${spaceClass}*$`,
  'u',
)
const mayBeLate = new RegExp(String.raw`(?:^|[\r\n]|[>＞])${spaceClass}*(?:${fenceMark}|~~~|:::)|\x60\x60\x60`, 'u')

/** What is wrong with a block that nothing closes. */
export function openBlockViolation(block: Block, source: string, hasItems: boolean): Violation {
  const change = openBlockChange(block, source, hasItems)
  const name = source.slice(block.info.start, block.info.end).trimEnd()
  return change.slip.type === 'missing' ? unclosed('block-unclosed', change, { name }) : nearMiss('block', [change])
}

/** What is mistyped in a block that something closes: its fences, so that the next block's closes it, or its first line. */
export function blockViolation(block: Block, source: string, hasItems: boolean): Violation | undefined {
  const info = source.slice(block.info.start, block.info.end)
  const [joined, name = '', gap = '', key = ''] = /^(\p{L}+)([ \t]+)([a-z_]+):[ \t]/u.exec(info) ?? []
  if (joined !== undefined && blockFields.has(key) && blockMeant(name) === name) {
    const start = block.info.start + name.length
    const end = start + gap.length
    const span = { start: block.info.start, end: start }
    return nearMiss('block', [{ start, end, text: '\n', slip: { type: 'line-break-missing' }, safe: true, span }])
  }
  const content = source.slice(block.content.start, block.content.end)
  if (!mayBeLate.test(content) || source.startsWith('````', spanOf(block).start)) return undefined
  return content.split(/[\r\n]+/).some((line) => lateFence.test(line))
    ? openBlockViolation(block, source, hasItems)
    : undefined
}

/** What closes a block that nothing closes: the line that was meant to, or the end of its YAML. */
function openBlockChange(block: Block, source: string, hasItems: boolean): Change {
  const { start, end } = block.content
  const from = spanOf(block).start
  const opened = /^`+/.exec(source.slice(from, start))?.[0] ?? ''
  let last = start
  for (const { index, 0: line, 1: text = '' } of source.slice(start, end).matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)) {
    const at = start + index
    if (/^`{3,}[ \t]*$/.test(text)) {
      const slip = { type: 'instead', found: opened, expected: '```' } as const
      return { start: from, end: from + opened.length, text: '```', slip, safe: true }
    }
    // What stands behind the end is a form of its own.
    const joined = /^`{3}(\s*)(?=`{3,}\p{L}|-{3,}\s*$|#{1,2} |- \[|!?\[)/u.exec(text)
    if (joined) {
      const slip = { type: 'line-break-missing' } as const
      const gapStart = at + '```'.length
      const gapEnd = at + joined[0].length
      return { start: gapStart, end: gapEnd, text: '\n', slip, safe: true, span: { start: at, end: gapStart } }
    }
    // In the kinds with items, such a line ends these.
    if (/^-{3,}[ \t]*$/.test(text) && hasItems) break
    const followed = fenceAndText.exec(text)
    if (followed && blockMeant(followed[4] ?? '') === undefined) {
      const [, indent = '', marks = '', gap = ''] = followed
      const slip = { type: 'line-break-missing' } as const
      const markStart = at + indent.length
      const span = { start: markStart, end: markStart + marks.length }
      return { start: at, end: span.end + gap.length, text: '```\n', slip, safe: false, span }
    }
    if (endsBlock.test(text)) {
      const isIndented = /^\s+`{3,}\s*$/.test(text)
      const slip = isIndented
        ? ({ type: 'indented' } as const)
        : ({ type: 'instead', found: text.trim(), expected: '```' } as const)
      return { start: at, end: at + text.length, text: '```', slip, safe: !/[\p{L}\p{N}]/u.test(text) }
    }
    const behind = /(?<=\S)\s*`{3,}\s*$/.exec(text)
    if (behind) {
      const slip = { type: 'line-break-missing' } as const
      return { start: at + behind.index, end: at + text.length, text: '\n```', slip, safe: true }
    }
    if (text.trim() === '' || !yamlLine.test(text)) break
    last = at + line.length
  }
  const isAtEnd = last >= end && !/[\r\n]$/.test(source.slice(0, last))
  const slip = { type: 'missing', expected: '```' } as const
  const span = { start: from, end: block.info.end }
  return { start: last, end: last, text: isAtEnd ? '\n```' : '```\n', slip, safe: false, span }
}
