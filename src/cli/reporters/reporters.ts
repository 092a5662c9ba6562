import { InvalidArgumentError } from 'commander'
import { githubReport } from './github.ts'
import { gitlabReport } from './gitlab.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import { rdjsonReport } from './rdjson.ts'
import type { LintReport } from './report.ts'
import { sarifReport } from './sarif.ts'

/** The whole output of a format; the same report gives the same text on every machine. */
export type Reporter = (report: LintReport) => string

/** The formats for machines. */
export const reporters = {
  json: jsonReport,
  github: githubReport,
  sarif: sarifReport,
  junit: junitReport,
  gitlab: gitlabReport,
  rdjson: rdjsonReport,
} as const satisfies { readonly [format: string]: Reporter }

export type MachineFormat = keyof typeof reporters

/** `text` is for people: it depends on the terminal and has no place in the table. */
export type FormatName = 'text' | MachineFormat

export const formatNames: readonly FormatName[] = ['text', ...(Object.keys(reporters) as MachineFormat[])]

/** One `--format`: what is written, and where unless it is the standard output. */
export interface ChosenFormat {
  readonly format: FormatName
  readonly file?: string
}

/**
 * Reads a value of `--format`: `sarif`, or `sarif=out.sarif`.
 *
 * @throws InvalidArgumentError for another format or an empty file name; as an option's parser it ends as wrong usage
 */
export function parseFormat(value: string): ChosenFormat {
  const [name = ''] = value.split('=', 1)
  const format = formatNames.find((known) => known === name)
  if (format === undefined) {
    throw new InvalidArgumentError(`Allowed choices are ${formatNames.join(', ')}, each also with =file.`)
  }
  if (name === value) return { format }
  const file = value.slice(name.length + 1)
  if (file === '') throw new InvalidArgumentError('Name a file after the =, or leave out the =.')
  return { format, file }
}
