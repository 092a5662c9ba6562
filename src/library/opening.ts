import { homedir } from 'node:os'
import { dirname, relative, resolve } from 'node:path'
import { configNames } from '../project/config/config.ts'
import { statOf } from '../project/files/paths.ts'
import type { Project } from '../project/project.ts'
import { UsageError } from '../project/usage-error.ts'
import { type Host, stateFolderOf } from '../session/host.ts'
import { lintOutput } from '../session/lint-output.ts'
import { lintSessionOf, outcomeOf, readSelected } from '../session/lint.ts'
import { openProject, type ProjectChoice, readAll, selectMessages } from '../session/session.ts'
import { commandLine, type Flag, typedAs } from '../words/command-line.ts'
import { inLanguage, pathMissing } from './library-errors.ts'
import type { LibrarySession } from './deploying.ts'
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
    return sessionOf(project, { ...there, library })
  } catch (error) {
    throw inLanguage(error, lang)
  }
}

/** @throws UsageError for a path that there is not */
function placeOf(path: string): { readonly cwd: string; readonly choice: ProjectChoice } {
  const file = resolve(path)
  const stats = statOf(file)
  if (stats === undefined) throw pathMissing(path)
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
    stateFolder: stateFolderOf({ env, platform, homedir }),
    progress: () => ({ update: () => {}, pause: () => {}, end: () => {} }),
    command: (name, more) => commandLine(typedAs(env), name, [...more, ...flags]),
  }
}

/** Returns a project that a program opened. Deploying is loaded when it is asked for. */
function sessionOf(project: Project, host: Host): ProjectSession {
  const { root, configFile } = project
  const { lang } = host
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  const use = async <T>(work: (session: LibrarySession) => Promise<T>): Promise<T> => {
    try {
      if (closing.signal.aborted)
        throw new UsageError('project-closed', {
          en: 'The project is closed; open it again with openProject.',
          ko: '이미 닫은 프로젝트입니다. openProject로 다시 여세요.',
        })
      const result = work({ project, host, closing: closing.signal })
      running.add(result)
      return await result.finally(() => running.delete(result))
    } catch (error) {
      throw inLanguage(error, lang)
    }
  }
  return {
    root,
    ...(configFile !== undefined && { configFile }),
    lang,
    lint: ({ paths = [], recipients } = {}) =>
      use(async () => {
        const session = lintSessionOf(project, { paths, recipients }, host)
        const { messages, others } = await outcomeOf(session, await readSelected(session, host), host)
        return lintOutput([...messages, ...others])
      }),
    compile: ({ paths = [] } = {}) =>
      use(async () => {
        const files = await readAll(selectMessages(project, paths, host), 'compiling', host)
        return {
          templates: files.flatMap(({ template }) => template ?? []),
          diagnostics: lintOutput(files).diagnostics,
        }
      }),
    plan: (choice = {}) => use(async (session) => (await import('./deploying.ts')).plan(session, choice)),
    deploy: (choice, control = {}) =>
      use(async (session) => (await import('./deploying.ts')).deploy(session, choice, control)),
    status: (choice = {}) => use(async (session) => (await import('./deploying.ts')).status(session, choice)),
    close: async () => {
      closing.abort()
      await Promise.allSettled(running)
    },
  }
}
