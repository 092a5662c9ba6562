import type { BodySection, MessagePart, Repeated } from '../contract/contract.ts'
import { contractOf, factsOf, type Kind } from '../contract/contracts.ts'
import type { Span } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import { ConstantTexts } from './constants.ts'
import type { Document, Heading, ImageLine, Line } from '../language/document.ts'
import { readTargetsBlock } from './block.ts'
import type {
  CardNode,
  HeadNode,
  ImageNode,
  ItemNode,
  Message,
  MessageContext,
  Settings,
  TailNode,
  TargetsNode,
} from './message.ts'
import { readFrontmatter } from './frontmatter.ts'
import { readImage, readImageSource } from './image.ts'
import { readTargets } from './link.ts'
import { type PartContent, readPart } from './part.ts'
import { isEmpty, type Located, type LocatedText, textOfPieces } from './located.ts'

export interface MessageResult {
  /** Absent where the kind is neither known nor near one that is: then nothing can be said of the body. */
  readonly message?: Message
  /** Everything that is wrong, in no order. */
  readonly violations: readonly Violation[]
  /** Where a constant of the configuration stands in place of a variable. */
  readonly constants?: readonly Span[]
}

export function readMessage(document: Document, context: MessageContext): MessageResult {
  const { kind, settings, violations } = readFrontmatter(document, context)
  if (kind === undefined || settings === undefined) return { violations }
  const constants = new ConstantTexts(
    context.values ?? {},
    settings.variables.map(({ name }) => name),
  )
  const reader = new MessageReader({ ...document, lines: constants.fill(document.lines) }, context, kind)
  const message = constants.fill(reader.read(settings))
  return { message, violations: [...violations, ...reader.violations], constants: constants.spans }
}

class MessageReader {
  readonly violations: Violation[] = []
  readonly #document: Document
  readonly #context: MessageContext
  readonly #kind: Located<Kind>

  constructor(document: Document, context: MessageContext, kind: Located<Kind>) {
    this.#document = document
    this.#context = context
    this.#kind = kind
  }

