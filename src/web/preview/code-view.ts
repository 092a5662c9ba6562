import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { Diagnostic } from '../../diagnostic.ts'
import { LineIndex } from '../../language/document.ts'
import { escapePointer } from '../../contract/payload.ts'
import type { Sketch } from '../../sketch.ts'
import type { PageWords } from './page-words.ts'

/** Control, bidirectional and zero-width characters but the joiner of emoji, and runs of marks that climb over other lines. */
const unseen = /(?!\u200D)[\p{Cc}\p{Cf}\u2028\u2029]|(?<=\p{M}{4})\p{M}+/gu

/**
 * Text of a file as code shows it: what nobody would see is marked with its code point, and cannot turn the text
 * around it. The text content stays exactly the same.
 */
export function shownText(text: string): ElementContent[] {
  const parts: ElementContent[] = []
  let done = 0
  for (const { index, 0: found } of text.matchAll(unseen)) {
    if (found === '\t' || found === '\n') continue
    if (index > done) parts.push({ type: 'text', value: text.slice(done, index) })
    const code = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    parts.push(h('span.unseen', { dataCode: code, title: code }, found))
    done = index + found.length
  }
  if (done < text.length) parts.push({ type: 'text', value: text.slice(done) })
  return parts
}

/** Draws the exact JSON of a payload, each line with the lines of the source that it came from. */
export function payloadView(payload: unknown, sketch: Sketch | undefined, words: PageWords): Element {
  const lines = new LineIndex(sketch?.source ?? '')
  const rows = jsonLines(payload).map(({ text, pointer, isLeaf }, index, all) => {
    const span = sketch?.map.get(pointer)
    const place = span && {
      dataFrom: lines.at(span.start).line,
      dataTo: lines.at(Math.max(span.start, span.end - 1)).line,
    }
    const end = index < all.length - 1 ? '\n' : ''
    const className = isLeaf ? ['json', 'is-leaf'] : ['json']
    return h('div', { className, dataPointer: pointer, ...place }, [...jsonText(text), end])
  })
  return h('section.block.payload', [
    h('div.payload-top', [h('p.hint', words.payloadHint), h('button#copy.plain', { type: 'button' }, words.copy)]),
    h('div#json.code', { tabIndex: 0, role: 'group', ariaLabel: words.tabs.payload }, rows),
  ])
}

/** Draws the key of a line apart from its value. */
function jsonText(line: string): Element['children'] {
  const key = /^\s*"(?:[^"\\]|\\.)*":/.exec(line)?.[0]
  if (key === undefined) return shownText(line)
  return [h('span.json-key', shownText(key)), ...shownText(line.slice(key.length))]
}

/** Draws the source with its line numbers; lines with diagnostics are marked. */
export function sourceView(source: string, diagnostics: readonly Diagnostic[], words: PageWords): Element {
  const worst = new Map<number, Diagnostic['severity']>()
  for (const { severity, start } of diagnostics) {
    if (worst.get(start.line) !== 'error') worst.set(start.line, severity)
  }
  const lines = source.split(/\r\n|\n|\r/).map((text, index) => {
    const severity = worst.get(index + 1)
    const className = ['line', ...(severity === undefined ? [] : [`is-${severity}`])]
    return h('li', { className, dataLine: index + 1 }, [h('span', shownText(text))])
  })
  return h('ol#lines.code.lines', { tabIndex: 0, ariaLabel: words.source }, lines)
}

/** One line of JSON as `JSON.stringify(value, null, 2)` writes it. */
export interface JsonLine {
  readonly text: string
  /** JSON Pointer of the value that stands or starts or ends here. */
  readonly pointer: string
  /** Whether the line holds a whole value, and not the bracket of one that contains others. */
  readonly isLeaf: boolean
}

/** Returns a value as lines of JSON; with line breaks between them they are exactly what `JSON.stringify` gives. */
export function jsonLines(value: unknown): readonly JsonLine[] {
  const lines: JsonLine[] = []
  const write = (item: unknown, pointer: string, { indent, key, end }: Around): void => {
    const start = `${indent}${key}`
    if (typeof item !== 'object' || item === null || Object.keys(item).length === 0) {
      lines.push({ text: `${start}${JSON.stringify(item)}${end}`, pointer, isLeaf: true })
      return
    }
    const isList = Array.isArray(item)
    lines.push({ text: `${start}${isList ? '[' : '{'}`, pointer, isLeaf: false })
    const entries = Object.entries(item).filter(([, child]) => child !== undefined)
    entries.forEach(([name, child], index) =>
      write(child, `${pointer}/${escapePointer(name)}`, {
        indent: `${indent}  `,
        key: isList ? '' : `${JSON.stringify(name)}: `,
        end: index < entries.length - 1 ? ',' : '',
      }),
    )
    lines.push({ text: `${indent}${isList ? ']' : '}'}${end}`, pointer, isLeaf: false })
  }
  write(value, '', { indent: '', key: '', end: '' })
  return lines
}

interface Around {
  readonly indent: string
  readonly key: string
  readonly end: string
}
