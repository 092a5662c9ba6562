import type { Diagnostic } from '../../../diagnostic.ts'
import type { FileDiagnostics } from '../../../deploy/compute-plan.ts'
import { forecast, isEvening } from '../../../deploy/window.ts'
import { withoutCopies } from '../../../deploy/plan-content.ts'
import { messagesIn, type Plan, type PlanMessage } from '../../../deploy/plan.ts'
import { contentText } from '../../../message/content-text.ts'
import { contractNamed, contractOf, restrictedHours } from '../../../contract/contracts.ts'
import { koreanMinute } from '../../../text/korean-time.ts'
import { textTable } from '../../terminal/printable.ts'
import { counted, grouped, printable } from '../../../words/printable.ts'
import { showFound } from '../../reporters/text.ts'
import type { Language, Text } from '../../../words/language.ts'
import type { Terminal } from '../../terminal/terminal.ts'

export interface PlanTextOptions {
  /** In milliseconds since 1970. */
  readonly nowMs: number
  /** When sending begins; now when absent. */
  readonly startAtMs?: number | undefined
  /** `--new-ledger` is given. */
  readonly isLedgerAskedFor?: boolean
  /** How lists were read, in words. */
  readonly notes: readonly string[]
  /** Shows the content of messages, because a person has still to approve it. */
  readonly showsContent: boolean
}

export function planText(plan: Plan, terminal: Terminal, options: PlanTextOptions): string {
  const { lang } = terminal
  const { bold, dim, yellow } = terminal.outColors
  const { target, messages, release } = plan
  const [header = '', ...rows] = tableOf(messages, lang)
  const title = { en: `Release ${release} to ${target.name}`, ko: `릴리스 ${release}, 대상 ${target.name}` }
  const worded = (texts: readonly (Text | string)[]): readonly string[] =>
    texts.map((text) => printable(typeof text === 'string' ? text : text[lang]))
  const warnings = [...approvalLines(messages, lang), ...fallbackTexts(messages), ...warningTexts(messages)]
  return [
    `${bold(printable(title[lang]))}  ${dim(printable(addressText(target)[lang]))}`,
    '',
    `  ${dim(header)}`,
    ...rows.map((row) => `  ${printable(row)}`),
    '',
    ...(options.showsContent ? messages.flatMap((message) => changeLines(message, terminal)) : []),
    ...worded([
      ...(plan.inputs.test ? [testText] : []),
      ...options.notes,
      ...(plan.exclusions ? [heldText(plan.exclusions.map(({ path, excluded }) => [path, excluded]))] : []),
      ...skippedTexts(plan),
      ...(plan.others === undefined ? [] : [othersText(plan.others)]),
      ...forecastTexts(plan, options),
      ...sharedTexts(plan),
      ...ledgerTexts(plan, options),
    ]),
    ...worded(warnings).map((line) => yellow(line)),
    dim(`${lang === 'ko' ? '다이제스트' : 'Digest'} ${plan.digest}`),
    '',
  ].join('\n')
}

const testText: Text = {
  en: 'A test: variables have their examples as values.',
  ko: '시험 발송: 변수에는 예시를 넣습니다.',
}

function addressText({ baseUrl, account }: Plan['target']): Text {
  return baseUrl === undefined
    ? { en: 'an emulator on this machine, started for the run', ko: '이 컴퓨터에서 실행하는 에뮬레이터' }
    : { en: `${baseUrl}, account ${account}`, ko: `${baseUrl}, 계정 ${account}` }
}

function othersText(messages: number): Text {
  return {
    en: `${counted(messages, 'message')} of another service ${messages === 1 ? 'is' : 'are'} left out: the target does not take ${messages === 1 ? 'it' : 'them'}.`,
    ko: `다른 서비스의 메시지 ${grouped(messages)}개는 이 대상으로 보낼 수 없어 뺐습니다.`,
  }
}

