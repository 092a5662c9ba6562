import { createHash } from 'node:crypto'
import { relative, resolve } from 'node:path'
import { koreanTime } from '../../contract/korean-time.ts'
import { detailsOf, type PlacedFailure, type ReleaseReport, templatesOf, timelineOf } from '../../deploy/report.ts'
import type { MessageStatus } from '../../ledger/ledger.ts'
import { addDeliveries, type DeliveryCounts } from '../../ledger/results.ts'
import type { ReleaseTimeline, Timeline } from '../../ledger/timeline.ts'
import { writeOutput } from '../../project/files/write-file.ts'
import { channelOfSender } from '../../project/channel.ts'
import { readImage } from '../../project/images/images.ts'
import type { Project } from '../../project/project.ts'
import type { CompiledTemplate } from '../../template.ts'
import { pageWords } from '../../web/preview/page-words.ts'
import type { ChartPart, ColumnChart, PartName } from '../../web/report/charts.ts'
import {
  emptyReport,
  releaseSection,
  reportEnd,
  type ReportedPicture,
  type ReportedRelease,
  reportHead,
} from '../../web/report/report.ts'
import { reportWords } from '../../web/report/report-words.ts'
import type { Language } from '../../words/language.ts'
import { printable } from '../../words/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { deliveryNames } from '../results/results-words.ts'
import { deliveryIn, messagesText, undeliveredIn, type UndeliveredSends } from '../../deploy/delivery-words.ts'
import { failureIn } from '../../words/failure-words.ts'
import { statusWords } from './status-words.ts'
import { share, summaryOf } from './summary.ts'

interface ReportFile {
  /** A file, or `-` for the standard output. */
  readonly html: string
  /** The oldest first; the page begins with the newest. */
  readonly reports: readonly ReleaseReport[]
  /** Where the images of the messages are, and what the channels are called. */
  readonly project: ShownProject
}

type ShownProject = Pick<Project, 'root' | 'config'>

/**
 * Writes releases as one page that needs no other file. What it takes in memory does not grow with the sends.
 *
 * @throws UsageError for a file that cannot be written; what stood there stays
 */
export async function writeReport({ html, reports, project }: ReportFile, terminal: Terminal): Promise<void> {
  const pieces = pagePieces({ reports, project }, terminal.lang)
  if (html === '-') {
    for await (const piece of pieces) terminal.out(piece)
    return
  }
  await writeOutput(html, pieces, terminal.cwd)
  if (terminal.verbosity === 'quiet') return
  const shown = printable(relative(terminal.cwd, resolve(terminal.cwd, html)))
  terminal.err(`${statusWords[terminal.lang].reportWritten(shown)}\n`)
}

async function* pagePieces(
  { reports, project }: Pick<ReportFile, 'reports' | 'project'>,
  lang: Language,
): AsyncGenerator<string> {
  yield reportHead({ lang, time: minuteOf(Date.now()) })
  if (reports.length === 0) yield emptyReport(lang)
  const gallery = new Gallery(project, lang)
  for (const [index, report] of reports.toReversed().entries()) {
    yield releaseSection(await reportedRelease(report, gallery, lang), index + 1, lang)
  }
  yield reportEnd
}

async function reportedRelease(report: ReleaseReport, gallery: Gallery, lang: Language): Promise<ReportedRelease> {
  const { failures } = await detailsOf(report)
  const timeline = await timelineOf(report, 'all')
  const words = reportWords[lang]
  const { sends, deliveries } = timeline
  const templates = new Map((await templatesOf(report.store, report.release)).map((one) => [one.id, one]))
  const withDeliveries = report.messages.map((message, index) => {
    return { ...message, deliveries: report.messageDeliveries[index]?.counts ?? addDeliveries([]) }
  })
  const messages = withDeliveries.toSorted((a, b) => sumOf(b.counts) - sumOf(a.counts))
  const time = koreanTime(sends?.firstAt ?? report.createdAt)
  const pictures = messages.flatMap(({ id }) => gallery.pictureOf(templates.get(id), time))
  return {
    name: printable(report.release),
    target: printable(report.store.target),
    state: statusWords[lang].releaseStates[report.state],
    summary: summaryOf({ release: report, failures, sends }, lang),
    figures: figuresOf(report, lang),
    charts: {
      ...(sends && { sends: sendsChart(sends, lang) }),
      ...(deliveries && { deliveries: deliveriesChart(deliveries, lang) }),
      messages: {
        title: words.perMessage,
        description: words.perMessageDescription(messages.length),
        labels: words.message,
        parts: partsOf(messageParts, words.parts),
        bars: messages.map((message) => ({ label: printable(message.id), counts: messageCounts(message) })),
      },
    },
    failures: [...sendFailures(failures, lang), ...deliveryFailures(report, lang)],
    pictures,
    picturesLeftOut: messages.length - pictures.length,
  }
}

