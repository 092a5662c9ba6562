import { UsageError } from '../project/usage-error.ts'
import type { Language } from '../words/language.ts'
import { problemIn } from '../words/problem.ts'

/** Returns an error as a program is given it: wrong usage in the caller's language and in the words of the library. */
export function inLanguage(error: unknown, lang: Language): unknown {
  if (!(error instanceof UsageError)) return error
  const { problem, stack } = error
  // Nobody can be asked: what is missing is the plan's digest.
  const isUnconfirmed = problem.type === 'deploy' && problem.problem.type === 'not-confirmed'
  const lines = isUnconfirmed
    ? problemIn(lang, { type: 'option-missing', option: 'confirm' })
    : problemIn(lang, problem)
  const worded = new UsageError(problem, lines.map(withOptions))
  // Where it came from is worth more than where it was worded.
  if (stack !== undefined) worded.stack = stack.replace(error.message, () => worded.message)
  return worded
}

/** Names options instead of flags; a command to type stays one. */
function withOptions(line: string): string {
  if (/\bfriendtalk [a-z]/.test(line)) return line
  return line.replaceAll(/--([a-z]+(?:-[a-z]+)*)/g, (_, name: string) =>
    name.replaceAll(/-([a-z])/g, (__, letter: string) => letter.toUpperCase()),
  )
}
