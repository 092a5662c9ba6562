import { koreanTime } from '../../contract/korean-time.ts'
import { detailsOf, isOver, type ReleaseReport, releasesIn, templatesOf } from '../../deploy/report.ts'
import type { ImageProblem, RunEnd } from '../../deploy/run.ts'
import { ledgerProblemIn } from '../../ledger/ledger-error-words.ts'
import { LedgerError } from '../../ledger/ledger-error.ts'
import type { LedgerStore } from '../../ledger/ledger.ts'
import type { CompiledTemplate } from '../../template.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import { releaseText } from '../status/status-text.ts'
import { printable } from '../terminal/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { EmitJson } from './deploy-events.ts'
import { deployRunWords } from './deploy-run-words.ts'

/** A deploy that is over. */
export interface Ended {
  readonly store: LedgerStore
  readonly release: string
  readonly end: RunEnd
}

interface Look {
  readonly terminal: Terminal
  readonly json: EmitJson | undefined
}

/** Says why a deploy ended and what came of the release, and returns the exit code that tells it to scripts. */
export async function reportEnd({ store, release, end }: Ended, { terminal, json }: Look): Promise<ExitCode> {
  const report = await reportOf(store, release, end)
  if (report === 'unreadable') return exitUnreadable(end, terminal)
  if (report === undefined) throw new Error(`The ledger has no release ${release}.`)
  const exitCode = exitCodeOf(end, report)
  const lines = await endLines(end, { store, release, terminal, isOver: isOver(report) })
  if (json) {
    const { state, counts, excluded, heldBack, deliveries, messages } = report
    const { failures } = await detailsOf(report)
    json({
      event: 'end',
      reason: end.type,
      release,
      target: store.target,
      state,
      counts,
      excluded,
      heldBack,
      deliveries,
      messages,
      failures,
      ...(end.type === 'pause' && { pauses: end.reasons, foreignKeys: end.foreignKeys }),
      exitCode,
    })
  } else terminal.out(await releaseText(report, terminal))
  for (const line of lines) terminal.err(`${printable(line)}\n`)
  return exitCode
}

/** A ledger that failed while sending may not be readable any more; what sending came to is said all the same. */
async function reportOf(
  store: LedgerStore,
  release: string,
  end: RunEnd,
): Promise<ReleaseReport | undefined | 'unreadable'> {
  try {
    return (await releasesIn(store)).find((one) => one.release === release)
  } catch (error) {
    if (end.type === 'ledger' && error instanceof LedgerError) return 'unreadable'
    throw error
  }
}

function exitUnreadable(end: RunEnd, terminal: Terminal): ExitCode {
  if (end.type !== 'ledger') return exitCodes.stopped
  for (const line of ledgerLines(end, terminal)) terminal.err(`${printable(line)}\n`)
  return end.unrecorded > 0 ? exitCodes.unknown : exitCodes.stopped
}

function ledgerLines(end: Extract<RunEnd, { type: 'ledger' }>, { lang }: Terminal): readonly string[] {
  const unrecorded = end.unrecorded > 0 ? [deployRunWords[lang].unrecorded(end.unrecorded)] : []
  return [...ledgerProblemIn(lang, end.problem), ...unrecorded]
}

/** What there is unknown goes before what can go on, and that before what was rejected. */
function exitCodeOf(end: RunEnd, { counts, state }: ReleaseReport): ExitCode {
  // What others are sending at the moment is theirs to tell.
  const cutOff = state === 'running' ? 0 : counts.inflight
  if (counts.unknown + cutOff > 0) return exitCodes.unknown
  if (end.type !== 'done' && end.type !== 'limit') return exitCodes.stopped
  return counts.rejected > 0 ? exitCodes.rejected : exitCodes.done
}

async function endLines(
  end: RunEnd,
  {
    store,
    release,
    terminal,
    isOver: nothingLeft,
  }: Pick<Ended, 'store' | 'release'> & {
    readonly terminal: Terminal
    readonly isOver: boolean
  },
): Promise<readonly string[]> {
  const words = deployRunWords[terminal.lang]
  switch (end.type) {
    case 'done':
      return []
    case 'limit':
      return nothingLeft ? [] : [words.end(end)]
    case 'images': {
      const templates = await templatesOf(store, release)
      const lines = end.problems.flatMap(({ image, problem }) => [
        `  ${image.path}: ${words.imageProblem(problem)}`,
        ...placesOf(image, templates).map((place) => `    ${place}`),
      ])
      return [words.imagesFailed(end.problems), ...lines]
    }
    case 'ledger':
      return ledgerLines(end, terminal)
    case 'window':
      return [words.end(end), words.opensAt(koreanTime(end.opensAtMs))]
    case 'pause': {
      const { reasons, foreignKeys } = end
      const keys = foreignKeys.length > 0 ? [words.foreignKeys(foreignKeys)] : []
      return [words.end(end), ...reasons.map((reason) => words.pauses[reason]), ...keys]
    }
    case 'interrupted':
    case 'clock':
    case 'unknown-outcomes':
    case 'claims-expired':
    case 'not-reachable':
      return [words.end(end)]
  }
}

/** The lines of the messages that refer to an image. */
function placesOf({ usedBy }: ImageProblem['image'], templates: readonly CompiledTemplate[]): readonly string[] {
  const maps = new Map(templates.map(({ id, map }) => [id, map]))
  return usedBy.map(({ id, source, pointer }) => {
    const line = maps.get(id)?.[pointer]?.start.line
    return line === undefined ? source : `${source}:${line}`
  })
}