function figuresOf(report: ReleaseReport, lang: Language): ReportedRelease['figures'] {
  const { figures: labels } = reportWords[lang]
  const { counts, deliveries, excluded } = report
  const { accepted } = counts
  const sends = sumOf(counts)
  const delivered = deliveries.delivered + deliveries['fallback-delivered']
  const failed = deliveries.failed + deliveries['fallback-failed']
  const hasResults = deliveries.none < accepted
  const known = accepted - deliveries.none
  const ofKnown = (part: number): { readonly share?: string } => (known > 0 ? { share: share(part, known) } : {})
  const leftOut = excluded
  return [
    ...(leftOut > 0 ? [{ label: labels.recipients, sends: sends + leftOut }] : []),
    { label: labels.sends, sends },
    { label: labels.accepted, sends: accepted },
    ...(hasResults
      ? [
          { label: labels.delivered, sends: delivered, ...ofKnown(delivered) },
          { label: labels.undelivered, sends: failed, ...ofKnown(failed) },
        ]
      : []),
    ...(deliveries.uncertain > 0 ? [{ label: deliveryNames[lang].uncertain, sends: deliveries.uncertain }] : []),
    ...(deliveries.none > 0 ? [{ label: labels.none, sends: deliveries.none }] : []),
    ...(sends > accepted ? [{ label: labels.unsent, sends: sends - accepted }] : []),
    ...(excluded === 0 ? [] : [{ label: labels.excluded, sends: excluded }]),
  ]
}

function sumOf(counts: { readonly [name: string]: number }): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

const messageParts = [
  'good',
  'fallback',
  'none',
  'uncertain',
  'bad-fallback',
  'bad',
  'refused',
  'unclear',
  'waiting',
] as const satisfies readonly PartName[]

function partsOf(names: readonly PartName[], labels: { readonly [N in PartName]: string }): readonly ChartPart[] {
  return names.map((name) => ({ name, label: labels[name] }))
}

function messageCounts({ counts, deliveries }: MessageStatus & { readonly deliveries: DeliveryCounts }): {
  [N in PartName]: number
} {
  return {
    good: deliveries.delivered,
    fallback: deliveries['fallback-delivered'],
    none: deliveries.none,
    uncertain: deliveries.uncertain,
    bad: deliveries.failed,
    'bad-fallback': deliveries['fallback-failed'],
    refused: counts.rejected,
    unclear: counts.unknown,
    waiting: counts.pending + counts.deferred + counts.inflight,
  }
}

type Columns = Omit<ColumnChart, 'id' | 'words'>

function sendsChart(timeline: NonNullable<ReleaseTimeline['sends']>, lang: Language): Columns {
  const words = reportWords[lang]
  const { from, to, columns, ...time } = columnsOf(timeline, (counts) => ({
    good: counts.accepted ?? 0,
    refused: counts.rejected ?? 0,
    unclear: counts.unknown ?? 0,
    waiting: (counts.inflight ?? 0) + (counts.deferred ?? 0) + (counts.pending ?? 0),
  }))
  const sends = columns.reduce((sum, { counts }) => sum + sumOf(counts), 0)
  const labels = { ...words.parts, good: words.accepted }
  return {
    title: words.sends,
    description: words.sendsDescription(sends, from, to),
    labels: words.period,
    parts: partsOf(['good', 'refused', 'unclear', 'waiting'], labels),
    ...time,
    from,
    to,
    columns,
  }
}

function deliveriesChart(timeline: NonNullable<ReleaseTimeline['deliveries']>, lang: Language): Columns {
  const words = reportWords[lang]
  const { from, to, columns, ...time } = columnsOf(timeline, (counts) => ({
    good: counts.delivered ?? 0,
    fallback: counts['fallback-delivered'] ?? 0,
    uncertain: counts.uncertain ?? 0,
    'bad-fallback': counts['fallback-failed'] ?? 0,
    bad: counts.failed ?? 0,
  }))
  const results = columns.reduce((sum, { counts }) => sum + sumOf(counts), 0)
  return {
    title: words.deliveries,
    description: words.deliveriesDescription(results, from, to),
    labels: words.period,
    parts: partsOf(['good', 'fallback', 'uncertain', 'bad-fallback', 'bad'], words.parts),
    ...time,
    from,
    to,
    columns,
  }
}

/** A short time is drawn as part of a longer one: a single column would fill the chart. */
const minPeriods = 12
const dayMs = 86_400_000

