import { wrongValue } from '../../../project/usage-error.ts'
import type { Contract } from '../../../contract/contract.ts'
import { contractNamed } from '../../../contract/contracts.ts'
import { credentialsFor } from '../../../deploy/credentials.ts'
import { reasonText } from '../../../deploy/reasons.ts'
import { machineClock, serviceAt } from '../../../deploy/send.ts'
import { noLedger, openTarget, storeOf } from '../../../deploy/target.ts'
import { type AskFailure, fetchInRounds, type FetchRound } from '../../../results/fetch-results.ts'
import { openProject } from '../../../session/session.ts'
import { koreanTime } from '../../../text/korean-time.ts'
import type { Language } from '../../../words/language.ts'
import { nextLine } from '../../../words/phrases.ts'
import { counted, grouped } from '../../../words/printable.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { onSignals } from '../../terminal/signals.ts'
import { numberAbove0 } from '../../typed-command.ts'
import { asJson, option, type OptionValues } from '../../command.ts'
import { reportsOf } from '../../../deploy/status-output.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { reportProven } from '../ledger/ledger-notices.ts'

export const fetchOptions = {
  target: option('--target <name>', {
    en: 'whose results they are (default: the only configured one)',
    ko: '결과를 받을 발송 대상(기본값: 설정에 하나뿐이면 그 대상)',
  }),
  release: option('--release <release>', { en: 'of this release alone', ko: '이 릴리스만' }),
  every: option(
    '--every <minutes>',
    {
      en: 'ask again every so many minutes, until nothing open is younger than four days',
      ko: '이 간격(분)으로 다시 조회. 나흘이 지나지 않은 미완료 발송이 없으면 끝남',
    },
    { parse: numberAbove0 },
  ),
  json: asJson,
}
type FetchFlags = OptionValues<typeof fetchOptions>

/**
 * `results fetch`: asks the service for the results of open sends.
 *
 * @throws UsageError for a target that cannot be asked, and for a ledger or a release that there is not
 */
export async function fetchCommand(flags: FetchFlags, terminal: Terminal): Promise<ExitCode> {
  const project = await openProject(flags, terminal)
  const session = openTarget(project, storeOf(project, flags.target, terminal).target, terminal)
  const { target, store } = session
  const contract = contractNamed(target.service)
  const { query } = contract
  const { baseUrl } = target
  if (query === undefined || baseUrl === undefined) {
    const message =
      baseUrl !== undefined
        ? {
            en: `is a target of ${contract.name.en}, whose service cannot be asked: results come by its webhook, or from a file`,
            ko: `${contract.name.ko} 발송 대상입니다. 결과를 조회할 수 없는 서비스이므로 웹훅이나 파일로 받으세요`,
          }
        : {
            en: 'is the built-in emulator, which ends with each deploy; give a running one as a target with its baseUrl',
            ko: '배포가 끝나면 함께 끝나는 내장 에뮬레이터입니다. 실행 중인 에뮬레이터의 baseUrl로 발송 대상을 설정하세요',
          }
    throw wrongValue(`--target ${target.name}`, message)
  }
  if ((await store.state()) === 'none') throw noLedger([store], terminal.cwd)
  const service = serviceAt({ baseUrl }, target, credentialsFor([], session, terminal.env))
  const [reader, inbox] = [await store.read(), store.results()]
  let exit: ExitCode = exitCodes.stopped
  const signals = onSignals(() => exit)
  const progress = terminal.progress('asking')
  try {
    if (flags.release !== undefined) await reportsOf(flags.release, [store])
    await fetchInRounds({
      ...machineClock,
      query,
      service,
      inbox,
      reader,
      concurrency: target.concurrency,
      release: flags.release,
      everyMs: flags.every === undefined ? undefined : flags.every * 60_000,
      isAtWork: async () => (await store.workers()) > 0,
      stop: signals.stop,
      mayPass: (code) => contract.outcomeOf(code) === 'unknown',
      onProgress: (listed) => progress.update(listed),
      onRound: (round, nextAtMs) => {
        progress.end()
        tell(round, { flags, target: target.name, contract }, terminal)
        const isBroken = round.failure !== undefined || signals.stop.aborted
        exit = isBroken ? exitCodes.stopped : round.unknown > 0 ? exitCodes.unknown : exitCodes.done
        if (nextAtMs !== undefined)
          terminal.note({
            en: `The service is asked again at ${koreanTime(nextAtMs)}. Ctrl-C ends it.`,
            ko: `${koreanTime(nextAtMs)}에 다시 조회합니다. 끝내려면 Ctrl-C를 누르세요.`,
          })
      },
    })
    return exit
  } finally {
    progress.end()
    signals.end()
    await Promise.all([inbox.close(), service.close(), reader.close()])
  }
}

