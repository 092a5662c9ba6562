import { restrictedHours } from '../../contract/contracts.ts'
import { recipientOptions } from './deploy/recipient-options.ts'
import { command, option } from '../command.ts'
import { numberAbove0 } from '../typed-command.ts'
import { resolve } from 'node:path'
import { type PlanFile, planPathIn, readPlanFile } from '../../deploy/approved.ts'
import { deploy, type DeployOptions, type DeployResult } from '../../deploy/deploy.ts'
import type { DeployHost, DeployQuestion } from '../../deploy/deploy-host.ts'
import { dryRun } from '../../deploy/planning.ts'
import { openTarget, type TargetSession } from '../../deploy/target.ts'
import { startTimeIn } from '../../deploy/window.ts'
import { UsageError, flagsExclusive, flagMissing, flagNeeds } from '../../project/usage-error.ts'
import { openProject } from '../../session/session.ts'
import { reportRefusals } from './ledger/ledger-words.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { printableJson } from '../terminal/printable.ts'
import { onSignals } from '../terminal/signals.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { DeployEvents, type EmitJson, inboxText, keepsInbox } from './deploy/deploy-events.ts'
import { reportEnd } from './deploy/deploy-report.ts'
import { deployWords } from './deploy/deploy-words.ts'
import { reportFound, reportRepeated } from './deploy/plan-text.ts'

export const definition = command({
  usage: 'deploy [plan.json|paths...]',
  examples: [
    'friendtalk deploy --yes',
    'friendtalk deploy plan.json',
    'friendtalk deploy --target production --test 010-1234-5678 messages/sale.md',
    'friendtalk deploy --target production --release 2026-06-sale --limit 10',
  ],
  options: [
    option('--target <name>', {
      en: 'where to (default: emulator, with an inbox to look at)',
      ko: '발송 대상(기본값: emulator, 수신함에서 확인)',
    }),
    ...recipientOptions,
    option(
      '--test <number>',
      {
        en: 'send the messages to this number alone, with the examples of the variables; may be given several times',
        ko: '변수의 예시를 넣어 이 번호로만 시험 발송. 여러 번 지정할 수 있음',
      },
      { several: true },
    ),
    option('--yes', { en: 'do not ask', ko: '묻지 않고 진행' }),
    option('--confirm <digest>', {
      en: 'do not ask, and send only the plan of this digest',
      ko: '묻지 않고 이 다이제스트의 계획만 발송',
    }),
    option(
      '--limit <n>',
      { en: 'send at most so many messages now', ko: '이번에 보낼 최대 건수' },
      { parse: numberAbove0 },
    ),
    option('--at <time>', {
      en: 'begin at a time in Korea, of today (14:30) or another day ("2026-06-12 14:30")',
      ko: '시작할 한국 시각. 오늘(14:30) 또는 다른 날("2026-06-12 14:30")',
    }),
    option('--wait', {
      en: `wait while sending is restricted (${restrictedHours.from} to ${restrictedHours.until} in Korea, and outside the target's hours)`,
      ko: `발송 제한 시간(한국 시각 ${restrictedHours.from}~${restrictedHours.until}, 대상에 정한 시간 밖)에는 기다림`,
    }),
    option('--dry-run', {
      en: 'print every request instead, secrets and numbers masked',
      ko: '보내지 않고 요청을 출력. 비밀 값과 번호는 가림',
    }),
    option('--retry-rejected', { en: 'send again what the service rejected', ko: '거절된 메시지 다시 발송' }),
    option('--new-ledger', { en: 'begin a ledger where there is none', ko: '발송 기록이 없을 때 새로 시작' }),
    option('--reason <text>', {
      en: 'why --new-ledger is right although this machine knows a ledger; kept in the new one',
      ko: '이 컴퓨터에 발송 기록이 이미 있는데도 --new-ledger가 필요한 이유. 새 발송 기록에 남음',
    }),
    option('--json', { en: 'events as JSON, one a line', ko: '진행 상황을 한 줄에 하나씩 JSON으로 출력' }),
  ],
  run: (terminal: Terminal, args: string[], flags: DeployFlags) => deployCommand(args, flags, terminal),
})

