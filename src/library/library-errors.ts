import { UsageError } from '../project/usage-error.ts'
import type { Language } from '../words/language.ts'
import { problemIn } from '../words/problem.ts'

/** Returns an error as a program is given it: wrong usage in the caller's language and in the words of the library. */
export function inLanguage(error: unknown, lang: Language): unknown {
  if (!(error instanceof UsageError)) return error
  const { problem, stack } = error
  // There is no terminal to ask on: what is missing is the plan's digest.
  const isUnconfirmed = problem.type === 'deploy' && problem.problem.type === 'not-confirmed'
  const lines = isUnconfirmed
    ? problemIn(lang, { type: 'option-missing', option: 'confirm' })
    : problemIn(lang, problem)
  const worded = new UsageError(problem, withOptions(lines))
  // Where it came from is worth more than where it was worded.
  if (stack !== undefined) worded.stack = stack.replace(error.message, () => worded.message)
  return worded
}

/** Returns lines that name options instead of flags; a command to type stays one. */
export function withOptions(lines: readonly string[]): readonly string[] {
  return lines.map((line) => {
    if (/\bfriendtalk [a-z]/.test(line)) return line
    return line.replaceAll(/--([a-z]+(?:-[a-z]+)*)/g, (_, name: string) =>
      name.replaceAll(/-([a-z])/g, (_hyphen, letter: string) => letter.toUpperCase()),
    )
  })
}
