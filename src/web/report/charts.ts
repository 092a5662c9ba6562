import type { Element } from 'hast'
import { h, s } from 'hastscript'

/** What bars are made of; its colour is that of `report.css`. */
export interface ChartPart {
  readonly name: PartName
  readonly label: string
}

export type PartName =
  | 'good'
  | 'fallback'
  | 'none'
  | 'uncertain'
  | 'bad'
  | 'bad-fallback'
  | 'refused'
  | 'unclear'
  | 'waiting'

type Counts = { readonly [N in PartName]?: number }

/** Counts of one period of time, or of one message. */
export interface ChartBar {
  readonly label: string
  readonly counts: Counts
}

interface Chart {
  /** Unique on the page. */
  readonly id: string
  readonly title: string
  /** What it shows, for those who cannot see it. */
  readonly description: string
  /** In the order of the bars; those that nothing has are left out. */
  readonly parts: readonly ChartPart[]
  readonly words: { readonly total: string; readonly count: (sends: number) => string }
  /** Over the first column of the table. */
  readonly labels: string
}

/** Counts over time. */
export interface ColumnChart extends Chart {
  /** In their order. `at` is the number of the period, from 0. */
  readonly columns: readonly (ChartBar & { readonly at: number })[]
  /** How many periods there are, with those in which nothing happened. */
  readonly periods: number
  /** When the first period begins and the last one ends. */
  readonly from: string
  readonly to: string
}

/** Counts side by side. */
export interface BarChart extends Chart {
  readonly bars: readonly ChartBar[]
}

const heightPx = 170
const topPx = 22
const basePx = 146

/**
 * Draws columns over time with the same figures as a table. Widths are in percent, so that the text keeps its size on every
 * screen.
 */
export function columnChart(chart: ColumnChart): Element {
  const { columns, periods, words } = chart
  const parts = partsIn(chart.parts, columns)
  const most = Math.max(1, ...columns.map(totalOf))
  const widthPercent = 100 / Math.max(1, periods)
  const drawn = columns.flatMap((column) => {
    let y = basePx
    return parts.flatMap(({ name }) => {
      const height = ((column.counts[name] ?? 0) / most) * (basePx - topPx)
      if (height === 0) return []
      y -= height
      const x = `${(column.at * widthPercent + widthPercent * 0.08).toFixed(3)}%`
      const width = `${(widthPercent * 0.84).toFixed(3)}%`
      return [s('rect', { className: [`part-${name}`], x, width, y: y.toFixed(2), height: height.toFixed(2) })]
    })
  })
  const line = (y: number): Element => s('line', { className: ['grid'], x1: 0, x2: '100%', y1: y, y2: y })
  const svg = picture(chart, heightPx, [
    line(topPx),
    s('text', { x: 0, y: topPx - 7 }, words.count(most)),
    ...drawn,
    line(basePx),
    s('text', { x: 0, y: heightPx - 6 }, chart.from),
    s('text', { x: '100%', y: heightPx - 6, textAnchor: 'end' }, chart.to),
  ])
  return figure(chart, parts, svg, columns)
}

const rowPx = 46
/** So many messages fit a picture; the table has them all. */
const maxBars = 25
const maxLabelUnits = 42

/** Draws bars below each other with the same figures as a table. */
export function barChart(chart: BarChart): Element {
  const parts = partsIn(chart.parts, chart.bars)
  const shown = chart.bars.slice(0, maxBars)
  const most = Math.max(1, ...shown.map(totalOf))
  const drawn = shown.flatMap((bar, index) => {
    const label = bar.label.length > maxLabelUnits ? `${bar.label.slice(0, maxLabelUnits - 1)}…` : bar.label
    let x = 0
    const rects = parts.flatMap(({ name }) => {
      const width = ((bar.counts[name] ?? 0) / most) * 100
      if (width === 0) return []
      const from = x
      x += width
      const place = { x: `${from.toFixed(3)}%`, width: `${width.toFixed(3)}%`, y: index * rowPx + 20, height: 16 }
      return [s('rect', { className: [`part-${name}`], ...place })]
    })
    return [
      s('text', { className: ['bar-label'], x: 0, y: index * rowPx + 13 }, label),
      s('text', { x: '100%', y: index * rowPx + 13, textAnchor: 'end' }, chart.words.count(totalOf(bar))),
      ...rects,
    ]
  })
  return figure(chart, parts, picture(chart, shown.length * rowPx, drawn), chart.bars)
}

function partsIn(parts: readonly ChartPart[], bars: readonly ChartBar[]): readonly ChartPart[] {
  return parts.filter(({ name }) => bars.some(({ counts }) => (counts[name] ?? 0) > 0))
}

function totalOf({ counts }: Pick<ChartBar, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function picture({ id, title, description }: Chart, height: number, content: readonly Element[]): Element {
  const names = [`${id}-title`, `${id}-description`]
  return s('svg', { className: ['chart'], role: 'img', ariaLabelledBy: names, width: '100%', height }, [
    s('title', { id: names[0] }, title),
    s('desc', { id: names[1] }, description),
    ...content,
  ])
}

function figure(chart: Chart, parts: readonly ChartPart[], svg: Element, bars: readonly ChartBar[]): Element {
  const legend = parts.map(({ name, label }) => h('li', [h('span', { className: ['sign', `part-${name}`] }), label]))
  return h('figure', [
    h('figcaption', [h('h3', chart.title), h('ul.legend', { ariaHidden: 'true' }, legend)]),
    h('div.chart-and-table', [h('div.picture', [svg]), table(chart, parts, bars)]),
  ])
}

/** A table that scrolls has to be reached by keyboard. */
function table({ title, labels, words }: Chart, parts: readonly ChartPart[], bars: readonly ChartBar[]): Element {
  const header = (text: string): Element => h('th', { scope: 'col' }, text)
  const count = (sends: number): Element => h('td.number', words.count(sends))
  const rows = bars.map((bar) =>
    h('tr', [
      h('th', { scope: 'row' }, bar.label),
      ...parts.map(({ name }) => count(bar.counts[name] ?? 0)),
      count(totalOf(bar)),
    ]),
  )
  return h('div.scroll', { tabIndex: 0, role: 'group', ariaLabel: title }, [
    h('table', [
      h('thead', [h('tr', [header(labels), ...parts.map(({ label }) => header(label)), header(words.total)])]),
      h('tbody', rows),
    ]),
  ])
}
