import { createHash } from 'node:crypto'
import type { Element } from 'hast'
import { h, s } from 'hastscript'
import type { Kind } from '../../contract/contracts.ts'
import type { ShownChannel } from '../../project/channel.ts'
import { type Language, sayIn } from '../../words/language.ts'
import { grouped } from '../../words/printable.ts'
import { webAsset } from '../local-server.ts'
import { htmlPage, pageIcon } from '../page.ts'
import { phone } from '../phone/phone.ts'

/** A release as the report shows it. Texts of files and of the service are escaped already. */
export interface ReportedRelease {
  readonly name: string
  readonly target: string
  readonly state: string
  /** True if it went to named numbers alone, with the examples of the variables as values. */
  readonly isTest: boolean
  readonly sent: string
  readonly figures: readonly { readonly label: string; readonly sends: number; readonly share?: string }[]
  readonly messages: readonly ReportedMessage[]
  readonly failures: readonly ReportedFailure[]
}

interface ReportedMessage {
  readonly id: string
  readonly counts: ReportedCounts
  /** Absent if the page has enough pictures. */
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

const columnNames = {
  delivered: { en: 'delivered', ko: '전달' },
  fallback: { en: 'by fallback', ko: '대체 발송' },
  open: { en: 'no result yet', ko: '결과 대기' },
  uncertain: { en: 'uncertain', ko: '불확실' },
  failed: { en: 'not delivered', ko: '전달 실패' },
  rejected: { en: 'rejected', ko: '거절' },
  unsent: { en: 'not sent', ko: '미발송' },
}

export type ReportedCounts = { readonly [C in keyof typeof columnNames]: number }
export const columns = Object.keys(columnNames) as readonly (keyof ReportedCounts)[]

/** Returns the page. It runs no script and loads nothing. `time` is when the figures were read. */
export function reportPage(releases: readonly ReportedRelease[], lang: Language, time: string): string {
  const say = sayIn(lang)
  const style = webAsset('report.css')
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`
  const title = say('Send report', '발송 리포트')
  const made = say(
    `As of ${time}, Korean time. This report has no personal data.`,
    `${time}(한국 시각) 기준. 이 리포트에는 개인 정보가 없습니다.`,
  )
  const top = h('header.top', [
    h('img', { src: pageIcon, alt: '', width: 36, height: 36 }),
    h('div', [h('h1', title), h('p.quiet', made)]),
  ])
  const sections = releases.map((release, index) => releaseSection(release, `release-${index + 1}`, lang))
  const none = h('p.empty', say('Nothing was sent yet.', '아직 발송한 것이 없습니다.'))
  const page = htmlPage({
    lang,
    title,
    head: [
      h('meta', { httpEquiv: 'Content-Security-Policy', content: policy }),
      h('meta', { name: 'generator', content: 'friendtalk status' }),
      h('style', style),
    ],
    body: [top, h('main', sections.length > 0 ? sections : [none])],
  })
  return `${page}\n`
}

function releaseSection(release: ReportedRelease, id: string, lang: Language): Element {
  const say = sayIn(lang)
  const figures = release.figures.map(({ label, sends, share }) =>
    h('div', [h('dt', label), h('dd', [grouped(sends), ...(share === undefined ? [] : [h('span.quiet', share)])])]),
  )
  return h('section.release', { ariaLabelledBy: [id] }, [
    h('div', [
      h('h2', { id }, [h('bdi', release.name)]),
      h('p.quiet', [
        h('bdi', release.target),
        ' · ',
        release.state,
        ...(release.isTest ? [` · ${say('test', '시험 발송')}`] : []),
      ]),
    ]),
    h('p.sent', release.sent),
    h('dl.figures', figures),
    h('div.by-message', [h('h3', say('By message', '메시지별')), messagesTable(release.messages, lang)]),
    h('div.failures', [
      h('h3', say('What was not sent or delivered', '발송하거나 전달하지 못한 메시지')),
      failuresTable(release.failures, lang),
    ]),
    ...pictures(release.messages, { id, lang }),
  ])
}

function messagesTable(messages: readonly ReportedMessage[], lang: Language): Element {
  const say = sayIn(lang)
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
  const titles = [
    say('Message', '메시지'),
    ...shown.map((column) => [sign(column), columnNames[column][lang]]),
    say('Total', '합계'),
  ]
  return table(say('By message', '메시지별'), titles, rows)
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
  const say = sayIn(lang)
  if (failures.length === 0) return h('p', say('Nothing failed.', '실패한 메시지가 없습니다.'))
  const rows = failures.map(({ id, outcome, code, meaning, toDo, sends, place, said }) => [
    h('th', { scope: 'row' }, outcome),
    h('td', [h('bdi', id), ...(place === undefined ? [] : [h('span.place', place)])]),
    h('td', [h('code', code)]),
    h('td', [
      meaning,
      ...(said === undefined ? [] : [h('span.place', say(`The service said: ${said}`, `서비스의 설명: ${said}`))]),
    ]),
    h('td', toDo),
    h('td.number', grouped(sends)),
  ])
  const titles = {
    en: ['Outcome', 'Message', 'Code', 'Meaning', 'What to do', 'Sends'],
    ko: ['결과', '메시지', '코드', '의미', '할 일', '건수'],
  }
  return table(say('What was not sent or delivered', '발송하거나 전달하지 못한 메시지'), titles[lang], rows)
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
  const say = sayIn(lang)
  const drawn = messages.flatMap(({ id: message, picture }, index) => {
    if (picture === undefined) return []
    const { kind, record, time, day, channel, image } = picture
    const found = (url: string) => ({ source: undefined, absent: '', ...image(url) })
    const drawing = phone({
      kind,
      record,
      time,
      date: day,
      channel,
      lang,
      id: `${id}-phone-${index}`,
      links: 'inert',
      image: (url) => found(url).source,
      absentImage: (url) => found(url).absent,
    })
    return [h('li', [h('h4', [h('bdi', message)]), h('div.phone', [drawing])])]
  })
  if (drawn.length === 0) return []
  const hint = say(
    'Variables stand as #{name}: values of recipients are not in this report.',
    '변수는 #{이름}처럼 표시합니다. 수신자의 값은 이 리포트에 없습니다.',
  )
  return [h('div.pictures', [h('h3', say('Messages', '메시지')), h('p.quiet', hint), h('ul', drawn)])]
}
