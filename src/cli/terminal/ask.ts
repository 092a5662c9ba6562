import type { Terminal } from './terminal.ts'
import { userInfo } from 'node:os'

/** What a person is asked, and the two answers. */
export interface Question {
  readonly message: string
  readonly yes: string
  readonly no: string
}

/** Whether somebody can be asked: a person watches, and can type. */
export function canAsk({ isInteractive }: Pick<Terminal, 'isInteractive'>): boolean {
  return isInteractive && process.stdin.isTTY
}

/** Asks a person on the terminal; who leaves without an answer says no, and so does a signal that ends the question. */
export async function ask({ message, yes, no }: Question, signal?: AbortSignal): Promise<boolean> {
  const { confirm } = await import('@clack/prompts')
  const answer = await confirm({
    message,
    active: yes,
    inactive: no,
    initialValue: false,
    output: process.stderr,
    ...(signal && { signal }),
  })
  return answer === true
}

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
