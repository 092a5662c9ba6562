import type { ImageProblem, RunEnd } from '../deploy/events.ts'
import { openLedgerReader } from '../ledger/sqlite/open-ledger.ts'
import type { CompiledTemplate } from '../template.ts'
import { koreanTime } from '../words/korean-time.ts'
import { ledgerProblemIn } from '../words/ledger.ts'
import type { EmitJson } from './deploy-events.ts'
import { deployRunWords } from './deploy-run-words.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { printable } from './printable.ts'
import type { TargetLedger } from './project-ledgers.ts'
import { detailsOf, type ReleaseReport, releasesIn } from './release-report.ts'
import { releaseText } from './status-text.ts'
import type { GlobalFlags, Terminal } from './terminal.ts'

/** A deploy that is over. */
export interface Ended {
  readonly ledger: TargetLedger
  readonly release: string
  readonly end: RunEnd
}

interface Look {
  readonly terminal: Terminal
  readonly flags: GlobalFlags
  readonly json: EmitJson | undefined
}

/** Says why a deploy ended and what came of the release, and returns the exit code that tells it to scripts. */
export function reportEnd({ ledger, release, end }: Ended, { terminal, flags, json }: Look): ExitCode {
  const report = releasesIn(ledger).find((one) => one.release === release)
  if (report === undefined) throw new Error(`The ledger has no release ${release}.`)
  const exitCode = exitCodeOf(end, report)
  const lines = endLines(end, { ledger, release, terminal })
  if (json) {
    const { state, counts, messages } = report
    const { failures } = detailsOf(report)
    json({
      event: 'end',
      reason: end.type,
      release,
      target: ledger.target,
      state,
      counts,
      messages,
      failures,
      exitCode,
    })
  } else terminal.out(releaseText(report, terminal, flags))
  for (const line of lines) terminal.err(`${printable(line)}\n`)
  return exitCode
}

/** What there is unknown goes before what can go on, and that before what was rejected. */
function exitCodeOf(end: RunEnd, { counts }: ReleaseReport): ExitCode {
  if (counts.unknown + counts.inflight > 0) return exitCodes.unknown
  if (end.type !== 'done' && end.type !== 'limit') return exitCodes.stopped
  return counts.rejected > 0 ? exitCodes.rejected : exitCodes.done
}

function endLines(
  end: RunEnd,
  { ledger, release, terminal }: Pick<Ended, 'ledger' | 'release'> & { readonly terminal: Terminal },
): readonly string[] {
  const words = deployRunWords[terminal.lang]
  switch (end.type) {
    case 'done':
      return []
    case 'images': {
      const templates = templatesOf(ledger, release)
      const lines = end.problems.flatMap(({ image, problem }) => [
        `  ${image.path}: ${words.imageProblem(problem)}`,
        ...placesOf(image, templates).map((place) => `    ${place}`),
      ])
      return [words.imagesFailed(end.problems), ...lines]
    }
    case 'ledger':
      return [
        ...ledgerProblemIn(terminal.lang, end.problem),
        ...(end.unrecorded > 0 ? [words.unrecorded(end.unrecorded)] : []),
      ]
    case 'window':
      return [words.end(end), words.opensAt(koreanTime(end.opensAtMs))]
    case 'pause': {
      const { reasons, foreignKeys } = end
      const keys = foreignKeys.length > 0 ? [words.foreignKeys(foreignKeys)] : []
      return [words.end(end), ...reasons.map((reason) => words.pauses[reason]), ...keys]
    }
    case 'limit':
    case 'interrupted':
    case 'clock':
    case 'unknown-outcomes':
    case 'not-reachable':
      return [words.end(end)]
  }
}

function templatesOf({ path, target }: TargetLedger, release: string): readonly CompiledTemplate[] {
  const reader = openLedgerReader({ path, target })
  try {
    return reader.templates(release)
  } finally {
    reader.close()
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
