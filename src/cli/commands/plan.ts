import { relative, resolve } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { Plan } from '../../deploy/plan.ts'
import { openLedgerReader } from '../../ledger/sqlite/open-ledger.ts'
import { reasonOf, UsageError } from '../../project/usage-error.ts'
import { type DeploySession, openDeploy, type PlanFlags, planFrom, releaseOf } from '../deploy-session.ts'
import { deployWords } from '../deploy-words.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { planText, reportFound } from '../plan-text.ts'
import { nextCommand } from '../next-command.ts'
import { printable } from '../printable.ts'
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
    const planned = await planFrom(inputs, session, { flags, terminal })
    reportFound(planned.found, terminal)
    if (planned.type === 'findings') return exitCodes.findings
    const { plan } = planned
    if (flags.out !== undefined) await write(plan, flags.out, terminal)
    terminal.out(flags.json ? jsonText(plan) : planText(plan, terminal, { nowMs: Date.now() }))
    if (!flags.json && terminal.verbosity !== 'quiet') sayNext(plan, flags, { session, terminal })
    return exitCodes.done
  } finally {
    ledger?.close()
  }
}

async function write(plan: Plan, out: string, { cwd }: Terminal): Promise<void> {
  const file = resolve(cwd, out)
  try {
    await writeFileAtomic(file, jsonText(plan))
  } catch (error) {
    throw new UsageError({ type: 'unwritable', path: relative(cwd, file), reason: reasonOf(error) })
  }
}

function jsonText(plan: Plan): string {
  return `${JSON.stringify(plan, null, 2)}\n`
}

function sayNext(
  plan: Plan,
  flags: PlanCommandFlags,
  { session, terminal }: { readonly session: DeploySession; readonly terminal: Terminal },
): void {
  const words = deployWords[terminal.lang]
  const command =
    flags.out === undefined
      ? nextCommand(
          'plan',
          [
            ['--target', plan.target.name],
            ['--release', plan.release],
            ['--out', 'plan.json'],
          ],
          flags,
        )
      : nextCommand(
          'deploy',
          [[flags.out], ...(session.isBuiltIn || session.hasLedger ? [] : [['--new-ledger'] as const])],
          flags,
        )
  terminal.err(`${words.next(printable(command))}\n`)
}