function columnsOf<Name extends string>(
  { periodMs, periods }: Timeline<Name>,
  countsOf: (counts: { readonly [N in Name]?: number }) => { readonly [N in PartName]?: number },
): Pick<ColumnChart, 'columns' | 'periods' | 'from' | 'to'> {
  const start = periods[0]?.from ?? 0
  const numbers = periods.map(({ from }) => Math.round((from - start) / periodMs))
  const count = Math.max(minPeriods, (numbers.at(-1) ?? 0) + 1)
  const end = start + count * periodMs
  const isOneDay = koreanTime(start).slice(0, 10) === koreanTime(end).slice(0, 10)
  const label = (at: number): string => {
    const time = koreanTime(at)
    if (periodMs >= dayMs) return time.slice(0, 'yyyy-mm-dd'.length)
    const clock = time.slice(
      'yyyy-mm-ddT'.length,
      periodMs < 60_000 ? 'yyyy-mm-ddThh:mm:ss'.length : 'yyyy-mm-ddThh:mm'.length,
    )
    return isOneDay ? clock : `${time.slice('yyyy-'.length, 'yyyy-mm-dd'.length)} ${clock}`
  }
  return {
    periods: count,
    from: label(start),
    to: label(end),
    columns: periods.map(({ from, counts }, index) => ({
      at: numbers[index] ?? 0,
      label: label(from),
      counts: countsOf(counts),
    })),
  }
}

/** `2026-06-12 14:03` */
function minuteOf(at: number): string {
  return koreanTime(at).slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')
}

function sendFailures(failures: readonly PlacedFailure[], lang: Language): ReportedRelease['failures'] {
  return failures.map((failure) => ({
    id: printable(failure.id),
    what: statusWords[lang].states[failure.state],
    code: printable(failure.code ?? '–'),
    ...failureIn(lang, failure),
    sends: failure.sends,
    place: printable(failure.place),
    ...(failure.description !== undefined && { said: printable(failure.description) }),
  }))
}

function partOf({ delivery }: UndeliveredSends): PartName {
  if (delivery === 'uncertain') return 'uncertain'
  return delivery === 'failed' ? 'bad' : 'bad-fallback'
}

function deliveryFailures(report: ReleaseReport, lang: Language): ReportedRelease['failures'] {
  return undeliveredIn(report).map((group) => ({
    id: messagesText(group, lang),
    what: reportWords[lang].parts[partOf(group)],
    code: printable(group.code),
    ...deliveryIn(lang, group),
    sends: group.sends,
  }))
}

/** More pictures than this nobody looks at, and browsers take long to show them. */
const maxPictures = 40
/** Of all images as files; as text they take a third more. */
const maxImageBytes = 24_000_000

/** The pictures of messages on one page, and the images in them. */
class Gallery {
  readonly #project: ShownProject
  readonly #lang: Language
  #pictures = 0
  #bytes = 0

  constructor(project: ShownProject, lang: Language) {
    this.#project = project
    this.#lang = lang
  }

  /**
   * Returns the picture of a message as the ledger holds it; none where the page has enough of them.
   *
   * @param time ISO 8601
   */
  pictureOf(template: CompiledTemplate | undefined, time: string): readonly ReportedPicture[] {
    if (template === undefined || this.#pictures >= maxPictures) return []
    this.#pictures += 1
    const images = new Map<string, ReturnType<ReportedPicture['image']>>()
    const image: ReportedPicture['image'] = (url) => {
      const known = images.get(url) ?? this.#imageOf(template, url)
      images.set(url, known)
      return known
    }
    const { id, service_id: kind, payload, sender } = template
    const day = time.slice(0, 'yyyy-mm-dd'.length)
    return [
      {
        id: printable(id),
        kind,
        record: payload,
        channel: channelOfSender(this.#project, sender),
        day,
        time: time.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length),
        image,
      },
    ]
  }

  #imageOf({ images }: CompiledTemplate, url: string): ReturnType<ReportedPicture['image']> {
    const words = reportWords[this.#lang]
    const { imageMissing, imageUploaded } = pageWords[this.#lang]
    if (!url.startsWith('local:')) return { absent: imageUploaded }
    const sent = images.find(({ path }) => `local:${path}` === url)
    const image = sent && readImage(this.#project.root, sent.path)
    if (image === undefined) return { absent: imageMissing }
    const { content, format } = image
    if (createHash('sha256').update(content).digest('hex') !== sent?.sha256) return { absent: words.imageChanged }
    if (this.#bytes + content.length > maxImageBytes) return { absent: words.imageLeftOut }
    this.#bytes += content.length
    return { source: `data:image/${format === 'png' ? 'png' : 'jpeg'};base64,${content.toString('base64')}` }
  }
}
