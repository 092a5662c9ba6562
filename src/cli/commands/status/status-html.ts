import { createHash } from 'node:crypto'
import { relative, resolve } from 'node:path'
import { koreanTime, koreanMinute } from '../../../text/korean-time.ts'
import { deliveryIn, failureIn } from '../../../deploy/meanings.ts'
import {
  detailsOf,
  messagesText,
  nameOf,
  type ReleaseReport,
  templatesOf,
  undeliveredIn,
} from '../../../deploy/report.ts'
import type { DeliveryCounts } from '../../../ledger/results.ts'
import type { SendCounts } from '../../../ledger/ledger.ts'
import { channelOfSender } from '../../../project/channel.ts'
import { writeOutput } from '../../../project/files/write-file.ts'
import { embedded, readImage } from '../../../project/images/images.ts'
import type { Project } from '../../../project/project.ts'
import type { CompiledTemplate } from '../../../template.ts'
import { absentImage } from '../../../web/preview/message-view.ts'
import { type ReportedCounts, type ReportedRelease, reportPage } from '../../../web/report/report.ts'
import { deliveryNames } from '../../../contract/contract.ts'
import type { Language, Text } from '../../../words/language.ts'
import { printable } from '../../../words/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { releaseStateNames, stateNames } from './state-names.ts'

/** With more pictures a page is slow to open. */
const maxPictures = 40

/**
 * Writes releases as one page that needs no other file, the newest first.
 *
 * @param html a file, or `-` for the standard output
 * @param reports the oldest first
 * @throws UsageError for a file that cannot be written; what stood there stays
 */
export async function writeReport(
  html: string,
  { reports, project }: { readonly reports: readonly ReleaseReport[]; readonly project: Project },
  terminal: Terminal,
): Promise<void> {
  const { lang } = terminal
  const releases = await Promise.all(reports.toReversed().map((report) => reportedRelease(report, project, lang)))
  const page = reportPage(releases, lang, koreanMinute(Date.now()))
  if (html === '-') {
    terminal.out(page)
    return
  }
  await writeOutput(html, [page], terminal)
  const shown = relative(terminal.cwd, resolve(terminal.cwd, html))
  terminal.note({
    en: `Report written to ${shown}; open it in a browser.`,
    ko: `리포트를 ${shown} 파일에 썼습니다. 브라우저에서 여세요.`,
  })
}

async function reportedRelease(report: ReleaseReport, project: Project, lang: Language): Promise<ReportedRelease> {
  const { failures } = await detailsOf(report)
  const templates = new Map(
    (await templatesOf(report.store, report.release)).map((template) => [template.id, template]),
  )
  const at = koreanTime(report.claimedAt ?? report.createdAt)
  const messages = report.messages.map(({ id, counts, deliveries }, index) => {
    const template = templates.get(id)
    return {
      id: nameOf(report, id),
      counts: columnsOf(counts, deliveries),
      ...(template && index < maxPictures && { picture: pictureOf(template, { project, at, lang }) }),
    }
  })
  return {
    name: printable(report.release),
    target: printable(report.store.target),
    state: releaseStateNames[report.state][lang],
    isTest: report.inputs.test === true,
    sent: sentText(report)[lang],
    figures: figuresOf(report, lang),
    messages,
    failures: [
      ...failures.map((failure) => ({
        id: nameOf(report, failure.id),
        outcome: stateNames[failure.state][lang],
        code: printable(failure.code ?? '–'),
        ...failureIn(lang, failure),
        sends: failure.sends,
        place: printable(failure.place),
        ...(failure.description !== undefined && { said: printable(failure.description) }),
      })),
      ...undeliveredIn(report).map((group) => ({
        id: messagesText(group, lang),
        outcome: deliveryNames[group.delivery][lang],
        code: printable(group.code),
        ...deliveryIn(lang, group.kind, group),
        sends: group.sends,
      })),
    ],
  }
}

