import { recipientOptions } from './deploy/recipient-options.ts'
import { asJson, command, option, type OptionValues } from '../command.ts'
import { inputFlags, type Plan } from '../../deploy/plan.ts'
import { planRelease } from '../../deploy/planning.ts'
import { openTarget, type TargetSession } from '../../deploy/target.ts'
import { writeOutput, isStandardOutput } from '../../project/files/write-file.ts'
import type { Flag } from '../../session/host.ts'
import { openProject } from '../../session/session.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { reportRefusals } from './ledger/ledger-notices.ts'
import { jsonText } from '../terminal/printable.ts'
import { nextLine } from '../../words/phrases.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { planText, notesOf, reportFound, reportRepeated } from './deploy/plan-text.ts'

const options = {
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
}

type PlanFlags = OptionValues<typeof options>

export const definition = command({
  usage: 'plan [paths...]',
  summary: {
    en: 'Shows what a deploy would do. Nothing is sent.',
    ko: '배포하면 무엇을 할지 보여 줍니다. 아무것도 보내지 않습니다.',
  },
  examples: [
    'friendtalk plan --target production --release 2026-06-sale --out plan.json',
    'friendtalk plan messages/sale.md --recipients list.csv',
  ],
  options,
  // Nothing is sent, and no other host is spoken to.
  run: ({ args: [paths], options: flags, terminal }) => planCommand(paths, flags, terminal),
})

async function planCommand(paths: readonly string[], flags: PlanFlags, terminal: Terminal): Promise<ExitCode> {
  const session = openTarget(await openProject({ ...flags, paths }, terminal), flags.target, terminal)
  const { release, recipients, exclude, notIn, skipInvalid, out } = flags
  const planned = await planRelease(session, { paths, release, recipients, exclude, notIn, skipInvalid }, terminal)
  await reportRefusals([session.store], terminal)
  reportFound(planned.found, terminal)
  if (planned.type === 'diagnostics') return exitCodes.findings
  const { plan } = planned
  const isPrinted = out !== undefined && isStandardOutput(out, terminal.cwd)
  if (out !== undefined && !isPrinted) await writeOutput(out, [jsonText(plan)], terminal)
  const isJson = flags.json === true || isPrinted
  if (isJson) terminal.json(plan)
  else terminal.out(planText(plan, terminal, { nowMs: Date.now(), showsContent: true, notes: notesOf(planned.found) }))
  reportRepeated(planned.repeated, terminal)
  if (!isJson) terminal.note(nextLine(next(plan, { paths, flags, session }, terminal)))
  return exitCodes.done
}

interface Next {
  readonly paths: readonly string[]
  readonly flags: PlanFlags
  readonly session: TargetSession
}

/** Returns the command that goes on from a plan: writing it for review, or deploying it. */
function next(plan: Plan, { paths, flags, session }: Next, terminal: Terminal): string {
  const { out, recipients, exclude, notIn, skipInvalid } = flags
  if (out !== undefined) {
    const newLedger: readonly Flag[] = session.isBuiltIn || plan.ledger.lineage !== undefined ? [] : [['--new-ledger']]
    return terminal.command('deploy', [[out], ...newLedger])
  }
  const same: readonly Flag[] = [
    ...inputFlags({ paths, recipients, exclude, notIn, skipInvalid }),
    ['--target', plan.target.name],
    ['--release', plan.release],
  ]
  return terminal.command('plan', [...same, ['--out', 'plan.json']])
}
