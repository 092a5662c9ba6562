import type { Span } from '../../diagnostic.ts'
/** The characters of the forms for which people type others. */
export type Delimiter = '#' | '[' | ']' | '(' | ')' | '{' | '}' | '|' | '!' | '<' | '>' | '-' | '`' | '"' | ':' | ','

/**
 * What is typed in the place of a delimiter: full-width forms of Korean keyboards, quotes and dashes that word processors
 * put in, and brackets of other scripts.
 */
const typedFor: { readonly [D in Delimiter]: string } = {
  '#': '＃♯﹟',
  '[': '［【〔「『〖｢⟦〚❲',
  ']': '］】〕」』〗｣⟧〛❳',
  '(': '（﹙❨⦅⟮',
  ')': '）﹚❩⦆⟯',
  '{': '｛﹛❴',
  '}': '｝﹜❵',
  '|': '｜∣│ㅣ',
  '!': '！﹗ǃ❗❕‼',
  '<': '＜〈﹤‹《⟨',
  '>': '＞〉﹥›》⟩',
  '-': '－–—―−‐‑‒﹣﹘⁃⸺⸻ー─ㅡ━·•',
  '`': "｀‘’´‵ˋ'＇₩",
  '"': "“”„‟＂〝〞〟❝❞«»‘’‚‛❛❜'＇`´″‶˝ʺ〃′‵",
  ':': '：﹕ː∶︰꞉;；',
  ',': '，、﹐;；',
}

const meantBy = new Map<string, Set<Delimiter>>()
for (const [delimiter, characters] of Object.entries(typedFor) as [Delimiter, string][]) {
  for (const typed of characters) meantBy.set(typed, (meantBy.get(typed) ?? new Set()).add(delimiter))
}

/** Whether a character is a delimiter, or is typed for it. */
export function standsFor(character: string | undefined, delimiter: Delimiter): boolean {
  return character !== undefined && (character === delimiter || meantBy.get(character)?.has(delimiter) === true)
}

/** The class of a regular expression for a delimiter and what is typed for it. */
export function classOf(delimiter: Delimiter): string {
  return `[${escaped(delimiter)}${escaped(typedFor[delimiter])}]`
}

function escaped(characters: string): string {
  return characters.replaceAll(/[\\\]^-]/g, String.raw`\$&`)
}

/** Spaces that are no blank and no tab, and characters that nobody sees. */
export const oddSpaces = String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000`
export const invisibles = String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0`
/** The class of everything that looks like a space or like nothing. */
export const spaceClass = String.raw`[ \t${oddSpaces}${invisibles}]`

/** What stands in front of a line: spaces, or the mark of a quote. */
export const lead = `(?:[>＞]{1,3}(?=${spaceClass}|[\`#<-])|${spaceClass})*`

const space = new RegExp(spaceClass)
const invisible = new RegExp(`[${invisibles}]`)

export function isSpace(character: string | undefined): character is string {
  return character !== undefined && space.test(character)
}

/** Whether a text holds characters that nobody sees. */
export function hasInvisible(text: string): boolean {
  return invisible.test(text)
}

const allInvisibles = new RegExp(`[${invisibles}]`, 'gu')

export function withoutInvisibles(text: string): string {
  return text.replaceAll(allInvisibles, '')
}

/** The first of some spaces that is no blank and no tab. */
export function oddSpaceIn(spaces: string): string {
  return /[^ \t]/u.exec(spaces)?.[0] ?? spaces.charAt(0)
}

const dashes = new RegExp(classOf('-'), 'gu')

/** Nearly all words of the language. */
const plainWord = /^[a-z_]*$/

/** A text in lower case, with full-width letters, dashes and spaces of any sort in their plain form. */
export function plainly(text: string): string {
  if (plainWord.test(text)) return text
  return withoutInvisibles(text).normalize('NFKC').replaceAll(dashes, '-').toLowerCase()
}

/** The marks of addresses and paths in full width, and the full stop of East Asian text. */
export const wideMarks = '？＆／＝＃％：．。｡－～＿＠＋'

/** The mark of an address that one in full width stands for. */
export function plainMark(wide: string): string {
  return wide.normalize('NFKC').replace('。', '.')
}

const brackets = ['()', '[]', '{}', '<>'] as const

/** Whether a character opens or closes a bracket of any sort. */
export function isBracket(character: string | undefined, side: 'open' | 'close'): boolean {
  return brackets.some((pair) => standsFor(character, pair[side === 'open' ? 0 : 1] as Delimiter))
}

const structural = /^(?:#{1,2} |[-*+•] ?\[.*\]\(|!\[.*\]\(|\[.*\]\(|`{3,}|-{3,}\s*$|<!--)/u

/** Whether a line is likely a form once the characters are out of it that nobody sees. */
export function hidesForm(line: string): boolean {
  return invisible.test(line) && invisibleSpans(line).length > 0 && structural.test(withoutInvisibles(line).trimStart())
}

/** Where characters stand that nobody sees, those of emoji left out. */
export function invisibleSpans(
  line: string,
): { readonly start: number; readonly end: number; readonly found: string }[] {
  return [...line.matchAll(ownInvisible)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    found,
  }))
}

/** What joins and shows emoji belongs to them: behind a picture or its skin tone, and in a keycap. */
const ofEmoji = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)[\u200d\ufe0e\ufe0f]|\ufe0f\u20e3`
const ownInvisible = new RegExp(String.raw`(?!${ofEmoji})[${invisibles}]`, 'gu')

/** What people type between the name of a button and its link. */
export const signBetween = String.raw`(?:[-–—→⇒➡▶|=]\ufe0f?|[-=]>)`

/** How the names of images end; more formats than can be sent. */
export const imageEnding = String.raw`\.(?:png|jpe?g|gif|webp|bmp|heic|avif)`

/** What no key and no simple value holds. */
const odd = new RegExp(
  String.raw`[：﹕∶︰꞉；＝，、﹐｛｝﹛﹜［］“”„‟″«〞‚′‘’＂＇｀﹍ˍ‗＿０-９Ａ-Ｚａ-ｚ\t${oddSpaces}${invisibles}]`,
)

/** Keys of values that people read or may write as they like. */
export const textKeys: ReadonlySet<string> = new Set([
  'msg',
  'name',
  'title',
  'description',
  'fallback',
  'example',
  'echo_to_webhook',
])
/** Keys of names and numbers, none of which ends with a comma. */
export const nameKeys: ReadonlySet<string> = new Set(['name', 'title', 'description', 'api_unique_id', 'origin_cid'])
/** The sign of a comment in a text, without the space that people type behind it. */
const cutOff = new RegExp(String.raw`[ \t]#\{|(?:${[...textKeys].join('|')})["']?:[^\r\n]*[ \t]#[\p{L}\p{N}]`, 'u')
/** A quote behind a value without one in front of it, or a sign behind a value. */
const endsOddly = /^[^:"'\r\n]*:[ \t]+[^"'\s{[|>][^"'\r\n]*["'][ \t]*\r?$|[,;][ \t]*\r?$|:[ \t]*[<(][a-z]+:\/\//m

/** Whether YAML holds what no key and no simple value does, or what it reads as a comment against its writer's will. */
export function holdsOddCharacters(source: string, { start, end }: Span): boolean {
  const text = source.slice(start, end)
  return odd.test(text) || (text.includes(' #') && cutOff.test(text)) || endsOddly.test(text)
}

/** A key as the language writes it. */
export function keyOf(name: string): string {
  return plainly(name.replaceAll(/[ˍ‗﹍]/gu, '_')).replaceAll('-', '_')
}
