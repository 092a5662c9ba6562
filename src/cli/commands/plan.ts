import type { Plan } from '../../deploy/plan.ts'
import { openLedgerReader } from '../../ledger/sqlite/open-ledger.ts'
import { isStandardOutput } from '../../project/output-stream.ts'
import { writeOutput } from '../../project/output-file.ts'
import { type DeploySession, openDeploy, type PlanFlags, planFrom, releaseOf } from '../deploy-session.ts'
import { deployWords } from '../deploy-words.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { planText, reportFound, reportRepeated } from '../plan-text.ts'
import { type Flag, nextCommand } from '../next-command.ts'
import { printable, printableJson } from '../printable.ts'
import type { Terminal } from '../terminal.ts'

export interface PlanCommandFlags extends PlanFlags {
  readonly out?: string
  readonly json?: boolean
}

/** `plan`: what a deploy would do. Nothing is sent, and no other host is spoken to. */
export async function planCommand(
  paths: readonly string[],
  flags: PlanCommandFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const session = await openDeploy(flags, terminal)
  const { target, ledgerFile, hasLedger } = session
  const ledger = hasLedger ? openLedgerReader({ path: ledgerFile, target: target.name }) : undefined
  try {
    const release = releaseOf(flags, session, { ledger, command: 'plan' })
    const { recipients } = flags
    const inputs = { paths, release, ...(recipients !== undefined && { recipients }), ...(ledger && { ledger }) }
    const planned = await planFrom(inputs, session, terminal)
    reportFound(planned.found, terminal)
    if (planned.type === 'findings') return exitCodes.findings
    const { plan } = planned
    const { cwd } = terminal
    const { out } = flags
    const json = flags.json || (out !== undefined && isStandardOutput(out, cwd))
    if (out !== undefined && !isStandardOutput(out, cwd)) {
      await writeOutput(out, [jsonText(plan)], { cwd, kind: 'plan', folders: 'there' })
    }
    terminal.out(json ? jsonText(plan) : planText(plan, terminal, { nowMs: Date.now() }))
    reportRepeated(planned.repeated, terminal)
    if (!json && terminal.verbosity !== 'quiet') {
      const command = next(plan, { paths, flags, session })
      terminal.err(`${deployWords[terminal.lang].next(printable(command))}\n`)
    }
    return exitCodes.done
  } finally {
    ledger?.close()
  }
}

function jsonText(plan: Plan): string {
  return `${printableJson(plan, 2)}\n`
}

/** The command that goes on from a plan: writing it down for review, or deploying it. */
function next(
  plan: Plan,
  { paths, flags, session }: { paths: readonly string[]; flags: PlanCommandFlags; session: DeploySession },
): string {
  const { out, recipients } = flags
  if (out !== undefined) {
    const newLedger: readonly Flag[] = session.isBuiltIn || session.hasLedger ? [] : [['--new-ledger']]
    return nextCommand('deploy', [[out], ...newLedger], flags)
  }
  const same: readonly Flag[] = [
    ...paths.map((path) => [path] as const),
    ['--target', plan.target.name],
    ...(recipients === undefined ? [] : [['--recipients', recipients] as const]),
    ['--release', plan.release],
  ]
  return nextCommand('plan', [...same, ['--out', 'plan.json']], flags)
}
