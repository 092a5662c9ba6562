import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CompiledTemplate } from '../../template.ts'
import { reasonOf, unreadable } from '../usage-error.ts'
import { isGone } from './paths.ts'
import { maxWrittenBytes, textIfAny } from './read-file.ts'
import { isTemporaryName, OutputFolder } from './write-file.ts'

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

/** The folder that compiled templates are written to. */
export class TemplateFolder {
  /** Absolute path. */
  readonly path: string
  readonly #folder: OutputFolder
  readonly #root: string

  constructor(path: string, root: string) {
    this.path = path
    this.#folder = new OutputFolder(path, { shown: path, root })
    this.#root = root
  }

  fileOf(id: string): string {
    return join(this.path, fileName(id))
  }

  /** Returns whether a file of this name, in this folder, is a template, or is about to be one. */
  hasNameOfOutput(name: string): boolean {
    return name.endsWith('.json') || isTemporaryName(name)
  }

  /**
   * Writes a template, whole or not at all, unless its file holds the same already.
   *
   * @throws UsageError when the folder or file cannot be written
   */
  write(template: CompiledTemplate): 'written' | 'unchanged' {
    const text = templateText(template)
    if (textIfAny(this.fileOf(template.id), maxWrittenBytes) === text) return 'unchanged'
    this.#folder.write(fileName(template.id), text)
    return 'written'
  }

  /**
   * Templates whose message file is gone, or has another id by now.
   *
   * @param idOf the id of each message file that was compiled, undefined for a file that is broken
   */
  stale(idOf: ReadonlyMap<string, string | undefined>): StaleOutput[] {
    const current = new Set([...idOf.values()].map((id) => (id === undefined ? '' : fileName(id))))
    return this.#names().flatMap((name): StaleOutput[] => {
      const source = current.has(name) || !name.endsWith('.json') ? undefined : this.#sourceIn(name)
      if (source === undefined) return []
      const isRenamed = idOf.get(source) !== undefined
      return isRenamed || isGone(join(this.#root, source)) ? [{ file: join(this.path, name), source }] : []
    })
  }

  #names(): readonly string[] {
    try {
      return existsSync(this.path) ? readdirSync(this.path) : []
    } catch (error) {
      throw unreadable(this.path, reasonOf(error))
    }
  }

  remove({ file }: StaleOutput): void {
    this.#folder.remove(basename(file))
  }

  /** The `source` of a file that is a compiled template; any other JSON file is none of ours. */
  #sourceIn(name: string): string | undefined {
    try {
      const data = JSON.parse(textIfAny(join(this.path, name), maxWrittenBytes)) as { readonly [key: string]: unknown }
      const { format, source, id, digest } = data
      const isOurs = format === 1 && typeof source === 'string' && digest !== undefined
      return isOurs && fileName(String(id)) === name ? source : undefined
    } catch {
      // Not JSON, or gone meanwhile.
      return undefined
    }
  }
}

function fileName(id: string): string {
  return `${id}.json`
}
