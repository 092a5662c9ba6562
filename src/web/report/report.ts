import { createHash } from 'node:crypto'
import type { Element } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h, s } from 'hastscript'
import type { Kind } from '../../contract/contracts.ts'
import type { ShownChannel } from '../../project/channel.ts'
import type { Language } from '../../words/language.ts'
import { grouped } from '../../words/printable.ts'
import { webAsset } from '../local-server.ts'
import { pageIcon } from '../page.ts'
import { phone } from '../phone/phone.ts'

/** A release as the report shows it. Texts of files and of the service are escaped already. */
export interface ReportedRelease {
  readonly name: string
  readonly target: string
  readonly state: string
  /** Whether it went to named numbers alone, with the examples of the variables as values. */
  readonly isTest: boolean
  readonly sent: string
  readonly figures: readonly { readonly label: string; readonly sends: number; readonly share?: string }[]
  readonly messages: readonly ReportedMessage[]
  readonly failures: readonly ReportedFailure[]
}

export type ReportedCounts = { readonly [C in (typeof columns)[number]]: number }

interface ReportedMessage {
  readonly id: string
  readonly counts: ReportedCounts
  /** How it looks on a phone; absent where the page has enough of these. */
  readonly picture?: ReportedPicture
}

interface ReportedFailure {
  readonly id: string
  readonly outcome: string
  readonly code: string
  readonly meaning: string
  readonly toDo: string
  readonly sends: number
  readonly place?: string
  readonly said?: string
}

interface ReportedPicture {
  readonly kind: Kind
  readonly record: unknown
  readonly channel: ShownChannel
  /** `2026-06-12` and `14:03`, in Korea. */
  readonly day: string
  readonly time: string
  /** Returns an image as a `data:` URL, or why it is absent. */
  readonly image: (url: string) => { readonly source: string } | { readonly absent: string }
}

export const columns = ['delivered', 'fallback', 'open', 'uncertain', 'failed', 'rejected', 'unsent'] as const

const en = {
  title: 'Send report',
  made: (time: string) => `As of ${time}, Korean time. This report has no personal data.`,
  noReleases: 'Nothing was sent yet.',
  test: 'test',
  byMessage: 'By message',
  message: 'Message',
  total: 'Total',
  columns: {
    delivered: 'delivered',
    fallback: 'by fallback',
    open: 'no result yet',
    uncertain: 'uncertain',
    failed: 'not delivered',
    rejected: 'rejected',
    unsent: 'not sent',
  } satisfies Record<(typeof columns)[number], string>,
  failures: 'What was not sent or delivered',
  noFailures: 'Nothing failed.',
  failureColumns: ['Outcome', 'Message', 'Code', 'Meaning', 'What to do', 'Sends'],
  said: (description: string) => `The service said: ${description}`,
  pictures: 'Messages',
  picturesHint: 'Variables stand as #{name}: values of recipients are not in this report.',
}

const ko: typeof en = {
  title: '발송 리포트',
  made: (time) => `${time}(한국 시각) 기준. 이 리포트에는 개인 정보가 없습니다.`,
  noReleases: '아직 발송한 것이 없습니다.',
  test: '시험 발송',
  byMessage: '메시지별',
  message: '메시지',
  total: '합계',
  columns: {
    delivered: '전달',
    fallback: '대체 발송',
    open: '결과 대기',
    uncertain: '불확실',
    failed: '전달 실패',
    rejected: '거절',
    unsent: '미발송',
  },
  failures: '발송하거나 전달하지 못한 메시지',
  noFailures: '실패한 메시지가 없습니다.',
  failureColumns: ['결과', '메시지', '코드', '의미', '할 일', '건수'],
  said: (description) => `서비스의 설명: ${description}`,
  pictures: '메시지',
  picturesHint: '변수는 #{이름}처럼 표시합니다. 수신자의 값은 이 리포트에 없습니다.',
}

const reportWords: { readonly [L in Language]: typeof en } = { en, ko }

