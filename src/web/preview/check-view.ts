import type { Element } from 'hast'
import { h, s } from 'hastscript'
import type { Diagnostic } from '../../diagnostic.ts'
import { fileSize } from '../../words/phrases.ts'
import type { Count, Meter } from './meters.ts'
import type { PageWords } from './page-words.ts'
import { shownText } from './code-view.ts'

/** A finding and the place in the picture that it belongs to. */
export interface PlacedFinding {
  readonly diagnostic: Diagnostic
  /** JSON Pointer; absent where the picture has no place for it. */
  readonly pointer?: string
}

/** Of more than these nobody reads the last. */
const maxShown = 100

/** What is wrong with a message, each with its number in the picture and its line in the source. */
export function findingsView(findings: readonly PlacedFinding[], words: PageWords): Element {
  const entries = findings.slice(0, maxShown).map(({ diagnostic, pointer }, index) => {
    const { severity, message, help, rule, start, end } = diagnostic
    // A span that ends where a line starts does not reach into it.
    const last = end.column === 1 && end.line > start.line ? end.line - 1 : end.line
    const place = { dataFrom: start.line, dataTo: last, ...(pointer !== undefined && { dataPointer: pointer }) }
    return h('li', [
      h('button', { type: 'button', className: ['finding', `is-${severity}`], ...place }, [
        h('span.finding-number', String(index + 1)),
        h('span.finding-texts', [
          h('span.hidden', `${words.severities[severity]}: `),
          h('strong', shownText(message)),
          ...(help === undefined ? [] : [h('span.finding-help', shownText(help))]),
          h('span.finding-rule', [h('code', rule), ` ${start.line}:${start.column}`]),
        ]),
      ]),
    ])
  })
  return h('section.block', [
    h('h2', [words.findings, h('span.pill', String(findings.length))]),
    findings.length === 0 ? h('p.good', words.noFindings) : h('ol.findings', entries),
    ...(findings.length > maxShown ? [h('p.hint', words.moreFindings(findings.length - maxShown))] : []),
  ])
}

/** How full everything is that has a limit. */
export function metersView(meters: readonly Meter[], words: PageWords): Element {
  return h('section.block', [
    h('h2', words.meters),
    h('p.hint', meters.length === 0 ? words.noMeters : words.metersHint),
    h(
      'ul.meters',
      meters.map((meter) => meterView(meter, words)),
    ),
  ])
}

function meterView(meter: Meter, words: PageWords): Element {
  const { pointer, unit, used, max, min, longest, level, reading, others } = meter
  const written = (count: number): string => (unit === 'size' ? fileSize(count, max) : count.toLocaleString('en-US'))
  return h('li', { className: ['meter', `is-${level}`], dataPointer: pointer }, [
    h('div.meter-top', [
      h('span.meter-name', fieldName(pointer, words)),
      h('span.meter-count', [
        h('b', written(used)),
        ` / ${words.units[unit](written(max))}`,
        ...(reading === undefined ? [] : [h('small', words.readings[reading])]),
        ...(level === 'fits' ? [] : [h('span.hidden', `, ${words.levels[level]}`)]),
      ]),
    ]),
    bar(meter),
    h('div.meter-others', [
      ...(longest > used ? [h('b', words.longestIs(words.units[unit](written(longest))))] : []),
      ...(min === undefined ? [] : [h('span', words.atLeast(min))]),
      ...others.map((count) => h('span', otherCount(count, words))),
    ]),
  ])
}

function otherCount({ reading, unit, count }: Count, words: PageWords): string {
  return `${words.readings[reading]} ${words.units[unit](count.toLocaleString('en-US'))}`
}

/** The limit stands at the end of the bar, or where it is when there is more than allowed. */
function bar({ used, longest, max }: Meter): Element {
  const all = Math.max(used, longest, max)
  const part = (value: number): string => ((value / all) * 100).toFixed(2)
  const rect = (className: string, x: string, width: string): Element =>
    s('rect', { className: [className], x, y: 0, width, height: 4 })
  return s(
    'svg',
    { className: ['bar'], viewBox: '0 0 100 4', preserveAspectRatio: 'none', ariaHidden: 'true', focusable: 'false' },
    [
      rect('bar-all', '0', '100'),
      rect('bar-longest', '0', part(longest)),
      rect('bar-used', '0', part(used)),
      ...(all > max ? [rect('bar-limit', part(max), '.6')] : []),
    ],
  )
}

/** How people call the place of a JSON Pointer: `Card 2 › Button 1 › name`. */
export function fieldName(pointer: string, { fields }: PageWords): string {
  const keys = pointer.split('/').slice(1)
  const names: string[] = []
  keys.forEach((key, index) => {
    const before = keys[index - 1]
    const number = Number(key) + 1
    const isLast = index === keys.length - 1
    if (/^\d+$/.test(key)) {
      const list = before === 'button' ? fields.button : keys[0] === 'carousel' ? fields.card : fields.item
      names.push(list(number))
    } else if (key === 'button' && isLast) names.push(fields.buttons)
    else if (key === 'list' && isLast) names.push(keys[0] === 'carousel' ? fields.cards : fields.items)
    else if (key === 'image' || (key === 'img_url' && before !== 'image')) names.push(fields.image)
    else if (key === 'tail') names.push(fields.tail)
    else if (key === 'coupon') names.push(fields.coupon)
    else if (key === 'failback_data') names.push(fields.failback)
    else if (key === 'echo_to_webhook') names.push(fields.echo)
    else if (index === 0 && key === 'msg') names.push(fields.msg)
    else if (index === 0 && key === 'header') names.push(fields.header)
    else if (key in fields.parts) names.push(fields.parts[key] ?? key)
    else if (isLast && key !== 'img_url' && key !== 'msg') names.push(key)
  })
  return names.join(' › ')
}
