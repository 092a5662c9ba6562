import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** The variable of the environment that names the browser of the screenshots. */
export const browserVariable = 'FRIENDTALK_BROWSER'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']

/** Where installers put browsers that are not in `PATH`. */
const usualPlaces: { readonly [platform: string]: readonly string[] } = {
  linux: ['/usr/bin/chromium', '/usr/bin/google-chrome', '/snap/bin/chromium', '/opt/google/chrome/chrome'],
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['C:\\Program Files', 'C:\\Program Files (x86)'].flatMap((folder) => [
    `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
    `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`,
  ]),
}

/** What came of looking for a browser. */
export type BrowserSearch =
  | { readonly type: 'found'; readonly file: string }
  /** The variable names a file that cannot be run. */
  | { readonly type: 'not-runnable'; readonly file: string }
  | { readonly type: 'none' }

/** Finds a Chromium of the system: the one that the environment names, else in `PATH`, else where they usually are. */
export function findBrowser(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): BrowserSearch {
  const named = env[browserVariable]
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  const endings = platform === 'win32' ? ['.exe'] : ['']
  const inFolders = (name: string): readonly string[] =>
    folders.flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)))
  if (named !== undefined && named !== '') {
    const file = isAbsolute(named) ? named : inFolders(named).find(isRunnable)
    return file !== undefined && isRunnable(file) ? { type: 'found', file } : { type: 'not-runnable', file: named }
  }
  const file = [...names.flatMap(inFolders), ...(usualPlaces[platform] ?? [])].find(isRunnable)
  return file === undefined ? { type: 'none' } : { type: 'found', file }
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
