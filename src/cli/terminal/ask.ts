import type * as Prompts from '@clack/prompts'
import { flagMissing } from '../../project/usage-error.ts'
import { withoutNumbers } from '../../service/redact.ts'
import type { Text } from '../../words/language.ts'
import type { Terminal } from './terminal.ts'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** Tells if a person watches and can type. */
export function canAsk({ isInteractive }: Pick<Terminal, 'isInteractive'>): boolean {
  return isInteractive && process.stdin.isTTY
}

/** Loads the prompts that more than a yes answers. They are written to the standard error: the output is for results. */
export async function promptsOn({ colors }: Terminal): Promise<typeof Prompts> {
  // @clack/prompts decides on colours by the environment alone.
  if (!colors.isColorSupported) process.env['NO_COLOR'] = '1'
  return import('@clack/prompts')
}

/** Words for yes; `ㅛ` is the key y of a keyboard in Hangul. */
const yes: ReadonlySet<string> = new Set(['y', 'yes', 'ㅛ', '예', '네'])

/**
 * Asks a person on the terminal. A word for yes and the Enter key is yes; any other line is no, and so are Ctrl-C, Ctrl-D and a
 * signal that ends the question. What was typed before the question is discarded.
 */
export async function ask(question: Text, { lang }: Terminal, signal?: AbortSignal): Promise<boolean> {
  await discardTyped()
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
  const leave = (): void => lines.close()
  const answer = await new Promise<string | undefined>((resolve) => {
    lines.once('close', () => resolve(undefined))
    lines.once('SIGINT', leave)
    signal?.addEventListener('abort', leave, { once: true })
    if (signal?.aborted) leave()
    else lines.question(`${question[lang]} (y/N) `, resolve)
  })
  signal?.removeEventListener('abort', leave)
  lines.close()
  // Without the Enter key the question still stands on the last line.
  if (answer === undefined) process.stderr.write('\n')
  return answer !== undefined && yes.has(answer.trim().normalize('NFC').toLowerCase())
}

/** How long to wait for what was typed earlier: the system hands it over in less. */
const arrivalMs = 50

/** Discards what was typed so far, with or without the Enter key. */
async function discardTyped(): Promise<void> {
  const { stdin } = process
  stdin.setRawMode(true)
  stdin.resume()
  await delay(arrivalMs)
  stdin.pause()
  stdin.setRawMode(false)
}

/** Variables that name a person: our own first, then those of pipelines. */
const variables = ['FRIENDTALK_USER', 'GITHUB_ACTOR', 'GITLAB_USER_LOGIN'] as const

/**
 * Returns who decides and why, for the ledger.
 *
 * @throws UsageError without a reason
 */
export function decided(
  typed: string | undefined,
  { env }: Pick<Terminal, 'env'>,
): { readonly who: string; readonly reason: string } {
  const reason = withoutNumbers(typed?.trim() ?? '')
  if (reason === '') throw flagMissing('--reason')
  const named = variables.map((name) => env[name]?.trim()).find((name) => name !== undefined && name !== '')
  return { who: named ?? systemUser(), reason }
}

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user may have no name.
    return `uid ${process.getuid?.() ?? '?'}`
  }
}
