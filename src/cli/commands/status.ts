import { flagsExclusive, flagNeeds } from '../../project/usage-error.ts'
import { sendStates } from '../../ledger/send-states.ts'
import { deliveries } from '../../contract/contract.ts'
import { command, option } from '../command.ts'
import { resolve } from 'node:path'
import type { Delivery } from '../../contract/contract.ts'
import { reportsOf, statusOutput } from '../../deploy/status-output.ts'
import { ledgersOf } from '../../deploy/target.ts'
import type { SendState } from '../../ledger/ledger.ts'
import { isStandardOutput } from '../../project/files/write-file.ts'
import { openProject } from '../../session/session.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { reportRefusals } from './ledger/ledger-words.ts'
import { printableJson } from '../terminal/printable.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { exportSends } from './status/sends-export.ts'
import { statusText } from './status/status-text.ts'

export const definition = command({
  usage: 'status [release]',
  examples: [
    'friendtalk status',
    'friendtalk status 2026-06-sale --target production --csv sends.csv',
    'friendtalk status 2026-06-sale --html report.html',
  ],
  arguments: {
    release: { en: 'one release (default: all)', ko: '릴리스 하나(기본값: 모두)' },
  },
  options: [
    option('--target <name>', { en: 'one target (default: all)', ko: '발송 대상 하나(기본값: 모두)' }),
    option('--json', { en: 'as JSON', ko: 'JSON으로 출력' }),
    option('--csv <file>', {
      en: 'write every send to a file for spreadsheets; - is the standard output',
      ko: '모든 발송을 스프레드시트용 파일로 쓰기. -는 표준 출력',
    }),
    option(
      '--state <state>',
      { en: 'only sends in this state, with --csv', ko: '--csv에 이 상태의 발송만 쓰기' },
      { choices: sendStates },
    ),
    option(
      '--delivery <delivery>',
      { en: 'only sends of this delivery, in the file of --csv', ko: '--csv 파일에 이 전달 상태의 발송만 쓰기' },
      { choices: deliveries },
    ),
    option('--html <file>', {
      en: 'write a report to open in a browser and send to others, as one file; - is the standard output',
      ko: '브라우저로 열고 공유할 수 있는 리포트를 파일 하나로 쓰기. -는 표준 출력',
    }),
  ],
  run: (terminal: Terminal, release: string | undefined, flags: StatusFlags) => statusCommand(release, flags, terminal),
})

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
async function statusCommand(release: string | undefined, flags: StatusFlags, terminal: Terminal): Promise<ExitCode> {
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
    const { writeReport } = await import('./status/status-html.ts')
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
  if (one !== undefined && other !== undefined) throw flagsExclusive(one, other)
  if (csv !== undefined && html !== undefined && resolve(csv) === resolve(html)) {
    throw flagsExclusive(`--csv ${csv}`, `--html ${html}`)
  }
  const filter = state !== undefined ? '--state' : delivery !== undefined ? '--delivery' : undefined
  if (filter && csv === undefined) throw flagNeeds(filter, '--csv')
}
