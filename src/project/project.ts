import { suggestionIn } from '../words/phrases.ts'
import { closeSync, realpathSync } from 'node:fs'
import { dirname, format, parse, relative, resolve } from 'node:path'
import { checkPictures } from './channel.ts'
import { type Config, defaultConfig, findConfig, loadConfig, type LoadOptions } from './config/config.ts'
import { isFolder, isGone, kindOf, onDisk, statOf, suggestionForPath } from './files/paths.ts'
import { openInput } from './files/read-file.ts'
import { reasonOf, UsageError, unreadable } from './usage-error.ts'

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
  readonly config?: string | undefined
  readonly root?: string | undefined
  readonly paths?: readonly string[] | undefined
}

/**
 * Opens the project that a directory belongs to.
 *
 * @throws UsageError when a path does not exist or the configuration is wrong
 */
export async function openProject({ cwd, config, root, paths = [], ...load }: ProjectOptions): Promise<Project> {
  const configFile = config === undefined ? nearestConfig(paths, cwd) : onDisk(resolve(cwd, config))
  if (config !== undefined) {
    const named = { shown: config, flag: { name: '--config', folder: cwd } }
    closeSync(openInput(resolve(cwd, config), named).descriptor)
  }
  const given = root === undefined ? undefined : onDisk(resolve(cwd, root))
  if (root !== undefined && given !== undefined && !isFolder(given)) {
    const { suggestion } = suggestionForPath(root, cwd)
    throw new UsageError('no-such-folder', {
      en: `--root ${root}: there is no such folder.${suggestionIn.en(suggestion) || ' Check the path.'}`,
      ko: `--root ${root}: 폴더가 없습니다.${suggestionIn.ko(suggestion) || ' 경로를 확인하세요.'}`,
    })
  }
  const folder = given ?? (configFile === undefined ? cwd : dirname(configFile))
  const realRoot = realFolder(folder)
  if (configFile === undefined) return { root: realRoot, config: defaultConfig }
  const loaded = await loadConfig(configFile, { cwd, ...load })
  checkPictures({ root: realRoot, config: loaded }, relative(cwd, configFile))
  return { root: realRoot, configFile, config: loaded }
}

/**
 * Returns the configuration nearest to some paths, or to the working directory where there are none.
 *
 * @throws UsageError for paths of two projects
 */
function nearestConfig(paths: readonly string[], cwd: string): string | undefined {
  const folders = paths.length === 0 ? [cwd] : paths.map((path) => folderOfPattern(onDisk(resolve(cwd, path))))
  const [first, second] = new Set(folders.flatMap((folder) => findConfig(folder) ?? []))
  if (first !== undefined && second !== undefined) {
    const [one, other] = [relative(cwd, first), relative(cwd, second)]
    throw new UsageError('two-projects', {
      en: `These paths belong to two projects, ${one} and ${other}. Run the command for each of them, or name one with --config.`,
      ko: `두 프로젝트(${one}, ${other})의 경로가 섞여 있습니다. 프로젝트마다 따로 실행하거나 --config로 하나를 지정하세요.`,
    })
  }
  return first
}

/** Returns the folder that a path or pattern starts from: `/shop/messages` for `/shop/messages/**` and `/shop/messages/a.md`. */
function folderOfPattern(path: string): string {
  const folder = /[*?[\]{}()!]/.test(path) ? (/^[^*?[\]{}()!]*(?=\/)/.exec(path)?.[0] ?? path) : path
  return isFolder(folder) ? folder : dirname(folder)
}

/** @throws UsageError for a folder that may not be entered */
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch (error) {
    throw unreadable(folder, reasonOf(error))
  }
}

/**
 * Returns the ledger file of a target. Each target has its own, so that nothing of one is ever taken for sent to another:
 * `.friendtalk/ledger.db` is `.friendtalk/ledger.production.db` for the target `production`.
 *
 * @param ledger the configuration's path, relative to the root
 * @returns an absolute path
 */
export function ledgerPath(root: string, ledger: string, target: string): string {
  const { dir, name, ext } = parse(resolve(root, ledger))
  return format({ dir, name: `${name}.${target}`, ext })
}

/**
 * Looks at what stands where a ledger is or will be.
 *
 * @throws UsageError for what is no regular file, as opening a named pipe would wait for ever, and for a folder that is
 *   not there and cannot be made
 */
export function refuseNoLedger(path: string, cwd: string): void {
  const stats = statOf(path)
  const kind = stats && kindOf(stats)
  if (stats !== undefined && kind !== 'file') throw unreadable(relative(cwd, path), kind ?? 'internal')
  let folder = dirname(path)
  while (isGone(folder) && dirname(folder) !== folder) folder = dirname(folder)
  if (folder !== dirname(path) && !isFolder(folder)) throw unreadable(relative(cwd, path), 'ENOTDIR')
}
