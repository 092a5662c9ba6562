import type { BodySection, Repeated } from '../contract/contract.ts'
import { contractOf, factsOf } from '../contract/contracts.ts'
import type { HeadContent } from '../contract/content.ts'
import type { Span } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import { ConstantTexts } from './constants.ts'
import type { Document, Heading, ImageLine, Line } from '../language/document.ts'
import { readTextBlock } from './block.ts'
import type { CardNode, ItemNode, Message, MessageContext, MessageValue, Settings, TailNode } from './message.ts'
import { readFrontmatter } from './frontmatter.ts'
import { readImage, readImageSource } from './image.ts'
import { readTargets } from './link.ts'
import { type PartContent, readPart } from './part.ts'
import type { BodyReading, Reading } from './reading.ts'
import { isEmpty, type LocatedText, textOfPieces } from './located.ts'

export interface MessageResult {
  /** Absent where the kind is neither known nor near one that is: then nothing can be said of the body. */
  readonly message?: Message
  /** Everything that is wrong, in no order. */
  readonly violations: readonly Violation[]
  /** The places of variables that a constant of the configuration replaced. */
  readonly constants?: readonly Span[]
}

export function readMessage(document: Document, context: MessageContext): MessageResult {
  const violations: Violation[] = []
  const reading: Reading = {
    source: document.source,
    context,
    violations,
    report(...found) {
      violations.push(violation(...found))
    },
  }
  const settings = readFrontmatter(document, reading)
  if (settings === undefined) return { violations }
  const declared = settings.variables.map(({ name }) => name)
  const constants = new ConstantTexts(context.values ?? {}, declared)
  const { kind } = settings
  const body = { ...reading, kind, facts: factsOf(kind), contract: contractOf(kind) }
  const reader = new MessageReader(constants.fill(document.lines), settings, body)
  return { message: constants.fill(reader.message()), violations, constants: constants.spans }
}

class MessageReader {
  readonly #lines: readonly Line[]
  readonly #settings: Settings
  readonly #reading: BodyReading

  constructor(lines: readonly Line[], settings: Settings, reading: BodyReading) {
    this.#lines = lines
    this.#settings = settings
    this.#reading = reading
  }

