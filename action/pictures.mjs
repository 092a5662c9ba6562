import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { github, GithubRefusal } from './github-api.mjs'

const attempts = 3

/** Puts the pictures that a summary shows on a branch of their own, in one commit. False where the token may not. */
export async function publishPictures(job, { branch, folder, summary }, pictures) {
  const pathOf = (file) => relative(pictures, file).split(sep).join('/')
  const isShown = (file) => summary.includes(`/${pathOf(file).split('/').map(encodeURIComponent).join('/')}"`)
  const files = readdirSync(pictures, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.png'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter(isShown)
  try {
    const tree = []
    for (const file of files) {
      const content = readFileSync(file).toString('base64')
      const { sha } = await github(job, 'POST', '/git/blobs', { content, encoding: 'base64' })
      const path = `${folder}/${pathOf(file)}`
      tree.push({ path, mode: '100644', type: 'blob', sha })
    }
    if (tree.length > 0) await commit(job, branch, tree)
    return true
  } catch (error) {
    if (!(error instanceof GithubRefusal) || error.status !== 403) throw error
    job.notice(`No pictures on the branch ${branch}: the token may not write to the repository.`)
    return false
  }
}

/** Another run may move the branch in between: then it is built upon what is there now. */
async function commit(job, branch, tree, attempt = 1) {
  const name = branch.split('/').map(encodeURIComponent).join('/')
  const head = await github(job, 'GET', `/git/ref/heads/${name}`)
  const parent = head?.object.sha
  const base = parent && (await github(job, 'GET', `/git/commits/${parent}`)).tree.sha
  const made = await github(job, 'POST', '/git/trees', { tree, ...(base && { base_tree: base }) })
  const message = 'Add pictures of messages'
  const { sha } = await github(job, 'POST', '/git/commits', {
    message,
    tree: made.sha,
    parents: parent ? [parent] : [],
  })
  try {
    if (parent) await github(job, 'PATCH', `/git/refs/heads/${name}`, { sha, force: false })
    else await github(job, 'POST', '/git/refs', { ref: `refs/heads/${branch}`, sha })
  } catch (error) {
    if (!(error instanceof GithubRefusal) || error.status !== 422 || attempt === attempts) throw error
    await commit(job, branch, tree, attempt + 1)
  }
}
