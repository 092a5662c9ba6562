import type { Diagnostic } from '../../../diagnostic.ts'
import type { FileDiagnostics } from '../../../deploy/compute-plan.ts'
import { forecast, isEvening } from '../../../deploy/window.ts'
import { withoutCopies } from '../../../deploy/plan-content.ts'
import { messagesIn, type Plan, type PlanMessage } from '../../../deploy/plan.ts'
import { type RepeatedMessage, repeatedText } from '../../../deploy/difference.ts'
import { contentText } from '../../../message/content-text.ts'
import { contractNamed, contractOf, restrictedHours } from '../../../contract/contracts.ts'
import { koreanMinute } from '../../../text/korean-time.ts'
import { deployWords } from './deploy-words.ts'
import { textTable } from '../../terminal/printable.ts'
import { printable } from '../../../words/printable.ts'
import { textReport } from '../../reporters/text.ts'
import type { Language } from '../../../words/language.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { cliWords } from '../../terminal/words.ts'

export interface PlanTextOptions {
  /** In milliseconds since 1970. */
  readonly nowMs: number
  /** When sending begins; now when absent. */
  readonly startAtMs?: number | undefined
  /** Whether a ledger that is not there yet was asked for. */
  readonly isLedgerAskedFor?: boolean
  /** How lists were read, in words. */
  readonly notes: readonly string[]
  /** Whether each message is shown: they were not approved yet. */
  readonly showsContent: boolean
}

export function planText(plan: Plan, terminal: Terminal, options: PlanTextOptions): string {
  const words = deployWords[terminal.lang]
  const { bold, dim, yellow } = terminal.outColors
  const { target, messages } = plan
  const [header = '', ...rows] = tableOf(messages, words)
  return [
    `${bold(words.title(plan.release, target.name))}  ${dim(printable(words.address(target.baseUrl, target.account)))}`,
    '',
    `  ${dim(header)}`,
    ...rows.map((row) => `  ${printable(row)}`),
    '',
    ...(options.showsContent ? messages.flatMap((message) => changeLines(message, words, terminal)) : []),
    ...(plan.inputs.test ? [words.test] : []),
    ...options.notes.map((note) => printable(note)),
    ...heldLines(plan, words),
    ...skippedLines(plan, words),
    ...(plan.others === undefined ? [] : [words.others(plan.others)]),
    ...forecastLines(plan, options, words),
    ...sharedLines(plan, words),
    ...ledgerLines(plan, words, options),
    ...[
      ...approvalLines(messages, terminal.lang),
      ...fallbackLines(messages, words),
      ...warningLines(messages, words),
    ].map((line) => yellow(line)),
    dim(`${words.digest} ${plan.digest}`),
    '',
  ].join('\n')
}

/** The built-in emulator's ledger is made without being asked for. */
function ledgerLines(
  { ledger: { path, lineage }, target }: Plan,
  words: Words,
  { isLedgerAskedFor = false }: PlanTextOptions,
): readonly string[] {
  if (lineage !== undefined) return [words.ledger(printable(path), lineage)]
  return target.baseUrl === undefined ? [] : words.noLedger(printable(path), target.name, isLedgerAskedFor)
}

type Words = (typeof deployWords)['en']

function tableOf(messages: readonly PlanMessage[], { columns, images }: Words): readonly string[] {
  const names = ['message', 'kind', 'new', 'waiting', 'sent', 'notRetried', 'requests', 'images'] as const
  const rows = messages.map(({ id, title = id, service_id, recipients, requests, images: own }) => {
    const uploaded = own.filter(({ isUploaded }) => isUploaded).length
    const { new: fresh, waiting, sent, notRetried } = recipients
    const uploads = requests > 0 ? images(own.length - uploaded, uploaded) : ''
    return [title, service_id, fresh, waiting, sent, notRetried, requests, uploads]
  })
  return textTable([names.map((name) => columns[name]), ...rows])
}

function heldLines({ exclusions }: Plan, words: Words): readonly string[] {
  if (exclusions === undefined) return []
  const lists = exclusions.map(({ path, excluded }) => [printable(path), excluded] as const)
  return [words.held(lists)]
}

function skippedLines({ inputs: { skipInvalid }, messages }: Plan, words: Words): readonly string[] {
  const skipped = messages.reduce((sum, { recipients }) => sum + (recipients.skipped ?? 0), 0)
  return skipInvalid === undefined || skipped === 0 ? [] : [words.skipped(skipped, printable(skipInvalid))]
}

/** Says how many people a lost answer concerns, where one request is for many. */
function sharedLines({ target, messages }: Plan, words: Words): readonly string[] {
  const people = messages.map(({ batch, recipients }) => Math.min(batch, recipients.new + recipients.waiting))
  const most = Math.max(0, ...people)
  if (contractNamed(target.service).batch.content === 'each' || most === 0) return []
  const all = messages.reduce((sum, { recipients }) => sum + recipients.new + recipients.waiting, 0)
  return [words.mayBeUnknown(most, Math.min(all, most * target.concurrency))]
}

