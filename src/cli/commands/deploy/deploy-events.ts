import type { DeployEvent } from '../../../deploy/deploy-host.ts'
import { type EndedDeploy, endedReport, endLines, ledgerEndLines } from '../../../deploy/ended.ts'
import { suggestedCommand } from '../../../deploy/next-steps.ts'
import { isUnreached, reasonText } from '../../../deploy/reasons.ts'
import { detailsOf, type ReleaseReport } from '../../../deploy/report.ts'
import type { RunEnd } from '../../../deploy/run.ts'
import type { LedgerStore } from '../../../ledger/ledger.ts'
import type { StepProgress } from '../../../session/host.ts'
import type { Lines, Text } from '../../../words/language.ts'
import { counted, grouped } from '../../../words/printable.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { reportOpened } from '../ledger/ledger-notices.ts'
import { releaseText } from '../status/status-text.ts'
import { heldText, notesOf, planText, type PlanTextOptions, reportFound } from './plan-text.ts'

interface EventOptions extends Pick<PlanTextOptions, 'startAtMs' | 'isLedgerAskedFor' | 'showsContent'> {
  /** Events go to programs, one object a line on the standard output. */
  readonly isJson: boolean
}

const progressEveryMs = 1_000

/** Events during which sending pauses. */
const waits: ReadonlySet<string> = new Set(['image', 'waiting', 'retrying'] satisfies DeployEvent['type'][])

/** Events that programs are not given as they are. */
const notInJson: ReadonlySet<string> = new Set([
  'opened',
  'found',
  'not-given',
  'sending',
  'left',
  'sent',
  'request',
] satisfies DeployEvent['type'][])

interface DeployEvents {
  readonly on: (event: DeployEvent) => void
  /** Says why a deploy ended and the outcome of the release, and returns the exit code that tells it to scripts. */
  readonly end: (store: LedgerStore, ended: EndedDeploy) => Promise<ExitCode>
  /** Tells if requests may be under way. */
  readonly isSending: () => boolean
  /** The inbox outlives the sending, because a person can look at it and close it. */
  readonly keepsInbox: boolean
}

