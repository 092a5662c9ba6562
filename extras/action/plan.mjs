import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { keepComment } from './comment.mjs'
import { codeBlock, friendtalk, option } from './friendtalk.mjs'

/** What a deploy would do: as a file, in the job's summary, and as a comment where it is wanted. */
export async function runPlan(job) {
  const { input, flag, cwd, paths, output, summary } = job
  const file = resolve(cwd, input('plan') || 'plan.json')
  const { exitCode, stdout } = await friendtalk(job, [
    'plan',
    `--out=${file}`,
    ...option('config', input('config')),
    ...option('target', input('target')),
    ...option('release', input('release')),
    ...option('recipients', input('recipients')),
    '--',
    ...paths,
  ])
  const text = `### friendtalk plan\n\n${codeBlock(stdout)}`
  summary(text)
  if (exitCode !== 0 || !existsSync(file)) return exitCode
  output('plan-file', file)
  output('digest', JSON.parse(readFileSync(file, 'utf8')).digest)
  if (flag('comment')) await keepComment(job, 'plan', text)
  return exitCode
}
