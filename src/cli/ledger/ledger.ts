import { isAbsolute, join, parse, relative, resolve } from 'node:path'
import { isDatabase, ledgerPlace, ledgersOf, shownPath } from '../../deploy/target.ts'
import { ledgerProblemIn } from '../../ledger/ledger-error-words.ts'
import { LedgerError, type LedgerProblem } from '../../ledger/ledger-error.ts'
import type { LedgerStore } from '../../ledger/ledger.ts'
import { ledgerStore } from '../../ledger/open.ts'
import type { Project } from '../../project/project.ts'
import { UsageError } from '../../project/usage-error.ts'
import { openProject } from '../../session/session.ts'
import type { Language } from '../../words/language.ts'
import type { LedgerAction } from '../program/commands.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import { deciderIn } from '../terminal/ask.ts'
import { printable, printableJson } from '../terminal/printable.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { ledgerWords, reportNotices } from './ledger-words.ts'

export interface LedgerFlags extends GlobalFlags {
  readonly target?: string
  readonly from?: string
  readonly to?: string
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
 * @throws UsageError for flags that an action does not take, and for a target without a ledger
 * @throws LedgerError for a ledger with which it cannot be done
 */
export async function ledgerCommand(
  { action, file }: Asked,
  flags: LedgerFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  checkFlags(action, flags)
  if (action !== 'backup' && file !== undefined) throw new UsageError({ type: 'argument-unexpected', argument: file })
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
      return backup(file, session)
    case 'move':
      return move(session)
    case 'recover':
      return recover(session)
  }
}

const taken: { readonly [A in LedgerAction]: readonly (keyof LedgerFlags)[] } = {
  check: [],
  backup: [],
  move: ['from', 'to'],
  recover: ['reason', 'complete'],
}

/** @throws UsageError for a flag of another action, and for one that is missing */
function checkFlags(action: LedgerAction, flags: LedgerFlags): void {
  for (const flag of ['from', 'to', 'reason', 'complete'] as const) {
    if (flags[flag] !== undefined && !taken[action].includes(flag)) {
      throw new UsageError({ type: 'flag-of-other', flag: `--${flag}`, command: `ledger ${action}` })
    }
  }
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

async function backup(file: string | undefined, { project, flags, terminal }: Session): Promise<Done> {
  const { lang, cwd } = terminal
  if (file === undefined) throw new UsageError({ type: 'argument-missing', argument: 'file' })
  const store = await one(project, flags, terminal)
  if (isDatabase(store)) throw new UsageError({ type: 'ledger-in-database', action: 'backup' })
  const { target, path } = store
  const to = resolve(cwd, file)
  const reader = await store.read()
  try {
    await reader.copyTo(to)
  } finally {
    await reader.close()
  }
  // This machine knows nothing of a copy.
  const problem = (await ledgerStore({ path: to, target }).check())?.problem
  if (problem && problem.type !== 'taken-while-sending') throw new LedgerError(problem)
  const words = ledgerWords[lang]
  return {
    exitCode: exitCodes.done,
    json: { target, path, backup: to, duringDeploy: problem !== undefined },
    lines: [words.backedUp(relative(cwd, to)), ...(problem ? [words.takenWhileSending] : [])],
  }
}

async function move({ project, flags, terminal }: Session): Promise<Done> {
  const { lang, cwd, folders } = terminal
  if (flags.to === database) throw new UsageError({ type: 'ledger-in-database', action: 'move' })
  const { target, path: configured } = await one(project, flags, terminal)
  const [from, to] = [flags.from, flags.to].map((path) => (path === undefined ? configured : resolve(cwd, path)))
  if (from !== undefined && isDatabase({ path: from }))
    throw new UsageError({ type: 'ledger-in-database', action: 'move' })
  if (from === undefined || to === undefined) throw new Error('A path to move to was checked before.')
  const storeAt = (path: string): LedgerStore => ledgerStore({ path, target, stateFolder: folders.state })
  checkName(to, target)
  const sends = await storeAt(from).moveTo(to)
  const words = ledgerWords[lang]
  const place = ledgerPlace(project, target, terminal.env)
  const isConfigured = 'path' in place && place.path === to
  // A backup may be older than what this machine knows: it is in its place, and to be accepted there.
  const problem = (await storeAt(to).check())?.problem
  return {
    exitCode: exitCodes.done,
    json: { target, from, to, sends, ...jsonOf(problem, lang) },
    lines: [
      words.moved({ to: relative(cwd, to), sends }),
      ...(isConfigured ? [] : [words.configureMoved(setting(project, to, target))]),
      ...(problem ? ledgerProblemIn(lang, problem) : []),
    ],
  }
}

async function recover({ project, flags, terminal }: Session): Promise<Done> {
  const { lang, env } = terminal
  const { complete: isComplete = false } = flags
  const store = await one(project, flags, terminal)
  const { target, path } = store
  // A file is never taken over by a standby that has all of it.
  if (isComplete && !isDatabase(store)) throw new UsageError({ type: 'complete-needs-database' })
  const problem = (await store.check())?.problem
  const words = ledgerWords[lang]
  if (problem === undefined)
    return { exitCode: exitCodes.done, json: { target, path, unknown: 0 }, lines: [words.nothingToRecover] }
  const who = deciderIn(env)
  const { unknown, notices } = await store.accept({
    who,
    reason: (flags.reason ?? '').trim(),
    ...(isComplete && { isComplete }),
  })
  reportNotices(notices, terminal)
  const status = terminal.command('status', [['--target', target]])
  return {
    exitCode: exitCodes.done,
    json: { target, path, problem: problem.type, unknown },
    lines: [isComplete ? words.recoveredComplete : words.recovered(unknown), words.next(status)],
  }
}

/** Stands for the database that the configuration names. */
const database = 'postgres'

/** The one ledger that is meant. */
async function one(project: Project, { target, from }: LedgerFlags, terminal: Terminal): Promise<LedgerStore> {
  if (from === database) throw new UsageError({ type: 'ledger-in-database', action: 'move' })
  if (from !== undefined && target !== undefined) {
    return ledgerStore({ target, path: resolve(terminal.cwd, from), stateFolder: terminal.folders.state })
  }
  const ledgers = await ledgersOf(project, target, terminal)
  const [ledger, ...others] = ledgers
  if (ledger === undefined || others.length > 0) {
    throw new UsageError({ type: 'several-ledgers', targets: ledgers.map((each) => each.target) })
  }
  return ledger
}

/** What the configuration has to say so that the ledger of a target is at a path. */
function setting({ root }: Project, path: string, target: string): string {
  const { dir, name, ext } = parse(path)
  const shared = join(dir, `${name.slice(0, -1 - target.length)}${ext}`)
  const inside = relative(root, shared)
  return inside.startsWith('..') || isAbsolute(inside) ? shared : inside
}

/** @throws UsageError for a file name that the configuration cannot name: each target has its own */
function checkName(path: string, target: string): void {
  const { name, ext } = parse(path)
  if (!name.endsWith(`.${target}`))
    throw new UsageError({ type: 'ledger-name', path, target, name: `${name}.${target}${ext}` })
}
