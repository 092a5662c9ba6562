import { join } from 'node:path'
import { openProject as openProjectAt, type Project } from '../project/project.ts'
import type { Host } from './host.ts'

/** Which project a person names; the one of the working directory when nothing is named. */
export interface ProjectChoice {
  /** Path of the configuration file. */
  readonly config?: string
  readonly root?: string
  /** Whether it is opened again by a session that watches it: then nobody is asked anything. */
  readonly isReload?: boolean
}

/** Opens a project. */
export function openProject(choice: ProjectChoice, host: Host): Promise<Project> {
  const { cache } = host.folders
  return open(choice, host, cache === undefined ? {} : { transpiledIn: join(cache, 'config') })
}

/** Opens a project to send from it: nothing that an earlier run left behind is run beside the secret key. */
export function openProjectToSend(choice: ProjectChoice, host: Host): Promise<Project> {
  return open(choice, host, {})
}

function open(
  { config, root, isReload = false }: ProjectChoice,
  { cwd, lang, runsRisky }: Host,
  cached: { readonly transpiledIn?: string },
): Promise<Project> {
  return openProjectAt({
    cwd,
    lang,
    library: () => import('../index.ts'),
    ...(runsRisky && { runsRisky: (problem) => runsRisky(problem, isReload ? 'nobody' : 'person') }),
    ...cached,
    ...(isReload && { isReload }),
    ...(config !== undefined && { config }),
    ...(root !== undefined && { root }),
  })
}
