import { UsageError } from '../../src/project/usage-error.ts'
import type { Language } from '../../src/words/language.ts'

/** The lines with which wrong usage or configuration is refused. */
export async function refusalOf(run: () => unknown, lang: Language = 'en'): Promise<readonly string[]> {
  try {
    await run()
  } catch (error) {
    if (error instanceof UsageError) return error.text[lang]
    throw error
  }
  throw new Error('not refused')
}
