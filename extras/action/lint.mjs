import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { friendtalk, option } from './friendtalk.mjs'

/** Annotations at the lines, numbers as outputs, and a SARIF file where it is wanted. */
export async function runLint(job) {
  const { input, flag, temp, paths, output, summary } = job
  const json = join(temp, 'friendtalk-lint.json')
  const sarif = join(temp, 'friendtalk.sarif')
  const wantsSarif = flag('sarif')
  const { exitCode } = await friendtalk(
    job,
    [
      'lint',
      '--format=github',
      `--format=json=${json}`,
      ...(wantsSarif ? [`--format=sarif=${sarif}`] : []),
      ...option('config', input('config')),
      ...option('max-warnings', input('max-warnings')),
      '--',
      ...paths,
    ],
    'meant',
  )
  if (existsSync(json)) {
    const { files, errors, warnings } = JSON.parse(readFileSync(json, 'utf8')).summary
    output('errors', String(errors))
    output('warnings', String(warnings))
    summary(
      `### friendtalk lint\n\n| messages | errors | warnings |\n| --- | --- | --- |\n| ${files} | ${errors} | ${warnings} |`,
    )
  }
  if (wantsSarif && existsSync(sarif)) output('sarif-file', sarif)
  return exitCode
}
