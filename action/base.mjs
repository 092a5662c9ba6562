import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { friendtalk, option } from './friendtalk.mjs'

/**
 * Draws the messages as they are where a pull request is to go.
 *
 * @returns the folder of the pictures; undefined where there is no pull request, or its base cannot be read
 */
export async function picturesOfBase(job, pictures) {
  const base = job.event.pull_request?.base?.sha
  if (typeof base !== 'string' || !/^[0-9a-f]{40,64}$/.test(base)) return undefined
  const { cwd, temp, paths, input } = job
  const tree = join(temp, 'friendtalk-base')
  const prefix = git(job, ['rev-parse', '--show-prefix'])?.trim()
  // A checkout is often one commit deep; where the base is there already nothing has to be fetched.
  const isThere = git(job, ['cat-file', '-e', `${base}^{commit}`]) !== undefined
  const isFetched = isThere || git(job, ['fetch', '--no-tags', '--depth=1', 'origin', base]) !== undefined
  rmSync(tree, { recursive: true, force: true })
  if (
    prefix === undefined ||
    !isFetched ||
    git(job, ['worktree', 'add', '--force', '--detach', tree, base]) === undefined
  ) {
    job.notice('No pictures from before: git could not check out the base of the pull request.')
    return undefined
  }
  try {
    const folder = join(tree, prefix)
    if (!existsSync(folder)) return undefined
    const modules = join(folder, 'node_modules')
    // A configuration may import friendtalk.
    if (!existsSync(modules) && existsSync(join(cwd, 'node_modules')))
      symlinkSync(join(cwd, 'node_modules'), modules, 'dir')
    const { exitCode } = await friendtalk({ ...job, cwd: folder }, [
      'preview',
      `--screenshots=${pictures}`,
      ...option('config', input('config')),
      '--',
      ...paths,
    ])
    if (exitCode === 0) return pictures
    job.notice('No pictures from before: the messages of the base could not be drawn.')
    return undefined
  } finally {
    git(job, ['worktree', 'remove', '--force', tree])
  }
}

/** Returns what git prints; undefined where it fails. */
function git({ cwd, env }, args) {
  const { INPUT_TOKEN: _, ...inherited } = env
  const { status, stdout } = spawnSync('git', args, {
    cwd,
    env: { ...inherited, GIT_TERMINAL_PROMPT: '0' },
    encoding: 'utf8',
  })
  return status === 0 ? stdout : undefined
}
