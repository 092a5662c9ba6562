import { wrongValue } from '../../../project/usage-error.ts'
import { contractNamed } from '../../../contract/contracts.ts'
import { credentialsFor } from '../../../deploy/credentials.ts'
import { reasonText } from '../../../deploy/reasons.ts'
import { machineClock, serviceAt } from '../../../deploy/send.ts'
import { openTarget, refuseRelease, storeOf, noLedger } from '../../../deploy/target.ts'
import { type AskFailure, fetchInRounds, type FetchRound } from '../../../results/fetch-results.ts'
import { openProject } from '../../../session/session.ts'
import { koreanTime } from '../../../text/korean-time.ts'
import type { Language } from '../../../words/language.ts'
import { counted, grouped, printable } from '../../../words/printable.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { printableJson } from '../../terminal/printable.ts'
import { onSignals } from '../../terminal/signals.ts'
import type { GlobalFlags, Terminal } from '../../terminal/terminal.ts'
import { reportProven } from '../ledger/ledger-words.ts'

export interface FetchFlags extends GlobalFlags {
  readonly target?: string
  readonly release?: string
  /** In minutes. */
  readonly every?: number
  readonly json?: boolean
}

/**
 * `results fetch`: asks the service what became of open sends.
 *
 * @throws UsageError for a target that cannot be asked, and for a ledger or a release that there is not
 */
export async function fetchCommand(flags: FetchFlags, terminal: Terminal): Promise<ExitCode> {
  const { lang, env, cwd } = terminal
  const words = fetchWords[lang]
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
  if ((await store.state()) === 'none') throw noLedger([store], cwd)
  const service = serviceAt({ baseUrl }, target, credentialsFor([], session, env))
  const [reader, inbox] = [await store.read(), store.results()]
  let exit: ExitCode = exitCodes.stopped
  const signals = onSignals(() => exit)
  const progress = terminal.progress('asking')
  try {
    const releases = await reader.releases(flags.release)
    if (flags.release !== undefined && releases.length === 0) {
      refuseRelease(
        flags.release,
        (await reader.releases()).map(({ release }) => release),
      )
    }
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
        tell(round, { flags, target: target.name, failure: failureIn(round.failure, contract, lang) }, terminal)
        const isBroken = round.failure !== undefined || signals.stop.aborted
        exit = isBroken ? exitCodes.stopped : round.unknown > 0 ? exitCodes.unknown : exitCodes.done
        if (nextAtMs !== undefined && terminal.verbosity !== 'quiet')
          terminal.err(`${words.again(koreanTime(nextAtMs))}\n`)
      },
    })
    return exit
  } finally {
    progress.end()
    signals.end()
    await Promise.all([inbox.close(), service.close(), reader.close()])
  }
}

function failureIn(
  failure: AskFailure | undefined,
  { codes }: ReturnType<typeof contractNamed>,
  lang: Language,
): string | undefined {
  switch (failure?.type) {
    case undefined:
      return undefined
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

interface Told {
  readonly flags: FetchFlags
  readonly target: string
  readonly failure: string | undefined
}

function tell(round: FetchRound, { flags, target, failure }: Told, terminal: Terminal): void {
  const { out, err, colors, verbosity } = terminal
  const words = fetchWords[terminal.lang]
  const { proven, doubles, moving, unknown } = round
  reportProven(proven, terminal)
  const warnings = [
    ...doubles.map(({ key, requests }) => words.twice(key, requests.join(', '))),
    ...moving.map((release) => words.moving(release)),
    ...(failure === undefined ? [] : [words.failed(failure)]),
  ]
  for (const warning of warnings) err(`${colors.yellow('!')} ${printable(warning)}\n`)
  if (flags.json) {
    const {
      failure: _,
      proven: { unknown: settled, behind },
      ...counts
    } = round
    const told = { version: 1, target, ...counts, settled, behind, ...(failure !== undefined && { failure }) }
    return out(`${printableJson(told, flags.every === undefined ? 2 : 0)}\n`)
  }
  out(`${words.asked(round)}\n`)
  if (unknown > 0) out(`${words.unknown(unknown)}\n`)
  if (verbosity === 'quiet') return
  const name = unknown > 0 ? 'reconcile' : 'status'
  out(`${words.next(printable(terminal.command(name, [['--target', target]])))}\n`)
}

const en = {
  asked: ({ asked, listed, recorded, foreign }: FetchRound) =>
    asked === 0
      ? 'Nothing is open: of every message the last word has come, or the service keeps it no more.'
      : `Asked about ${counted(asked, 'send')}: ${counted(listed, 'message')} listed, ${counted(recorded, 'new result')}${foreign > 0 ? `, ${grouped(foreign)} of messages that the ledger does not have` : ''}.`,
  unknown: (count: number) =>
    `${counted(count, 'send')} ${count === 1 ? 'is' : 'are'} still unknown. What the service does not list may have been sent all the same: ask again later, then look it up in the console.`,
  twice: (key: string, requests: string) => `The service took ${key} twice, in the requests ${requests}.`,
  moving: (release: string) =>
    `The list of the release "${release}" changed for as long as it was read, so something may be missing. Run the same command again.`,
  failed: (reason: string) => `The service could not be asked (${reason}). Run the same command again.`,
  again: (time: string) => `The service is asked again at ${time}. Ctrl-C ends it.`,
  next: (command: string) => `Next: ${command}`,
}

const ko: typeof en = {
  asked: ({ asked, listed, recorded, foreign }) =>
    asked === 0
      ? '조회할 발송이 없습니다. 모든 메시지의 최종 결과가 왔거나 서비스의 보관 기간이 지났습니다.'
      : `발송 ${grouped(asked)}건을 조회했습니다. 메시지 ${grouped(listed)}건을 찾아 새 결과 ${grouped(recorded)}건을 기록했습니다${foreign > 0 ? `(발송 기록에 없는 메시지 ${grouped(foreign)}건)` : ''}.`,
  unknown: (count) =>
    `${grouped(count)}건은 아직 발송 여부를 알 수 없습니다. 서비스 목록에 없어도 발송되었을 수 있으니, 나중에 다시 조회한 뒤 콘솔에서 확인하세요.`,
  twice: (key, requests) => `서비스가 ${key}을(를) 두 번 접수했습니다. 요청: ${requests}`,
  moving: (release) =>
    `릴리스 "${release}"의 목록이 읽는 동안 계속 바뀌어 빠진 것이 있을 수 있습니다. 같은 명령을 다시 실행하세요.`,
  failed: (reason) => `서비스에 조회할 수 없습니다(${reason}). 같은 명령을 다시 실행하세요.`,
  again: (time) => `${time}에 다시 조회합니다. 끝내려면 Ctrl-C를 누르세요.`,
  next: (command) => `다음 명령: ${command}`,
}

const fetchWords: { readonly [L in Language]: typeof en } = { en, ko }
