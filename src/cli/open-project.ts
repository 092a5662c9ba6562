import { openProject, type Project } from '../project/project.ts'
import type { GlobalFlags, Terminal } from './terminal.ts'

/** Opens the project that the flags and the working directory name. */
export function openProjectOf({ config, root, isReload }: GlobalFlags, { cwd, lang }: Terminal): Promise<Project> {
  const library = (): Promise<object> => import('../index.ts')
  return openProject({
    cwd,
    lang,
    library,
    ...(isReload && { isReload }),
    ...(config !== undefined && { config }),
    ...(root !== undefined && { root }),
  })
}
