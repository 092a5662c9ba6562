import { isAbsolute, join } from 'node:path'
import type { Flag } from '../words/command-line.ts'
import type { Language } from '../words/language.ts'

/** A step that takes long enough to be watched. */
export type Step =
  | 'reading'
  | 'compiling'
  | 'linting'
  | 'writing'
  | 'drawing'
  | 'checking-recipients'
  | 'recording-recipients'
  | 'sending'
  | 'exporting'
  | 'copying'
  | 'comparing'
  | 'importing'
  | 'asking'

export interface StepProgress {
  readonly update: (done: number) => void
  /** Says that nothing is done until the next update. */
  readonly pause: () => void
  readonly end: () => void
}

/** The user's folders for what outlives a run: absolute paths, absent where there is none. */
export interface UserFolders {
  readonly state?: string
}

/** The surroundings of a use case: a terminal, an editor, a test, or a program that calls the library. */
export interface Host {
  readonly lang: Language
  /**
   * Is told of the language that a configuration asks for, if any, and returns the one that holds from then on, which is
   * `lang` too. Nothing but `lang` holds when absent.
   */
  readonly takeLanguage?: (configured: Language | undefined) => Language
  /** Absolute; the paths that people give are relative to it. */
  readonly cwd: string
  readonly env: { readonly [variable: string]: string | undefined }
  readonly folders: UserFolders
  /** Loads the library for a configuration that imports `friendtalk`. */
  readonly library: () => Promise<object>
  /** Shows a step. `total` is absent where it is not known before the end. */
  readonly progress: (step: Step, total?: number) => StepProgress
  /** Returns a command line that a person may type next for the same project. */
  readonly command: (name: string, flags: readonly Flag[]) => string
}

/** The machine's user, as far as it decides where programs keep what they need. */
interface UserPlace {
  readonly env: { readonly [variable: string]: string | undefined }
  readonly platform: string
  /** Throws for a user who has no home, as in some containers. */
  readonly homedir: () => string
}

/**
 * Returns the user's folders for friendtalk: on Linux by the XDG base directory specification, on macOS and Windows where
 * applications keep their data. None is inside a project: what stands there could be part of a pull request.
 */
export function userFolders({ env, platform, homedir }: UserPlace): UserFolders {
  // The specification has a path that is not absolute ignored.
  const named = [env['XDG_STATE_HOME'] ?? '', platform === 'win32' ? (env['LOCALAPPDATA'] ?? '') : '']
  const folder = named.find(isAbsolute)
  if (folder !== undefined) return { state: join(folder, 'friendtalk') }
  try {
    const home = homedir()
    const inHome = platform === 'darwin' ? 'Library/Application Support' : '.local/state'
    return isAbsolute(home) ? { state: join(home, inHome, 'friendtalk') } : {}
  } catch {
    return {}
  }
}
