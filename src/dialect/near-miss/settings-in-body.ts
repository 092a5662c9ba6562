import type { Span } from '../../diagnostic.ts'
import type { Violation } from '../../violation.ts'
import type { Document } from '../document.ts'
import type { Body, TypedLine } from './body.ts'
import { nearMiss } from './correction.ts'
import { linesOf, shifted } from './frontmatter.ts'
import { indentOf } from './yaml-lines.ts'

const quote = `["'“”‘’]`
/** Who receives a message. */
const recipientsFile = String.raw`(?:[^\s"'“”‘’]+|${quote}[^"'“”‘’\r\n]+)\.(?:csv|ndjson|jsonl)${quote}?`
/** A key that no text starts with. */
const plainKey = String.raw`(?:(?:kind|ad_flag|vars|failback_data|echo_to_webhook)[ \t]*:(?:[ \t].*)?|recipients[ \t]*:[ \t]*${recipientsFile}[ \t]*)`
/** A key that a text may start with, but hardly right below the frontmatter. */
const nextKey = String.raw`(?:(?:id|sender)[ \t]*:[ \t]*${quote}?[\w.-]+${quote}?[ \t]*|title[ \t]*:[ \t]+\S.*|meta[ \t]*:[ \t]*)`
/** One way to read each end of a line: two ways would be tried for every blank line, one after the other. */
const lineEnd = String.raw`[ \t]*(?:\r\n|\r(?!\n)|\n)`
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
export function belowFrontmatter(source: string, frontmatter: NonNullable<Document['frontmatter']>): Violation[] {
  const { span, content } = frontmatter
  const below = settingsBelow(source, frontmatter)
  if (below) return [settingsViolation(source.slice(content.start, content.end), content.end, below)]
  const second = secondKind.exec(source.slice(span.end))
  if (second === null) return []
  const start = span.end + second.index
  const place = { start, end: start + '---'.length }
  const slip = { type: 'second-frontmatter' } as const
  // What follows is read as another message, and stays where it is.
  const change = { start, end: source.length, text: '', slip, safe: false, span: place }
  return [{ ...nearMiss('frontmatter', [change]), hasOtherMeaning: true }]
}

function settingsViolation(settings: string, to: number, { place, typed, removed }: SettingsBelow): Violation {
  const slip = { type: 'below-frontmatter' } as const
  const change = { ...removed, text: '', slip, safe: false } as const
  // Of two values one is meant.
  const names = keysIn(settings)
  if ([...keysIn(typed)].some((name) => names.has(name)))
    return { ...nearMiss('key', [{ ...change, span: place }]), hasOtherMeaning: true }
  return nearMiss('key', [{ start: to, end: to, text: typed, slip, safe: false, span: place }, change])
}

/** The keys of settings, without those of what is inside of them. */
function keysIn(settings: string): ReadonlySet<string> {
  return new Set(Array.from(settings.matchAll(/^[a-z_]+(?=[ \t]*:)/gm), ([name]) => name))
}

interface SettingsBelow {
  /** The first setting. */
  readonly place: Span
  /** The settings as they would stand in the frontmatter. */
  readonly typed: string
  /** What stands there, with lines of their own around the settings. */
  readonly removed: Span
}

/** Reads the settings at the start of a body; undefined where it starts with what may be text. */
function settingsBelow(
  source: string,
  { span, content }: NonNullable<Document['frontmatter']>,
): SettingsBelow | undefined {
  const enclosed = settingsBetweenDashes(source, span.end)
  if (enclosed) return enclosed
  const found = settingFrom(source, span.end, source.slice(content.start, content.end))
  if (found === undefined) return undefined
  const { line, opening, end: keyEnd, isEnclosed } = found
  const start = keyEnd - line.length
  const lines = linesOf(source.slice(start)).map((one) => shifted(one, start))
  const behind = lines.find(({ text }, at) => at > 0 && !settingGoesOn.test(text))
  const isClosed = behind !== undefined && dashes.test(behind.text)
  if (isEnclosed && !isClosed) return undefined
  const end = behind?.start ?? source.length
  const typed = source.slice(start, end)
  return {
    place: { start: keyEnd - line.trimStart().length, end: keyEnd },
    typed: /[\r\n]$/.test(typed) ? typed : `${typed}\n`,
    removed: { start: start - opening.length, end: isClosed ? behind.next : end },
  }
}

const dashes = /^---[ \t]*$/
const anySetting = new RegExp(`^(?:${plainKey}|${nextKey})$`)

