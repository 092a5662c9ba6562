import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { picturesOfBase } from './base.mjs'
import { keepComment } from './comment.mjs'
import { friendtalk, option } from './friendtalk.mjs'
import { publishPictures } from './pictures.mjs'

/**
 * Pages and pictures of every message, for the artefact and, where it is wanted, for a comment. In a pull request the
 * summary is of what changed: both pictures of a message, and the difference of its text.
 */
export async function runPreview(job) {
  const { input, flag, temp, paths, env, output, summary } = job
  const folder = join(temp, 'friendtalk-preview')
  const pictures = join(folder, 'pictures')
  rmSync(folder, { recursive: true, force: true })
  const branch = input('pictures-branch')
  const at = branch === '' ? undefined : placeOf(job, branch)
  const before = await picturesOfBase(job, join(temp, 'friendtalk-before'))
  const { exitCode } = await friendtalk(job, [
    'preview',
    `--out=${join(folder, 'pages')}`,
    `--screenshots=${pictures}`,
    ...(before ? [`--before=${before}`] : []),
    ...(at ? [`--base-url=${at.url}`] : []),
    ...option('config', input('config')),
    '--',
    ...paths,
  ])
  if (!existsSync(join(pictures, 'summary.md'))) return exitCode
  output('preview-folder', folder)
  const run = `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`
  const note = `[The messages as pages](${run}#artifacts): the artefact ${input('artifact')}, index.html in \`pages\`.`
  // Without a branch the pictures have no address that a browser could ask for: the comment says where they are.
  const drawn = readFileSync(join(pictures, 'summary.md'), 'utf8')
  const isShown = at !== undefined && (await publishPictures(job, { ...at, summary: drawn }, pictures))
  const shown = isShown ? drawn : before ? withoutPictures(drawn, at?.url) : ''
  summary(`### friendtalk preview\n\n${note}\n\n${shown}`)
  if (flag('comment')) await keepComment(job, 'preview', `### friendtalk preview\n\n${shown}\n\n${note}`)
  return exitCode
}

/** Names each picture by its file in the artefact instead of showing it; pictures stand in tables alone. */
function withoutPictures(summary, url) {
  const named = (_, address) => {
    const path = decodeURIComponent(url ? address.replace(`${url}/`, '') : address)
    return `<code>pictures/${path.replaceAll(/[&<>"'`|]/g, (mark) => `&#${mark.codePointAt(0)};`)}</code>`
  }
  return summary.replaceAll(/^\|.*$/gm, (row) => row.replaceAll(/<img src="([^"]*)"[^>]*>/g, named))
}

/** Where the pictures of a run stand: a folder for each pull request and commit, so that old comments keep theirs. */
function placeOf({ event, env }, branch) {
  const folder = `${event.pull_request?.number ?? 'push'}/${event.pull_request?.head?.sha ?? env.GITHUB_SHA}`
  return { branch, folder, url: `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/raw/${branch}/${folder}` }
}
