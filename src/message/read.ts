import type { BodySection, MessagePart, Repeated } from '../contract/contract.ts'
import { contractOf, factsOf, type Kind } from '../contract/contracts.ts'
import type { Span } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import { ConstantTexts } from './constants.ts'
import type { Document, Heading, Line } from '../language/document.ts'
import { readTargetsBlock } from './block.ts'
import type {
  CardNode,
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
    // What is spread into an object comes last: a key behind it takes ten times as long.
    const { repeats } = factsOf(kind)
    if (repeats === 'item') {
      const { before, sections, after } = this.#sections('item')
      const { header, text, buttons, mistaken } = this.#part(before, 'before-items')
      if (header === undefined && !mistaken.includes('header') && this.#needs('before-items', 'header')) {
        this.violations.push(violation('header-missing', this.#kind.span, { kind }))
      }
      const items = sections.map((section) => this.#item(section))
      const more = this.#part(after, 'after-items').buttons
      return {
        span,
        kind,
        kindSpan,
        items,
        buttons: [...buttons, ...more],
        ...this.#msg({ text, mistaken }, 'before-items'),
        ...(header && { header }),
        ...settings,
      }
    }
    if (repeats === 'card') {
      const { before, sections, after } = this.#sections('card')
      const content = this.#part(before, 'before-items')
      const cards = sections.map((section) => this.#card(section))
      const tail = this.#tail(this.#part(after, 'after-items').tail)
      return { span, kind, kindSpan, cards, ...this.#msg(content, 'before-items'), ...(tail && { tail }), ...settings }
    }
    const content = this.#part(this.#document.lines, 'message')
    const { buttons, image: line } = content
    if (line === undefined && this.#needs('message', 'image')) {
      this.violations.push(violation('image-missing', this.#kind.span, { kind, place: 'message' }))
    }
    const image = line && this.#collect(readImage(line, this.#context, this.#kind.value)).image
    return { span, kind, kindSpan, buttons, ...(image && { image }), ...this.#msg(content, 'message'), ...settings }
  }

  #needs(section: BodySection, part: MessagePart): boolean {
    return factsOf(this.#kind.value).sections[section]?.[part] === 'required'
  }

  #sections(repeated: Repeated): ReturnType<typeof splitSections> {
    const split = this.#collect(splitSections(this.#document.lines, this.#kind.value, repeated))
    if (split.sections.length === 0) {
      this.violations.push(violation('items-missing', this.#kind.span, { kind: this.#kind.value }))
    }
    return split
  }

  #part(lines: readonly Line[], place: BodySection): PartContent {
    return this.#collect(readPart(lines, { kind: this.#kind.value, place, source: this.#document.source }))
  }

  #msg(
    { text, mistaken }: Pick<PartContent, 'mistaken'> & { readonly text?: LocatedText | undefined },
    section: BodySection,
  ): { msg?: LocatedText } {
    if (text !== undefined) return { msg: text }
    if (!mistaken.includes('text') && this.#needs(section, 'text')) {
      this.violations.push(violation('text-missing', this.#kind.span, { kind: this.#kind.value, place: 'message' }))
    }
    return {}
  }

  #item({ heading, lines }: Section): ItemNode {
    const { span } = heading
    const { image: line, linkBlock } = this.#part(lines, 'item')
    const title = this.#title(heading)
    const targets = this.#itemTargets(line?.children, linkBlock)
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
    const source = line && this.#collect(readImageSource(line, this.#context, this.#kind.value)).source
    const image: ImageNode | undefined = lineSpan && { span: lineSpan, ...(source && { source }) }
    return { span, ...(title && { title }), ...(image && { image }), ...(targets && { targets }) }
  }

  /** The link of an item stands around its image or in a block, not in both. */
  #itemTargets(
    parts: Parameters<typeof readImageSource>[0]['children'] | undefined,
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
    const kind = this.#kind.value
    const { text, image: line, buttons, coupon, mistaken } = this.#part(lines, 'card')
    const header = this.#title(heading)
    if (text === undefined && !mistaken.includes('text') && this.#needs('card', 'text')) {
      this.violations.push(violation('text-missing', span, { kind, place: 'card' }))
    }
    if (line === undefined && this.#needs('card', 'image'))
      this.violations.push(violation('image-missing', span, { kind, place: 'card' }))
    const image = line && this.#collect(readImage(line, this.#context, this.#kind.value)).image
    return {
      span,
      buttons,
      ...(header && { header }),
      ...(text && { message: text }),
      ...(image && { image }),
      ...(coupon && { coupon }),
    }
  }

  #title(heading: Section['heading']): LocatedText | undefined {
    const { span } = heading
    const text = textOfPieces(heading.pieces, span)
    if (!isEmpty(text)) return text
    this.violations.push(violation('title-empty', span, { depth: heading.depth }))
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
function splitSections(lines: readonly Line[], kind: Kind, repeated: Repeated): Sections {
  const end = endOfSections(lines, kind, repeated)
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

/** Where the `---` stands that ends the items or cards. In a card with text one may be meant as a line of the text. */
function endOfSections(lines: readonly Line[], kind: Kind, repeated: Repeated): number {
  const lastHeading = lines.findLastIndex(isSectionHeading)
  const dividers = lines.flatMap(({ type }, index) => (type === 'divider' && index > lastHeading ? [index] : []))
  if (lastHeading < 0) return -1
  const { sections } = factsOf(kind)
  if (sections[repeated]?.text === undefined) return dividers[0] ?? -1
  const isPossible = ({ type }: Line): boolean =>
    type === 'divider' ||
    type === 'comment' ||
    type === 'block' ||
    type === 'linkLine' ||
    (type === 'buttonLine' && (dividers.length === 1 || sections['after-items']?.button !== undefined))
  return dividers.find((index) => lines.slice(index + 1).every(isPossible)) ?? -1
}

function isSectionHeading(line: Line): line is Heading {
  return line.type === 'heading' && line.depth === 2
}
