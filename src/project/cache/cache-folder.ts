import { isAbsolute, join } from 'node:path'

/** The machine's, where its user keeps what programs need. */
export interface UserPlace {
  readonly env: { readonly [name: string]: string | undefined }
  readonly platform: string
  /** Throws for a user who has no home, as in some containers. */
  readonly homedir: () => string
}

/**
 * Absolute path of the folder of friendtalk in the user's own cache folder: what is kept inside a project could be part
 * of what a pull request brings.
 *
 * @returns undefined where there is none
 */
export function cacheFolder(place: UserPlace): string | undefined {
  return userFolder(place, { variable: 'XDG_CACHE_HOME', onMac: 'Library/Caches', otherwise: '.cache' })
}

/**
 * Absolute path of the folder of friendtalk where the user keeps what a program has to remember: on Linux by the XDG base
 * directory specification, on macOS and Windows where applications keep their data.
 *
 * @returns undefined where there is none
 */
export function stateFolder(place: UserPlace): string | undefined {
  const usual = { onMac: 'Library/Application Support', otherwise: '.local/state' }
  return userFolder(place, { variable: 'XDG_STATE_HOME', ...usual })
}

interface Usual {
  readonly variable: string
  /** Below the user's home. */
  readonly onMac: string
  readonly otherwise: string
}

function userFolder({ env, platform, homedir }: UserPlace, { variable, onMac, otherwise }: Usual): string | undefined {
  // Its specification has a path that is not absolute ignored.
  const named = env[variable] ?? ''
  const folder = (isAbsolute(named) && named) || (platform === 'win32' && env['LOCALAPPDATA'])
  if (folder) return join(folder, 'friendtalk')
  try {
    return join(homedir(), platform === 'darwin' ? onMac : otherwise, 'friendtalk')
  } catch {
    return undefined
  }
}
