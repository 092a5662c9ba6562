import { UsageError } from '../project/usage-error.ts'
import type { Language } from '../words/language.ts'
import { suggestionForPath } from '../project/files/paths.ts'
import { suggestionIn } from '../words/phrases.ts'
import { resolve } from 'node:path'

/** Returns an error as a program is given it: wrong usage in the caller's language and in the words of the library. */
export function inLanguage(error: unknown, lang: Language): unknown {
  if (!(error instanceof UsageError)) return error
  // There is no terminal to ask on: what is missing is the plan's digest.
  const text =
    error.code === 'not-confirmed'
      ? { en: ['confirm is missing.'], ko: ['confirm 옵션이 빠졌습니다.'] }
      : { en: withOptions(error.text.en), ko: withOptions(error.text.ko) }
  const worded = new UsageError(error.code, text, error.values)
  worded.message = text[lang].join('\n')
  // Keeps the stack of the cause: this function only words it.
  if (error.stack !== undefined) worded.stack = error.stack.replace(error.message, () => worded.message)
  return worded
}

/** Wrong usage for a path that leads to nothing, relative to the working directory. */
export function pathMissing(path: string): UsageError {
  const { suggestion } = suggestionForPath(path, resolve('.'))
  return new UsageError('path-missing', {
    en: `${path}: there is no such file or folder.${suggestionIn.en(suggestion)}`,
    ko: `${path}: 파일이나 폴더가 없습니다.${suggestionIn.ko(suggestion)}`,
  })
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
