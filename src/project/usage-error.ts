import type { FileReason } from '../words/file-problem.ts'
import { type Problem, problemIn } from '../words/problem.ts'

/**
 * Wrong usage or configuration: what was given has to be corrected before anything can be done. On the command line the exit
 * code is 2; the library throws nothing else but defects.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What is wrong, as data: `type` tells it apart. */
  readonly problem: Problem

  /** @param lines the message, where it is not the English one of the problem */
  constructor(problem: Problem, lines: readonly string[] = problemIn('en', problem)) {
    super(lines.join('\n'))
    this.problem = problem
  }
}

/** A file that is not read or written, for what it is. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal'
  /** Where errors of the system have theirs. */
  readonly code: FileReason

  constructor(reason: FileReason) {
    super(reason)
    this.code = reason
  }
}

/** What the operating system says is wrong, without the path that it repeats. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

/** Whether the operating system said it, or a look at the file: anything else is a defect. */
export function isAboutFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_')
}

/** What a configuration says of something it threw, which need not be an error. Other objects may hold secrets. */
export function thrownMessage(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  return 'message' in thrown && typeof thrown.message === 'string'
    ? thrown.message
    : 'It threw an object that is no Error.'
}
