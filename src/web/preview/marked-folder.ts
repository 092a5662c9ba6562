import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OutputFolder } from '../../project/files/output-folder.ts'
import { reasonOf, UsageError } from '../../project/usage-error.ts'

/** A folder that pages or pictures go to, as it was typed after its flag. */
export interface TypedFolder {
  readonly flag: '--out' | '--screenshots'
  readonly path: string
}

/** It stands in every folder that this program wrote: nothing else there may be replaced. */
const markerFile = '.friendtalk-preview'
const markerText = 'friendtalk preview wrote this folder; its next run replaces what is here.\n'

const usualNames = { '--out': 'preview-pages', '--screenshots': 'preview-pictures' } as const

/** @throws UsageError for a folder with files that are somebody else's, and for one that cannot be read */
export function refuseOthersFolder({ flag, path }: TypedFolder, cwd: string): void {
  if (isFree(resolve(cwd, path), path)) return
  let name: string = usualNames[flag]
  for (let number = 2; existsSync(join(cwd, name)) && !existsSync(join(cwd, name, markerFile)); number += 1) {
    name = `${usualNames[flag]}-${number}`
  }
  throw new UsageError({ type: 'folder-not-empty', flag, path, suggestion: name })
}

/**
 * Makes a folder and marks it as ours, before anything else is written to it.
 *
 * @param root of the project
 * @throws UsageError
 */
export function markFolder(path: string, { cwd, root }: { readonly cwd: string; readonly root: string }): OutputFolder {
  const folder = new OutputFolder(resolve(cwd, path), { shown: path, root })
  folder.make()
  folder.write(markerFile, markerText, { replaces: 'any', flush: 'later' })
  return folder
}

function isFree(folder: string, shown: string): boolean {
  try {
    const names = readdirSync(folder)
    return names.length === 0 || names.includes(markerFile)
  } catch (error) {
    if (reasonOf(error) === 'ENOENT') return true
    throw new UsageError({ type: 'unwritable', path: shown, reason: reasonOf(error) })
  }
}
