import type { CustomRule } from '../../../rules/custom-rule.ts'
import { UsageError } from '../../../project/usage-error.ts'
import { openProject } from '../../../session/session.ts'
import type { GlobalFlags, Terminal } from '../../terminal/terminal.ts'

/**
 * Returns the rules that the configuration adds. A broken one adds none, and says so on the standard error: a person who
 * looks a rule up may be about to repair it.
 */
export async function customRulesIn(flags: GlobalFlags, terminal: Terminal): Promise<readonly CustomRule[]> {
  try {
    const { config } = await openProject(flags, terminal)
    return config.plugins
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    // A configuration that is named has to be read.
    if (flags.config !== undefined || flags.root !== undefined) throw error
    for (const line of error.text[terminal.lang]) terminal.tell(line)
    return []
  }
}
