import type { BodySection, MessagePart, Parts } from '../contract/contract.ts'
import { factsOf, type Kind } from '../contract/contracts.ts'
import type { Span } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import type { Block, Heading, ImageLine, Line, LinkLine } from '../language/document.ts'
import {
  nameBlock,
  type NamedBlock,
  readButtonBlock,
  readButtonLine,
  readCouponBlock,
  readPriceBlock,
} from './block.ts'
import { type BodyLine, isEmpty, joinText, type LocatedText, textOfPieces } from './located.ts'
import type { ButtonNode, CouponNode, PriceNode } from './message.ts'

/** The content of one section: the message itself, an item, a card, or the lines around them. */
export interface PartContent {
  readonly header?: LocatedText
  readonly text?: LocatedText
  readonly image?: ImageLine
  readonly buttons: readonly ButtonNode[]
  readonly coupon?: CouponNode
  readonly price?: PriceNode
  readonly linkBlock?: NamedBlock
  readonly tail?: LinkLine | NamedBlock
  /** Parts of which a line is there that is reported by itself: they are not missing as well. */
  readonly mistaken: readonly MessagePart[]
  readonly violations: readonly Violation[]
}

export interface PartPlace {
  readonly kind: Kind
  readonly place: BodySection
  readonly source: string
  /** True if the part before it has a coupon. */
  readonly hasCoupon?: boolean
}

/** Reads the lines of one part. What has no place in it is a violation at its own position. */
export function readPart(lines: readonly Line[], place: PartPlace): PartContent {
  const reader = new PartReader(place)
  for (const line of lines) reader.add(line)
  return reader.content()
}

class PartReader {
  readonly #kind: Kind
  readonly #place: BodySection
  readonly #source: string
  readonly #parts: Parts
  readonly #violations: Violation[] = []
  readonly #body: BodyLine[] = []
  readonly #buttons: ButtonNode[] = []
  readonly #misplacedText: Span[] = []
  readonly #mistaken: MessagePart[] = []
  #hasText = false
  #header: LocatedText | undefined
  #image: ImageLine | undefined
  #coupon: CouponNode | undefined
  readonly #hasCoupon: boolean
  #price: PriceNode | undefined
  #linkBlock: NamedBlock | undefined
  #tail: LinkLine | NamedBlock | undefined

  constructor({ kind, place, source, hasCoupon = false }: PartPlace) {
    this.#kind = kind
    this.#place = place
    this.#source = source
    this.#hasCoupon = hasCoupon
    this.#parts = factsOf(kind).sections[place] ?? {}
  }

