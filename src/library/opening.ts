import { homedir } from 'node:os'
import { dirname, relative, resolve } from 'node:path'
import { configNames } from '../project/config/config.ts'
import { statOf } from '../project/files/paths.ts'
import type { Project } from '../project/project.ts'
import { type Host, userFolders } from '../session/host.ts'
import { openProject, type ProjectChoice } from '../session/session.ts'
import { commandLine, type Flag, typedAs } from '../words/command-line.ts'
import { inLanguage, pathMissing } from './library-errors.ts'
import { OpenedProject } from './opened-project.ts'
import type { OpenProjectOptions, ProjectSession } from './project-session.ts'

export async function openFor(
  path: string,
  options: OpenProjectOptions,
  library: Host['library'],
): Promise<ProjectSession> {
  const { lang: asked, config, root } = options
  const lang = asked ?? 'en'
  try {
    const place = placeOf(path)
    const choice: ProjectChoice = {
      ...place.choice,
      ...(config !== undefined && { config: resolve(config) }),
      root: root && resolve(root),
    }
    const host = { ...hostAt(place.cwd, lang, []), library }
    const project = await openProject(choice, host)
    const there = hostAt(project.root, asked ?? project.config.lang ?? lang, flagsFor(project))
    return new OpenedProject(project, { ...there, library })
  } catch (error) {
    throw inLanguage(error, lang)
  }
}

/** @throws UsageError for a path that there is not */
function placeOf(path: string): { readonly cwd: string; readonly choice: ProjectChoice } {
  const file = resolve(path)
  const stats = statOf(file)
  if (stats === undefined) {
    throw pathMissing(path)
  }
  if (stats.isDirectory()) return { cwd: file, choice: {} }
  const cwd = dirname(file)
  return { cwd, choice: /\.(?:[cm]?[jt]s|json)$/.test(file) ? { config: file } : {} }
}

/** The flags that a command needs in the root to be about the same project. */
function flagsFor({ root, configFile }: Project): readonly Flag[] {
  if (configFile === undefined) return []
  const config = relative(root, configFile)
  return configNames.includes(config)
    ? []
    : [
        ['--config', config],
        ['--root', '.'],
      ]
}

/** A host without a terminal: it shows nothing and asks nothing. */
function hostAt(cwd: string, lang: Host['lang'], flags: readonly Flag[]): Omit<Host, 'library'> {
  const { env, platform } = process
  return {
    lang,
    cwd,
    env,
    folders: userFolders({ env, platform, homedir }),
    progress: () => ({ update: () => {}, pause: () => {}, end: () => {} }),
    command: (name, more) => commandLine(typedAs(env), name, [...more, ...flags]),
  }
}
