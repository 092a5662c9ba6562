import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { CompiledTemplate } from '../template.ts'
import { reasonOf, UsageError } from './usage-error.ts'

/** A template as its file. */
export interface TemplateOutput {
  readonly id: string
  /** The same template has the same bytes on every machine. */
  readonly text: string
}

export function outputOf(template: CompiledTemplate): TemplateOutput {
  return { id: template.id, text: `${JSON.stringify(template, null, 2)}\n` }
}

/** A compiled template in the output folder that no message of the project accounts for. */
export interface StaleOutput {
  /** Absolute path. */
  readonly file: string
  /** The message file it came from, relative to the root. */
  readonly source: string
}

/** The folder that compiled templates are written to. */
export class OutputFolder {
  /** Absolute path. */
  readonly folder: string
  readonly #root: string

  constructor(folder: string, root: string) {
    this.folder = folder
    this.#root = root
  }

  /** Absolute path of the file of a template. */
  fileOf(id: string): string {
    return join(this.folder, `${id}.json`)
  }

  /**
   * Writes a template, whole or not at all, unless its file holds the same already.
   *
   * @throws UsageError when the folder or file cannot be written
   */
  async write({ id, text }: TemplateOutput): Promise<'written' | 'unchanged'> {
    const file = this.fileOf(id)
    try {
      const stats = lstatSync(file, { throwIfNoEntry: false })
      // A link would be followed out of the folder, and a pipe waits for ever.
      if (stats?.isFile() === false) throw new Error('not a regular file')
      if (stats === undefined) this.#writeNew(file, text)
      else if (readFileSync(file, 'utf8') === text) return 'unchanged'
      else await writeFileAtomic(file, text, { fsync: false })
      return 'written'
    } catch (error) {
      throw new UsageError({ type: 'unwritable', path: file, reason: reasonOf(error) })
    }
  }

  /** A new file has no mode and no owner to keep: it takes a fifth of the time. */
  #writeNew(file: string, text: string): void {
    const written = `${file}.${process.pid}`
    if (!existsSync(this.folder)) mkdirSync(this.folder, { recursive: true })
    try {
      writeFileSync(written, text, { flag: 'wx' })
      renameSync(written, file)
    } catch (error) {
      rmSync(written, { force: true })
      throw error
    }
  }

  /**
   * Templates whose message file is gone, or has another id by now.
   *
   * @param idOf the id of each message file that was compiled, undefined for a file that is broken
   */
  stale(idOf: ReadonlyMap<string, string | undefined>): StaleOutput[] {
    const current = new Set([...idOf.values()].map((id) => `${id}.json`))
    return this.#names()
      .filter((name) => !current.has(name))
      .flatMap((name): StaleOutput[] => {
        const file = join(this.folder, name)
        const source = sourceIn(file)
        if (source === undefined) return []
        const isGone = !existsSync(join(this.#root, source))
        const isRenamed = idOf.get(source) !== undefined
        return isGone || isRenamed ? [{ file, source }] : []
      })
  }

  remove({ file }: StaleOutput): void {
    rmSync(file, { force: true })
  }

  #names(): string[] {
    if (!existsSync(this.folder)) return []
    try {
      return readdirSync(this.folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
        .map(({ name }) => name)
    } catch (error) {
      throw new UsageError({ type: 'unreadable', path: this.folder, reason: reasonOf(error) })
    }
  }
}

/** The `source` of a file that is a compiled template; any other JSON file is none of ours. */
function sourceIn(file: string): string | undefined {
  try {
    const data: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof data !== 'object' || data === null || !('format' in data) || !('source' in data)) return undefined
    if (data.format !== 1 || typeof data.source !== 'string' || !('id' in data) || !('digest' in data)) return undefined
    return `${String(data.id)}.json` === basename(file) ? data.source : undefined
  } catch {
    // Not JSON, or gone meanwhile: not a template of ours.
    return undefined
  }
}