function failureIn(failure: AskFailure, { codes }: Contract, lang: Language): string {
  switch (failure.type) {
    case 'refused': {
      const meaning = Object.hasOwn(codes, failure.code) ? codes[failure.code]?.meaning[lang] : failure.description
      return `${failure.code} ${meaning ?? ''}`.trim()
    }
    case 'not-understood':
      return reasonText(failure.type)[lang]
    case 'failed':
      return `${reasonText(failure.reason)[lang]}${failure.status === undefined ? '' : `, ${failure.status}`}`
  }
}

function tell(
  { failure: failed, ...round }: FetchRound,
  { flags, target, contract }: { readonly flags: FetchFlags; readonly target: string; readonly contract: Contract },
  terminal: Terminal,
): void {
  const failure = failed && failureIn(failed, contract, terminal.lang)
  const { proven, doubles, moving, asked, listed, recorded, foreign, unknown } = round
  reportProven(proven, terminal)
  for (const { key, requests } of doubles)
    terminal.warn({
      en: `The service took ${key} twice, in the requests ${requests.join(', ')}.`,
      ko: `서비스가 ${key}을(를) 두 번 접수했습니다. 요청: ${requests.join(', ')}`,
    })
  for (const release of moving)
    terminal.warn({
      en: `The list of the release "${release}" changed for as long as it was read, so something may be missing. Run the same command again.`,
      ko: `릴리스 "${release}"의 목록이 읽는 동안 계속 바뀌어 빠진 것이 있을 수 있습니다. 같은 명령을 다시 실행하세요.`,
    })
  if (failure !== undefined)
    terminal.warn({
      en: `The service could not be asked (${failure}). Run the same command again.`,
      ko: `서비스에 조회할 수 없습니다(${failure}). 같은 명령을 다시 실행하세요.`,
    })
  if (flags.json) {
    const { proven: _, ...counts } = round
    const json = { version: 1, target, ...counts, settled: proven.unknown, behind: proven.behind, failure }
    return terminal.json(json, flags.every === undefined ? undefined : 'line')
  }
  terminal.say(
    asked === 0
      ? {
          en: 'Nothing is open: of every message the last word has come, or the service keeps it no more.',
          ko: '조회할 발송이 없습니다. 모든 메시지의 최종 결과가 왔거나 서비스의 보관 기간이 지났습니다.',
        }
      : {
          en: `Asked about ${counted(asked, 'send')}: ${counted(listed, 'message')} listed, ${counted(recorded, 'new result')}${foreign > 0 ? `, ${grouped(foreign)} of messages that the ledger does not have` : ''}.`,
          ko: `발송 ${grouped(asked)}건을 조회했습니다. 메시지 ${grouped(listed)}건을 찾아 새 결과 ${grouped(recorded)}건을 기록했습니다${foreign > 0 ? `(발송 기록에 없는 메시지 ${grouped(foreign)}건)` : ''}.`,
        },
  )
  if (unknown > 0)
    terminal.say({
      en: `${counted(unknown, 'send')} ${unknown === 1 ? 'is' : 'are'} still unknown. What the service does not list may have been sent all the same: ask again later, then look it up in the console.`,
      ko: `${grouped(unknown)}건은 아직 발송 여부를 알 수 없습니다. 서비스 목록에 없어도 발송되었을 수 있으니, 나중에 다시 조회한 뒤 콘솔에서 확인하세요.`,
    })
  const next = unknown > 0 ? 'reconcile' : 'status'
  if (!flags.quiet) terminal.say(nextLine(terminal.command(next, [['--target', target]])))
}
