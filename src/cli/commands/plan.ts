import { recipientOptions } from './deploy/recipient-options.ts'
import { command, option } from '../command.ts'
import { inputFlags, type Plan } from '../../deploy/plan.ts'
import { planRelease } from '../../deploy/planning.ts'
import { openTarget, type TargetSession } from '../../deploy/target.ts'
import { writeOutput, isStandardOutput } from '../../project/files/write-file.ts'
import type { Flag } from '../../session/host.ts'
import { openProject } from '../../session/session.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { reportRefusals } from './ledger/ledger-words.ts'
import { printableJson } from '../terminal/printable.ts'
import { printable } from '../../words/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { deployWords } from './deploy/deploy-words.ts'
import type { PlanFlags } from './deploy.ts'
import { planText, notesOf, reportFound, reportRepeated } from './deploy/plan-text.ts'

export const definition = command({
  usage: 'plan [paths...]',
  examples: [
    'friendtalk plan --target production --release 2026-06-sale --out plan.json',
    'friendtalk plan messages/sale.md --recipients list.csv',
  ],
  options: [
    option('--target <name>', {
      en: 'where to (default: emulator, started for the run)',
      ko: '발송 대상(기본값: emulator, 이 컴퓨터에서 실행)',
    }),
    ...recipientOptions,
    option('--out <file>', {
      en: 'write the plan, to be reviewed and given to deploy',
      ko: '검토하고 deploy에 넘길 계획 파일 쓰기',
    }),
    option('--json', { en: 'as JSON', ko: 'JSON으로 출력' }),
  ],
  run: (terminal: Terminal, paths: string[], flags: PlanCommandFlags) => planCommand(paths, flags, terminal),
})

export interface PlanCommandFlags extends PlanFlags {
  readonly out?: string
  readonly json?: boolean
}

/** `plan`: what a deploy would do. Nothing is sent, and no other host is spoken to. */
async function planCommand(paths: readonly string[], flags: PlanCommandFlags, terminal: Terminal): Promise<ExitCode> {
  const session = openTarget(await openProject({ ...flags, paths }, terminal), flags.target, terminal)
  const { release, recipients, exclude, notIn, skipInvalid, out } = flags
  const planned = await planRelease(session, { paths, release, recipients, exclude, notIn, skipInvalid }, terminal)
  await reportRefusals([session.store], terminal)
  reportFound(planned.found, terminal)
  if (planned.type === 'diagnostics') return exitCodes.findings
  const { plan } = planned
  const { cwd } = terminal
  const json = flags.json || (out !== undefined && isStandardOutput(out, cwd))
  if (out !== undefined && !isStandardOutput(out, cwd)) {
    await writeOutput(out, [jsonText(plan)], { cwd })
  }
  terminal.out(
    json
      ? jsonText(plan)
      : planText(plan, terminal, { nowMs: Date.now(), showsContent: true, notes: notesOf(planned.found) }),
  )
  reportRepeated(planned.repeated, terminal)
  if (!json && terminal.verbosity !== 'quiet') {
    const following = next(plan, { paths, flags, session }, terminal)
    terminal.err(`${deployWords[terminal.lang].next(printable(following))}\n`)
  }
  return exitCodes.done
}

function jsonText(plan: Plan): string {
  return `${printableJson(plan, 2)}\n`
}

interface Next {
  readonly paths: readonly string[]
  readonly flags: PlanCommandFlags
  readonly session: TargetSession
}

/** The command that goes on from a plan: writing it down for review, or deploying it. */
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
