import { realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Config, defaultConfig, findConfig, type LoadOptions, loadConfig } from './config.ts'
import { suggestionForPath } from './nearest-path.ts'
import { reasonOf, UsageError } from './usage-error.ts'

/** A folder of messages and its configuration. */
export interface Project {
  /** Absolute path without symbolic links; every path of the project is relative to it. */
  readonly root: string
  /** Absolute path of the configuration file, where there is one. */
  readonly configFile?: string
  readonly config: Config
}

export interface ProjectOptions extends LoadOptions {
  /** Paths as given on the command line. */
  readonly config?: string
  readonly root?: string
}

/**
 * Opens the project that a directory belongs to.
 *
 * @throws UsageError when a path does not exist or the configuration is wrong
 */
export async function openProject({ cwd, config, root, ...load }: ProjectOptions): Promise<Project> {
  const configFile = config === undefined ? findConfig(cwd) : resolve(cwd, config)
  if (config !== undefined && statSync(resolve(cwd, config), { throwIfNoEntry: false })?.isDirectory() !== false) {
    throw new UsageError({ type: 'no-such-file', flag: '--config', path: config, ...suggestionForPath(config, cwd) })
  }
  if (root !== undefined && statSync(resolve(cwd, root), { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UsageError({ type: 'no-such-folder', flag: '--root', path: root, ...suggestionForPath(root, cwd) })
  }
  const folder = root === undefined ? (configFile === undefined ? cwd : dirname(configFile)) : resolve(cwd, root)
  const realRoot = realFolder(folder)
  if (configFile === undefined) return { root: realRoot, config: defaultConfig }
  return { root: realRoot, configFile, config: await loadConfig(configFile, { cwd, ...load }) }
}

/** @throws UsageError for a folder that may not be entered */
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch (error) {
    throw new UsageError({ type: 'unreadable', path: folder, reason: reasonOf(error) })
  }
}