  add(line: Line): void {
    const isText = this.#read(line)
    this.#body.push({ line, isText })
    if (isText) this.#hasText = true
    if (isText && !this.#allows('text')) this.#misplacedText.push(line.span)
  }

  content(): PartContent {
    const text = this.#allows('text') ? joinText(this.#body, this.#source) : undefined
    return {
      buttons: this.#buttons,
      mistaken: this.#mistaken,
      violations: [...this.#violations, ...this.#textViolations()],
      ...(this.#header && { header: this.#header }),
      ...(text && !isEmpty(text) && { text }),
      ...(this.#image && { image: this.#image }),
      ...(this.#coupon && { coupon: this.#coupon }),
      ...(this.#price && { price: this.#price }),
      ...(this.#linkBlock && { linkBlock: this.#linkBlock }),
      ...(this.#tail && { tail: this.#tail }),
    }
  }

  /** @returns whether the line is text here */
  #read(line: Line): boolean {
    switch (line.type) {
      case 'textLine':
        return true
      case 'divider':
        // Where it ends items it does not come here; a product has no lines of text that one could part.
        if (!this.#allows('header')) return true
        this.#violations.push(violation('divider-not-allowed', line.span, { place: this.#place }))
        return false
      case 'heading':
        this.#readHeading(line)
        return false
      case 'imageLine':
        this.#readImage(line)
        return false
      case 'buttonLine': {
        if (!this.#allows('button')) {
          this.#violations.push(violation('button-not-allowed', line.span, this.#where()))
          return false
        }
        const { button, violations } = readButtonLine(line, this.#kind)
        this.#buttons.push(button)
        for (const one of violations) this.#violations.push(one)
        return false
      }
      case 'linkLine':
        if (!this.#allows('tail')) return true
        this.#setTail(line, line.span)
        return false
      case 'block':
        this.#readBlock(line)
        return false
      case 'comment':
        if (!line.closed) {
          const { start } = line.span
          this.#violations.push(violation('comment-unclosed', { start, end: start + '<!--'.length }, {}))
        }
        return false
    }
  }

  #readHeading(heading: Heading): void {
    const { span } = heading
    const { depth } = heading
    if (depth === 2 || !this.#allows('header')) {
      this.#violations.push(violation('heading-not-allowed', span, { ...this.#where(), depth }))
      this.#mistaken.push('text')
      return
    }
    const text = textOfPieces(heading.pieces, span)
    if (isEmpty(text)) {
      this.#violations.push(violation('title-empty', span, { depth }))
      this.#mistaken.push('header')
    } else if (this.#header !== undefined) this.#violations.push(violation('header-repeated', span, {}))
    else this.#header = text
    if (this.#hasText) this.#violations.push(violation('header-after-text', span, {}))
  }

  #readImage(line: ImageLine): void {
    const { span } = line
    if (!this.#allows('image')) this.#violations.push(violation('image-not-allowed', span, this.#where()))
    else if (this.#image !== undefined) this.#violations.push(violation('image-repeated', span, { place: this.#place }))
    else this.#image = line
  }

  #readBlock(block: Block): void {
    const { named, meant, violations } = nameBlock(block, { source: this.#source, kind: this.#kind })
    for (const one of violations) this.#violations.push(one)
    if (meant) this.#mistaken.push(meant)
    if (named === undefined) return
    const { name, nameSpan } = named
    if (!this.#allows(name)) {
      this.#violations.push(violation('block-not-allowed', nameSpan, { ...this.#where(), name }))
      return
    }
    switch (name) {
      case 'button': {
        const read = readButtonBlock(named, this.#source)
        for (const one of read.buttons) this.#buttons.push(one)
        for (const one of read.violations) this.#violations.push(one)
        if (read.buttons.length === 0) this.#mistaken.push(name)
        break
      }
      case 'coupon': {
        const read = readCouponBlock(named, this.#source)
        for (const one of read.violations) this.#violations.push(one)
        if (this.#coupon === undefined && !this.#hasCoupon) this.#coupon = read.coupon
        else this.#violations.push(violation('coupon-repeated', nameSpan, {}))
        break
      }
      case 'price': {
        const read = readPriceBlock(named, this.#source)
        for (const one of read.violations) this.#violations.push(one)
        if (read.price === undefined) this.#mistaken.push(name)
        if (this.#price === undefined) this.#price = read.price
        else this.#violations.push(violation('price-repeated', nameSpan, {}))
        break
      }
      case 'link':
        if (this.#linkBlock === undefined) this.#linkBlock = named
        else this.#violations.push(violation('item-link-repeated', nameSpan, {}))
        break
      case 'tail':
        this.#setTail(named, nameSpan)
        break
    }
  }

  #setTail(tail: LinkLine | NamedBlock, span: Span): void {
    if (this.#tail === undefined) this.#tail = tail
    else this.#violations.push(violation('tail-repeated', span, {}))
  }

  /** One violation for each run of lines that belong together. */
  #textViolations(): Violation[] {
    const runs: { start: number; end: number }[] = []
    for (const span of this.#misplacedText) {
      const last = runs.at(-1)
      if (last && this.#source.slice(last.end, span.start).trim() === '') last.end = span.end
      else runs.push({ ...span })
    }
    return runs.map((span) => violation('text-not-allowed', span, this.#where()))
  }

  #allows(part: MessagePart): boolean {
    return this.#parts[part] !== undefined
  }

  #where(): { kind: Kind; place: BodySection } {
    return { kind: this.#kind, place: this.#place }
  }
}
