import { factsOf } from '../contract/contracts.ts'
import type { Span } from '../diagnostic.ts'
import { type Heading } from '../language/document.ts'
import { templateOf, textOfPart, textOfPieces } from '../message/located.ts'
import { lineEndOf } from '../rules/lines.ts'
import type { MessageText } from './message-text.ts'

export interface MessageSymbol {
  readonly kind:
    | 'frontmatter'
    | 'variable'
    | 'header'
    | 'head'
    | 'product'
    | 'item'
    | 'card'
    | 'button'
    | 'image'
    | 'block'
  /** Empty where nothing is written. */
  readonly name: string
  readonly span: Span
  readonly selection: Span
  readonly children: readonly MessageSymbol[]
}

type Open = MessageSymbol & { readonly children: MessageSymbol[]; readonly span: { start: number; end: number } }

export function symbolsOf(text: MessageText): readonly MessageSymbol[] {
  const { document, source, declared, sketch } = text
  const symbols: MessageSymbol[] = []
  if (document.frontmatter) {
    const { span } = document.frontmatter
    const variables = declared.map(({ name, nameSpan, entry }): MessageSymbol => {
      return { kind: 'variable', name, span: entry, selection: nameSpan, children: [] }
    })
    const selection = { start: span.start, end: lineEndOf(source, span.start) }
    symbols.push({ kind: 'frontmatter', name: sketch?.kind ?? '', span, selection, children: variables })
  }
  const { repeats: repeated = 'item', head, sections } = sketch ? factsOf(sketch.kind) : {}
  // A header that has parts of its own below it.
  const titled = head ? 'head' : sections?.message?.header ? 'product' : undefined
  let section: Open | undefined
  for (const line of document.lines) {
    const span = line.span
    const add = (kind: MessageSymbol['kind'], name: string, selection: Span): void => {
      const symbol: MessageSymbol = { kind, name, span, selection, children: [] }
      if (section === undefined) symbols.push(symbol)
      else {
        section.children.push(symbol)
        section.span.end = span.end
      }
    }
    switch (line.type) {
      case 'heading':
        section = undefined
        if (line.depth === 1 && titled === undefined) add('header', nameOf(line, span), span)
        else {
          const kind = line.depth === 1 && titled ? titled : repeated
          section = { kind, name: nameOf(line, span), span: { ...span }, selection: span, children: [] }
          symbols.push(section)
        }
        break
      case 'divider':
        section = undefined
        break
      case 'buttonLine': {
        const name = textOfPart(line.children[0])
        add('button', templateOf(name), name.span)
        break
      }
      case 'imageLine': {
        const path = textOfPart(line.children[1])
        add('image', templateOf(path), path.span)
        break
      }
      case 'block':
        add('block', source.slice(line.info.start, line.info.end).trim(), line.info)
        break
      case 'textLine':
      case 'linkLine':
        if (section) section.span.end = span.end
        break
      case 'comment':
        break
    }
  }
  return symbols
}

function nameOf(line: Heading, span: Span): string {
  return templateOf(textOfPieces(line.pieces, span))
}