/** Names the ledger; warns where this machine has none, which the built-in emulator does not need. */
function ledgerTexts(
  { ledger: { path, lineage }, target }: Plan,
  { isLedgerAskedFor = false }: PlanTextOptions,
): readonly Text[] {
  if (lineage !== undefined) return [{ en: `Ledger ${path} (${lineage})`, ko: `발송 기록 ${path} (${lineage})` }]
  if (target.baseUrl === undefined) return []
  const { name } = target
  const begins = isLedgerAskedFor
    ? { en: 'this deploy begins the record', ko: '이번 배포에서 기록을 시작합니다' }
    : { en: 'deploy begins the record with --new-ledger', ko: '배포할 때 --new-ledger를 붙이면 기록을 시작합니다' }
  return [
    {
      en: `This machine has no record of what was sent to ${name} (${path} is not there). If something was sent from elsewhere, it would be sent again.`,
      ko: `이 컴퓨터에는 ${name} 대상에 무엇을 보냈는지 기록이 없습니다(${path} 없음). 다른 곳에서 보낸 것이 있으면 다시 보내게 됩니다.`,
    },
    {
      en: `Set "ledger" to the place that the others use: a file that is brought here, or PostgreSQL for several machines. If nothing was ever sent, ${begins.en}.`,
      ko: `다른 곳에서 쓰는 발송 기록을 "ledger"에 지정하세요. 파일이라면 여기로 가져오고, 여러 컴퓨터라면 PostgreSQL을 씁니다. 아무것도 보낸 적이 없다면 ${begins.ko}.`,
    },
  ]
}

const columnNames: { readonly [L in Language]: readonly string[] } = {
  en: ['message', 'kind', 'new', 'waiting', 'sent before', 'not retried', 'requests', 'images'],
  ko: ['메시지', '종류', '신규', '대기', '이미 발송', '다시 안 보냄', '요청', '이미지'],
}

function tableOf(messages: readonly PlanMessage[], lang: Language): readonly string[] {
  const rows = messages.map(({ id, title = id, service_id, recipients, requests, images }) => {
    const uploaded = images.filter(({ isUploaded }) => isUploaded).length
    const missing = images.length - uploaded
    const { new: fresh, waiting, sent, notRetried } = recipients
    const uploads = [
      ...(missing > 0 ? [lang === 'ko' ? `업로드 ${missing}개` : `${missing} to upload`] : []),
      ...(uploaded > 0 ? [lang === 'ko' ? `올려 둠 ${uploaded}개` : `${uploaded} uploaded`] : []),
    ]
    return [title, service_id, fresh, waiting, sent, notRetried, requests, requests > 0 ? uploads.join(', ') : '']
  })
  return textTable([columnNames[lang], ...rows])
}

/** Says how many recipients are excluded by which list. */
export function heldText(lists: readonly (readonly [path: string, count: number])[]): Text {
  return {
    en: `Not sent to: ${lists.map(([path, count]) => `${grouped(count)} on ${path}`).join(', ')}.`,
    ko: `보내지 않는 수신자: ${lists.map(([path, count]) => `${path} 목록 ${grouped(count)}명`).join(', ')}.`,
  }
}

export function skippedText(rows: number, path: string): Text {
  return {
    en: `${counted(rows, 'row')} ${rows === 1 ? 'is' : 'are'} wrong and left out: ${path} says why.`,
    ko: `잘못된 행 ${grouped(rows)}개는 보내지 않습니다. 이유는 ${path} 파일에 있습니다.`,
  }
}

function skippedTexts({ inputs: { skipInvalid }, messages }: Plan): readonly Text[] {
  const skipped = messages.reduce((sum, { recipients }) => sum + (recipients.skipped ?? 0), 0)
  return skipInvalid === undefined || skipped === 0 ? [] : [skippedText(skipped, skipInvalid)]
}

/** Says how many people a lost answer concerns, where one request is for many. */
function sharedTexts({ target, messages }: Plan): readonly Text[] {
  const people = messages.map(({ batch, recipients }) => Math.min(batch, recipients.new + recipients.waiting))
  const most = Math.max(0, ...people)
  if (contractNamed(target.service).batch.content === 'each' || most === 0) return []
  const all = messages.reduce((sum, { recipients }) => sum + recipients.new + recipients.waiting, 0)
  const crash = Math.min(all, most * target.concurrency)
  return [
    {
      en: `Not known where an answer is lost: at most ${counted(most, 'recipient')}; after a crash: at most ${grouped(crash)}.`,
      ko: `응답 하나를 잃으면 최대 ${grouped(most)}명, 프로그램이 중단되면 최대 ${grouped(crash)}명의 결과를 알 수 없게 됩니다.`,
    },
  ]
}

