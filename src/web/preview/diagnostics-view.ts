import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Diagnostic } from '../../diagnostic.ts'
import type { Language } from '../../words/language.ts'
import { shownText } from './code-view.ts'
import { pageWords } from './page-words.ts'

interface DiagnosticsOptions {
  readonly lang: Language
  /** Finds the JSON Pointer of the place in the picture; undefined where there is none. */
  readonly placeOf: (diagnostic: Diagnostic) => string | undefined
  readonly hasRecipients?: boolean
}

const maxShown = 100

/** Draws what is wrong with a message, each with its number in the picture and its line in the source. */
export function diagnosticsView(diagnostics: readonly Diagnostic[], options: DiagnosticsOptions): Element {
  const { hasRecipients = false } = options
  const words = pageWords[options.lang]
  const counts = new Map<string, number>()
  const entries = diagnostics.slice(0, maxShown).map((diagnostic, index) => {
    const { rule } = diagnostic
    const count = (counts.get(rule) ?? 0) + 1
    counts.set(rule, count)
    return entryOf(diagnostic, { index, key: `${rule} ${count}` }, options)
  })
  return h('section.block', [
    h('h2', [words.diagnostics, h('span.pill', String(diagnostics.length))]),
    diagnostics.length === 0
      ? h('p.good', hasRecipients ? words.recipientsByLint : words.noDiagnostics)
      : h('ol.diagnostics', entries),
    ...(diagnostics.length > maxShown ? [h('p.hint', words.moreDiagnostics(diagnostics.length - maxShown))] : []),
  ])
}

/** A diagnostic's place in the list, and a key that stays when others come and go. */
interface Entry {
  readonly index: number
  readonly key: string
}

function entryOf(diagnostic: Diagnostic, { index, key }: Entry, options: DiagnosticsOptions): Element {
  const { severity, message, help, start, end, unit, limit } = diagnostic
  const { lang, placeOf } = options
  const pointer = placeOf(diagnostic)
  // A range that ends where a line starts does not reach into it.
  const last = end.column === 1 && end.line > start.line ? end.line - 1 : end.line
  const place = {
    dataFrom: start.line,
    dataTo: last,
    ...(pointer !== undefined && { dataPointer: pointer }),
    ...(unit === 'characters' && limit !== undefined && { dataLimit: limit }),
  }
  return h('li', { className: ['diagnostic', `is-${severity}`], ...place, dataKey: key }, [
    h('button.diagnostic-pick', { type: 'button', dataKey: `pick ${key}` }, [
      h('span.diagnostic-number', String(index + 1)),
      h('span.diagnostic-texts', [
        h('span.hidden', `${pageWords[lang].severities[severity]}: `),
        h('strong', shownText(message)),
        ...(help === undefined ? [] : [h('span.diagnostic-help', shownText(help))]),
      ]),
    ]),
    h('div.diagnostic-more', [ruleOf(diagnostic)]),
  ])
}

/** Draws the id of a rule, which leads to its page where there is one. */
function ruleOf({ rule, start, url }: Diagnostic): Element {
  const name = h('code', rule)
  const link = url === undefined ? name : h('a', { href: url, target: '_blank', rel: ['noopener', 'noreferrer'] }, name)
  return h('span.diagnostic-rule', [link, ` ${start.line}:${start.column}`])
}
