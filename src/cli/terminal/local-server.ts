import { emulatorWords } from '../../emulator/words.ts'
import { reasonOf, UsageError } from '../../project/usage-error.ts'
import type { Language } from '../../words/language.ts'
import { spawn } from 'node:child_process'

const maxPort = 65_535
/** What the system says of an address that is none of this machine's. */
const unknownHost: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND'])

/** The port that a command line names; undefined where it names none. @throws UsageError for what is no port */
export function portOf(typed: string | undefined, lang: Language): number | undefined {
  if (typed === undefined) return undefined
  const port = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN
  if (port <= maxPort) return port
  throw new UsageError({
    type: 'configuration',
    violations: [{ place: '--port', message: emulatorWords[lang].portWrong }],
  })
}

/**
 * Why a server could not listen, for people.
 *
 * @param place where its port is named
 */
export function portError(error: unknown, port: number, lang: Language, place = '--port'): UsageError {
  const reason = reasonOf(error)
  const words = emulatorWords[lang]
  if (unknownHost.has(reason)) {
    return new UsageError({ type: 'configuration', violations: [{ place: '--host', message: words.hostUnknown }] })
  }
  const message = reason === 'EADDRINUSE' ? words.portTaken(port) : reason
  return new UsageError({ type: 'configuration', violations: [{ place, message }] })
}

/** Opens an address in the user's browser. Resolves to whether the system knew how. */
export function openBrowser(url: string, platform: NodeJS.Platform): Promise<boolean> {
  return startApart(commandOf(url, platform))
}

/** Starts a program that goes on by itself, without a shell. Resolves to whether the system could start it. */
function startApart([command, ...args]: readonly [string, ...string[]]): Promise<boolean> {
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
