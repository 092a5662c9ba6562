import { userInfo } from 'node:os'

/** Variables that name a person: our own first, then those of pipelines. */
const variables = ['FRIENDTALK_USER', 'GITHUB_ACTOR', 'GITLAB_USER_LOGIN'] as const

/** Who decides something: the ledger keeps it. */
export function deciderIn(env: NodeJS.ProcessEnv): string {
  const named = variables.map((name) => env[name]?.trim()).find((name) => name !== undefined && name !== '')
  return named ?? systemUser()
}

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user may have no name.
    return `uid ${process.getuid?.() ?? '?'}`
  }
}
