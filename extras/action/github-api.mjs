/** Asks GitHub's REST interface; `path` starts below the repository. Throws for everything but 2xx and 404. */
export async function github({ env, input }, method, path, body) {
  const response = await fetch(`${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${input('token')}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response.json()
  if (response.status === 404) return undefined
  throw new GithubRefusal(response.status, `GitHub answered ${response.status} to ${method} ${path}`)
}

export class GithubRefusal extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }
}
