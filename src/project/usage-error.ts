import type { FileReason } from '../words/file-problem.ts'
import { type Problem, problemIn } from '../words/problem.ts'

/** Wrong usage or configuration: the person at the command line corrects it, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problemIn('en', problem).join('\n'))
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
