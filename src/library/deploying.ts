import type { FileDiagnostics } from '../deploy/compute-plan.ts'
import { deploy as deployRelease, type DeployOptions, type DeployResult } from '../deploy/deploy.ts'
import { endedReport, endLines, ledgerEndLines } from '../deploy/ended.ts'
import { planRelease } from '../deploy/planning.ts'
import { releaseValues, reportsOf, statusOutput } from '../deploy/status-output.ts'
import { ledgersOf, openTarget, type TargetSession } from '../deploy/target.ts'
import { startTimeIn } from '../deploy/window.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { Project } from '../project/project.ts'
import { UsageError } from '../project/usage-error.ts'
import type { Host } from '../session/host.ts'
import { lintOutput } from '../session/lint-output.ts'
import type { Language } from '../words/language.ts'
import { withOptions } from './library-errors.ts'
import type {
  DeployChoice,
  DeployControl,
  DeployOutput,
  PlanChoice,
  PlanOutput,
  Refusal,
  StatusAnswer,
  StatusChoice,
} from './project-session.ts'

export interface LibrarySession {
  readonly project: Project
  readonly host: Host
  /** Aborted when the project is closed. */
  readonly closing: AbortSignal
}

export function plan({ project, host }: LibrarySession, choice: PlanChoice): Promise<PlanOutput> {
  return orRefused(host, async () => {
    const { target, paths = [], ...rest } = choice
    const planned = await planRelease(openTarget(project, target, host), { ...rest, paths }, host)
    return planned.type === 'plan' ? planned.plan : refusedFor(planned.found, host)
  })
}

/** Reads what the ledgers say; nothing where nothing was ever deployed. */
export function status({ project, host }: LibrarySession, { target, release }: StatusChoice): Promise<StatusAnswer> {
  return orRefused(host, async () => {
    try {
      return await statusOutput(await reportsOf(release, await ledgersOf(project, target, host)), host)
    } catch (error) {
      const isNone = error instanceof UsageError && error.code === 'no-ledger'
      if (isNone && release === undefined) return { version: 1, releases: [] }
      throw error
    }
  })
}

/** Sends what was planned. */
export async function deploy(
  { project, host, closing }: LibrarySession,
  choice: DeployChoice,
  { onEvent, signal }: DeployControl,
): Promise<DeployOutput> {
  const options = optionsOf(choice)
  const session = openTarget(project, choice.target, host)
  const broken = new AbortController()
  let thrown: { readonly error: unknown } | undefined
  let found: readonly FileDiagnostics[] = []
  const output = await orRefused(host, async () => {
    const result = await deployRelease(session, options, {
      ...host,
      inboxLang: host.lang,
      stop: AbortSignal.any([closing, broken.signal, ...(signal ? [signal as AbortSignal] : [])]),
      ask: async () => 'no-terminal',
      onEvent: (event) => {
        if (event.type === 'found') found = event.found
        if (thrown !== undefined) return
        try {
          onEvent?.(
            event.type === 'found' ? { type: 'found', diagnostics: lintOutput(event.found).diagnostics } : event,
          )
        } catch (error) {
          // In the middle of sending nothing may be thrown: what is under way is recorded first.
          thrown = { error }
          broken.abort()
        }
      },
    })
    return result.type === 'diagnostics' ? refusedFor(found, host) : outputOf(result, session, host)
  })
  if (thrown !== undefined) throw thrown.error
  return output
}

function optionsOf(choice: DeployChoice): DeployOptions {
  const { target: _, at, wait, retryRejected, newLedger = false, paths = [], ...rest } = choice
  const { limit } = rest
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) {
    throw new UsageError('option-wrong', {
      en: 'limit: takes a whole number of messages from 1.',
      ko: 'limit: 쓸 수 있는 값은 1 이상의 정수입니다.',
    })
  }
  return {
    ...rest,
    paths,
    newLedger,
    isApproved: false,
    startAtMs: at === undefined ? undefined : momentOf(at),
    outsideWindow: wait ? 'wait' : 'stop',
    rejected: retryRejected ? 'retry' : 'keep',
  }
}

/** @throws UsageError for what is no time */
function momentOf(at: Date | string): number {
  const atMs = typeof at === 'string' ? startTimeIn(at.trim(), Date.now()) : at.getTime()
  if (atMs === undefined || Number.isNaN(atMs))
    throw new UsageError('option-wrong', {
      en: 'at: takes a Date, a time in Korea ("14:30", "2026-06-12 14:30") or a time with its offset ("2026-06-12T14:30:00+09:00").',
      ko: 'at: 쓸 수 있는 값은 Date, 한국 시각("14:30", "2026-06-12 14:30"), 시간대가 있는 시각("2026-06-12T14:30:00+09:00")입니다.',
    })
  return atMs
}

async function outputOf(
  result: Exclude<DeployResult, { readonly type: 'diagnostics' }>,
  { store }: TargetSession,
  host: Host,
): Promise<DeployOutput> {
  const { lang } = host
  if (result.type === 'declined') {
    const aborted = { en: 'It was stopped before anything was sent.', ko: '보내기 전에 멈췄습니다.' }
    return { state: 'refused', reason: 'aborted', description: aborted[lang], diagnostics: [] }
  }
  const { end, close } = result
  try {
    const report = await endedReport(store, result)
    if (report === 'unreadable') {
      if (end.type !== 'ledger') throw new Error(`The ledger of ${result.release} cannot be read.`)
      return { ...refusedBy(end, lang), description: withOptions(ledgerEndLines(end, lang)).join('\n') }
    }
    if (report === undefined) throw new Error(`The ledger has no release ${result.release}.`)
    const lines = await endLines(end, report, lang)
    return {
      ...(await releaseValues(report, host)),
      reason: end.type,
      ...(lines.length > 0 && { description: withOptions(lines).join('\n') }),
    }
  } finally {
    await close()
  }
}

/** Returns what a ledger that cannot be used refuses as a value: the world did it, not the caller. */
async function orRefused<T>({ lang }: Pick<Host, 'lang'>, work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LedgerError) return refusedBy(error, lang)
    throw error
  }
}

function refusedBy(
  { code, text, holder }: Pick<LedgerError, 'code' | 'text'> & { readonly holder?: LedgerError['holder'] },
  lang: Language,
): Refusal {
  return {
    state: 'refused',
    reason: code,
    description: withOptions(text[lang]).join('\n'),
    diagnostics: [],
    ...(holder && { holder }),
  }
}

function refusedFor(found: readonly FileDiagnostics[], { lang }: Pick<Host, 'lang'>): Refusal {
  const { diagnostics, summary } = lintOutput(found)
  const { errors } = summary
  const description = {
    en: `The messages and their recipients have ${errors === 1 ? 'an error' : `${errors} errors`}: correct them first. Nothing was sent.`,
    ko: `메시지와 수신자에 오류가 ${errors}개 있습니다. 먼저 고치세요. 아무것도 보내지 않았습니다.`,
  }
  return { state: 'refused', reason: 'diagnostics', description: description[lang], diagnostics }
}
