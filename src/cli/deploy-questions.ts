import type { RepeatedMessage } from '../words/deploy-problem.ts'
import { ask, canAsk } from './ask.ts'
import { refuse } from './deploy-session.ts'
import { deployWords } from './deploy-words.ts'
import { reportRepeated } from './plan-text.ts'
import type { Terminal } from './terminal.ts'

interface Asking {
  readonly terminal: Terminal
  /** Ends a question without an answer, which is a no. */
  readonly stop: AbortSignal
}

/** What is going to be sent. The digest is absent where a release goes on from its ledger. */
export interface SendingQuestion {
  readonly messages: number
  readonly target: string
  readonly digest?: string
}

/**
 * Asks whether messages are to be sent.
 *
 * @throws UsageError without a terminal: nobody can be asked
 */
export async function confirmSending(question: SendingQuestion, { terminal, stop }: Asking): Promise<boolean> {
  const { digest } = question
  if (!canAsk(terminal)) refuse({ type: 'not-confirmed', ...(digest !== undefined && { digest }) })
  const { confirm, yes, no } = deployWords[terminal.lang]
  return ask({ message: confirm(question), yes, no }, stop)
}

/**
 * Asks whether messages are to be sent that the release has under another id too. No flag and no plan answers that:
 * the ids stand in both, and that the texts are the same is seen in neither.
 *
 * @throws UsageError without a terminal: nobody can be asked
 */
export async function confirmRepeated(
  messages: readonly RepeatedMessage[],
  { terminal, stop }: Asking,
): Promise<boolean> {
  if (messages.length === 0) return true
  if (!canAsk(terminal)) refuse({ type: 'same-message', messages })
  reportRepeated(messages, terminal)
  const { confirmRepeated: message, yes, no } = deployWords[terminal.lang]
  return ask({ message, yes, no }, stop)
}