/** Says when the first message of a release left, and when the last outcome came. */
function sentText({ claimedAt, settledAt }: ReleaseReport): Text {
  if (claimedAt === undefined) return { en: 'Nothing was sent yet.', ko: '아직 발송하지 않았습니다.' }
  const [from = '', to = ''] = [claimedAt, settledAt ?? claimedAt].map(koreanMinute)
  return from === to
    ? { en: `Sent at ${from}, Korean time.`, ko: `${from}에 발송했습니다(한국 시각).` }
    : { en: `Sent from ${from} to ${to}, Korean time.`, ko: `${from}부터 ${to}까지 발송했습니다(한국 시각).` }
}

/** Returns a part of a whole in percent. Only all of it is 100 %. */
function share(part: number, whole: number): string {
  if (part === whole) return '100%'
  return `${Math.min(99.9, Math.round((part / whole) * 1000) / 10)}%`
}

/** Shares are of the sends whose delivery result is known. */
function figuresOf(report: ReleaseReport, lang: Language): ReportedRelease['figures'] {
  const { counts, deliveries, excluded, skipped } = report
  const sends = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { delivered, failed, open, fallback } = columnsOf(counts, deliveries)
  const withResult = counts.accepted - open
  const figure = (en: string, ko: string, count: number): ReportedRelease['figures'][number] => ({
    label: lang === 'ko' ? ko : en,
    sends: count,
  })
  const result = (en: string, ko: string, count: number): ReportedRelease['figures'] =>
    withResult === 0 ? [] : [{ ...figure(en, ko, count), share: share(count, withResult) }]
  return [
    ...(excluded > 0 ? [figure('recipients given', '대상 수신자', sends + excluded)] : []),
    figure('messages', '메시지', sends),
    figure('accepted', '접수', counts.accepted),
    ...result('delivered', '전달', delivered + fallback),
    ...result('not delivered', '전달 실패', failed),
    ...[
      figure(deliveryNames.uncertain.en, deliveryNames.uncertain.ko, deliveries.uncertain),
      figure('no result yet', '결과 대기', open),
      figure('not sent', '미발송', sends - counts.accepted),
      figure('excluded by a list', '수신 제외', excluded),
      figure('wrong rows, left out', '잘못되어 뺀 행', skipped),
    ].filter((each) => each.sends > 0),
  ]
}

function columnsOf(counts: SendCounts, deliveries: DeliveryCounts): ReportedCounts {
  return {
    delivered: deliveries.delivered,
    fallback: deliveries['fallback-delivered'],
    open: deliveries.none,
    uncertain: deliveries.uncertain + counts.unknown + counts.inflight,
    failed: deliveries.failed + deliveries['fallback-failed'],
    rejected: counts.rejected,
    unsent: counts.pending + counts.deferred + counts.cancelled,
  }
}

/** Returns a message as the ledger holds it; an image only where the file is still the one that was sent. */
function pictureOf(
  template: CompiledTemplate,
  { project, at, lang }: { readonly project: Project; readonly at: string; readonly lang: Language },
): NonNullable<ReportedRelease['messages'][number]['picture']> {
  return {
    kind: template.service_id,
    record: template.payload,
    channel: channelOfSender(project, template.sender),
    day: at.slice(0, 'yyyy-mm-dd'.length),
    time: at.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length),
    image: (url) => {
      if (!url.startsWith('local:')) return { absent: absentImage(url)[lang] }
      const sent = template.images.find(({ path }) => `local:${path}` === url)
      const image = sent && readImage(project.root, sent.path)
      if (image === undefined) return { absent: absentImage(url)[lang] }
      if (createHash('sha256').update(image.content).digest('hex') !== sent?.sha256) {
        const changed = { en: 'The image has changed since it was sent', ko: '발송한 뒤 이미지가 바뀌었습니다' }
        return { absent: changed[lang] }
      }
      return { source: embedded(image) }
    },
  }
}