/** Says what a person has to get from the service before it sends a message. */
function approvalLines(messages: readonly PlanMessage[], lang: Language): readonly string[] {
  return messages.flatMap(({ id, title = id, service_id, payload }) => {
    const needed = contractOf(service_id).approvalNeeded(payload)
    return needed ? [`${printable(title)}: ${needed[lang]}`] : []
  })
}

function forecastLines(plan: Plan, { nowMs, startAtMs }: PlanTextOptions, words: Words): readonly string[] {
  const { service, rate, requestTimeoutMs, window } = plan.target
  const messages = messagesIn(plan)
  if (messages === 0) return [words.nothing]
  const requests = plan.messages.reduce((sum, message) => sum + message.requests, 0)
  const { durationMs, beforeClosing, afterOpening, opensAtMs, endsAtMs } = forecast(
    { messages, service, rate, requestTimeoutMs, window },
    startAtMs ?? nowMs,
  )
  const starts = startAtMs === undefined ? undefined : koreanMinute(startAtMs)
  const sums = `${words.sums({ messages, requests, rate })} (${words.duration(durationMs)}).`
  if (window === 'off') return [sums, ...(starts === undefined ? [] : [words.startsAt(starts)]), words.windowOff]
  const ends = koreanMinute(endsAtMs)
  const inTime =
    afterOpening === 0
      ? words.windowAll(ends, starts)
      : words.windowSplit({
          before: beforeClosing,
          closes: window === 'restricted' ? restrictedHours.from : window.until,
          after: afterOpening,
          opens: koreanMinute(opensAtMs ?? endsAtMs),
          ends,
          starts,
        })
  return [sums, inTime, ...(isEvening(startAtMs ?? nowMs) ? [words.evening] : [])]
}

/** What changed in a message since it was sent last; with `--verbose` also what it says, as it is written and with examples. */
function changeLines(
  message: PlanMessage,
  words: Words,
  { outColors: colors, verbosity }: Terminal,
): readonly string[] {
  const { id, title = id, source, example, diff, variables } = message
  const indented = (text: string, paint = (line: string): string => line): readonly string[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => (line === '' ? '' : `    ${paint(printable(line))}`))
  const painted = (line: string): string =>
    line.startsWith('+') ? colors.green(line) : line.startsWith('-') ? colors.red(line) : line
  const isVerbose = verbosity === 'verbose'
  if (!isVerbose && !diff) return []
  return [
    `  ${colors.bold(printable(title))}  ${colors.dim(printable(source))}`,
    ...(isVerbose ? indented(contentText(withoutCopies(message))) : []),
    ...(isVerbose && variables.length > 0 ? ['', `  ${colors.dim(words.example)}`, ...indented(example)] : []),
    ...(diff === undefined
      ? []
      : ['', ...(diff === '' ? [`  ${colors.dim(words.unchanged)}`] : indented(diff, painted))]),
    '',
  ]
}

function fallbackLines(messages: readonly PlanMessage[], words: Words): readonly string[] {
  // Where nothing is left to send there is none.
  return messages.flatMap(({ id, title = id, fallbacks, requests, recipients: { count } }) =>
    Object.entries(requests > 0 ? fallbacks : {}).map(([variable, without]) =>
      printable(words.fallback({ title, variable, without, of: count })),
    ),
  )
}

function warningLines(messages: readonly PlanMessage[], words: Words): readonly string[] {
  const counts = new Map<string, number>()
  for (const { warnings } of messages) {
    for (const [rule, count] of Object.entries(warnings)) counts.set(rule, (counts.get(rule) ?? 0) + count)
  }
  return counts.size === 0 ? [] : [words.warnings([...counts])]
}

export function reportRepeated(repeated: readonly RepeatedMessage[], { err, colors, lang }: Terminal): void {
  for (const message of repeated) err(`${colors.yellow('!')} ${printable(repeatedText(message)[lang])}\n`)
}

/** How lists were read, each once. */
export function notesOf(found: readonly FileDiagnostics[]): readonly string[] {
  return [...new Set(found.flatMap(({ path, note }) => (note === undefined ? [] : [`${path}: ${note}`])))]
}

/** Shows what keeps messages from being sent, and warnings about recipients; others when more is asked for. */
export function reportFound(found: readonly FileDiagnostics[], terminal: Terminal): void {
  const { verbosity } = terminal
  const isShown = ({ severity, rule }: Diagnostic): boolean =>
    severity === 'error' || verbosity === 'verbose' || (verbosity === 'normal' && rule.startsWith('recipient'))
  const shown = found
    .map((file) => ({ ...file, diagnostics: file.diagnostics.filter(isShown) }))
    .filter(({ diagnostics }) => diagnostics.length > 0)
  if (shown.length === 0) return
  terminal.err(`${textReport(shown, terminal)}\n`)
  const errors = shown.flatMap(({ diagnostics }) => diagnostics).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  const files = shown.filter(({ diagnostics }) => diagnostics.some(({ severity }) => severity === 'error'))
  terminal.err(`${terminal.colors.red('✗')} ${cliWords[terminal.lang].errors(errors.length, files.length)}\n`)
}
