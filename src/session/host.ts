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
  /** The absolute path of the user's folder for what outlives a run; absent if there is none. */
  readonly stateFolder?: string | undefined
  /** Loads the library for a configuration that imports `friendtalk`. */
  readonly library: () => Promise<object>
  /** Shows a step. `total` is absent where it is not known before the end. */
  readonly progress: (step: Step, total?: number) => StepProgress
  /** Returns a command line that a person may type next for the same project. */
  readonly command: (name: string, flags: readonly Flag[]) => string
}

/** The user of a machine. */
interface MachineUser {
  readonly env: { readonly [variable: string]: string | undefined }
  readonly platform: string
  /** Throws for a user without a home, as in some containers. */
  readonly homedir: () => string
}

/**
 * Returns the user's folder for the state of friendtalk: on Linux by the XDG base directory specification, on macOS and
 * Windows where applications keep their data. It is outside of any project, because a file there could be part of a
 * pull request.
 */
export function stateFolderOf({ env, platform, homedir }: MachineUser): string | undefined {
  // The specification has a path that is not absolute ignored.
  const named = [env['XDG_STATE_HOME'] ?? '', platform === 'win32' ? (env['LOCALAPPDATA'] ?? '') : '']
  const folder = named.find(isAbsolute)
  if (folder !== undefined) return join(folder, 'friendtalk')
  try {
    const home = homedir()
    const inHome = platform === 'darwin' ? 'Library/Application Support' : '.local/state'
    return isAbsolute(home) ? join(home, inHome, 'friendtalk') : undefined
  } catch {
    return undefined
  }
}
