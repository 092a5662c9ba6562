import { flagsExclusive } from '../../project/usage-error.ts'
import { sendStates } from '../../ledger/ledger.ts'
import { deliveries } from '../../contract/contract.ts'
import { asJson, command, option } from '../command.ts'
import { resolve } from 'node:path'
import { reportsOf, statusOutput } from '../../deploy/status-output.ts'
import { ledgersOf } from '../../deploy/target.ts'
import { isStandardOutput } from '../../project/files/write-file.ts'
import { openProject } from '../../session/session.ts'
import { exitCodes } from '../exit-codes.ts'
import { reportRefusals } from './ledger/ledger-notices.ts'
import { exportSends } from './status/sends-export.ts'
import { statusText } from './status/status-text.ts'

const options = {
  target: option('--target <name>', { en: 'one target (default: all)', ko: '발송 대상 하나(기본값: 모두)' }),
  json: asJson,
  csv: option('--csv <file>', {
    en: 'write every send to a file for spreadsheets; - is the standard output',
    ko: '모든 발송을 스프레드시트용 파일로 쓰기. -는 표준 출력',
  }),
  state: option(
    '--state <state>',
    { en: 'only sends in this state, with --csv', ko: '--csv에 이 상태의 발송만 쓰기' },
    { choices: sendStates, needs: '--csv' },
  ),
  delivery: option(
    '--delivery <delivery>',
    { en: 'only sends of this delivery, in the file of --csv', ko: '--csv 파일에 이 전달 상태의 발송만 쓰기' },
    { choices: deliveries, needs: '--csv' },
  ),
  html: option('--html <file>', {
    en: 'write a report to open in a browser and send to others, as one file; - is the standard output',
    ko: '브라우저로 열고 공유할 수 있는 리포트를 파일 하나로 쓰기. -는 표준 출력',
  }),
}

/**
 * `status`: what the ledgers say, also while a deploy is running. Nothing is changed.
 *
 * @throws UsageError for a release or a target that there is not, and when there is no ledger
 */
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
  options,
  async run({ args: [release], options: { csv: typedCsv, html: typedHtml, ...flags }, terminal }) {
    const [csv, html] = [typedCsv, typedHtml].map((path) =>
      path !== undefined && isStandardOutput(path, terminal.cwd) ? '-' : path,
    )
    const outputs = [
      { shown: `--csv ${csv}`, place: csv },
      { shown: `--html ${html}`, place: html },
      { shown: '--json', place: flags.json && '-' },
    ].flatMap(({ shown, place }) => (place === undefined ? [] : [{ shown, path: resolve(place) }]))
    const [one, other] = outputs.filter(({ path }) => outputs.filter((each) => each.path === path).length > 1)
    if (one && other) throw flagsExclusive(one.shown, other.shown)
    const project = await openProject(flags, terminal)
    const stores = await ledgersOf(project, flags.target, terminal)
    const reports = await reportsOf(release, stores)
    if (csv !== undefined) await exportSends(csv, { ...flags, reports }, terminal)
    if (html !== undefined) {
      const { writeReport } = await import('./status/status-html.ts')
      await writeReport(html, { reports, project }, terminal)
    }
    if (csv === '-' || html === '-') return exitCodes.done
    await reportRefusals(stores, terminal)
    return flags.json ? { json: await statusOutput(reports, terminal) } : { text: await statusText(reports, terminal) }
  },
})