  read(settings: Settings): Message {
    const kind = this.#kind.value
    const span = { start: 0, end: this.#document.source.length }
    const kindSpan = this.#kind.span
    const { repeats, head: hasHead } = factsOf(kind)
    if (repeats === 'item') {
      const { before, sections, after } = this.#sections('item')
      const content = this.#part(before, 'before-items')
      this.#missing(content, 'before-items', kindSpan)
      const { header, text, buttons } = content
      const items = sections.map((section, index) => this.#item(section, index))
      const more = this.#part(after, 'after-items', content.coupon !== undefined)
      const coupon = content.coupon ?? more.coupon
      return {
        span,
        kind,
        kindSpan,
        items,
        buttons: [...buttons, ...more.buttons],
        ...(text && { msg: text }),
        ...(header && { header }),
        ...(coupon && { coupon }),
        ...settings,
      }
    }
    if (repeats === 'card') {
      const { before, sections, after } = this.#sections('card')
      const content = this.#part(before, 'before-items')
      if (!hasHead) this.#missing(content, 'before-items', kindSpan)
      const head = hasHead && this.#head(content)
      const msg = hasHead ? undefined : content.text
      const cards = sections.map((section) => this.#card(section))
      const tail = this.#tail(this.#part(after, 'after-items').tail)
      return {
        span,
        kind,
        kindSpan,
        cards,
        ...(msg && { msg }),
        ...(head && { head }),
        ...(tail && { tail }),
        ...settings,
      }
    }
    const content = this.#part(this.#document.lines, 'message')
    this.#missing(content, 'message', kindSpan)
    const { text: msg, ...parts } = this.#parts(content)
    return { span, kind, kindSpan, ...parts, ...(msg && { msg }), ...settings }
  }

  /** Reads the parts of a card, or of a message without sections. */
  #parts({ header, text, image: line, buttons, coupon, price }: PartContent): SectionParts {
    const image = line && this.#collect(readImage(line, this.#context, this.#kind.value)).image
    return {
      buttons,
      ...(header && { header }),
      ...(text && { text }),
      ...(image && { image }),
      ...(coupon && { coupon }),
      ...(price && { price }),
    }
  }

  /** Reports what a section needs and lacks, at its heading or at the kind. */
  #missing(content: PartContent, section: BodySection, span: Span): void {
    const place = section === 'before-items' ? 'message' : section
    for (const part of ['header', 'text', 'image', 'price', 'button'] as const) {
      const isThere = part === 'button' ? content.buttons.length > 0 : content[part] !== undefined
      if (isThere || content.mistaken.includes(part) || !this.#needs(section, part)) continue
      const rule = part === 'button' ? 'buttons-missing' : (`${part}-missing` as const)
      this.violations.push(violation(rule, span, { kind: this.#kind.value, place }))
    }
  }

  /** Reads the head: all of its parts, or nothing. */
  #head({ header, text, image: line, linkBlock, mistaken }: PartContent): HeadNode | undefined {
    const spans = [header?.span, text?.span, line?.span, linkBlock?.block.span].filter((one) => one !== undefined)
    const [first] = spans.toSorted((a, b) => a.start - b.start)
    if (first === undefined) return undefined
    const found = { header, text, image: line }
    const missing = (['header', 'text', 'image'] as const).filter((part) => !found[part] && !mistaken.includes(part))
    if (missing.length > 0) this.violations.push(violation('head-incomplete', first, { missing }))
    const targets = this.#targets(line?.children, linkBlock)
    const image = line && this.#image(line)
    return {
      span: { start: first.start, end: Math.max(...spans.map(({ end }) => end)) },
      ...(header && { header }),
      ...(text && { message: text }),
      ...(image && { image }),
      ...(targets && { targets }),
    }
  }

  /** An image whose link is read by itself. */
  #image(line: ImageLine): ImageNode {
    const { source } = this.#collect(readImageSource(line, this.#context, this.#kind.value))
    return { span: line.span, ...(source && { source }) }
  }

  #needs(section: BodySection, part: MessagePart): boolean {
    return factsOf(this.#kind.value).sections[section]?.[part] === 'required'
  }

  #sections(repeated: Repeated): ReturnType<typeof splitSections> {
    const split = this.#collect(splitSections(this.#document.lines, repeated))
    if (split.sections.length === 0) {
      this.violations.push(violation('items-missing', this.#kind.span, { kind: this.#kind.value }))
    }
    return split
  }

  #part(lines: readonly Line[], place: BodySection, hasCoupon = false): PartContent {
    return this.#collect(readPart(lines, { kind: this.#kind.value, place, source: this.#document.source, hasCoupon }))
  }

  #item({ heading, lines }: Section, index: number): ItemNode {
    const { span } = heading
    const { image: line, linkBlock } = this.#part(lines, 'item')
    const title = this.#title(heading, index === 0 && factsOf(this.#kind.value).firstTitle !== undefined)
    const targets = this.#targets(line?.children, linkBlock)
    const lineSpan = line?.span
    const needsLink = targets === undefined && this.#needs('item', 'link')
    // The link stands around the image: both are missing as one line.
    if (lineSpan === undefined && this.#needs('item', 'image')) {
      const args = { kind: this.#kind.value, place: 'item', ...(needsLink && { needsLink }) } as const
      this.violations.push(violation('image-missing', span, args))
    } else if (needsLink) this.violations.push(violation('item-link-missing', lineSpan ?? span, {}))
    if (targets !== undefined && targets.mobile === undefined && Object.keys(targets).length > 0) {
      this.violations.push(
        violation('item-link-not-mobile', Object.values(targets)[0]?.span ?? span, {
          key: contractOf(this.#kind.value).names.mobile,
        }),
      )
    }
    const image = line && this.#image(line)
    return { span, ...(title && { title }), ...(image && { image }), ...(targets && { targets }) }
  }

  /** The link of an item or a head stands around its image or in a block, not in both. */
  #targets(
    parts: ImageLine['children'] | undefined,
    block: PartContent['linkBlock'],
  ): Partial<TargetsNode> | undefined {
    const [, , link, second] = parts ?? []
    if (link && block) this.violations.push(violation('item-link-repeated', block.nameSpan, {}))
    if (link) return this.#collect(readTargets(link, second, this.#kind.value)).targets
    if (!block) return undefined
    return this.#collect(readTargetsBlock(block, this.#document.source)).tail?.targets ?? {}
  }

  #card({ heading, lines }: Section): CardNode {
    const { span } = heading
    const content = this.#part(lines, 'card')
    this.#missing(content, 'card', span)
    const header = this.#title(heading)
    const { text: message, ...parts } = this.#parts(content)
    return { span, ...parts, ...(header && { header }), ...(message && { message }) }
  }

  #title({ span, pieces, depth }: Section['heading'], isOptional = false): LocatedText | undefined {
    const text = textOfPieces(pieces, span)
    if (!isEmpty(text)) return text
    if (!isOptional) this.violations.push(violation('title-empty', span, { depth }))
    return undefined
  }

  #tail(tail: PartContent['tail']): TailNode | undefined {
    if (tail === undefined) return undefined
    if ('block' in tail) return this.#collect(readTargetsBlock(tail, this.#document.source)).tail
    const [, link, second] = tail.children
    return { span: tail.span, targets: this.#collect(readTargets(link, second, this.#kind.value)).targets }
  }

  #collect<T extends { readonly violations: readonly Violation[] }>(result: T): T {
    for (const one of result.violations) this.violations.push(one)
    return result
  }
}

type SectionParts = Pick<CardNode, 'buttons' | 'header' | 'image' | 'coupon' | 'price'> & {
  readonly text?: LocatedText
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
  readonly violations: readonly Violation[]
}

/**
 * Splits the body of a kind with items at its `##` lines and at the `---` that ends them, which stands below the last `##`.
 * Any other `---` splits nothing; the first of them is a violation.
 */
function splitSections(lines: readonly Line[], repeated: Repeated): Sections {
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
  const violations = wrong ? [violation('divider-not-allowed', wrong.line.span, { place: wrong.place })] : []
  return { before, sections, after, violations }
}

function isSectionHeading(line: Line): line is Heading {
  return line.type === 'heading' && line.depth === 2
}
