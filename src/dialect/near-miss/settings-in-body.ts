import type { Span } from '../../diagnostic.ts'
import type { Violation } from '../../violation.ts'
import type { Document } from '../document.ts'
import type { Body, TypedLine } from './body.ts'
import { nearMiss } from './correction.ts'
import { linesOf, shifted } from './frontmatter.ts'

/** A key that no text starts with. */
const plainKey = String.raw`(?:(?:kind|ad_flag|vars|failback_data|echo_to_webhook)[ \t]*:(?:[ \t].*)?|recipients[ \t]*:[ \t]*\S+\.(?:csv|ndjson|jsonl)[ \t]*)`
/** A key that a text may start with, but hardly right below the frontmatter. */
const nextKey = String.raw`(?:(?:id|sender)[ \t]*:[ \t]*["']?[\w.-]+["']?[ \t]*|title[ \t]*:[ \t]+\S.*|meta[ \t]*:[ \t]*)`
const lineEnd = String.raw`[ \t]*(?:\r\n|\r|\n)`
const settingBelow = new RegExp(
  String.raw`(?:(?:${lineEnd})*(?:(?<opening>---${lineEnd})?(?<line>${plainKey})|(?<fence>---${lineEnd})(?<enclosed>${nextKey}))|${lineEnd}(?<next>${nextKey}))(?=[\r\n]|$)`,
  'y',
)
const settingGoesOn = new RegExp(String.raw`^(?:[ \t]+\S|(?:${plainKey}|${nextKey})$)`)
/** A line that goes on with a mapping: a key that is indented like the last line of the frontmatter. */
const entryBelow = new RegExp(
  String.raw`${lineEnd}(?<next>(?<indent>[ \t]+)(?:[a-z][a-z\d_]*[ \t]?:(?:[ \t]+\S.*)?|[\p{L}\p{N}_]+[ \t]?:[ \t]*(?:\{.*)?))(?=[\r\n]|$)`,
  'uy',
)
const lastIndent = /(?:^|[\r\n])([ \t]+)\S[^\r\n]*[\r\n]*$/
const secondKind = /(?<=[\r\n])---[ \t]*(?:\r\n|\r|\n)kind[ \t]*:[ \t]*["']?ft-/

/** Settings at the start of the body, or the frontmatter of another message in it. */
export function belowFrontmatter(source: string, { span, content }: NonNullable<Document['frontmatter']>): Violation[] {
  const found = settingFrom(source, span.end, source.slice(content.start, content.end))
  const below = found && settingsViolation(source, content, found)
  if (below) return [below]
  const second = secondKind.exec(source.slice(span.end))
  if (second === null) return []
  const start = span.end + second.index
  const place = { start, end: start + '---'.length }
  const slip = { type: 'second-frontmatter' } as const
  // What follows is read as another message, and stays where it is.
  const change = { start, end: source.length, text: '', slip, safe: false, span: place }
  return [{ ...nearMiss('frontmatter', [change]), hasOtherMeaning: true }]
}

/** The violation of settings below a frontmatter; undefined where they may be text. */
function settingsViolation(
  source: string,
  content: Span,
  { line, opening, end: keyEnd, isEnclosed }: SettingBelow,
): Violation | undefined {
  const start = keyEnd - line.length
  const lines = linesOf(source.slice(start)).map((one) => shifted(one, start))
  const behind = lines.find(({ text }, at) => at > 0 && !settingGoesOn.test(text))
  // Lines of their own around these settings go as well.
  const isClosed = behind !== undefined && /^---[ \t]*$/.test(behind.text)
  if (isEnclosed && !isClosed) return undefined
  const end = behind?.start ?? source.length
  const typed = source.slice(start, end)
  const moved = /[\r\n]$/.test(typed) ? typed : `${typed}\n`
  const slip = { type: 'below-frontmatter' } as const
  const place = { start: keyEnd - line.trimStart().length, end: keyEnd }
  const from = start - opening.length
  const removed = { start: from, end: isClosed ? behind.next : end, text: '', slip, safe: false } as const
  // Of two values one is meant.
  const settings = source.slice(content.start, content.end)
  const names = Array.from(typed.matchAll(/^[a-z_]+(?=[ \t]*:)/gm), ([name]) => name)
  const isTwice = names.some((name) => new RegExp(`^${name}[ \\t]*:`, 'm').test(settings))
  if (isTwice) return { ...nearMiss('key', [{ ...removed, span: place }]), hasOtherMeaning: true }
  return nearMiss('key', [
    { start: content.end, end: content.end, text: moved, slip, safe: false, span: place },
    removed,
  ])
}

interface SettingBelow {
  readonly line: string
  /** The line of dashes above it. */
  readonly opening: string
  readonly end: number
  /** Whether it is a setting only where another line of dashes stands below. */
  readonly isEnclosed: boolean
}

/** Returns the setting that stands first below a frontmatter. */
function settingFrom(source: string, at: number, settings: string): SettingBelow | undefined {
  for (const pattern of [settingBelow, entryBelow]) {
    pattern.lastIndex = at
    const { line, enclosed, next, opening, fence, indent } = pattern.exec(source)?.groups ?? {}
    const typed = line ?? enclosed ?? next
    if (typed === undefined || (indent !== undefined && indent !== lastIndent.exec(settings)?.[1])) continue
    return { line: typed, opening: opening ?? fence ?? '', end: pattern.lastIndex, isEnclosed: enclosed !== undefined }
  }
  return undefined
}

/** What nobody writes to people: a setting with a value that it can have. */
const settingLine =
  /^(?:(ad_flag[ \t]?[:：][ \t]*["']?(?:[yn]|yes|no|true|false)["']?|kind[ \t]?[:：][ \t]*["']?ft-[a-z-]+["']?|(?:failback_data|echo_to_webhook)[ \t]?[:：].*|recipients[ \t]?[:：][ \t]*\S+\.(?:csv|ndjson|jsonl)|vars[ \t]?[:：](?:[ \t]*\{.*)?)|(?:- )?((?:url_(?:mobile|pc)|scheme_(?:android|ios))[ \t]?[:：][ \t]*\S+|type[ \t]?[:：][ \t]*["']?(?:WL|AL|BK|MD|BC|BT|BF)["']?|(?:chat_extra|chat_event|biz_form_key)[ \t]?[:：].*))[ \t]*$/i

/** A variable and what is said of it, below `vars:`. */
const declaration = /^[ \t]+[\p{L}\p{N}_]+[ \t]?[:：][ \t]*(?:[{｛].*)?$/u

/** Reports a setting of the frontmatter or of a block, alone among text. */
export function correctSetting(body: Body, { index, text, start, end }: TypedLine): boolean {
  // Indented lines are text, but for one that a block was closed above.
  const isBehindBlock = body.lines[index - 1]?.type === 'block'
  const [, ofFrontmatter, ofBlock] = settingLine.exec(isBehindBlock ? text.trimStart() : text) ?? []
  // Settings at the start of a body are those of the frontmatter.
  body.settingsEnd ??= settingsEndOf(body)
  if (ofFrontmatter !== undefined && index < body.settingsEnd) return false
  if (ofFrontmatter === undefined && ofBlock === undefined) return false
  if (ofBlock === undefined && /^[ \t]/.test(text)) return false
  // The word alone is text, unless what it declares stands below.
  if (/^vars[ \t]?[:：][ \t]*$/i.test(text)) {
    const below = body.lines[index + 1]
    if (below === undefined || !declaration.test(body.typed(below, index + 1).text)) return false
  }
  // There another message starts.
  if (text.startsWith('kind') && body.lines[index - 1]?.type === 'divider') return false
  // It is read as text, so that nothing is missing for want of it.
  const change = { start, end: start, text: '', safe: false, span: { start, end } } as const
  return ofFrontmatter === undefined
    ? body.reportUnclear('block', { ...change, slip: { type: 'missing', expected: '```button' } })
    : body.reportUnclear('key', { ...change, slip: { type: 'below-frontmatter' } })
}

/** The index of the first line that is no setting. */
function settingsEndOf(body: Body): number {
  const end = body.lines.findIndex(
    (line, index) => line.type !== 'textLine' || !settingLine.test(body.typed(line, index).text),
  )
  return end < 0 ? body.lines.length : end
}
