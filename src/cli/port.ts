import { emulatorWords } from '../emulator/words.ts'
import { reasonOf, UsageError } from '../project/usage-error.ts'
import type { Language } from '../words/language.ts'

const maxPort = 65_535

/** The port that a command line names; undefined where it names none. @throws UsageError for what is no port */
export function portOf(typed: string | undefined, lang: Language): number | undefined {
  if (typed === undefined) return undefined
  const port = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN
  if (port <= maxPort) return port
  throw new UsageError({ type: 'configuration', faults: [{ place: '--port', message: emulatorWords[lang].portWrong }] })
}

/** Why a server could not listen, for people. */
export function portError(error: unknown, port: number, lang: Language): UsageError {
  const isTaken = reasonOf(error) === 'EADDRINUSE'
  const message = isTaken ? emulatorWords[lang].portTaken(port) : reasonOf(error)
  return new UsageError({ type: 'configuration', faults: [{ place: '--port', message }] })
}
