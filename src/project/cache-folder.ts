import { join } from 'node:path'

/** The machine's, where its user keeps caches. */
export interface CachePlace {
  readonly env: { readonly [name: string]: string | undefined }
  readonly platform: string
  readonly homedir: string
}

/**
 * Absolute path of the folder of friendtalk in the user's own cache folder: what is kept inside a project could be part
 * of what a pull request brings.
 */
export function cacheFolder({ env, platform, homedir }: CachePlace): string {
  const usual = platform === 'darwin' ? join(homedir, 'Library/Caches') : join(homedir, '.cache')
  return join(env['XDG_CACHE_HOME'] || (platform === 'win32' && env['LOCALAPPDATA']) || usual, 'friendtalk')
}
