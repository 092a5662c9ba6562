import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { HighWaterMarks } from '../ledger/high-water.ts'
import { cacheFolder, stateFolder, type UserPlace } from '../project/cache-folder.ts'
import { openProject, type Project, type RiskyConfig } from '../project/project.ts'
import { programOfOthers } from '../words/file-problem.ts'
import { printable } from './printable.ts'
import type { GlobalFlags, Terminal } from './terminal.ts'
import { cliWords } from './words.ts'

/** Opens the project that the flags and the working directory name. */
export function openProjectOf(flags: GlobalFlags, terminal: Terminal): Promise<Project> {
  const folder = userCacheFolder()
  return open(flags, terminal, folder === undefined ? {} : { transpiledIn: join(folder, 'config') })
}

/** The same for what sends: nothing that an earlier run left behind is run beside the secret key. */
export function openProjectToSend(flags: GlobalFlags, terminal: Terminal): Promise<Project> {
  return open(flags, terminal, {})
}

function open(
  { config, root, isReload }: GlobalFlags,
  terminal: Terminal,
  kept: { readonly transpiledIn?: string },
): Promise<Project> {
  const { cwd, lang } = terminal
  const library = (): Promise<object> => import('../index.ts')
  return openProject({
    cwd,
    lang,
    library,
    runsRisky: (problem) => agrees(problem, terminal, isReload ? 'nobody' : 'person'),
    ...kept,
    ...(isReload && { isReload }),
    ...(config !== undefined && { config }),
    ...(root !== undefined && { root }),
  })
}

/**
 * Asks, where somebody can be asked, whether a configuration of others is run.
 *
 * @param asks a watch that opens the project again asks nobody: what was agreed to holds
 */
async function agrees(problem: RiskyConfig, terminal: Terminal, asks: 'person' | 'nobody'): Promise<boolean> {
  const { agreed, cwd, lang } = terminal
  const file = resolve(cwd, problem.path)
  if (agreed.has(file)) return true
  const { ask, canAsk } = await import('./ask.ts')
  if (asks === 'nobody' || !canAsk(terminal)) return false
  const { run, leave } = cliWords[lang]
  const isAgreed = await ask({ message: printable(programOfOthers[lang](problem)), yes: run, no: leave })
  if (isAgreed) agreed.add(file)
  return isAgreed
}

/** The folder of what is kept from run to run; undefined for a user who has none. */
export function userCacheFolder(): string | undefined {
  return cacheFolder(userPlace())
}

/** How far this machine knows ledgers to be; undefined for a user who has no place for it. */
export function highWaterMarks(): HighWaterMarks | undefined {
  const folder = stateFolder(userPlace())
  return folder === undefined ? undefined : new HighWaterMarks(join(folder, 'ledgers'))
}

function userPlace(): UserPlace {
  return { env: process.env, platform: process.platform, homedir }
}
