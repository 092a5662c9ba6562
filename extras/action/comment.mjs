import { github, GithubRefusal } from './github-api.mjs'

const pageSize = 100
/** GitHub takes 65,536 characters. */
const maxCharacters = 65_000

/** Keeps one comment of a kind in the pull request: writes it, or changes the one of an earlier run. */
export async function keepComment(job, kind, text) {
  const number = job.event.pull_request?.number
  if (number === undefined) return job.notice('No comment: this run belongs to no pull request.')
  const mark = `<!-- friendtalk:${kind} -->`
  const body = `${mark}\n${text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text}`
  try {
    const known = await earlier(job, number, mark)
    const path = known === undefined ? `/issues/${number}/comments` : `/issues/comments/${known}`
    await github(job, known === undefined ? 'POST' : 'PATCH', path, { body })
  } catch (error) {
    // A pull request of a fork has a token that can only read.
    if (!(error instanceof GithubRefusal) || error.status !== 403) throw error
    job.notice('No comment: the token may not write to pull requests.')
  }
}

async function earlier(job, number, mark) {
  for (let page = 1; ; page++) {
    const comments = await github(job, 'GET', `/issues/${number}/comments?per_page=${pageSize}&page=${page}`)
    // A person who quotes the mark does not get their comment replaced.
    const own = comments?.find(({ body, user }) => body?.startsWith(mark) && user?.type === 'Bot')
    if (own) return own.id
    if (!comments || comments.length < pageSize) return undefined
  }
}
