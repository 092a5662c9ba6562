import type { BodySection, MessagePart } from '../contract/contract.ts'
import type { Span } from '../diagnostic.ts'
import type { Block, Heading, Line, LinkLine, ImageLine } from '../language/document.ts'
import { nameBlock, type NamedBlock, readButtonBlock, readButtonLine, readPriceBlock, readTextBlock } from './block.ts'
import { type BodyLine, isEmpty, joinText, type LocatedText, textOfPieces } from './located.ts'
import type { ButtonNode, CardNode } from './message.ts'
import type { BodyReading } from './reading.ts'

/** The content of one section: the message itself, an item, a card, or the lines around them. */
export interface PartContent extends Pick<CardNode, 'coupon' | 'price'> {
  readonly header?: LocatedText | undefined
  readonly text?: LocatedText | undefined
  readonly image?: ImageLine
  readonly buttons: readonly ButtonNode[]
  readonly linkBlock?: NamedBlock
  readonly tail?: LinkLine | NamedBlock
  /** Parts of which a line is there that is reported by itself: they are not missing as well. */
  readonly mistaken: readonly MessagePart[]
}

type Open = { -readonly [K in keyof PartContent]: PartContent[K] } & {
  readonly buttons: ButtonNode[]
  readonly mistaken: MessagePart[]
}

/**
 * Reads the lines of one part. What has no place in it is a violation at its own position.
 *
 * @param hasCoupon true if the part before it has a coupon
 */
export function readPart(
  lines: readonly Line[],
  place: BodySection,
  reading: BodyReading,
  hasCoupon = false,
): PartContent {
  const reader = new PartReader(place, reading, hasCoupon)
  for (const line of lines) reader.add(line)
  return reader.end()
}

class PartReader {
  readonly #reading: BodyReading
  readonly #place: BodySection
  readonly #hasCoupon: boolean
  readonly #content: Open = { buttons: [], mistaken: [] }
  readonly #body: BodyLine[] = []
  readonly #misplacedText: { start: number; end: number }[] = []
  #hasText = false

  constructor(place: BodySection, reading: BodyReading, hasCoupon: boolean) {
    this.#reading = reading
    this.#place = place
    this.#hasCoupon = hasCoupon
  }

  add(line: Line): void {
    const isText = this.#read(line)
    this.#body.push({ line, isText })
    if (!isText) return
    this.#hasText = true
    if (this.#allows('text')) return
    // Lines that belong together are one violation.
    const last = this.#misplacedText.at(-1)
    if (last && this.#reading.source.slice(last.end, line.span.start).trim() === '') last.end = line.span.end
    else this.#misplacedText.push({ ...line.span })
  }

  end(): PartContent {
    for (const span of this.#misplacedText) this.#reading.report('text-not-allowed', span, this.#where())
    const text = this.#allows('text') ? joinText(this.#body, this.#reading.source) : undefined
    return { ...this.#content, text: text && !isEmpty(text) ? text : undefined }
  }

  /** @returns whether the line is text here */
  #read(line: Line): boolean {
    const { report } = this.#reading
    switch (line.type) {
      case 'textLine':
        return true
      case 'divider':
        // One that ends items does not come here; a product has no lines of text that one could part.
        if (!this.#allows('header')) return true
        report('divider-not-allowed', line.span, { place: this.#place })
        return false
      case 'heading':
        this.#readHeading(line)
        return false
      case 'imageLine':
        if (!this.#allows('image')) report('image-not-allowed', line.span, this.#where())
        else if (this.#content.image) report('image-repeated', line.span, { place: this.#place })
        else this.#content.image = line
        return false
      case 'buttonLine':
        if (this.#allows('button')) this.#content.buttons.push(readButtonLine(line, this.#reading))
        else report('button-not-allowed', line.span, this.#where())
        return false
      case 'linkLine':
        if (!this.#allows('tail')) return true
        this.#setTail(line, line.span)
        return false
      case 'block':
        this.#readBlock(line)
        return false
      case 'comment': {
        const { start } = line.span
        if (!line.closed) report('comment-unclosed', { start, end: start + '<!--'.length }, {})
        return false
      }
    }
  }

  #readHeading({ span, depth, pieces }: Heading): void {
    const { report } = this.#reading
    if (depth === 2 || !this.#allows('header')) {
      report('heading-not-allowed', span, { ...this.#where(), depth })
      this.#content.mistaken.push('text')
      return
    }
    const text = textOfPieces(pieces, span)
    if (isEmpty(text)) {
      report('title-empty', span, { depth })
      this.#content.mistaken.push('header')
    } else if (this.#content.header) report('header-repeated', span, {})
    else this.#content.header = text
    if (this.#hasText) report('header-after-text', span, {})
  }

  #readBlock(block: Block): void {
    const reading = this.#reading
    const content = this.#content
    const { named, meant } = nameBlock(block, reading)
    if (meant) content.mistaken.push(meant)
    if (named === undefined) return
    const { name, nameSpan } = named
    if (!this.#allows(name)) {
      reading.report('block-not-allowed', nameSpan, { ...this.#where(), name })
      return
    }
    switch (name) {
      case 'button': {
        const buttons = readButtonBlock(named, reading)
        if (buttons.length === 0) content.mistaken.push(name)
        for (const button of buttons) content.buttons.push(button)
        break
      }
      case 'coupon': {
        const fields = readTextBlock(named, reading)
        if (content.coupon || this.#hasCoupon) reading.report('coupon-repeated', nameSpan, {})
        else content.coupon = fields && { span: block.span, fields }
        break
      }
      case 'price': {
        const fields = readPriceBlock(named, reading)
        if (fields === undefined) content.mistaken.push(name)
        if (content.price) reading.report('price-repeated', nameSpan, {})
        else content.price = fields && { span: block.span, fields }
        break
      }
      case 'link':
        if (content.linkBlock) reading.report('item-link-repeated', nameSpan, {})
        else content.linkBlock = named
        break
      case 'tail':
        this.#setTail(named, nameSpan)
        break
    }
  }

  #setTail(tail: LinkLine | NamedBlock, span: Span): void {
    if (this.#content.tail) this.#reading.report('tail-repeated', span, {})
    else this.#content.tail = tail
  }

  #allows(part: MessagePart): boolean {
    return this.#reading.facts.sections[this.#place]?.[part] !== undefined
  }

  #where(): { readonly kind: BodyReading['kind']; readonly place: BodySection } {
    return { kind: this.#reading.kind, place: this.#place }
  }
}
