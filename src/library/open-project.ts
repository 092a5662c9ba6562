import * as offer from '../offer.ts'
import type { OpenProjectOptions, ProjectSession } from './project-session.ts'

/**
 * Opens a project, to lint, compile, plan, deploy and read the status of its releases.
 *
 * A configuration that is a program is run, as it is on the command line.
 *
 * @param path a folder, from which the configuration is found upwards; a file in such a folder; or the configuration itself
 * @throws UsageError for a path that there is not and for a configuration that is wrong; its message is in the language asked
 *   for
 */
export async function openProject(path: string, options: OpenProjectOptions = {}): Promise<ProjectSession> {
  // Loaded on demand: a program that only compiles needs no project.
  const { openFor } = await import('./opening.ts')
  return openFor(path, options, async () => ({ ...offer, openProject }))
}
