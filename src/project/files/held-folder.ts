import { closeSync, constants, openSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../make-folder.ts'
import { isWithin, lstatOf } from './paths.ts'
import { FileRefusal } from '../usage-error.ts'

/** Linux: a folder can be held without the right to list it. Node has no name for it. */
const pathOnly = 0o10000000

/** A folder that a link would lead out of another: nothing is written there. */
export class LeadsOut extends Error {
  override readonly name = 'LeadsOut'
  /** Absolute path that leads out, and where to. */
  readonly path: string
  readonly to: string

  constructor(path: string, to: string) {
    super(`${path} leads to ${to}`)
    this.path = path
    this.to = to
  }
}

interface Held {
  /** Without symbolic links when it was looked at. */
  readonly path: string
  /** No folder below leads out of this one. */
  readonly top: string
  readonly isNew: boolean
}

/**
 * A folder that is written to: on Linux everything happens in the very folder that was opened, whatever takes its
 * name meanwhile. Elsewhere links are looked for before each step.
 */
export class HeldFolder {
  /** Absolute path without symbolic links. */
  readonly path: string
  /** Whether it was made to be held. */
  readonly isNew: boolean
  readonly #before: Stats | undefined
  readonly #top: string
  readonly #descriptor: number | undefined

  private constructor({ path, top, isNew }: Held, descriptor?: number) {
    this.path = path
    this.isNew = isNew
    this.#top = top
    this.#descriptor = descriptor
    this.#before = lstatOf(this.at('.'))
  }

  /** Holds a folder that is there; links in its own path are followed. */
  static hold(path: string): HeldFolder {
    const real = realpathSync.native(path)
    return HeldFolder.#open({ path: real, top: real, isNew: false })
  }

  static #open(held: Held): HeldFolder {
    if (process.platform !== 'linux') return new HeldFolder(held)
    const { path } = held
    const descriptor = openSync(path, pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    let opened: string
    try {
      opened = readlinkSync(pathOf(descriptor))
    } catch {
      // A container may do without /proc.
      closeSync(descriptor)
      return new HeldFolder(held)
    }
    if (opened === path) return new HeldFolder(held, descriptor)
    closeSync(descriptor)
    throw new FileRefusal('changed')
  }

  /** What the system takes for the path of something in the folder. */
  at(name: string): string {
    return this.#descriptor === undefined ? join(this.path, name) : `${pathOf(this.#descriptor)}/${name}`
  }

  /**
   * Holds a folder in this one, which is made where it is missing.
   *
   * @throws LeadsOut for a link to somewhere outside the folder that was held first
   */
  child(name: string): HeldFolder {
    const isNew = makeFolder(this.at(name)).length > 0
    const path = join(this.path, name)
    const top = this.#top
    if (lstatOf(this.at(name))?.isSymbolicLink() !== true) return HeldFolder.#open({ path, top, isNew })
    const to = realpathSync.native(this.at(name))
    if (!isWithin(to, top)) throw new LeadsOut(path, to)
    return HeldFolder.#open({ path: to, top, isNew })
  }

  /** Whether the folder still has its path. */
  isInPlace(): boolean {
    const now = lstatOf(this.path)
    return now !== undefined && now.ino === this.#before?.ino && now.dev === this.#before.dev
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
  }
}

function pathOf(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`
}
