import { relative, resolve } from 'node:path'
import { isDatabase, ledgersOf, shownPath } from '../../deploy/target.ts'
import { ledgerProblemIn } from '../../ledger/ledger-error-words.ts'
import type { LedgerProblem } from '../../ledger/ledger-error.ts'
import type { LedgerStore } from '../../ledger/ledger.ts'
import { ledgerStore } from '../../ledger/open.ts'
import type { Project } from '../../project/project.ts'
import { UsageError } from '../../project/usage-error.ts'
import { withoutNumbers } from '../../service/redact.ts'
import { openProject } from '../../session/session.ts'
import type { Language } from '../../words/language.ts'
import type { LedgerAction } from '../program/commands.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import { deciderIn } from '../terminal/ask.ts'
import { printableJson } from '../terminal/printable.ts'
import { printable } from '../../words/printable.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { ledgerWords, reportNotices } from './ledger-words.ts'
import { moveCommand } from './move.ts'

export interface LedgerFlags extends GlobalFlags {
  readonly target?: string
  readonly from?: string
  readonly to?: string
  /** Of the database that `from` or `to` names. */
  readonly schema?: string
  readonly reason?: string
  /** Whether nothing was lost, so that what is left to send stays so. */
  readonly complete?: boolean
  readonly json?: boolean
}

interface Asked {
  readonly action: LedgerAction
  /** The file that `backup` writes. */
  readonly file: string | undefined
}

/** What an action says of its end. */
interface Done {
  readonly exitCode: ExitCode
  readonly json: object
  readonly lines: readonly string[]
}

/**
 * `ledger`: verifies, backs up, moves and recovers the record of what was sent.
 *
 * @throws UsageError for a flag that is missing, and for a target without a ledger
 * @throws LedgerError for a ledger with which it cannot be done
 */
export async function ledgerCommand(
  { action, file }: Asked,
  flags: LedgerFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  checkFlags(action, flags)
  const project = await openProject(flags, terminal)
  const { exitCode, json, lines } = await done({ action, file }, { project, flags, terminal })
  if (flags.json) terminal.out(`${printableJson({ version: 1, ...json }, 2)}\n`)
  else for (const line of lines) terminal.out(`${printable(line)}\n`)
  return exitCode
}

interface Session {
  readonly project: Project
  readonly flags: LedgerFlags
  readonly terminal: Terminal
}

function done({ action, file }: Asked, session: Session): Promise<Done> {
  switch (action) {
    case 'check':
      return check(session)
    case 'backup':
      if (file === undefined) throw new Error('A backup without a file.')
      return backup(file, session)
    case 'move':
      return move(session)
    case 'recover':
      return recover(session)
  }
}

/** @throws UsageError for a flag that has no text in it */
function checkFlags(action: LedgerAction, flags: LedgerFlags): void {
  const needed = action === 'move' ? 'to' : action === 'recover' ? 'reason' : undefined
  if (needed && (flags[needed] ?? '').trim() === '') throw new UsageError({ type: 'flag-missing', flag: `--${needed}` })
}

async function check({ project, flags, terminal }: Session): Promise<Done> {
  const { lang, cwd } = terminal
  const { red, green } = terminal.outColors
  const stores = await ledgersOf(project, flags.target, terminal)
  const checked = await Promise.all(
    stores.map(async (store) => ({
      target: store.target,
      path: store.path,
      problem: (await store.check())?.problem,
    })),
  )
  return {
    exitCode: checked.some(({ problem }) => problem) ? exitCodes.usage : exitCodes.done,
    json: {
      ledgers: checked.map(({ target, path, problem }) => ({
        target,
        path,
        sound: problem === undefined,
        ...jsonOf(problem, lang),
      })),
    },
    lines: checked.flatMap(({ target, path, problem }) => {
      if (!problem) return [`${green('✓')} ${target}  ${ledgerWords[lang].sound(shownPath(path, cwd))}`]
      const [wrong, toDo] = ledgerProblemIn(lang, problem)
      return [`${red('✗')} ${target}  ${wrong}`, `  ${toDo}`]
    }),
  }
}

function jsonOf(problem: LedgerProblem | undefined, lang: Language): object {
  if (problem === undefined) return {}
  const [meaning, remedy] = ledgerProblemIn(lang, problem)
  return { problem: problem.type, meaning, remedy }
}

async function backup(file: string, { project, flags, terminal }: Session): Promise<Done> {
  const { lang, cwd } = terminal
  const store = await one(project, flags, terminal)
  if (isDatabase(store)) throw new UsageError({ type: 'ledger-in-database' })
  const { target, path } = store
  const to = resolve(cwd, file)
  const reader = await store.read()
  try {
    await reader.copyTo(to)
  } finally {
    await reader.close()
  }
  const words = ledgerWords[lang]
  return {
    exitCode: exitCodes.done,
    json: { target, path, backup: to },
    lines: [words.backedUp(relative(cwd, to)), words.backupIsRefused],
  }
}

async function move({ project, flags, terminal }: Session): Promise<Done> {
  const configured = await one(project, flags, terminal)
  const { target } = configured
  const { json, lines } = await moveCommand({ target, configured }, flags, { project, terminal })
  return { exitCode: exitCodes.done, json, lines }
}

async function recover({ project, flags, terminal }: Session): Promise<Done> {
  const { lang, env } = terminal
  const { complete: isComplete = false } = flags
  const store = await one(project, flags, terminal)
  const { target, path } = store
  const problem = (await store.check())?.problem
  // No standby takes over a file.
  if (isComplete && !isDatabase(store)) throw new UsageError({ type: 'complete-for-file' })
  const words = ledgerWords[lang]
  if (problem === undefined)
    return { exitCode: exitCodes.done, json: { target, path, unknown: 0 }, lines: [words.nothingToRecover] }
  const who = deciderIn(env)
  const { unknown, notices } = await store.accept({
    who,
    reason: withoutNumbers((flags.reason ?? '').trim()),
    ...(isComplete && { isComplete }),
  })
  reportNotices(notices, terminal)
  const status = terminal.command('status', [['--target', target]])
  return {
    exitCode: exitCodes.done,
    json: { target, path, problem: problem.type, unknown },
    lines: [
      isComplete ? words.recoveredComplete : words.recovered(unknown),
      ...(problem.type === 'backup' && !isComplete ? [words.begunSince] : []),
      words.next(status),
    ],
  }
}

/** The one ledger that is meant. */
async function one(project: Project, { target, from }: LedgerFlags, terminal: Terminal): Promise<LedgerStore> {
  if (from !== undefined && target !== undefined) {
    // Of the ledger itself nothing is asked: `--from` names it.
    return ledgerStore({ target, path: resolve(terminal.cwd, from) })
  }
  const ledgers = await ledgersOf(project, target, terminal)
  const [ledger, ...others] = ledgers
  if (ledger === undefined || others.length > 0) {
    throw new UsageError({ type: 'several-ledgers', targets: ledgers.map((each) => each.target) })
  }
  return ledger
}
