import { homedir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from '../project/cache-folder.ts'
import { openProject, type Project } from '../project/project.ts'
import type { GlobalFlags, Terminal } from './terminal.ts'

/** Opens the project that the flags and the working directory name. */
export function openProjectOf(flags: GlobalFlags, terminal: Terminal): Promise<Project> {
  return open(flags, terminal, { transpiledIn: join(userCacheFolder(), 'config') })
}

/** The same for what sends: nothing that an earlier run left behind is run beside the secret key. */
export function openProjectToSend(flags: GlobalFlags, terminal: Terminal): Promise<Project> {
  return open(flags, terminal, {})
}

function open(
  { config, root, isReload }: GlobalFlags,
  { cwd, lang }: Terminal,
  kept: { readonly transpiledIn?: string },
): Promise<Project> {
  const library = (): Promise<object> => import('../index.ts')
  return openProject({
    cwd,
    lang,
    library,
    ...kept,
    ...(isReload && { isReload }),
    ...(config !== undefined && { config }),
    ...(root !== undefined && { root }),
  })
}

export function userCacheFolder(): string {
  return cacheFolder({ env: process.env, platform: process.platform, homedir: homedir() })
}
