import { endFile, endTest } from '../ending.ts'
import { configuration } from './configuration.ts'
import { languageServer } from './language-server.ts'
import { messageFiles } from './messages.ts'
import { planFiles } from './plan-files.ts'
import { recipients } from './recipients.ts'
import { records } from './records.ts'
import { responses } from './responses.ts'
import type { Target } from './target.ts'
import { webhook } from './webhook.ts'

export { fuzz, type FuzzResult } from './target.ts'

/** What is fed with generated input, by the name that the command line uses. */
export const targets: { readonly [name: string]: () => Target | Promise<Target> } = {
  messages: messageFiles,
  records,
  recipients,
  configuration,
  'plan-files': planFiles,
  webhook,
  responses,
  lsp: languageServer,
}

/** Ends what the helpers of tests have opened. */
export async function endAll(): Promise<void> {
  await endTest()
  await endFile()
}
