import type { Terminal } from './terminal.ts'

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
