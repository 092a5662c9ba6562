import type { Kind } from '../contract/kinds.ts'
import { type Fault, fault, type Place } from '../fault.ts'
import { type Document, type Line, spanOf } from '../language/document.ts'
import { readTargetsBlock } from './block.ts'
import type { MessageContext } from './context.ts'
import { readFrontmatter } from './frontmatter.ts'
import { readImage, readImageSource } from './image.ts'
import { readTargets } from './link.ts'
import type { CardNode, ImageNode, ItemNode, Message, Settings, TailNode, TargetsNode } from './message.ts'
import { type PartContent, readPart } from './part.ts'
import { type Section, splitSections } from './sections.ts'
import { isEmpty, type Traced, type TracedText, textOfPieces } from './traced.ts'

export interface MessageResult {
  /** Absent where the kind is neither known nor near one that is: then nothing can be said of the body. */
  readonly message?: Message
  /** Everything that is wrong, in no order. */
  readonly faults: readonly Fault[]
}

/** Reads a document as a message of its kind. */
export function readMessage(document: Document, context: MessageContext): MessageResult {
  const { kind, settings, faults } = readFrontmatter(document, context)
  if (kind === undefined || settings === undefined) return { faults }
  const reader = new MessageReader(document, context, kind)
  const message = reader.read(settings)
  return { message, faults: [...faults, ...reader.faults] }
}

class MessageReader {
  readonly faults: Fault[] = []
  readonly #document: Document
  readonly #context: MessageContext
  readonly #kind: Traced<Kind>

  constructor(document: Document, context: MessageContext, kind: Traced<Kind>) {
    this.#document = document
    this.#context = context
    this.#kind = kind
  }

  read(settings: Settings): Message {
    const kind = this.#kind.value
    const span = { start: 0, end: this.#document.source.length }
    // What is spread into an object comes last: a key behind it takes ten times as long.
    switch (kind) {
      case 'ft-text': {
        const { text, buttons } = this.#part(this.#document.lines, 'message')
        return { span, kind, buttons, ...this.#msg(text), ...settings }
      }
      case 'ft-image':
      case 'ft-wide': {
        const { text, buttons, image } = this.#part(this.#document.lines, 'message')
        if (image === undefined) {
          this.faults.push(fault('image-missing', this.#kind.span, { kind, place: 'message' }))
          return { span, kind, buttons, ...this.#msg(text), ...settings }
        }
        return {
          span,
          kind,
          buttons,
          image: this.#collect(readImage(image, this.#context)).image,
          ...this.#msg(text),
          ...settings,
        }
      }
      case 'ft-wide-item-list': {
        const { before, sections, after } = this.#sections()
        const { header, text, buttons } = this.#part(before, 'before-items')
        if (header === undefined) this.faults.push(fault('header-missing', this.#kind.span, {}))
        const items = sections.map((section) => this.#item(section))
        const more = this.#part(after, 'after-items').buttons
        return {
          span,
          kind,
          items,
          buttons: [...buttons, ...more],
          ...this.#msg(text),
          ...(header && { header }),
          ...settings,
        }
      }
      case 'ft-carousel-feed': {
        const { before, sections, after } = this.#sections()
        const { text } = this.#part(before, 'before-items')
        const cards = sections.map((section) => this.#card(section))
        const tail = this.#tail(this.#part(after, 'after-items').tail)
        return { span, kind, cards, ...this.#msg(text), ...(tail && { tail }), ...settings }
      }
    }
  }

  #sections(): ReturnType<typeof splitSections> {
    const part = this.#kind.value === 'ft-carousel-feed' ? 'card' : 'item'
    const split = this.#collect(splitSections(this.#document.lines, part))
    if (split.sections.length === 0) {
      this.faults.push(fault('items-missing', this.#kind.span, { kind: this.#kind.value }))
    }
    return split
  }

  #part(lines: readonly Line[], place: Place): PartContent {
    return this.#collect(readPart(lines, { kind: this.#kind.value, place, source: this.#document.source }))
  }

  #msg(text: TracedText | undefined): { msg?: TracedText } {
    if (text !== undefined) return { msg: text }
    this.faults.push(fault('text-missing', this.#kind.span, { kind: this.#kind.value, place: 'message' }))
    return {}
  }

  #item({ heading, lines }: Section): ItemNode {
    const span = spanOf(heading)
    const { image: line, linkBlock } = this.#part(lines, 'item')
    const title = this.#title(heading)
    if (line === undefined) {
      this.faults.push(fault('image-missing', span, { kind: this.#kind.value, place: 'item' }))
    }
    const targets = this.#itemTargets(line?.children, linkBlock)
    const lineSpan = line && spanOf(line)
    if (targets === undefined) this.faults.push(fault('item-link-missing', lineSpan ?? span, {}))
    else if (targets.url_mobile === undefined && Object.keys(targets).length > 0) {
      this.faults.push(fault('item-link-not-mobile', Object.values(targets)[0]?.span ?? span, {}))
    }
    const source = line && this.#collect(readImageSource(line, this.#context)).source
    const image: ImageNode | undefined = lineSpan && { span: lineSpan, ...(source && { source }) }
    return { span, ...(title && { title }), ...(image && { image }), ...(targets && { targets }) }
  }

  /** The link of an item stands around its image or in a block, not in both. */
  #itemTargets(
    parts: Parameters<typeof readImageSource>[0]['children'] | undefined,
    block: PartContent['linkBlock'],
  ): Partial<TargetsNode> | undefined {
    const [, , link, second] = parts ?? []
    if (link && block) this.faults.push(fault('item-link-repeated', block.nameSpan, {}))
    if (link) return this.#collect(readTargets(link, second)).targets
    if (!block) return undefined
    return this.#collect(readTargetsBlock(block, this.#document.source)).tail?.targets ?? {}
  }

  #card({ heading, lines }: Section): CardNode {
    const span = spanOf(heading)
    const kind = this.#kind.value
    const { text, image: line, buttons, coupon } = this.#part(lines, 'card')
    const header = this.#title(heading)
    if (text === undefined) this.faults.push(fault('text-missing', span, { kind, place: 'card' }))
    if (line === undefined) this.faults.push(fault('image-missing', span, { kind, place: 'card' }))
    const image = line && this.#collect(readImage(line, this.#context)).image
    return {
      span,
      buttons,
      ...(header && { header }),
      ...(text && { message: text }),
      ...(image && { image }),
      ...(coupon && { coupon }),
    }
  }

  #title(heading: Section['heading']): TracedText | undefined {
    const span = spanOf(heading)
    const text = textOfPieces(heading.pieces, span)
    if (!isEmpty(text)) return text
    this.faults.push(fault('title-empty', span, { depth: heading.depth }))
    return undefined
  }

  #tail(tail: PartContent['tail']): TailNode | undefined {
    if (tail === undefined) return undefined
    if ('block' in tail) return this.#collect(readTargetsBlock(tail, this.#document.source)).tail
    const [, link, second] = tail.children
    return { span: spanOf(tail), targets: this.#collect(readTargets(link, second)).targets }
  }

  #collect<T extends { readonly faults: readonly Fault[] }>(result: T): T {
    for (const one of result.faults) this.faults.push(one)
    return result
  }
}
