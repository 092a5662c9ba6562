import { reasonOf, type UsageError, wrongValue } from '../../project/usage-error.ts'
import { spawn } from 'node:child_process'

/** Error codes of the system for an address that this machine does not have. */
const unknownHost: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND'])

/**
 * Why a server could not listen, for people.
 *
 * @param place where its port is named
 */
export function portError(error: unknown, port: number, place = '--port'): UsageError {
  const reason = reasonOf(error)
  if (unknownHost.has(reason)) {
    return wrongValue('--host', { en: 'this machine has no such address', ko: '이 컴퓨터에 없는 주소입니다' })
  }
  if (reason !== 'EADDRINUSE') return wrongValue(place, { en: reason, ko: reason })
  return wrongValue(place, {
    en: `port ${port} is taken; name another, or 0 for a free one`,
    ko: `${port}번 포트는 이미 쓰이고 있습니다. 다른 포트나 빈 포트를 뜻하는 0을 지정하세요`,
  })
}

/** Opens an address in the user's browser, without a shell. Resolves to whether the system knew how. */
export function openBrowser(url: string, platform: NodeJS.Platform): Promise<boolean> {
  const [program, ...args] =
    platform === 'darwin'
      ? ['open', url]
      : platform === 'win32'
        ? // The empty text is the title of a window, which `start` takes its first quoted argument for.
          ['cmd', '/c', 'start', '""', url]
        : ['xdg-open', url]
  return new Promise((resolve) => {
    const child = spawn(program ?? '', args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