/** Says what a person has to get from the service before it sends a message. */
function approvalLines(messages: readonly PlanMessage[], lang: Language): readonly string[] {
  return messages.flatMap(({ id, title = id, service_id, payload }) => {
    const needed = contractOf(service_id).approvalNeeded?.(payload)
    return needed ? [`${title}: ${needed[lang]}`] : []
  })
}

function forecastTexts(plan: Plan, { nowMs, startAtMs }: PlanTextOptions): readonly Text[] {
  const { service, rate, requestTimeoutMs, window } = plan.target
  const messages = messagesIn(plan)
  if (messages === 0) return [{ en: 'Nothing is left to send.', ko: '보낼 것이 남아 있지 않습니다.' }]
  const requests = plan.messages.reduce((sum, message) => sum + message.requests, 0)
  const { durationMs, beforeClosing, afterOpening, opensAtMs, endsAtMs } = forecast(
    { messages, service, rate, requestTimeoutMs, window },
    startAtMs ?? nowMs,
  )
  const starts = startAtMs === undefined ? undefined : koreanMinute(startAtMs)
  const sums = {
    en: `${counted(messages, 'message')} will be sent in ${counted(requests, 'request')}, at most ${grouped(rate)} a second (${durationIn(durationMs, [' h', ' min', ' s'])}).`,
    ko: `메시지 ${grouped(messages)}건을 요청 ${grouped(requests)}번에 나누어 초당 ${grouped(rate)}건까지 보냅니다 (${durationIn(durationMs, ['시간', '분', '초'])}).`,
  }
  if (window === 'off') {
    const anyHour = {
      en: 'Sent at any hour: no real person receives it.',
      ko: '실제 수신자가 없으므로 시간 제한 없이 보냅니다.',
    }
    if (starts === undefined) return [sums, anyHour]
    return [sums, { en: `Sending begins at ${starts} in Korea.`, ko: `한국 시각 ${starts}에 시작합니다.` }, anyHour]
  }
  const ends = koreanMinute(endsAtMs)
  const sent = starts === undefined ? 'Sent now' : `Sent from ${starts}`
  const ifSent = starts === undefined ? '지금 보내면' : `${starts}부터 보내면`
  const opens = koreanMinute(opensAtMs ?? endsAtMs)
  const closes = window === 'restricted' ? restrictedHours.from : window.until
  const evening = {
    en: 'It is after 20:00 in Korea: some providers stop sending advertisements then.',
    ko: '한국 시각으로 20시가 지났습니다. 이 시각부터 광고 발송을 멈추는 제공사가 있습니다.',
  }
  const inTime =
    afterOpening === 0
      ? {
          en: `${sent}, all of it leaves inside the permitted hours, by ${ends} in Korea.`,
          ko: `${ifSent} 한국 시각 ${ends}까지 모두 발송 가능 시간 안에 나갑니다.`,
        }
      : beforeClosing === 0
        ? {
            en: `Sending is restricted ${starts === undefined ? 'now' : `at ${starts}`}: ${counted(afterOpening, 'message')} ${afterOpening === 1 ? 'leaves' : 'leave'} from ${opens} in Korea${ends === opens ? '' : `, by ${ends}`}.`,
            ko: `${starts === undefined ? '지금은' : `${starts}에는`} 발송할 수 없는 시간이라 ${grouped(afterOpening)}건은 한국 시각 ${opens}부터${ends === opens ? '' : ` ${ends}까지`} 나갑니다.`,
          }
        : {
            en: `${sent}, ${grouped(beforeClosing)} leave before sending is restricted (${closes} in Korea); ${grouped(afterOpening)} wait until ${opens} and end by ${ends}.`,
            ko: `${ifSent} ${grouped(beforeClosing)}건은 발송 제한(한국 시각 ${closes}) 전에 나가고, ${grouped(afterOpening)}건은 ${opens}부터 ${ends}까지 나갑니다.`,
          }
  return [sums, inTime, ...(isEvening(startAtMs ?? nowMs) ? [evening] : [])]
}

