import { factsOf, kindStart } from '../contract/contracts.ts'
import type { Span } from '../diagnostic.ts'
import type { Document, Heading, Line, LinkLine } from '../language/document.ts'
import { nearest } from '../language/nearest.ts'
import { parse } from '../language/parse.ts'
import { isVariableName } from '../language/pieces.ts'
import { type BlockName, blockNames, koreanBlockNames } from '../language/block-names.ts'
import type { Message } from '../message/message.ts'
import { normalised } from './normalise.ts'
import { type Slip, slipOf } from './slip.ts'

const kindSetting = new RegExp(String.raw`^\s*kind\s*[:：]\s*["']?${kindStart}`)

/** No block has more lines. */
const maxBlockLines = 50
/** No form is as long: two links of 500 characters, their names and marks. */
const maxUnits = 2000

/** Finds the lines of a message that were meant as a form and would be sent as text. */
export function lineSlips(document: Document, { kind, variables }: Pick<Message, 'kind' | 'variables'>): Slip[] {
  const { source, lines } = document
  const { repeats, sections } = factsOf(kind)
  const hasHeader = Object.values(sections).some(({ header }) => header !== undefined)
  const slips: Slip[] = []
  const lastSection = lines.findLastIndex(isSection)
  const declared = variables.map((variable) => variable.name).filter(isVariableName)
  const name = declared.join('|') || '(?!)'
  let place: Place = { repeats, hasHeader, name, section: 'before', isLast: false }
  let lineAfterBlock = 0
  for (const [index, line] of lines.entries()) {
    if (index < lineAfterBlock) continue
    const isLast = index >= lastSection
    const isEnd = line.type === 'divider' && place.section === 'inside' && isLast
    if (isSection(line) || isEnd) place = { repeats, hasHeader, name, section: isEnd ? 'after' : 'inside', isLast }
    const typed: Typed = { ...line.span, text: source.slice(line.span.start, line.span.end) }
    if (line.type === 'heading' && isVariable(typed, line, document, place))
      slips.push(slipOf('variable', typed, typed.text.replace(/^#+\s+/, '#')))
    const bare = line.type === 'linkLine' && bareLink(typed, line, source, place)
    if (bare) slips.push(bare)
    if (line.type !== 'textLine' || typed.text.length > maxUnits) continue
    const next = lines[index + 1]
    const block = blockSlip(typed, lines.slice(index + 1, index + 1 + maxBlockLines), source)
    lineAfterBlock = block ? index + 1 + block.lines : index
    const slip =
      block?.slip ??
      mistypedForm(typed, place) ??
      mistypedDivider(typed, next, place) ??
      lookingLike(typed, next?.type === 'textLine' ? source.slice(next.span.start, next.span.end) : '')
    if (slip) slips.push(slip)
  }
  return slips
}

type Typed = Span & { readonly text: string }

interface Place {
  readonly repeats: 'item' | 'card' | undefined
  /** True if the kind has a header. */
  readonly hasHeader: boolean
  readonly section: 'before' | 'inside' | 'after'
  /** True if no further item or card follows. */
  readonly isLast: boolean
  /** A pattern of the names of the declared variables. */
  readonly name: string
}

function isSection(line: Line): boolean {
  return line.type === 'heading' && line.depth === 2
}

/** `# {이름}`, which formatters make of `#{이름}`: it may be the header, or the title of an item. */
function isVariable(typed: Typed, line: Heading, { lines }: Document, { repeats, hasHeader, name }: Place): boolean {
  if (repeats && line.depth === 2) return false
  if (hasHeader && lines.filter((other) => other.type === 'heading' && other.depth === 1).length < 2) return false
  return new RegExp(`^#+\\s+\\{(?:${name})(?:\\|[^{}]*)?\\}`, 'u').test(typed.text)
}

const address =
  /^<?(?:[a-z][a-z\d+.-]*:\/\/|www\.|#\{|[\w-]+(?:\.[\w-]+)*\.(?:com|kr|net|org|io|me|shop|link)(?:[/?#>]|$))/i
const imageFile = /^<?(?:https:\/\/\S+|[^<>]+\.(?:png|jpe?g|gif|webp))>?$/i

/** A link alone on a line where none has a meaning: a button without its mark. */
function bareLink(typed: Typed, line: LinkLine, source: string, place: Place): Slip | undefined {
  const { text } = typed
  const [, link] = line.children
  const target = source.slice(link.span.start + 1, link.span.end - 1)
  if (imageFile.test(target) && !address.test(target)) return slipOf('image', typed, `!${text}`)
  const { repeats, section, isLast } = place
  const takesButtons = repeats === undefined || (repeats === 'item' ? section !== 'inside' : section === 'inside')
  if (!takesButtons || !address.test(target)) return undefined
  // In the last card it may be the tail as well.
  return repeats === 'card' && isLast ? { span: line.span, form: 'tail' } : slipOf('button', typed, `- ${text}`)
}

/** Every form that people mistype has a bracket or the mark of a heading. */
const signOfForm = /[[\]［］【】〔〕#＃]/u

/** A line that is a form once its characters are the usual ones. */
function mistypedForm(typed: Typed, { repeats, section, name }: Place): Slip | undefined {
  if (!signOfForm.test(typed.text)) return undefined
  const right = normalised(typed.text)
  // `##강릉`, `＃＃ 강릉` and `### 강릉` where items or cards start with `## `, but not `##{이름}`, a hash and a variable.
  const startsItem = repeats && !new RegExp(`^##(?:${name})##`, 'u').test(right)
  const [, title] = (startsItem && /^#{2,6}(?!\{) *([^#\s].*)$/.exec(right)) || []
  if (title !== undefined) return slipOf('heading', typed, `## ${title}`)
  if (right === typed.text) return undefined
  const [only, ...others] = parse(`\n${right}`).lines
  if (only === undefined || others.length > 0) return undefined
  const link = 'children' in only ? only.children[1]?.span : undefined
  const target = link ? `\n${right}`.slice(link.start + 1, link.end - 1) : ''
  const hasBlank = right.includes('%20') && !typed.text.includes('%20')
  switch (only.type) {
    case 'buttonLine':
    case 'linkLine': {
      const isButton = only.type === 'buttonLine'
      // `[블로그] (https://…)` is how people write an address behind its name.
      if (!isButton && section !== 'after' && !/[\]］】][(（]/u.test(typed.text)) return undefined
      const meant = isButton || repeats === 'card' ? right : `- ${right}`
      return address.test(target) ? slipOf(hasBlank ? 'address' : 'button', typed, meant) : undefined
    }
    case 'imageLine': {
      const form = hasBlank ? 'address' : pathWrong.test(typed.text) ? 'path' : 'image'
      return imageFile.test(target) ? slipOf(form, typed, right) : undefined
    }
    default:
      return undefined
  }
}

/** A path with a blank or a backslash in an image line that is right otherwise. */
const pathWrong = /^\[?!\[[^[\]]*\]\([^()"]*[ \\][^()"]*\)/

const dashes = /^\s*(?:[—–―ー−－]{1,5}|--|- - -)\s*$/u

/** `—` for the `---` that ends items or cards: below the last of them, with a line that stands behind them. */
function mistypedDivider(typed: Typed, next: Line | undefined, { repeats, section, isLast }: Place): Slip | undefined {
  if (repeats === undefined || section !== 'inside' || !isLast || !dashes.test(typed.text)) return undefined
  const follows = repeats === 'item' ? 'buttonLine' : 'linkLine'
  return next?.type === follows || next?.type === 'block' ? slipOf('divider', typed, '---') : undefined
}

const fenceMarks = '[~\'’‘`´＇｀"”“]'
const opening = new RegExp(String.raw`^\s*${fenceMarks}{2,}\s*([\p{L}]+)\s*$`, 'u')
const closing = new RegExp(String.raw`^\s*${fenceMarks}{2,}\s*$`, 'u')

/** `~~~button` … `~~~`, with all lines between them. */
function blockSlip(typed: Typed, below: readonly Line[], source: string): { slip: Slip; lines: number } | undefined {
  const name = blockMeant(opening.exec(typed.text)?.[1] ?? '')
  // One that is written rightly is text for another reason, such as a fence above it that is not closed.
  if (name === undefined || typed.text === `\`\`\`${name}`) return undefined
  const end = below.findIndex(
    (line) => line.type === 'textLine' && closing.test(source.slice(line.span.start, line.span.end)),
  )
  const close = below[end]
  const slip = slipOf('block', typed, `\`\`\`${name}`)
  const edits = close && [...(slip.fix?.edits ?? []), { ...close.span, text: '```' }]
  return { slip: { ...slip, fix: edits && { safe: false, edits } }, lines: close ? end + 1 : 0 }
}

function blockMeant(name: string): BlockName | undefined {
  return koreanBlockNames.get(name) ?? blockNames.find((known) => known === nearest(name, blockNames))
}

const blockStart = new RegExp(`^\\s*\`{2,}\\s*(?:${blockNames.join('|')})\\b`)

/** Lines that look like a form of which what is meant is not evident. */
function lookingLike({ text, start, end }: Typed, below: string): Slip | undefined {
  if (!/[<[`:：]/u.test(text)) return undefined
  const span = { start, end }
  if (/(?<!\\)<!--/.test(text)) return { span, form: 'comment' }
  if (/<img\s[^>]*src\s*=|\[img\]/i.test(text)) return { span, form: 'image' }
  if (/<a\s[^>]*href\s*=|\[url\s*[=\]]|\[\[[^\]]*https?:|\[https?:\/\/\S+ [^\]]+\]/i.test(text))
    return { span, form: 'button' }
  if (blockStart.test(text)) return { span, form: 'block' }
  if (/^\s*[-*•]?\s*\[[^\]]*\]\s*$/.test(text) && /^\s*\((?:https?:|www\.)/i.test(below))
    return { span, form: 'button' }
  const isSetting = kindSetting.test(text) || (/^\s*vars\s*[:：]\s*$/.test(text) && /^\s+\S+\s*:/.test(below))
  return isSetting ? { span, form: 'setting' } : undefined
}
