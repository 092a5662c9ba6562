import { createHash } from 'node:crypto'
import type { Element } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import type { Kind } from '../../contract/kinds.ts'
import type { ShownChannel } from '../../project/channel.ts'
import type { Language } from '../../words/language.ts'
import { webAsset } from '../local-server.ts'
import { pageIcon } from '../page.ts'
import { phone } from '../phone/phone.ts'
import { pageWords } from '../preview/page-words.ts'
import { barChart, type BarChart, columnChart, type ColumnChart } from './charts.ts'
import { reportWords, type ReportWords } from './report-words.ts'

/** A release as the report shows it. Texts of files and of the service are escaped already. */
export interface ReportedRelease {
  readonly name: string
  readonly target: string
  /** Whether a deploy is at it, and so on, in words. */
  readonly state: string
  readonly summary: readonly string[]
  readonly figures: readonly Figure[]
  readonly charts: {
    readonly sends?: Omit<ColumnChart, 'id' | 'words'>
    readonly deliveries?: Omit<ColumnChart, 'id' | 'words'>
    readonly messages: Omit<BarChart, 'id' | 'words'>
  }
  readonly failures: readonly ReportedFailure[]
  readonly pictures: readonly ReportedPicture[]
  /** How many messages have no picture because there are so many. */
  readonly picturesLeftOut: number
}

interface Figure {
  readonly label: string
  readonly sends: number
  /** A part of another figure, such as `98%`. */
  readonly share?: string
}

/** Sends that came to the same. */
interface ReportedFailure {
  readonly id: string
  readonly what: string
  readonly code: string
  readonly meaning: string
  readonly toDo: string
  readonly sends: number
  readonly place?: string
  readonly said?: string
}

/** What a message looks like on a phone. */
export interface ReportedPicture {
  readonly id: string
  readonly kind: Kind
  readonly record: unknown
  /** The channel that it came from, as the configuration has it now. */
  readonly channel: ShownChannel
  /** Of the release, in Korea: the day and the time of day. */
  readonly day: string
  readonly time: string
  /** Returns an image as a `data:` URL, or why it is not there. */
  readonly image: (url: string) => { readonly source: string } | { readonly absent: string }
}

interface ReportPage {
  readonly lang: Language
  /** When the figures were read, as people read it. */
  readonly time: string
}

/** Returns the beginning of the page: it asks nobody for anything, and runs no script. */
export function reportHead({ lang, time }: ReportPage): string {
  const words = reportWords[lang]
  const style = webAsset('report.css')
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`
  const head = [
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'generator', content: 'friendtalk status' }),
    h('meta', { httpEquiv: 'Content-Security-Policy', content: policy }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'referrer', content: 'no-referrer' }),
    h('title', words.title),
    h('link', { rel: 'icon', href: pageIcon }),
    h('style', style),
  ]
  const top = h('header.top', [
    h('img', { src: pageIcon, alt: '', width: 36, height: 36 }),
    h('div', [h('h1', words.title), h('p.quiet', words.made(time))]),
  ])
  return `<!doctype html><html lang="${lang}"><head>${toHtml(head)}</head><body>${toHtml(top)}<main>`
}

export const reportEnd = '</main></body></html>\n'

/** Says that there is nothing to report. */
export function emptyReport(lang: Language): string {
  return toHtml(h('p.empty', reportWords[lang].noReleases))
}

/** Returns a release as a section of the page. `number` is unique on it. */
export function releaseSection(release: ReportedRelease, number: number, lang: Language): string {
  const words = reportWords[lang]
  const id = `release-${number}`
  const { sends, deliveries, messages } = release.charts
  const section = h('section.release', { ariaLabelledBy: [id] }, [
    h('div.release-top', [
      h('h2', { id }, [h('bdi', release.name)]),
      h('p.quiet', [h('bdi', release.target), ' · ', release.state]),
    ]),
    h('div.summary', [h('h3', words.summary), ...release.summary.map((paragraph) => h('p', paragraph))]),
    h(
      'dl.figures',
      release.figures.map((figure) => figureOf(figure, words)),
    ),
    ...(sends ? [columnChart({ ...sends, id: `${id}-sends`, words })] : []),
    ...(deliveries ? [columnChart({ ...deliveries, id: `${id}-deliveries`, words })] : []),
    barChart({ ...messages, id: `${id}-messages`, words }),
    failuresOf(release.failures, words),
    ...picturesOf(release, { id, lang }),
  ])
  return toHtml(section)
}

function figureOf({ label, sends, share }: Figure, words: ReportWords): Element {
  return h('div', [
    h('dt', label),
    h('dd', [words.count(sends), ...(share === undefined ? [] : [h('span.quiet', share)])]),
  ])
}

function failuresOf(failures: readonly ReportedFailure[], words: ReportWords): Element {
  const { columns } = words
  if (failures.length === 0) return h('div.failures', [h('h3', words.failures), h('p', words.noFailures)])
  const titles = [columns.what, words.message, columns.code, columns.meaning, columns.toDo, columns.sends]
  const rows = failures.map(({ id, what, code, meaning, toDo, sends, place, said }) =>
    h('tr', [
      h('th', { scope: 'row' }, what),
      h('td', [h('bdi', id), ...(place === undefined ? [] : [h('span.place', place)])]),
      h('td', [h('code', code)]),
      h('td', [meaning, ...(said === undefined ? [] : [h('span.place', words.said(said))])]),
      h('td', toDo),
      h('td.number', words.count(sends)),
    ]),
  )
  return h('div.failures', [
    h('h3', words.failures),
    h('div.scroll.is-whole', { tabIndex: 0, role: 'group', ariaLabel: words.failures }, [
      h('table.is-wide', [
        h('thead', [
          h(
            'tr',
            titles.map((title) => h('th', { scope: 'col' }, title)),
          ),
        ]),
        h('tbody', rows),
      ]),
    ]),
  ])
}

function picturesOf(
  { pictures, picturesLeftOut }: ReportedRelease,
  { id, lang }: { readonly id: string; readonly lang: Language },
): Element[] {
  if (pictures.length === 0) return []
  const words = reportWords[lang]
  const drawn = pictures.map((message, index) => {
    const drawing = phone({
      kind: message.kind,
      record: message.record,
      time: message.time,
      date: message.day,
      channel: message.channel.name ?? pageWords[lang].channel,
      channelPicture: message.channel.picture,
      lang,
      id: `${id}-phone-${index}`,
      links: 'inert',
      image: (url) => {
        const image = message.image(url)
        return 'source' in image ? image.source : undefined
      },
      absentImage: (url) => {
        const image = message.image(url)
        return 'absent' in image ? image.absent : ''
      },
    })
    return h('li', [h('h4', [h('bdi', message.id)]), h('div.phone', [drawing])])
  })
  return [
    h('div.pictures', [
      h('h3', words.pictures),
      h('p.quiet', words.picturesHint),
      h('ul', drawn),
      ...(picturesLeftOut > 0 ? [h('p.quiet', words.picturesLeftOut(picturesLeftOut))] : []),
    ]),
  ]
}