  message(): Message {
    const settings = this.#settings
    const { facts } = this.#reading
    if (facts.repeats === undefined) {
      const { text: msg, ...parts } = this.#parts(this.#lines, 'message', settings.kindSpan)
      return { ...settings, ...parts, msg }
    }
    const { before, sections, after } = this.#sections(facts.repeats)
    const content = this.#part(before, 'before-items')
    if (!facts.head) this.#missing(content, 'before-items', settings.kindSpan)
    if (facts.repeats === 'item') {
      const { header, text: msg, buttons, coupon } = content
      const items = sections.map((section, index) => this.#item(section, index))
      const more = this.#part(after, 'after-items', coupon !== undefined)
      return { ...settings, msg, header, items, buttons: [...buttons, ...more.buttons], coupon: coupon ?? more.coupon }
    }
    const head = facts.head && this.#head(content)
    const cards = sections.map((section) => this.#card(section))
    const tail = this.#tail(this.#part(after, 'after-items').tail)
    return { ...settings, msg: facts.head ? undefined : content.text, head, cards, tail }
  }

  /** Reads the parts of a card, or of a message without sections; reports what is missing at a place. */
  #parts(
    lines: readonly Line[],
    section: BodySection,
    place: Span,
  ): Omit<CardNode, 'span'> & { text?: LocatedText | undefined } {
    const content = this.#part(lines, section)
    this.#missing(content, section, place)
    const { header, text, image, buttons, coupon, price } = content
    return { header, text, image: image && readImage(image, this.#reading), buttons, coupon, price }
  }

  /** Reports what a section needs and lacks, at its heading or at the kind. */
  #missing(content: PartContent, section: BodySection, span: Span): void {
    const { kind, report } = this.#reading
    const place = section === 'before-items' ? 'message' : section
    for (const part of ['header', 'text', 'image', 'price', 'button'] as const) {
      const isThere = part === 'button' ? content.buttons.length > 0 : content[part] !== undefined
      if (isThere || content.mistaken.includes(part) || !this.#needs(section, part)) continue
      report(part === 'button' ? 'buttons-missing' : (`${part}-missing` as const), span, { kind, place })
    }
  }

  #needs(section: BodySection, part: PartContent['mistaken'][number]): boolean {
    return this.#reading.facts.sections[section]?.[part] === 'required'
  }

  /** Reads the head: all of its parts, or nothing. */
  #head({ header, text, image, linkBlock, mistaken }: PartContent): HeadContent<MessageValue> | undefined {
    const spans = [header?.span, text?.span, image?.span, linkBlock?.block.span].filter((one) => one !== undefined)
    const [first] = spans.toSorted((a, b) => a.start - b.start)
    if (first === undefined) return undefined
    const found = { header, text, image }
    const missing = (['header', 'text', 'image'] as const).filter((part) => !found[part] && !mistaken.includes(part))
    if (missing.length > 0) this.#reading.report('head-incomplete', first, { missing })
    return { header, message: text, ...this.#imageAndTargets(image, linkBlock) }
  }

  #sections(repeated: Repeated): Sections {
    const { kind, report } = this.#reading
    const sections = splitSections(this.#lines, repeated, this.#reading)
    if (sections.sections.length === 0) report('items-missing', this.#settings.kindSpan, { kind })
    return sections
  }

  #part(lines: readonly Line[], place: BodySection, hasCoupon = false): PartContent {
    return readPart(lines, place, this.#reading, hasCoupon)
  }

  #item({ heading, lines }: Section, index: number): ItemNode {
    const { kind, facts, contract, report } = this.#reading
    const { span } = heading
    const { image: line, linkBlock } = this.#part(lines, 'item')
    const title = this.#title(heading, index === 0 && facts.firstTitle !== undefined)
    const { image, targets } = this.#imageAndTargets(line, linkBlock)
    const needsLink = targets === undefined && this.#needs('item', 'link')
    // The link stands around the image: both are missing as one line.
    if (line === undefined && this.#needs('item', 'image'))
      report('image-missing', span, { kind, place: 'item', ...(needsLink && { needsLink }) })
    else if (needsLink) report('item-link-missing', line?.span ?? span, {})
    const [first] = Object.values(targets ?? {})
    if (first !== undefined && targets?.mobile === undefined)
      report('item-link-not-mobile', first.span, { key: contract.names.mobile })
    return { span, title, image, ...(targets && { targets }) }
  }

  /** The link of an item or a head stands around its image or in a block, not in both. */
  #imageAndTargets(line: ImageLine | undefined, block: PartContent['linkBlock']): Pick<ItemNode, 'image' | 'targets'> {
    const reading = this.#reading
    const [, , link, second] = line?.children ?? []
    if (link && block) reading.report('item-link-repeated', block.nameSpan, {})
    const ofBlock = link || !block ? undefined : (readTextBlock(block, reading) ?? {})
    const targets = link ? readTargets(link, second, reading).targets : ofBlock
    return { image: line && { source: readImageSource(line, reading) }, ...(targets && { targets }) }
  }

  #card({ heading, lines }: Section): CardNode {
    const { span } = heading
    const { text: message, ...parts } = this.#parts(lines, 'card', span)
    return { span, ...parts, header: this.#title(heading), message }
  }

  #title({ span, pieces, depth }: Heading, isOptional = false): LocatedText | undefined {
    const text = textOfPieces(pieces, span)
    if (!isEmpty(text)) return text
    return isOptional ? undefined : this.#reading.report('title-empty', span, { depth })
  }

  #tail(tail: PartContent['tail']): TailNode | undefined {
    if (tail === undefined) return undefined
    if ('block' in tail) {
      const targets = readTextBlock(tail, this.#reading)
      return targets && { span: tail.block.span, targets }
    }
    const [, link, second] = tail.children
    return { span: tail.span, targets: readTargets(link, second, this.#reading).targets }
  }
}

/** An item or a card: its heading and the lines below. */
interface Section {
  readonly heading: Heading
  readonly lines: readonly Line[]
}

interface Sections {
  readonly before: readonly Line[]
  readonly sections: readonly Section[]
  readonly after: readonly Line[]
}

/**
 * Splits the body of a kind with items at its `##` lines and at the `---` that ends them, which stands below the last `##`.
 * Any other `---` splits nothing; the first of them is a violation.
 */
function splitSections(lines: readonly Line[], repeated: Repeated, { report }: Reading): Sections {
  const lastHeading = lines.findLastIndex(isSectionHeading)
  const end = lastHeading < 0 ? -1 : lines.findIndex(({ type }, index) => type === 'divider' && index > lastHeading)
  const before: Line[] = []
  const after: Line[] = []
  const sections: { heading: Heading; lines: Line[] }[] = []
  let wrong: { readonly line: Line; readonly place: BodySection } | undefined
  for (const [index, line] of lines.entries()) {
    const section = sections.at(-1)
    const isAfter = end >= 0 && index > end
    if (isSectionHeading(line)) sections.push({ heading: line, lines: [] })
    else if (line.type === 'divider') {
      const place = isAfter ? 'after-items' : section === undefined ? 'before-items' : repeated
      if (index !== end) wrong ??= { line, place }
    } else if (isAfter) after.push(line)
    else (section?.lines ?? before).push(line)
  }
  if (wrong) report('divider-not-allowed', wrong.line.span, { place: wrong.place })
  return { before, sections, after }
}

function isSectionHeading(line: Line): line is Heading {
  return line.type === 'heading' && line.depth === 2
}
