import { spawn } from 'node:child_process'

/** Opens an address in the browser of whoever is there. Resolves to whether the system knew how. */
export function openBrowser(url: string, platform: NodeJS.Platform): Promise<boolean> {
  const [command, ...args] = commandOf(url, platform)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function commandOf(url: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url]
  // The empty text is the title of a window, which `start` takes its first quoted argument for.
  return platform === 'win32' ? ['cmd', '/c', 'start', '""', url] : ['xdg-open', url]
}
