import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Diagnostic } from '../../diagnostic.ts'
import { type Language, sayIn } from '../../words/language.ts'
import { shownText } from './code-view.ts'

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
  const say = sayIn(options.lang)
  const rest = diagnostics.length - maxShown
  const counts = new Map<string, number>()
  const entries = diagnostics.slice(0, maxShown).map((diagnostic, index) => {
    const { rule } = diagnostic
    const count = (counts.get(rule) ?? 0) + 1
    counts.set(rule, count)
    return entryOf(diagnostic, { index, key: `${rule} ${count}` }, options)
  })
  return h('section.block', [
    h('h2', [say('Diagnostics', '찾은 문제'), h('span.pill', String(diagnostics.length))]),
    diagnostics.length === 0
      ? h(
          'p.good',
          hasRecipients
            ? say(
                'Nothing to report in the message; friendtalk lint checks its recipients too.',
                '메시지에는 문제가 없습니다. 수신자는 friendtalk lint가 함께 검사합니다.',
              )
            : say('Nothing to report.', '문제가 없습니다.'),
        )
      : h('ol.diagnostics', entries),
    ...(rest > 0 ? [h('p.hint', say(`And ${rest} more.`, `이 밖에 ${rest}개가 더 있습니다.`))] : []),
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
  const say = sayIn(lang)
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
        h('span.hidden', `${severity === 'error' ? say('Error', '오류') : say('Warning', '경고')}: `),
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
