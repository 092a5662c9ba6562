import { lintOutput } from '../../session/lint-output.ts'
import { jsonText } from '../terminal/printable.ts'
import { InvalidValue, notOneOf } from '../typed-command.ts'
import { githubReport } from './github.ts'
import { gitlabReport } from './gitlab.ts'
import { junitReport } from './junit.ts'
import type { LintReport } from './report.ts'
import { sarifReport } from './sarif.ts'

/** The whole output of a format; the same report gives the same text on every machine. */
export const reporters = {
  json: ({ files }: LintReport): string => jsonText(lintOutput(files)),
  github: githubReport,
  sarif: sarifReport,
  junit: junitReport,
  gitlab: gitlabReport,
} as const

/** `text` is for people: it depends on the terminal. */
export type FormatName = 'text' | keyof typeof reporters

export const formatNames: readonly FormatName[] = ['text', ...(Object.keys(reporters) as FormatName[])]

/** One `--format`: what is written, and where unless it is the standard output. */
export interface ChosenFormat {
  readonly format: FormatName
  readonly file?: string
}

/**
 * Reads a value of `--format`: `sarif`, or `sarif=out.sarif`.
 *
 * @throws InvalidValue for another format or an empty file name
 */
export function parseFormat(value: string): ChosenFormat {
  const [name = ''] = value.split('=', 1)
  const format = formatNames.find((each) => each === name)
  if (format === undefined) throw notOneOf(formatNames)
  if (name === value) return { format }
  const file = value.slice(name.length + 1)
  if (file === '')
    throw new InvalidValue({
      en: 'Name a file after the =, or leave out the =.',
      ko: '= 뒤에 파일을 쓰거나 =를 빼세요.',
    })
  return { format, file }
}
