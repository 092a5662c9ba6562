import { resolve } from 'node:path'
import type { Delivery } from '../../contract/delivery.ts'
import { reportsOf, statusOutput } from '../../deploy/status-output.ts'
import { ledgersOf } from '../../deploy/target.ts'
import type { SendState } from '../../ledger/ledger.ts'
import { isStandardOutput } from '../../project/files/write-file.ts'
import { UsageError } from '../../project/usage-error.ts'
import { openProject } from '../../session/session.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import { reportRefusals } from '../ledger/ledger-words.ts'
import { printableJson } from '../terminal/printable.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { exportSends } from './sends-export.ts'
import { statusText } from './status-text.ts'

export interface StatusFlags extends GlobalFlags {
  readonly target?: string
  readonly json?: boolean
  /** A file, or `-` for the standard output. */
  readonly csv?: string
  /** Only sends in this state, in the file. */
  readonly state?: SendState
  /** Only sends of which this is known, in the file. */
  readonly delivery?: Delivery
  /** A file, or `-` for the standard output. */
  readonly html?: string
}

/**
 * `status`: what the ledgers say, also while a deploy is running. Nothing is changed.
 *
 * @throws UsageError for a release or a target that there is not, and when there is no ledger
 */
export async function statusCommand(
  release: string | undefined,
  flags: StatusFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { json, state, delivery } = flags
  const outputOf = (path: string | undefined): string | undefined =>
    path !== undefined && isStandardOutput(path, terminal.cwd) ? '-' : path
  const [csv, html] = [outputOf(flags.csv), outputOf(flags.html)]
  refuseTogether(flags, { csv, html })
  const project = await openProject(flags, terminal)
  const stores = await ledgersOf(project, flags.target, terminal)
  const reports = await reportsOf(release, stores)
  if (csv !== undefined) {
    const filter = { ...(state !== undefined && { state }), ...(delivery !== undefined && { delivery }) }
    await exportSends({ csv, ...filter }, reports, terminal)
  }
  if (html !== undefined) {
    const { writeReport } = await import('./status-html.ts')
    await writeReport({ html, reports, project }, terminal)
  }
  if (csv === '-' || html === '-') return exitCodes.done
  await reportRefusals(stores, terminal)
  terminal.out(
    json ? `${printableJson(await statusOutput(reports, terminal), 2)}\n` : await statusText(reports, terminal),
  )
  return exitCodes.done
}

interface Outputs {
  readonly csv: string | undefined
  readonly html: string | undefined
}

/** @throws UsageError for flags that do not go together, or not alone */
function refuseTogether({ json, state, delivery }: StatusFlags, { csv, html }: Outputs): void {
  const outputs = [
    ...(csv === undefined ? [] : [{ flag: '--csv', isOut: csv === '-' }]),
    ...(html === undefined ? [] : [{ flag: '--html', isOut: html === '-' }]),
    ...(json ? [{ flag: '--json', isOut: true }] : []),
  ]
  const out = outputs.filter(({ isOut }) => isOut).map(({ flag }) => (flag === '--json' ? flag : `${flag} -`))
  const [one, other] = out
  if (one !== undefined && other !== undefined) throw new UsageError({ type: 'flags-exclusive', flags: [one, other] })
  if (csv !== undefined && html !== undefined && resolve(csv) === resolve(html)) {
    throw new UsageError({ type: 'flags-exclusive', flags: [`--csv ${csv}`, `--html ${html}`] })
  }
  const filter = state !== undefined ? '--state' : delivery !== undefined ? '--delivery' : undefined
  if (filter && csv === undefined) throw new UsageError({ type: 'flag-needs', flag: filter, needs: '--csv' })
}
