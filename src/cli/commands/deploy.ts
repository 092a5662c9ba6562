import { restrictedHours } from '../../contract/contracts.ts'
import { recipientOptions } from './deploy/recipient-options.ts'
import { command, flag, listOption, option, type OptionValues } from '../command.ts'
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
import { reportRefusals } from './ledger/ledger-notices.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { counted, grouped } from '../../words/printable.ts'
import { onSignals } from '../terminal/signals.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { DeployEvents, type EmitJson, inboxText, keepsInbox } from './deploy/deploy-events.ts'
import { reportEnd } from './deploy/deploy-report.ts'
import { reportFound, reportRepeated } from './deploy/plan-text.ts'

const definitions = {
  target: option('--target <name>', {
    en: 'where to (default: emulator, with an inbox to look at)',
    ko: '발송 대상(기본값: emulator, 수신함에서 확인)',
  }),
  ...recipientOptions,
  test: listOption('--test <number>', {
    en: 'send the messages to this number alone, with the examples of the variables; may be given several times',
    ko: '변수의 예시를 넣어 이 번호로만 시험 발송. 여러 번 지정할 수 있음',
  }),
  yes: flag('--yes', { en: 'do not ask', ko: '묻지 않고 진행' }),
  confirm: option('--confirm <digest>', {
    en: 'do not ask, and send only the plan of this digest',
    ko: '묻지 않고 이 다이제스트의 계획만 발송',
  }),
  limit: option(
    '--limit <n>',
    { en: 'send at most so many messages now', ko: '이번에 보낼 최대 건수' },
    { parse: numberAbove0 },
  ),
  at: option('--at <time>', {
    en: 'begin at a time in Korea, of today (14:30) or another day ("2026-06-12 14:30")',
    ko: '시작할 한국 시각. 오늘(14:30) 또는 다른 날("2026-06-12 14:30")',
  }),
  wait: flag('--wait', {
    en: `wait while sending is restricted (${restrictedHours.from} to ${restrictedHours.until} in Korea, and outside the target's hours)`,
    ko: `발송 제한 시간(한국 시각 ${restrictedHours.from}~${restrictedHours.until}, 대상에 정한 시간 밖)에는 기다림`,
  }),
  dryRun: flag('--dry-run', {
    en: 'print every request instead, secrets and numbers masked',
    ko: '보내지 않고 요청을 출력. 비밀 값과 번호는 가림',
  }),
  retryRejected: flag('--retry-rejected', {
    en: 'send again what the service rejected',
    ko: '거절된 메시지 다시 발송',
  }),
  newLedger: flag('--new-ledger', { en: 'begin a ledger where there is none', ko: '발송 기록이 없을 때 새로 시작' }),
  reason: option('--reason <text>', {
    en: 'why --new-ledger is right although this machine knows a ledger; kept in the new one',
    ko: '이 컴퓨터에 발송 기록이 이미 있는데도 --new-ledger가 필요한 이유. 새 발송 기록에 남음',
  }),
  json: flag('--json', { en: 'events as JSON, one a line', ko: '진행 상황을 한 줄에 하나씩 JSON으로 출력' }),
}

type DeployFlags = OptionValues<typeof definitions>

export const definition = command({
  usage: 'deploy [plan.json|paths...]',
  summary: {
    en: 'Uploads images and sends messages, each at most once.',
    ko: '이미지를 올리고 메시지를 보냅니다. 한 사람에게 한 번만 갑니다.',
  },
  examples: [
    'friendtalk deploy --yes',
    'friendtalk deploy plan.json',
    'friendtalk deploy --target production --test 010-1234-5678 messages/sale.md',
    'friendtalk deploy --target production --release 2026-06-sale --limit 10',
  ],
  options: definitions,
  run: ({ args: [args], options: flags, terminal }) => deployCommand(args, flags, terminal),
})

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
  const json: EmitJson | undefined = flags.json ? (event) => terminal.json(event, 'line') : undefined
  const events = new DeployEvents(terminal, {
    json,
    isLedgerAskedFor: flags.newLedger === true,
    asks: planFile === undefined && flags.confirm === undefined && !flags.yes,
    startAtMs: options.startAtMs,
  })
  const signals = onSignals(() => (events.isSending ? exitCodes.unknown : exitCodes.stopped))
  const tellStop = (): void => {
    if (events.isSending) terminal.tell(stopping)
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
    return await report(await deploy(session, options, host), { session, terminal, json, stop: signals.stop })
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
  for (const [name, value] of Object.entries(flags)) if (value !== undefined) throw flagsExclusive(name, decider)
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
      terminal.json(item.request, 'line')
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
  if (question.type === 'repeated') reportRepeated(question.messages, terminal)
  const message =
    question.type === 'repeated'
      ? { en: 'Send it all the same?', ko: '그래도 보낼까요?' }
      : {
          en: `Send ${counted(question.messages, 'message')} to ${question.target}?`,
          ko: `${question.target} 대상에 메시지 ${grouped(question.messages)}건을 보낼까요?`,
        }
  return (await ask(message[terminal.lang], stop)) ? 'yes' : 'no'
}

interface Reported {
  readonly session: TargetSession
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
      terminal.tell(
        stop.aborted
          ? {
              en: 'Stopped before anything was sent. The same command goes on from here.',
              ko: '아무것도 보내지 않고 멈췄습니다. 같은 명령을 다시 실행하면 이어서 진행합니다.',
            }
          : { en: 'Nothing was sent.', ko: '아무것도 보내지 않았습니다.' },
      )
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
      terminal.err('\n')
      terminal.tell(inboxText(inbox))
      terminal.tell(stays)
      await new Promise<void>((stopped) => stop.addEventListener('abort', () => stopped()))
    }
    return exitCode
  } finally {
    await close()
  }
}
