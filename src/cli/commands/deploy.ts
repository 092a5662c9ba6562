import { restrictedHours } from '../../contract/contracts.ts'
import { command, flag, listOption, option, type OptionValues } from '../command.ts'
import { wholeNumber } from '../typed-command.ts'
import { resolve } from 'node:path'
import { planPathIn, readPlanFile } from '../../deploy/approve.ts'
import { deploy, type DeployOptions } from '../../deploy/deploy.ts'
import type { DeployQuestion } from '../../deploy/deploy-host.ts'
import type { Planned } from '../../deploy/compute-plan.ts'
import { dryRun } from '../../deploy/dry-run.ts'
import type { PlanFile } from '../../deploy/plan.ts'
import { openTarget, type TargetSession } from '../../deploy/target.ts'
import { startTimeIn } from '../../deploy/window.ts'
import { UsageError, flagsExclusive, flagMissing } from '../../project/usage-error.ts'
import { openProject } from '../../session/session.ts'
import { reportRefusals } from './ledger/ledger-notices.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { counted, grouped } from '../../words/printable.ts'
import { onSignals } from '../terminal/signals.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { deployEvents, inboxText } from './deploy/deploy-events.ts'
import { recipientOptions } from './plan.ts'
import { reportFound, reportRepeated } from './deploy/plan-text.ts'

const definitions = {
  target: option('--target <name>', {
    en: 'where to (default: emulator, with an inbox to look at)',
    ko: '발송 대상(기본값: emulator, 수신함에서 확인)',
  }),
  ...recipientOptions,
  test: listOption(
    '--test <number>',
    {
      en: 'send the messages to this number alone, with the examples of the variables; may be given several times',
      ko: '변수의 예시를 넣어 이 번호로만 시험 발송. 여러 번 지정할 수 있음',
    },
    { conflicts: ['release', 'recipients', 'notIn', 'skipInvalid', 'retryRejected', 'confirm'] },
  ),
  yes: flag('--yes', { en: 'do not ask', ko: '묻지 않고 진행' }),
  confirm: option('--confirm <digest>', {
    en: 'do not ask, and send only the plan of this digest',
    ko: '묻지 않고 이 다이제스트의 계획만 발송',
  }),
  limit: option(
    '--limit <n>',
    { en: 'send at most so many messages now', ko: '이번에 보낼 최대 건수' },
    { parse: wholeNumber(1) },
  ),
  at: option(
    '--at <time>',
    {
      en: 'begin at a time in Korea, of today (14:30) or another day ("2026-06-12 14:30")',
      ko: '시작할 한국 시각. 오늘(14:30) 또는 다른 날("2026-06-12 14:30")',
    },
    { parse: startTime },
  ),
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
  reason: option(
    '--reason <text>',
    {
      en: 'why --new-ledger is right although this machine knows a ledger; kept in the new one',
      ko: '이 컴퓨터에 발송 기록이 이미 있는데도 --new-ledger가 필요한 이유. 새 발송 기록에 남음',
    },
    { needs: '--new-ledger' },
  ),
  json: flag('--json', { en: 'events as JSON, one a line', ko: '진행 상황을 한 줄에 하나씩 JSON으로 출력' }),
}

type DeployFlags = OptionValues<typeof definitions>

