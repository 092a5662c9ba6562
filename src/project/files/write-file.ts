import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { configNames } from '../config/config.ts'
import { isAboutFile, reasonOf, UsageError, unwritable, notReplaced } from '../usage-error.ts'
import { isWithin, kindOf, lstatOf } from './paths.ts'
import { textIfAny } from './read-file.ts'

type Content = string | Uint8Array

export type OutputFolder = ReturnType<typeof outputFolder>

/**
 * Returns a folder that a command fills; no symbolic link leads what is written out of the project.
 *
 * @param path of it, absolute
 * @param names the folder as people are shown it, and the root of the project, without symbolic links
 */
export function outputFolder(path: string, { shown, root }: { readonly shown: string; readonly root: string }) {
  const inside = (below: string): string => {
    const file = join(path, below)
    const folder = nearestFolder(dirname(file))
    const real = realpathSync.native(folder)
    if (isWithin(folder, root) && !isWithin(real, root)) {
      throw new UsageError('folder-leads-out', {
        en: `${folder}: leads out through a symbolic link, to ${real}. Nothing was written there; name that folder itself.`,
        ko: `${folder}: 심볼릭 링크를 거쳐 밖에 있는 ${real} 폴더로 이어지므로 아무것도 쓰지 않았습니다. 그 폴더를 직접 지정하세요.`,
      })
    }
    return file
  }
  return {
    path,
    /** Makes the folder where it is missing. @throws UsageError where it cannot be made */
    make: (): void => void guarded(shown, () => mkdirSync(inside('.'), { recursive: true })),

    /**
     * Writes a file, whole or not at all, and the folders that it stands in.
     *
     * @param below its path relative to this folder, with `/`
     * @throws UsageError when it cannot be written
     */
    write(below: string, content: Content): void {
      const file = join(shown, below)
      guarded(file, () => replaceFile(inside(below), content, file))
    },

    /** Removes those files of a folder below this one that are old. */
    clear: (folder: string, isOld: (name: string) => boolean): void =>
      guarded(join(shown, folder), () => {
        const cleared = inside(join(folder, '.'))
        mkdirSync(cleared, { recursive: true })
        for (const name of readdirSync(cleared)) if (isOld(name)) rmSync(join(cleared, name))
      }),

    remove: (name: string): void => guarded(join(shown, name), () => rmSync(inside(name), { force: true })),
  }
}

/** The innermost folder on the way to a path that is there. */
function nearestFolder(path: string): string {
  return lstatOf(path) === undefined && dirname(path) !== path ? nearestFolder(dirname(path)) : path
}

/** Writes beside the place and renames: what stood there stays until the new file is whole. Its mode stays too. */
function replaceFile(file: string, content: Content, shown: string): void {
  const before = lstatOf(file)
  const kind = before && kindOf(before)
  if (kind !== undefined && kind !== 'file') throw unwritable(shown, kind)
  mkdirSync(dirname(file), { recursive: true })
  const temporary = join(dirname(file), temporaryName())
  try {
    writeFileSync(temporary, content, { flag: 'wx' })
    if (before !== undefined) chmodSync(temporary, before.mode & 0o777)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function temporaryName(): string {
  return `.friendtalk-${randomBytes(6).toString('hex')}.tmp`
}

/** Returns whether a file of this name is on its way to another. */
export function isTemporaryName(name: string): boolean {
  return /^\.friendtalk-[0-9a-f]{12}\.tmp$/.test(name)
}

/**
 * Writes a report that a command line names: whole or not at all, in place of what stands there. Messages,
 * configurations, lists of recipients and ledgers are never overwritten. A device, such as `/dev/stdout`, is written to.
 *
 * @param pieces one after the other, as large as is worth a write
 * @throws UsageError for a path that cannot be written; what stood there stays
 */
export async function writeOutput(
  typed: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  { cwd, mode }: { readonly cwd: string; readonly mode?: number },
): Promise<void> {
  const path = resolve(cwd, typed)
  const stats = lstatOf(path)
  const kind = stats && kindOf(stats)
  if (isInput(path)) throw notReplaced(typed)
  if (/[\\/]$/.test(typed) || kind === 'folder') throw unwritable(typed, 'folder')
  const isReplaced = kind === undefined || kind === 'file'
  // A pipe would wait for a reader, and a link may lead anywhere.
  const isOpen = kind === 'device' || path.startsWith('/dev/')
  if (!isReplaced && !isOpen) throw unwritable(typed, kind)
  if (isReplaced) guarded(typed, () => mkdirSync(dirname(path), { recursive: true }))
  const target = isReplaced ? join(dirname(path), temporaryName()) : path
  const descriptor = guarded(typed, () => openSync(target, isReplaced ? 'wx' : 'w', stats?.mode ?? mode))
  try {
    for await (const piece of pieces) guarded(typed, () => writeFileSync(descriptor, piece))
    if (isReplaced) guarded(typed, () => fsyncSync(descriptor))
  } catch (error) {
    if (isReplaced) rmSync(target, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
  if (isReplaced) guarded(typed, () => renameSync(target, path))
}

/** Returns whether a path is what other commands read, and cannot be made again. */
function isInput(path: string): boolean {
  const name = basename(path)
  if (lstatOf(path)?.isFile() !== true) return false
  if (name.endsWith('.md') || name.endsWith('.db') || configNames.includes(name)) return true
  return /\.(?:csv|ndjson|jsonl)$/i.test(name) && !written.test(textIfAny(path))
}

/** The first columns of a file with the rows that a plan left out. */
export const skippedHead = ['reason', 'message', 'list', 'row'] as const

/** The start of a CSV file that friendtalk wrote: of the sends of a release, or of rows that were left out. */
const written = new RegExp(`^\\uFEFF?(?:target,release,id,msg_key|${skippedHead.join()}),`)

/** Returns whether a path, as it was typed, is the standard output: what else is printed would be mixed with what goes there. */
export function isStandardOutput(typed: string, cwd: string): boolean {
  return /^\/(?:dev\/(?:stdout|fd\/1)|proc\/self\/fd\/1)$/.test(resolve(cwd, typed))
}

export interface NewFile {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly content: Content
}

/**
 * Writes files where nothing stands yet: all of them, or none when one of them cannot be written.
 *
 * @returns the paths of those that were made, and of those that stood there and were left as they are
 * @throws UsageError for the first file that cannot be written
 */
export function writeNewFiles(
  folder: string,
  files: readonly NewFile[],
): { readonly created: readonly string[]; readonly kept: readonly string[] } {
  const created: string[] = []
  const kept: string[] = []
  const madeFolders: string[] = []
  try {
    for (const { path, content } of files) {
      const file = join(folder, path)
      guarded(file, () => {
        const first = mkdirSync(dirname(file), { recursive: true })
        if (first !== undefined) madeFolders.push(first)
        if (lstatOf(file) !== undefined) kept.push(path)
        else {
          writeFileSync(file, content, { flag: 'wx' })
          created.push(path)
        }
      })
    }
  } catch (error) {
    for (const path of created) rmSync(join(folder, path), { force: true })
    for (const made of madeFolders) rmSync(made, { recursive: true, force: true })
    throw error
  }
  return { created, kept }
}

/** Does what writes a file. @throws UsageError for what keeps it from being written */
function guarded<T>(shown: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof UsageError || !isAboutFile(error)) throw error
    throw unwritable(shown, reasonOf(error))
  }
}
