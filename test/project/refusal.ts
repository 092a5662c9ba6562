import { UsageError } from '../../src/project/usage-error.ts'
import { problemIn } from '../../src/words/problem.ts'

/** The lines with which wrong usage or configuration is refused, in English. */
export async function refusalOf(run: () => unknown): Promise<readonly string[]> {
  try {
    await run()
  } catch (error) {
    if (error instanceof UsageError) return problemIn('en', error.problem)
    throw error
  }
  throw new Error('not refused')
}