export const definition = command({
  usage: 'deploy [plan.json|paths...]',
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
  refuseTogether(flags, planFile)
  const project = await openProject({ ...flags, paths: planFile ? [] : args }, terminal)
  const session = openTarget(project, planFile ? planFile.plan.target.name : flags.target, terminal)
  const options = optionsOf(planFile ? [] : args, { flags, planFile, root: project.root })
  if (flags.dryRun) return printDryRun(session, options, terminal)
  const events = deployEvents(terminal, {
    isJson: flags.json === true,
    isLedgerAskedFor: flags.newLedger === true,
    showsContent: planFile === undefined && flags.confirm === undefined && !flags.yes,
    startAtMs: options.startAtMs,
  })
  const signals = onSignals(() => (events.isSending() ? exitCodes.unknown : exitCodes.stopped))
  const { stop } = signals
  stop.addEventListener('abort', () => {
    if (events.isSending()) terminal.tell(stopping)
  })
  try {
    const result = await deploy(session, options, {
      ...terminal,
      inboxLang: terminal.askedLang,
      onEvent: events.on,
      ask: (question) => askOn(terminal, question, stop),
      stop,
    })
    if (result.type === 'diagnostics') return exitCodes.findings
    if (result.type === 'declined') {
      terminal.tell(stop.aborted ? stoppedBefore : { en: 'Nothing was sent.', ko: '아무것도 보내지 않았습니다.' })
      return exitCodes.stopped
    }
    const { inbox, close, ...ended } = result
    try {
      const exitCode = await events.end(session.store, ended)
      if (inbox !== undefined && events.keepsInbox && !stop.aborted) {
        terminal.err('\n')
        terminal.tell(inboxText(inbox))
        terminal.tell(inboxStays)
        await new Promise((stopped) => stop.addEventListener('abort', stopped))
      }
      return exitCode
    } finally {
      await close()
    }
  } finally {
    signals.end()
  }
}

const stopping = {
  en: 'Stopping: no new request starts; those under way are waited for. Press Ctrl-C again to leave at once.',
  ko: '멈추는 중입니다. 새 요청은 보내지 않고 진행 중인 요청만 기다립니다. 바로 나가려면 Ctrl-C를 한 번 더 누르세요.',
}
const stoppedBefore = {
  en: 'Stopped before anything was sent. The same command goes on from here.',
  ko: '아무것도 보내지 않고 멈췄습니다. 같은 명령을 다시 실행하면 이어서 진행합니다.',
}
const inboxStays = {
  en: 'The inbox stays open. Press Ctrl-C to close it.',
  ko: '수신함을 열어 둡니다. 닫으려면 Ctrl-C를 누르세요.',
}

/** @throws UsageError for flags that a plan decides, and for an empty reason */
function refuseTogether(flags: DeployFlags, planFile: PlanFile | undefined): void {
  const { target, recipients, release, notIn, skipInvalid, test, reason } = flags
  const decided = { target, release, recipients, 'not-in': notIn, 'skip-invalid': skipInvalid, test }
  for (const [name, value] of Object.entries(planFile ? decided : {}))
    if (value !== undefined) throw flagsExclusive(`--${name}`, 'plan.json')
  if (reason?.trim() === '') throw flagMissing('--reason')
}

function optionsOf(
  args: readonly string[],
  { flags, planFile, root }: { flags: DeployFlags; planFile: PlanFile | undefined; root: string },
): DeployOptions {
  const { recipients, release, notIn, skipInvalid, test, confirm, limit, exclude = [] } = flags
  const inputs = planFile?.plan.inputs
  const inRoot = (path: string | undefined): string | undefined => path && resolve(root, path)
  return {
    paths: inputs ? inputs.paths.map((path) => resolve(root, path)) : args,
    recipients: inputs ? inRoot(inputs.recipients) : recipients,
    test,
    release: planFile ? planFile.plan.release : release,
    planFile,
    confirm,
    isApproved: flags.yes === true,
    exclude: [...(inputs?.exclude ?? []).map((path) => resolve(root, path)), ...exclude],
    notIn: inputs ? inputs.notIn : notIn,
    skipInvalid: inputs ? inRoot(inputs.skipInvalid) : skipInvalid,
    limit,
    startAtMs: flags.at,
    outsideWindow: flags.wait ? 'wait' : 'stop',
    rejected: flags.retryRejected ? 'retry' : 'keep',
    newLedger: flags.reason === undefined ? flags.newLedger === true : { reason: flags.reason },
  }
}

/** @throws UsageError for what is no time */
function startTime(text: string): number {
  const atMs = startTimeIn(text.trim(), Date.now())
  if (atMs !== undefined) return atMs
  throw new UsageError('start-wrong', {
    en: `--at ${text}: takes a time in Korea, of today (14:30) or of another day (2026-06-12 14:30), or one with its offset (2026-06-12T14:30:00+09:00).`,
    ko: `--at ${text}: 오늘의 한국 시각(14:30), 날짜와 한국 시각(2026-06-12 14:30), 시간대가 있는 시각(2026-06-12T14:30:00+09:00) 중 하나로 쓰세요.`,
  })
}

async function printDryRun(session: TargetSession, options: DeployOptions, terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done
  const onPlanned = (planned: Planned): void => {
    reportFound(planned.found, terminal)
    if (planned.type === 'diagnostics') exitCode = exitCodes.findings
    else reportRepeated(planned.repeated, terminal)
  }
  for await (const request of dryRun(session, { ...options, onPlanned }, terminal)) terminal.json(request, 'line')
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
  const text =
    question.type === 'repeated'
      ? { en: 'Send it all the same?', ko: '그래도 보낼까요?' }
      : {
          en: `Send ${counted(question.messages, 'message')} to ${question.target}?`,
          ko: `${question.target} 대상에 메시지 ${grouped(question.messages)}건을 보낼까요?`,
        }
  return (await ask(text, terminal, stop)) ? 'yes' : 'no'
}
