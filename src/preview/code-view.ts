import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Diagnostic } from '../diagnostic.ts'
import { LineIndex } from '../language/line-index.ts'
import type { Sketch } from '../sketch.ts'
import { jsonLines } from './json-lines.ts'
import type { PageWords } from './page-words.ts'
import { shownText } from './shown-text.ts'

/** The exact JSON of a payload, each line with the lines of the source that it came from. */
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
  return h('section', { className: ['block', 'payload'] }, [
    h('div', { className: ['payload-top'] }, [
      h('p', { className: ['hint'] }, words.payloadHint),
      h('button', { type: 'button', className: ['plain'], id: 'copy' }, words.copy),
    ]),
    h('div', { id: 'json', className: ['code'], tabIndex: 0, role: 'group', ariaLabel: words.tabs.payload }, rows),
  ])
}

/** The key of a line apart from its value. */
function jsonText(line: string): Element['children'] {
  const key = /^\s*"(?:[^"\\]|\\.)*":/.exec(line)?.[0]
  if (key === undefined) return shownText(line)
  return [h('span', { className: ['json-key'] }, shownText(key)), ...shownText(line.slice(key.length))]
}

/** The source with its line numbers; lines with findings are marked. */
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
  return h('ol', { id: 'lines', className: ['code', 'lines'], tabIndex: 0, ariaLabel: words.source }, lines)
}
