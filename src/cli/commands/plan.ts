import { asJson, command, listOption, option } from '../command.ts'
import { inputFlags } from '../../deploy/plan.ts'
import { planRelease } from '../../deploy/planning.ts'
import { openTarget } from '../../deploy/target.ts'
import { writeOutput, isStandardOutput } from '../../project/files/write-file.ts'
import { openProject } from '../../session/session.ts'
import { exitCodes } from '../exit-codes.ts'
import { reportRefusals } from './ledger/ledger-notices.ts'
import { jsonText } from '../terminal/printable.ts'
import { planText, notesOf, reportFound, reportRepeated } from './deploy/plan-text.ts'

/** The options that choose recipients, for a plan and a deploy. */
export const recipientOptions = {
  recipients: option('--recipients <file>', {
    en: 'CSV or NDJSON for every message (default: the file each one names)',
    ko: '모든 메시지에 쓸 CSV 또는 NDJSON 파일(기본값: 메시지마다 적은 파일)',
  }),
  release: option('--release <name>', {
    en: 'name of the campaign: no person receives a message of one release twice',
    ko: '캠페인 이름. 같은 릴리스의 메시지는 한 사람에게 두 번 가지 않음',
  }),
  exclude: listOption('--exclude <file>', {
    en: 'numbers that are not sent to, one a line or in a column; may be given several times',
    ko: '보내지 않을 번호 목록. 한 줄에 하나 또는 receiver_number 열. 여러 번 쓸 수 있음',
  }),
  skipInvalid: option('--skip-invalid <file>', {
    en: 'leave out rows that are wrong, and write them to this CSV file with the reason',
    ko: '잘못된 행은 빼고 보내며, 뺀 행을 이유와 함께 이 CSV 파일에 쓰기',
  }),
  notIn: option('--not-in <release>', {
    en: 'leave out each person who has, or may have, something of this release',
    ko: '이 릴리스의 메시지를 받았거나 받았을 수 있는 수신자 제외',
  }),
}

export const definition = command({
  usage: 'plan [paths...]',
  examples: [
    'friendtalk plan --target production --release 2026-06-sale --out plan.json',
    'friendtalk plan messages/sale.md --recipients list.csv',
  ],
  options: {
    target: option('--target <name>', {
      en: 'where to (default: emulator, started for the run)',
      ko: '발송 대상(기본값: emulator, 이 컴퓨터에서 실행)',
    }),
    ...recipientOptions,
    out: option('--out <file>', {
      en: 'write the plan, to be reviewed and given to deploy',
      ko: '검토하고 deploy에 넘길 계획 파일 쓰기',
    }),
    json: asJson,
  },
  async run({ args: [paths], options, terminal }) {
    const session = openTarget(await openProject({ ...options, paths }, terminal), options.target, terminal)
    const { out } = options
    const planned = await planRelease(session, { ...options, paths }, terminal)
    await reportRefusals([session.store], terminal)
    reportFound(planned.found, terminal)
    if (planned.type === 'diagnostics') return exitCodes.findings
    const { plan } = planned
    const isPrinted = out !== undefined && isStandardOutput(out, terminal.cwd)
    if (out !== undefined && !isPrinted) await writeOutput(out, [jsonText(plan)], terminal)
    if (options.json || isPrinted) {
      terminal.json(plan)
      reportRepeated(planned.repeated, terminal)
      return exitCodes.done
    }
    terminal.out(planText(plan, terminal, { nowMs: Date.now(), showsContent: true, notes: notesOf(planned.found) }))
    reportRepeated(planned.repeated, terminal)
    const isKnown = plan.target.baseUrl === undefined || plan.ledger.lineage !== undefined
    const next =
      out === undefined
        ? terminal.command('plan', [
            ...inputFlags({ ...options, paths }),
            ['--target', plan.target.name],
            ['--release', plan.release],
            ['--out', 'plan.json'],
          ])
        : terminal.command('deploy', isKnown ? [[out]] : [[out], ['--new-ledger']])
    return { next: [next] }
  },
})
