import { endFile, endTest } from '../ending.ts'
import { messageFiles } from './messages.ts'
import { recipients } from './recipients.ts'
import { responses } from './responses.ts'
import type { Target } from './target.ts'

export { fuzz, type FuzzResult } from './target.ts'

/** What is fed with generated input, by the name that the command line uses. */
export const targets: { readonly [name: string]: () => Target | Promise<Target> } = {
  messages: messageFiles,
  recipients,
  responses,
}

/** Ends what the helpers of tests have opened. */
export async function endAll(): Promise<void> {
  await endTest()
  await endFile()
}