/** Reads settings alone between two lines of dashes, with blank lines among them, and all of them indented or none. */
function settingsBetweenDashes(source: string, at: number): SettingsBelow | undefined {
  if (!dashesBelow.test(source.slice(at, at + maxLeadUnits))) return undefined
  const filled = linesOf(source.slice(at)).filter(({ text }) => text.trim() !== '')
  const last = filled.findIndex(({ text }, index) => index > 0 && dashes.test(text))
  const [opening, closing] = [filled[0], filled[last]]
  const inside = filled.slice(1, Math.max(last, 1)).map((line) => shifted(line, at))
  const first = inside[0]
  const end = inside.at(-1)?.next
  if (opening === undefined || closing === undefined || first === undefined) return undefined
  const indent = indentOf(first.text)
  let goesOn = false
  const isSetting = ({ text }: { readonly text: string }): boolean => {
    if (indentOf(text) > indent) return goesOn
    goesOn = valueBelow.test(text)
    return indentOf(text) === indent && anySetting.test(text.trimStart())
  }
  if (!inside.every(isSetting)) return undefined
  // Blank lines are part of a text that stands below its key.
  const typed = linesOf(source.slice(first.start, end)).map(({ text, start, next }) =>
    source.slice(first.start + start, first.start + next).slice(Math.min(indent, indentOf(text))),
  )
  return {
    place: { start: first.start + indent, end: first.end },
    typed: typed.join(''),
    removed: { start: at + opening.start, end: at + closing.next },
  }
}

/** A key of which the value stands on the lines below. */
const valueBelow = /(?::|:[ \t]+[|>][-+\d]{0,2}|[{[,])[ \t]*$/

/** A line of dashes right at the start of a body. */
const dashesBelow = /^\s*---[ \t]*[\r\n]/
/** Fewer blank lines than that stand above it. */
const maxLeadUnits = 200

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
const settingLine = new RegExp(
  String.raw`^(?:(ad_flag[ \t]?[:：][ \t]*${quote}?(?:[yn]|yes|no|true|false)${quote}?|kind[ \t]?[:：][ \t]*${quote}?ft-[a-z-]+${quote}?|(?:failback_data|echo_to_webhook)[ \t]?[:：].*|recipients[ \t]?[:：][ \t]*${recipientsFile}|vars[ \t]?[:：](?:[ \t]*\{.*)?)|(?:- )?((?:url_(?:mobile|pc)|scheme_(?:android|ios))[ \t]?[:：][ \t]*\S+|type[ \t]?[:：][ \t]*${quote}?(?:WL|AL|BK|MD|BC|BT|BF)${quote}?|(?:chat_extra|chat_event|biz_form_key)[ \t]?[:：].*))[ \t]*$`,
  'i',
)

/** A variable and what is said of it, below `vars:`. */
const declaration = /^[ \t]+[\p{L}\p{N}_]+[ \t]?[:：][ \t]*(?:[{｛].*)?$/u

/** Reports a setting of the frontmatter or of a block, alone among text, with those below it. */
export function correctSetting(body: Body, { index, text, start, end }: TypedLine): boolean {
  const above = body.lines[index - 1]
  // Indented lines are text, but for one that a block was closed above, or a line of dashes.
  const isBehindBlock = above?.type === 'block'
  const isBelowDashes = (): boolean => above !== undefined && dashes.test(body.typed(above, index - 1).text)
  const isBehindDashes = /^[ \t]/.test(text) && isBelowDashes()
  const [, ofFrontmatter, ofBlock] = settingLine.exec(isBehindBlock || isBehindDashes ? text.trimStart() : text) ?? []
  if (ofFrontmatter === undefined && ofBlock === undefined) return false
  if (ofBlock === undefined && /^[ \t]/.test(text) && !isBehindDashes) return false
  // Settings at the start of a body are those of the frontmatter.
  body.settingsEnd ??= (body.frontmatter && settingsBelow(body.source, body.frontmatter)?.removed.end) ?? 0
  if (start < body.settingsEnd) return false
  // The word alone is text, unless what it declares stands below.
  if (/^vars[ \t]?[:：][ \t]*$/i.test(text)) {
    const below = body.lines[index + 1]
    if (below === undefined || !declaration.test(body.typed(below, index + 1).text)) return false
  }
  // There another message starts.
  if (text.startsWith('kind') && above?.type === 'divider') return false
  // Those between the same lines of dashes are one mistake.
  if (isBelowDashes()) body.next = settingsRun(body, index)
  // It is read as text, so that nothing is missing for want of it.
  const change = { start, end: start, text: '', safe: false, span: { start, end } } as const
  return ofFrontmatter === undefined
    ? body.reportUnclear('block', { ...change, slip: { type: 'missing', expected: '```button' } })
    : body.reportUnclear('key', { ...change, slip: { type: 'below-frontmatter' } })
}

/** The index of the first line below a setting that is none and does not go on with one. */
function settingsRun(body: Body, index: number): number {
  for (let at = index + 1; at < body.lines.length; at++) {
    const { line, text = '' } = body.typedAt(at) ?? {}
    const isSetting = /^[ \t]+(?!- \[)/.test(text) || anySetting.test(text) || settingLine.test(text)
    if (line?.type !== 'textLine' || !isSetting) return at
  }
  return body.lines.length
}