/** Returns the page. It runs no script and loads nothing. `time` is when the figures were read. */
export function reportPage(releases: readonly ReportedRelease[], lang: Language, time: string): string {
  const words = reportWords[lang]
  const style = webAsset('report.css')
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`
  const head = h('head', [
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'generator', content: 'friendtalk status' }),
    h('meta', { httpEquiv: 'Content-Security-Policy', content: policy }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', words.title),
    h('link', { rel: 'icon', href: pageIcon }),
    h('style', style),
  ])
  const top = h('header.top', [
    h('img', { src: pageIcon, alt: '', width: 36, height: 36 }),
    h('div', [h('h1', words.title), h('p.quiet', words.made(time))]),
  ])
  const sections = releases.map((release, index) => releaseSection(release, `release-${index + 1}`, lang))
  const main = h('main', sections.length > 0 ? sections : [h('p.empty', words.noReleases)])
  const page = h('html', { lang }, [head, h('body', [top, main])])
  return `${toHtml({ type: 'root', children: [{ type: 'doctype' }, page] })}\n`
}

function releaseSection(release: ReportedRelease, id: string, lang: Language): Element {
  const words = reportWords[lang]
  const figures = release.figures.map(({ label, sends, share }) =>
    h('div', [h('dt', label), h('dd', [grouped(sends), ...(share === undefined ? [] : [h('span.quiet', share)])])]),
  )
  return h('section.release', { ariaLabelledBy: [id] }, [
    h('div', [
      h('h2', { id }, [h('bdi', release.name)]),
      h('p.quiet', [h('bdi', release.target), ' · ', release.state, ...(release.isTest ? [` · ${words.test}`] : [])]),
    ]),
    h('p.sent', release.sent),
    h('dl.figures', figures),
    h('div.by-message', [h('h3', words.byMessage), messagesTable(release.messages, lang)]),
    h('div.failures', [h('h3', words.failures), failuresTable(release.failures, lang)]),
    ...pictures(release.messages, { id, lang }),
  ])
}

function messagesTable(messages: readonly ReportedMessage[], lang: Language): Element {
  const words = reportWords[lang]
  const totalOf = ({ counts }: ReportedMessage): number => columns.reduce((sum, column) => sum + counts[column], 0)
  const shown = columns.filter((column) => messages.some(({ counts }) => counts[column] > 0))
  const rows = messages.map((message) => {
    const total = totalOf(message)
    return [
      h('th', { scope: 'row' }, [h('bdi', message.id), bar(message.counts, total)]),
      ...shown.map((column) => h('td.number', [sign(column), grouped(message.counts[column])])),
      h('td.number', grouped(total)),
    ]
  })
  const titles = [words.message, ...shown.map((column) => [sign(column), words.columns[column]]), words.total]
  return table(words.byMessage, titles, rows)
}

function sign(column: keyof ReportedCounts): Element {
  return h(`span.sign.part-${column}`)
}

/** The parts of a message's sends as one coloured line. The numbers stand beside it. */
function bar(counts: ReportedCounts, total: number): Element {
  let x = 0
  const parts = columns.flatMap((column) => {
    const width = total === 0 ? 0 : (counts[column] / total) * 100
    const from = x
    x += width
    return width === 0 ? [] : [s(`rect.part-${column}`, { x: `${from}%`, width: `${width}%`, height: 8 })]
  })
  return s('svg.bar', { width: '100%', height: 8, ariaHidden: 'true' }, parts)
}

function failuresTable(failures: readonly ReportedFailure[], lang: Language): Element {
  const words = reportWords[lang]
  if (failures.length === 0) return h('p', words.noFailures)
  const rows = failures.map(({ id, outcome, code, meaning, toDo, sends, place, said }) => [
    h('th', { scope: 'row' }, outcome),
    h('td', [h('bdi', id), ...(place === undefined ? [] : [h('span.place', place)])]),
    h('td', [h('code', code)]),
    h('td', [meaning, ...(said === undefined ? [] : [h('span.place', words.said(said))])]),
    h('td', toDo),
    h('td.number', grouped(sends)),
  ])
  return table(words.failures, words.failureColumns, rows)
}

/** On small screens each cell has the title of its column beside it. A table that scrolls has to be reached by keyboard. */
function table(
  label: string,
  titles: readonly (string | (Element | string)[])[],
  rows: readonly (readonly Element[])[],
): Element {
  const head = titles.map((title) => h('th', { scope: 'col' }, title))
  return h('div.scroll', { tabIndex: 0, role: 'group', ariaLabel: label }, [
    h('table', [
      h('thead', [h('tr', head)]),
      h(
        'tbody',
        rows.map((cells) => {
          for (const [index, cell] of cells.entries())
            cell.properties['dataTitle'] = [titles[index]].flat().at(-1) as string
          return h('tr', [...cells])
        }),
      ),
    ]),
  ])
}

function pictures(
  messages: readonly ReportedMessage[],
  { id, lang }: { readonly id: string; readonly lang: Language },
): Element[] {
  const words = reportWords[lang]
  const drawn = messages.flatMap(({ id: message, picture }, index) => {
    if (picture === undefined) return []
    const { kind, record, time, day, channel, image } = picture
    const drawing = phone({
      kind,
      record,
      time,
      date: day,
      channel,
      lang,
      id: `${id}-phone-${index}`,
      links: 'inert',
      image: (url) => {
        const found = image(url)
        return 'source' in found ? found.source : undefined
      },
      absentImage: (url) => {
        const found = image(url)
        return 'absent' in found ? found.absent : ''
      },
    })
    return [h('li', [h('h4', [h('bdi', message)]), h('div.phone', [drawing])])]
  })
  if (drawn.length === 0) return []
  return [h('div.pictures', [h('h3', words.pictures), h('p.quiet', words.picturesHint), h('ul', drawn)])]
}