/** Shows a deploy as it goes and ends: text and progress for people, or events for programs. */
export function deployEvents(terminal: Terminal, options: EventOptions): DeployEvents {
  const { isJson, ...planOptions } = options
  const keepsInbox = terminal.isInteractive && !isJson
  let progress: StepProgress | undefined
  let isSending = false
  let total = 0
  let done = 0
  /** Messages left for all workers, if several send. */
  let left: number | undefined
  const outcomes: { [outcome: string]: number } = {}
  let nextEventMs = 0
  let notes: readonly string[] = []

  const emit = (event: object): void => {
    if (isJson) terminal.json(event, 'line')
  }
  const emitProgress = (): void => {
    nextEventMs = performance.now() + progressEveryMs
    emit({ event: 'progress', done, total, outcomes })
  }
  const show = (): void => progress?.update(Math.max(0, left === undefined ? done : total - left))
  /** Says something also in the middle of sending. */
  const say = (lines: Lines): void => {
    progress?.end()
    terminal.note(lines)
  }

  const on = (event: DeployEvent): void => {
    if (waits.has(event.type)) progress?.pause()
    const { type, ...values } = event
    if (!notInJson.has(type)) emit({ event: type, ...values })
    switch (event.type) {
      case 'opened':
        return reportOpened(event, terminal)
      case 'found':
        notes = notesOf(event.found)
        return reportFound(event.found, terminal)
      case 'plan': {
        if (isJson || terminal.verbosity === 'quiet') return
        const shown = { ...planOptions, nowMs: Date.now(), notes }
        return terminal.err(`${planText(event.plan, { ...terminal, outColors: terminal.colors }, shown)}\n`)
      }
      case 'inbox':
        terminal.note(inboxText(event.url))
        if (!keepsInbox)
          terminal.note({
            en: 'The inbox closes when this command ends; on a terminal it stays open.',
            ko: '이 명령이 끝나면 수신함도 닫힙니다. 터미널에서 실행하면 계속 열려 있습니다.',
          })
        return
      case 'sending':
        isSending = true
        total = event.total
        progress = terminal.progress('sending', event.total)
        return
      case 'left':
        left = event.messages
        return show()
      case 'request':
        for (const [outcome, messages] of Object.entries(event.outcomes)) {
          if (outcome === 'not-written' || outcome === 'not-taken') continue
          outcomes[outcome] = (outcomes[outcome] ?? 0) + messages
          done += messages
        }
        show()
        if (performance.now() >= nextEventMs) emitProgress()
        return
      case 'sent':
        isSending = false
        progress?.end()
        return emitProgress()
      case 'image':
        if (terminal.verbosity === 'verbose') say({ en: `Uploaded ${event.path}`, ko: `${event.path} 업로드` })
        return
      case 'not-given':
        return terminal.warn({
          en: `${counted(event.recipients, 'recipient')} of this release in the ledger ${event.recipients === 1 ? 'is' : 'are'} not in the file any more; what waits of theirs is sent too.`,
          ko: `발송 기록에는 있지만 지금 파일에는 없는 이 릴리스의 수신자가 ${grouped(event.recipients)}명 있습니다. 대기 중인 발송은 그대로 나갑니다.`,
        })
      case 'too-late': {
        const them = event.outcomes === 1 ? 'it' : 'them'
        progress?.end()
        return terminal.warn({
          en: `The outcome of ${counted(event.outcomes, 'message')} was known only after a person had settled ${them}: the decision stands. Compare ${them} with the service's console before you deploy again: what was settled as not sent is sent once more then.`,
          ko: `메시지 ${grouped(event.outcomes)}건의 결과가 사람이 정리한 뒤에 도착했습니다. 정리한 대로 두었습니다. 다시 배포하기 전에 서비스 콘솔과 비교하세요. 보내지 않은 것으로 정리한 메시지는 그때 한 번 더 나갑니다.`,
        })
      }
      case 'resume':
        return say({
          en: `Release ${event.release} goes on from the ledger: ${counted(event.waiting, 'message')} left, ${grouped(event.accepted)} accepted before. Files are not read again.`,
          ko: `릴리스 ${event.release} 발송을 발송 기록에서 이어 갑니다. 남은 메시지 ${grouped(event.waiting)}건, 이미 접수된 메시지 ${grouped(event.accepted)}건이며 파일은 다시 읽지 않습니다.`,
        })
      case 'held':
        return say(heldText(Object.entries(event.exclusions)))
      case 'joining':
        return say({
          en: `Joining ${counted(event.others, 'other worker')}.`,
          ko: `다른 작업자 ${grouped(event.others)}명과 함께 발송합니다.`,
        })
      case 'waiting':
        return say(
          isSending
            ? {
                en: `Sending is restricted now; waiting until ${event.until}. Ctrl-C stops, the same command goes on.`,
                ko: `지금은 발송이 제한된 시간입니다. ${event.until}까지 기다립니다. Ctrl-C로 멈추고 같은 명령으로 이어 갈 수 있습니다.`,
              }
            : {
                en: `Waiting until ${event.until}. Ctrl-C ends waiting; then nothing is sent.`,
                ko: `${event.until}까지 기다립니다. Ctrl-C를 누르면 아무것도 보내지 않고 끝납니다.`,
              },
        )
      case 'slowed': {
        const [rate, wait] = [Math.max(1, Math.round(event.rate)), Math.ceil(event.inMs / 1000)].map(grouped)
        return say({
          en: `The service says that there are too many requests (429); going on in ${wait} s with ${rate} messages a second at most.`,
          ko: `요청이 너무 많다는 응답(429)을 받았습니다. ${wait}초 뒤에 초당 최대 ${rate}건으로 이어 갑니다.`,
        })
      }
      case 'retrying': {
        const [reason, wait] = [reasonText(event.reason), Math.ceil(event.inMs / 1000)]
        const what = isUnreached(event.reason)
          ? { en: 'The service cannot be reached', ko: '서비스에 연결할 수 없습니다' }
          : { en: 'An image could not be uploaded', ko: '이미지를 올리지 못했습니다' }
        return say({
          en: `${what.en} (${reason.en}); trying again in ${wait} s.`,
          ko: `${what.ko}(${reason.ko}). ${wait}초 뒤에 다시 시도합니다.`,
        })
      }
    }
  }

  const end = async (store: LedgerStore, ended: EndedDeploy): Promise<ExitCode> => {
    const { release, end: why } = ended
    const report = await endedReport(store, ended)
    if (report === 'unreadable') {
      if (why.type !== 'ledger') return exitCodes.stopped
      for (const line of ledgerEndLines(why, terminal.lang)) terminal.tell(line)
      return why.unrecorded > 0 ? exitCodes.unknown : exitCodes.stopped
    }
    if (report === undefined) throw new Error(`The ledger has no release ${release}.`)
    const exitCode = exitCodeOf(why, report)
    const lines = await endLines(why, report, terminal.lang)
    if (isJson) {
      const { state, counts, excluded, deliveries, messages } = report
      const { failures } = await detailsOf(report)
      emit({
        event: 'end',
        reason: why.type,
        release,
        target: store.target,
        state,
        counts,
        excluded,
        deliveries,
        messages: messages.map(({ deliveries: _deliveries, groups: _groups, ...message }) => message),
        failures,
        ...(why.type === 'pause' && { pauses: why.reasons, foreignKeys: why.foreignKeys }),
        exitCode,
        next: suggestedCommand(report, terminal),
      })
    } else terminal.out(await releaseText(report, terminal))
    for (const line of lines) terminal.tell(line)
    return exitCode
  }

  return { on, end, isSending: () => isSending, keepsInbox }
}

/** Precedence: unknown, resumable, rejected. */
function exitCodeOf(end: RunEnd, { counts, state }: ReleaseReport): ExitCode {
  // Other workers report their own in-flight sends.
  const cutOff = state === 'running' ? 0 : counts.inflight
  if (counts.unknown + cutOff > 0) return exitCodes.unknown
  // The reason does not matter where everything was sent.
  const isStopped = end.type !== 'done' && end.type !== 'limit'
  if (isStopped && ((state !== 'done' && state !== 'cancelled') || end.type === 'ledger' || end.type === 'cancelled'))
    return exitCodes.stopped
  // Another worker or `reconcile` returned these sends.
  if (end.type === 'done' && counts.pending + counts.deferred > 0) return exitCodes.stopped
  return counts.rejected > 0 ? exitCodes.rejected : exitCodes.done
}

export const inboxText = (url: string): Text => ({ en: `Inbox: ${url}`, ko: `수신함: ${url}` })
