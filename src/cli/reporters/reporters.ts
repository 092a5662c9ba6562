import type { MachineFormat } from './formats.ts'
import { githubReport } from './github.ts'
import { gitlabReport } from './gitlab.ts'
import { lintOutput } from '../../session/lint-output.ts'
import { jsonText } from '../terminal/printable.ts'
import { junitReport } from './junit.ts'
import type { LintReport } from './report.ts'
import { sarifReport } from './sarif.ts'

/** The whole output of a format; the same report gives the same text on every machine. */
export type Reporter = (report: LintReport) => string

export const reporters = {
  json: ({ files }) => jsonText(lintOutput(files)),
  github: githubReport,
  sarif: sarifReport,
  junit: junitReport,
  gitlab: gitlabReport,
} as const satisfies { readonly [F in MachineFormat]: Reporter }