function durationIn(ms: number, [hours, minutes, seconds]: readonly [string, string, string]): string {
  const all = Math.ceil(ms / 1000)
  const [h, m, s] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60]
  if (h > 0) return `${h}${hours} ${m}${minutes}`
  return m > 0 ? `${m}${minutes} ${s}${seconds}` : `${s}${seconds}`
}

/** Shows what changed in a message since it was sent last; with `--verbose` also its content, as written and with examples. */
function changeLines(message: PlanMessage, { outColors: colors, verbosity, lang }: Terminal): readonly string[] {
  const { id, title = id, source, example, diff, variables } = message
  const indented = (text: string, paint = (line: string): string => line): readonly string[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => (line === '' ? '' : `    ${paint(printable(line))}`))
  const painted = (line: string): string =>
    line.startsWith('+') ? colors.green(line) : line.startsWith('-') ? colors.red(line) : line
  const isVerbose = verbosity === 'verbose'
  const withExamples = { en: 'With the examples of its variables:', ko: '변수 예시를 넣은 내용:' }
  const unchanged = {
    en: 'The same as in the last release with it.',
    ko: '이 메시지를 보낸 지난 릴리스와 같습니다.',
  }
  if (!isVerbose && !diff) return []
  return [
    `  ${colors.bold(printable(title))}  ${colors.dim(printable(source))}`,
    ...(isVerbose ? indented(contentText(withoutCopies(message))) : []),
    ...(isVerbose && variables.length > 0 ? ['', `  ${colors.dim(withExamples[lang])}`, ...indented(example)] : []),
    ...(diff === undefined
      ? []
      : ['', ...(diff === '' ? [`  ${colors.dim(unchanged[lang])}`] : indented(diff, painted))]),
    '',
  ]
}

function fallbackTexts(messages: readonly PlanMessage[]): readonly Text[] {
  // A message with nothing left to send has none.
  return messages.flatMap(({ id, title = id, fallbacks, requests, recipients: { count } }) =>
    Object.entries(requests > 0 ? fallbacks : {}).map(([variable, without]) => ({
      en: `${title}: ${grouped(without)} of ${counted(count, 'recipient')} ${without === 1 ? 'gets' : 'get'} the fallback of ${variable}.`,
      ko: `${title}: 수신자 ${grouped(count)}명 중 ${grouped(without)}명이 ${variable} 변수의 대체값을 받습니다.`,
    })),
  )
}

function warningTexts(messages: readonly PlanMessage[]): readonly Text[] {
  const counts = new Map<string, number>()
  for (const { warnings } of messages) {
    for (const [rule, count] of Object.entries(warnings)) counts.set(rule, (counts.get(rule) ?? 0) + count)
  }
  const rules = [...counts].map(([rule, count]) => (count === 1 ? rule : `${rule} (${count})`)).join(', ')
  return rules === '' ? [] : [{ en: `Warnings: ${rules}`, ko: `경고: ${rules}` }]
}

export function reportRepeated(repeated: readonly Text[], { warn }: Terminal): void {
  for (const message of repeated) warn(message)
}

/** Returns how lists were read, each once. */
export function notesOf(files: readonly FileDiagnostics[]): readonly string[] {
  return [...new Set(files.flatMap(({ path, note }) => (note === undefined ? [] : [`${path}: ${note}`])))]
}

/** Shows what keeps messages from being sent, and warnings about recipients; others when more is asked for. */
export function reportFound(files: readonly FileDiagnostics[], terminal: Terminal): void {
  const { verbosity } = terminal
  const isShown = ({ severity, rule }: Diagnostic): boolean =>
    severity === 'error' || verbosity === 'verbose' || (verbosity === 'normal' && rule.startsWith('recipient'))
  showFound(
    files.map((file) => ({ ...file, diagnostics: file.diagnostics.filter(isShown) })),
    terminal,
  )
}
