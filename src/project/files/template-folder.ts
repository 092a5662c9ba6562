import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CompiledTemplate } from '../../template.ts'
import { reasonOf, unreadable } from '../usage-error.ts'
import { isGone } from './paths.ts'
import { maxWrittenBytes, textIfAny } from './read-file.ts'
import { isTemporaryName, outputFolder } from './write-file.ts'

/** Returns a template as its file: the same template has the same bytes on every machine. */
export function templateText(template: CompiledTemplate): string {
  return `${JSON.stringify(template, null, 2)}\n`
}

/** A compiled template in the output folder that no message of the project accounts for. */
export interface StaleOutput {
  /** Absolute path. */
  readonly file: string
  /** The message file it came from, relative to the root. */
  readonly source: string
}

export type TemplateFolder = ReturnType<typeof templateFolder>

/** Returns the folder that compiled templates are written to, by its absolute path. */
export function templateFolder(path: string, root: string) {
  const folder = outputFolder(path, { shown: path, root })
  const fileOf = (id: string): string => join(path, fileName(id))
  const textOf = (name: string): string => textIfAny(join(path, name), maxWrittenBytes)
  return {
    path,
    fileOf,

    /** Returns whether a file of this name, in this folder, is a template, or is about to be one. */
    hasNameOfOutput: (name: string): boolean => name.endsWith('.json') || isTemporaryName(name),

    /**
     * Writes a template, whole or not at all, unless its file holds the same already.
     *
     * @throws UsageError when the folder or file cannot be written
     */
    write(template: CompiledTemplate): 'written' | 'unchanged' {
      const text = templateText(template)
      const name = fileName(template.id)
      if (textOf(name) === text) return 'unchanged'
      folder.write(name, text)
      return 'written'
    },

    /**
     * Returns the templates whose message file is gone, or has another id by now.
     *
     * @param idOf the id of each message file that was compiled, undefined for a file that is broken
     */
    stale(idOf: ReadonlyMap<string, string | undefined>): StaleOutput[] {
      const current = new Set([...idOf.values()].map((id) => id && fileName(id)))
      return namesOf(path).flatMap((name): StaleOutput[] => {
        const source = current.has(name) || !name.endsWith('.json') ? undefined : sourceIn(name, textOf(name))
        if (source === undefined) return []
        const isRenamed = idOf.get(source) !== undefined
        return isRenamed || isGone(join(root, source)) ? [{ file: join(path, name), source }] : []
      })
    },

    remove: ({ file }: StaleOutput): void => folder.remove(basename(file)),
  }
}

function namesOf(folder: string): readonly string[] {
  try {
    return existsSync(folder) ? readdirSync(folder) : []
  } catch (error) {
    throw unreadable(folder, reasonOf(error))
  }
}

/** Returns the `source` of a file that is a compiled template; any other JSON file is none of ours. */
function sourceIn(name: string, text: string): string | undefined {
  try {
    const { format, source, id, digest } = JSON.parse(text) as { readonly [key: string]: unknown }
    const isOurs = format === 1 && typeof source === 'string' && digest !== undefined
    return isOurs && fileName(String(id)) === name ? source : undefined
  } catch {
    // Not JSON, or gone meanwhile.
    return undefined
  }
}

function fileName(id: string): string {
  return `${id}.json`
}
