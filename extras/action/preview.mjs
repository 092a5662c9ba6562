import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { friendtalk, option } from './friendtalk.mjs'

/** Pages and pictures of every message, as an artefact. */
export async function runPreview(job) {
  const { input, temp, paths, env, output, summary } = job
  const folder = join(temp, 'friendtalk-preview')
  rmSync(folder, { recursive: true, force: true })
  const { exitCode } = await friendtalk(job, [
    'preview',
    `--out=${join(folder, 'pages')}`,
    `--screenshots=${join(folder, 'pictures')}`,
    ...option('config', input('config')),
    '--',
    ...paths,
  ])
  if (!existsSync(join(folder, 'pages/index.html'))) return exitCode
  output('preview-folder', folder)
  const run = `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`
  summary(
    `### friendtalk preview\n\n[The messages](${run}#artifacts): pages/index.html in the artefact ${input('artifact')}.`,
  )
  return exitCode
}
