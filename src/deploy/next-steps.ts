import { contractOf } from '../contract/contracts.ts'
import { dayMs, koreanTime } from '../text/korean-time.ts'
import type { Host } from '../session/host.ts'
import type { Flag } from '../words/command-line.ts'
import type { Text } from '../words/language.ts'
import { counted, grouped } from '../words/printable.ts'
import { inputFlags } from './plan.ts'
import type { ReleaseReport } from './report.ts'
import type { RunRest } from './send.ts'
import { emulatorTarget } from './target.ts'

type NextHost = Pick<Host, 'lang' | 'command'>

/** A step that goes on from here; any one of its commands does it. */
export interface NextStep {
  readonly why: string
  readonly commands: readonly string[]
}

/** Returns what goes on from a release, the most urgent first. While a deploy runs there is nothing to do but wait. */
export function nextSteps(report: ReleaseReport, host: NextHost): readonly NextStep[] {
  const { state, inputs, counts, deliveries, keepsRejected, rest } = report
  if (state === 'running') return []
  const step = (why: Text, ...commands: readonly string[]): NextStep => ({ why: why[host.lang], commands })
  const command = (name: string, ...more: readonly Flag[]): string => host.command(name, [...placeOf(report), ...more])
  const lists = (inputs.exclude ?? []).map((path): Flag => ['--exclude', path])
  const again = rest === undefined ? [] : flagsOf(rest)
  const isUnclear = counts.unknown + counts.inflight
  const open = isUnclear + deliveries.none + deliveries.uncertain
  const fetching = open > 0 ? fetchCommand(report, host) : undefined
  const toFetch = {
    en: `${counted(open, 'send')} of which the last word has not come: ask the service what became of them.`,
    ko: `최종 결과가 오지 않은 ${grouped(open)}건을 서비스에 조회합니다.`,
  }
  const ask = fetching === undefined ? [] : [step(toFetch, fetching)]
  const toReconcile = {
    en: `${counted(isUnclear, 'send')}: look them up in the service's console, then say which it was.`,
    ko: `${grouped(isUnclear)}건의 발송 여부를 서비스 콘솔에서 확인한 뒤, 맞는 쪽을 실행하세요.`,
  }
  const verdicts = (['--sent', '--not-sent'] as const).map((flag) => command('reconcile', [flag], ['--reason', '…']))
  const steps = isUnclear > 0 ? [...ask, step(toReconcile, ...verdicts)] : []
  if (state !== 'cancelled') {
    if (counts.pending + counts.deferred > 0) {
      steps.push(
        step({ en: 'What is left to send:', ko: '남은 메시지를 발송합니다.' }, command('deploy', ...lists, ...again)),
      )
    }
    if (counts.rejected > 0 && !keepsRejected && !inputs.test) {
      const toRetry = {
        en: `${counted(counts.rejected, 'send')} rejected, once the cause is fixed:`,
        ko: `거절된 ${grouped(counts.rejected)}건을 원인을 고친 뒤 다시 보냅니다.`,
      }
      // The ledger has no recipients of these: their files are read again.
      steps.push(step(toRetry, command('deploy', ['--retry-rejected'], ...inputFlags(inputs), ...again)))
    }
    if (keepsRejected) {
      steps.push(
        step({
          en: `${counted(counts.rejected, 'send')} rejected before an older copy of the ledger was accepted, and perhaps sent since: nothing sends them again. Give these people a new release.`,
          ko: `${grouped(counts.rejected)}건은 오래된 발송 기록을 받아들이기 전에 거절되었고 그 뒤에 보냈을 수 있어 다시 보내지 않습니다. 이 수신자에게는 새 릴리스로 보내세요.`,
        }),
      )
    }
  }
  return isUnclear > 0 ? steps : [...steps, ...ask]
}

/** Returns the command that asks the service about a release; undefined where it cannot be asked. */
export function fetchCommand(report: ReleaseReport, { command }: Pick<Host, 'command'>): string | undefined {
  const { store, messages, createdAt, settledAt = createdAt } = report
  const days = messages.map(({ kind }) => contractOf(kind).query?.depthDays ?? 0)
  const isKept = Math.max(createdAt, settledAt) > Date.now() - Math.max(...days) * dayMs
  // The built-in emulator ends with each deploy, once its results have come.
  if (!isKept || store.target === emulatorTarget) return undefined
  return command('results', [['fetch'], ...placeOf(report)])
}

function placeOf({ release, store }: ReleaseReport): readonly Flag[] {
  return [
    ['--release', release],
    ['--target', store.target],
  ]
}

/** Keeps the limits of the run: without them the next one would send at once, or to everybody. */
function flagsOf({ startAtMs, limit }: RunRest): readonly Flag[] {
  return [
    ...(startAtMs === undefined ? [] : [['--at', koreanTime(startAtMs)] as const]),
    ...(limit === undefined ? [] : [['--limit', String(limit)] as const]),
  ]
}

/** Returns the one command to type next; undefined where there is nothing to do. Of two verdicts it chooses none. */
export function suggestedCommand(report: ReleaseReport, host: NextHost): string | undefined {
  const step = nextSteps(report, host).find(({ commands }) => commands.length > 0)
  if (step === undefined || step.commands.length === 1) return step?.commands[0]
  return host.command('reconcile', placeOf(report))
}
