import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CompiledTemplate } from '../../template.ts'
import { isGone } from './paths.ts'
import { OutputFolder } from './output-folder.ts'
import { isTemporaryName } from './partial-file.ts'
import { stageFile, type StagedFolder } from './staged-folder.ts'
import { reasonOf, UsageError } from '../usage-error.ts'

/** A template as its file. */
export interface TemplateOutput {
  readonly id: string
  /** UTF-8; the same template has the same bytes on every machine. They are half of what the text takes in memory. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function outputOf(template: CompiledTemplate): TemplateOutput {
  return { id: template.id, bytes: encoder.encode(fileText(template)) }
}

const maxBytesPerUnit = 3
let shared = new Uint8Array(65_536)

/** Returns the same in memory that all of them share: to be written before the next one is made. */
export function sharedOutputOf(template: CompiledTemplate): TemplateOutput {
  const text = fileText(template)
  const most = text.length * maxBytesPerUnit
  if (most > shared.length) shared = new Uint8Array(most)
  return { id: template.id, bytes: shared.subarray(0, encoder.encodeInto(text, shared).written) }
}

function fileText(template: CompiledTemplate): string {
  return `${JSON.stringify(template, null, 2)}\n`
}

/**
 * Writes a template into a staged folder.
 *
 * @returns whether it stands there
 */
export function stageOutput(folder: string, { id, bytes }: TemplateOutput): boolean {
  return stageFile(folder, fileName(id), bytes)
}

/** The text of a template's file. */
export function textOf({ bytes }: TemplateOutput): string {
  return decoder.decode(bytes)
}

/** A compiled template in the output folder that no message of the project accounts for. */
export interface StaleOutput {
  /** Absolute path. */
  readonly file: string
  /** The message file it came from, relative to the root. */
  readonly source: string
}

/** A template is made of a message of at most 1 MiB. */
const maxTemplateBytes = 64 * 1024 * 1024

/** The folder that compiled templates are written to. */
export class TemplateFolder {
  /** Absolute path. */
  readonly path: string
  readonly #folder: OutputFolder
  readonly #root: string
  /** What may stand in the folder, in lower case: listed once, so that a new file is not looked for before it is written. */
  #names: Set<string> | 'unknown' | undefined
  #staged: StagedFolder | undefined
  /** Whether what is staged has to be written file by file. */
  #isTaken = false

  constructor(path: string, root: string) {
    this.path = path
    this.#folder = new OutputFolder(path, { shown: path, root })
    this.#root = root
  }

  /** Absolute path of the file of a template. */
  fileOf(id: string): string {
    return join(this.path, fileName(id))
  }

  /** Whether a file of this name, in this folder, is a template, or is about to be one. */
  hasNameOfOutput(name: string): boolean {
    return name.endsWith('.json') || isTemporaryName(name)
  }

  /**
   * Writes a template, whole or not at all, unless its file holds the same already.
   *
   * @throws UsageError when the folder or file cannot be written, or something else than a template stands there
   */
  write({ id, bytes }: TemplateOutput): 'written' | 'unchanged' {
    const name = fileName(id)
    if (this.#mayStand(name) && this.#folder.read(name, maxTemplateBytes)?.equals(bytes)) return 'unchanged'
    // A run that is repeated makes it again.
    this.#folder.write(name, bytes, { replaces: 'template', flush: 'later' })
    if (this.#names instanceof Set) this.#names.add(name.toLowerCase())
    return 'written'
  }

  /**
   * Lets templates be written before it is known which of them are wanted, where the folder is new.
   *
   * @returns the path of the folder to write them to; undefined where each has to be written with `write`
   */
  stage(): string | undefined {
    this.#staged = this.#folder.stage()
    return this.#staged?.path
  }

  /** Takes over the templates with these ids that were staged, and none of the others. */
  placeStaged(ids: readonly string[]): void {
    if (this.#staged === undefined) return
    this.#isTaken = !this.#staged.place(new Set(ids.map(fileName)))
  }

  /** Writes a template that was staged, unless it stands there with all the others. */
  writeStaged(id: string): 'written' | 'unchanged' {
    return this.#isTaken && this.#staged ? this.write({ id, bytes: this.#staged.read(fileName(id)) }) : 'written'
  }

  /** The template of an id, which has been written. */
  read(id: string): CompiledTemplate {
    return JSON.parse(this.#folder.read(fileName(id), maxTemplateBytes)?.toString('utf8') ?? '') as CompiledTemplate
  }

  /** Whether a file may stand there; one that came since only has the same written again. */
  #mayStand(name: string): boolean {
    this.#names ??= namesIn(this.path)
    return this.#names === 'unknown' || this.#names.has(name.toLowerCase())
  }

  /**
   * Templates whose message file is gone, or has another id by now.
   *
   * @param idOf the id of each message file that was compiled, undefined for a file that is broken
   */
  stale(idOf: ReadonlyMap<string, string | undefined>): StaleOutput[] {
    const current = new Set([...idOf.values()].map((id) => (id === undefined ? '' : fileName(id))))
    return this.#templateNames()
      .filter((name) => !current.has(name))
      .flatMap((name): StaleOutput[] => {
        const source = this.#sourceIn(name)
        if (source === undefined) return []
        const isRenamed = idOf.get(source) !== undefined
        return isRenamed || isGone(join(this.#root, source)) ? [{ file: join(this.path, name), source }] : []
      })
  }

  remove({ file }: StaleOutput): void {
    this.#folder.remove(basename(file))
  }

  close(): void {
    this.#staged?.close()
    this.#staged = undefined
    this.#folder.close()
  }

  #templateNames(): string[] {
    if (!existsSync(this.path)) return []
    try {
      return readdirSync(this.path, { withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
        .map(({ name }) => name)
    } catch (error) {
      throw new UsageError({ type: 'unreadable', path: this.path, reason: reasonOf(error) })
    }
  }

  /** The `source` of a file that is a compiled template; any other JSON file is none of ours. */
  #sourceIn(name: string): string | undefined {
    try {
      const data: unknown = JSON.parse(this.#folder.read(name, maxTemplateBytes)?.toString('utf8') ?? '')
      if (typeof data !== 'object' || data === null || !('format' in data) || !('source' in data)) return undefined
      if (data.format !== 1 || typeof data.source !== 'string' || !('id' in data) || !('digest' in data))
        return undefined
      return fileName(String(data.id)) === name ? data.source : undefined
    } catch {
      // Not JSON, or gone meanwhile: not a template of ours.
      return undefined
    }
  }
}

/** What a folder lists, in lower case as some systems compare names. */
function namesIn(folder: string): Set<string> | 'unknown' {
  try {
    return new Set(readdirSync(folder).map((name) => name.toLowerCase()))
  } catch {
    // One that is not there yet holds nothing; one that may not be listed may hold anything.
    return existsSync(folder) ? 'unknown' : new Set()
  }
}

function fileName(id: string): string {
  return `${id}.json`
}