export interface PlanFlags extends GlobalFlags {
  readonly target?: string
  readonly recipients?: string
  readonly release?: string
  readonly exclude?: readonly string[]
  readonly notIn?: string
  readonly skipInvalid?: string
}

export interface DeployFlags extends PlanFlags {
  readonly test?: readonly string[]
  readonly yes?: boolean
  /** The digest, or its first characters, of the plan that may be sent. */
  readonly confirm?: string
  readonly limit?: number
  readonly at?: string
  readonly wait?: boolean
  readonly dryRun?: boolean
  readonly retryRejected?: boolean
  readonly newLedger?: boolean
  /** Why a new ledger is right although there is one. */
  readonly reason?: string
  readonly json?: boolean
}

async function deployCommand(args: readonly string[], flags: DeployFlags, terminal: Terminal): Promise<ExitCode> {
  const planPath = planPathIn(args)
  const planFile = planPath === undefined ? undefined : readPlanFile(planPath, terminal)
  const { target, recipients, release, notIn, skipInvalid, retryRejected, confirm, test } = flags
  const others = { '--release': release, '--recipients': recipients, '--not-in': notIn, '--skip-invalid': skipInvalid }
  if (planFile) refuseFlagsBeside('plan.json', { '--target': target, ...others, '--test': test })
  if (test) refuseFlagsBeside('--test', { ...others, '--retry-rejected': retryRejected, '--confirm': confirm })
  if (flags.reason !== undefined) checkReason(flags)
  const project = await openProject({ ...flags, paths: planFile ? [] : args }, terminal)
  const session = openTarget(project, planFile ? planFile.plan.target.name : flags.target, terminal)
  const options = optionsOf(planFile ? [] : args, flags, planFile, project.root)
  if (flags.dryRun) return printDryRun(session, options, terminal)
  const json: EmitJson | undefined = flags.json ? (event) => terminal.out(`${printableJson(event)}\n`) : undefined
  const events = new DeployEvents(terminal, {
    json,
    isLedgerAskedFor: flags.newLedger === true,
    asks: planFile === undefined && flags.confirm === undefined && !flags.yes,
    startAtMs: options.startAtMs,
  })
  const signals = onSignals(() => (events.isSending ? exitCodes.unknown : exitCodes.stopped))
  const tellStop = (): void => {
    if (events.isSending) terminal.err(`${stopping[terminal.lang]}\n`)
  }
  signals.stop.addEventListener('abort', tellStop)
  try {
    const host: DeployHost = {
      ...terminal,
      inboxLang: terminal.askedLang,
      onEvent: events.on,
      ask: (question) => askOn(terminal, question, signals.stop),
      stop: signals.stop,
    }
    return await report(await deploy(session, options, host), { session, flags, terminal, json, stop: signals.stop })
  } finally {
    signals.end()
  }
}

const stopping = {
  en: 'Stopping: no new request starts; those under way are waited for. Press Ctrl-C again to leave at once.',
  ko: '멈추는 중입니다. 새 요청은 보내지 않고 진행 중인 요청만 기다립니다. 바로 나가려면 Ctrl-C를 한 번 더 누르세요.',
}

/** @throws UsageError for what a plan or a test decides */
function refuseFlagsBeside(decider: '--test' | 'plan.json', flags: { readonly [flag: string]: unknown }): void {
  const [flag] = Object.entries(flags).find(([, value]) => value !== undefined) ?? []
  if (flag !== undefined) throw flagsExclusive(flag, decider)
}

/** @throws UsageError for a reason that is empty, or that nothing needs */
function checkReason({ reason, newLedger }: DeployFlags): void {
  if (!newLedger) throw flagNeeds('--reason', '--new-ledger')
  if (reason?.trim() === '') throw flagMissing('--reason')
}

