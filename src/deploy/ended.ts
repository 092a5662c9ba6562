import { koreanTime } from '../text/korean-time.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { LedgerStore } from '../ledger/ledger.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Language } from '../words/language.ts'
import type { DeployResult } from './deploy.ts'
import { isOver, type ReleaseReport, releasesIn, templatesOf } from './report.ts'
import type { ImageProblem, RunEnd } from './run-end.ts'
import { deployRunWords } from './run-words.ts'

/** A deploy that is over. */
export type EndedDeploy = Pick<Extract<DeployResult, { type: 'ended' }>, 'release' | 'end' | 'rest'>

/**
 * Reads what a ledger says of a release whose deploy is over; undefined where it has none. A ledger that failed while
 * sending may not be readable any more: what sending came to is said all the same.
 */
export async function endedReport(
  store: LedgerStore,
  { release, end, rest }: EndedDeploy,
): Promise<ReleaseReport | undefined | 'unreadable'> {
  try {
    const report = (await releasesIn(store, release))[0]
    return report && rest ? { ...report, rest } : report
  } catch (error) {
    if (end.type === 'ledger' && error instanceof LedgerError) return 'unreadable'
    throw error
  }
}

const maxShownKeys = 10

/** Says why a deploy ended, in lines; none where it is done. */
export async function endLines(end: RunEnd, report: ReleaseReport, lang: Language): Promise<readonly string[]> {
  const { store, release, counts } = report
  const words = deployRunWords[lang]
  switch (end.type) {
    case 'done':
      // A machine that stood still may put what it had claimed back when the others have ended.
      return counts.pending > 0 ? [words.cameBack(counts.pending)] : []
    case 'limit':
      return isOver(report) ? [] : [words.end(end)]
    case 'images': {
      const templates = await templatesOf(store, release)
      const lines = end.problems.flatMap(({ image, problem }) => [
        `  ${image.path}: ${words.imageProblem(problem)}`,
        ...placesOf(image, templates).map((place) => `    ${place}`),
      ])
      return [words.imagesFailed(end.problems), ...lines]
    }
    case 'ledger':
      return ledgerEndLines(end, lang)
    case 'window':
      return [words.end(end), words.opensAt(koreanTime(end.opensAtMs))]
    case 'pause': {
      const { reasons, foreignKeys } = end
      const shown = foreignKeys.slice(0, maxShownKeys)
      const keys = shown.length > 0 ? [words.foreignKeys(shown, foreignKeys.length - shown.length)] : []
      return [words.end(end), ...reasons.map((reason) => words.pauses[reason]), ...keys]
    }
    case 'interrupted':
    case 'cancelled':
    case 'clock':
    case 'unknown-outcomes':
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

/** Says why the ledger ended a deploy. */
export function ledgerEndLines(end: Extract<RunEnd, { type: 'ledger' }>, lang: Language): readonly string[] {
  const unrecorded = end.unrecorded > 0 ? [deployRunWords[lang].unrecorded(end.unrecorded)] : []
  return [...end.text[lang], ...unrecorded]
}