function optionsOf(
  args: readonly string[],
  flags: DeployFlags,
  planFile: PlanFile | undefined,
  root: string,
): DeployOptions {
  const inputs = planFile?.plan.inputs
  const planned = inputs?.exclude?.map((path) => resolve(root, path)) ?? []
  const listed = inputs?.recipients
  return {
    paths: inputs ? inputs.paths.map((path) => resolve(root, path)) : args,
    recipients: inputs ? listed && resolve(root, listed) : flags.recipients,
    test: flags.test,
    release: planFile ? planFile.plan.release : flags.release,
    planFile,
    confirm: flags.confirm,
    isApproved: flags.yes === true,
    exclude: [...planned, ...(flags.exclude ?? [])],
    notIn: inputs ? inputs.notIn : flags.notIn,
    skipInvalid: inputs ? inputs.skipInvalid && resolve(root, inputs.skipInvalid) : flags.skipInvalid,
    limit: flags.limit,
    startAtMs: flags.at === undefined ? undefined : startTime(flags.at),
    outsideWindow: flags.wait ? 'wait' : 'stop',
    rejected: flags.retryRejected ? 'retry' : 'keep',
    newLedger: flags.reason === undefined ? flags.newLedger === true : { reason: flags.reason },
  }
}

/** @throws UsageError for what is no time */
function startTime(text: string): number {
  const atMs = startTimeIn(text.trim(), Date.now())
  if (atMs === undefined)
    throw new UsageError('start-wrong', {
      en: [
        `--at ${text}: takes a time in Korea, of today (14:30) or of another day (2026-06-12 14:30), or one with its offset (2026-06-12T14:30:00+09:00).`,
      ],
      ko: [
        `--at ${text}: 오늘의 한국 시각(14:30), 날짜와 한국 시각(2026-06-12 14:30), 시간대가 있는 시각(2026-06-12T14:30:00+09:00) 중 하나로 쓰세요.`,
      ],
    })
  return atMs
}

async function printDryRun(session: TargetSession, options: DeployOptions, terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done
  for await (const item of dryRun(session, options, terminal)) {
    if (item.type === 'request') {
      terminal.out(`${printableJson(item.request)}\n`)
      continue
    }
    const { result } = item
    reportFound(result.found, terminal)
    if (result.type === 'diagnostics') exitCode = exitCodes.findings
    else reportRepeated(result.repeated, terminal)
  }
  await reportRefusals([session.store], terminal)
  return exitCode
}

async function askOn(
  terminal: Terminal,
  question: DeployQuestion,
  stop: AbortSignal,
): Promise<'yes' | 'no' | 'no-terminal'> {
  if (!canAsk(terminal)) return 'no-terminal'
  const { confirm, confirmRepeated } = deployWords[terminal.lang]
  if (question.type === 'repeated') reportRepeated(question.messages, terminal)
  const message = question.type === 'send' ? confirm(question) : confirmRepeated
  return (await ask(message, stop)) ? 'yes' : 'no'
}

interface Reported {
  readonly session: TargetSession
  readonly flags: DeployFlags
  readonly terminal: Terminal
  readonly json: EmitJson | undefined
  readonly stop: AbortSignal
}

/** Reports the result of a deploy; the ledger is closed. */
async function report(result: DeployResult, { session: { store }, terminal, json, stop }: Reported): Promise<ExitCode> {
  switch (result.type) {
    case 'diagnostics':
      return exitCodes.findings
    case 'declined':
      terminal.err(`${deployWords[terminal.lang][stop.aborted ? 'stopped' : 'declined']}\n`)
      return exitCodes.stopped
    case 'ended':
      break
  }
  const { inbox, close } = result
  try {
    const exitCode = await reportEnd({ store, ...result }, { terminal, json })
    if (inbox !== undefined && keepsInbox(terminal, json) && !stop.aborted) {
      const stays = {
        en: 'The inbox stays open. Press Ctrl-C to close it.',
        ko: '수신함을 열어 둡니다. 닫으려면 Ctrl-C를 누르세요.',
      }
      terminal.err(`\n${inboxText(inbox)[terminal.lang]}\n${stays[terminal.lang]}\n`)
      await new Promise<void>((stopped) => stop.addEventListener('abort', () => stopped()))
    }
    return exitCode
  } finally {
    await close()
  }
}
