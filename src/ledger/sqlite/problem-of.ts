import { LedgerError, type LedgerProblem } from '../ledger-error.ts'

interface Meaning {
  /** The engine's result code. */
  readonly result: number
  /** The engine's words for it: the binding leaves the code out of errors that come up between two rows. */
  readonly words: RegExp
  readonly problem: (path: string, detail: string) => LedgerProblem
}

const meanings: readonly Meaning[] = [
  // Statements are right, so the tables are not those of a ledger.
  {
    result: 1,
    words: /^(?:no such (?:table|column)|.*malformed database schema|.*has no column)/,
    problem: (path, detail) => ({ type: 'corrupt', path, detail }),
  },
  { result: 5, words: /database is locked/, problem: (path) => ({ type: 'busy', path }) },
  { result: 6, words: /table is locked/, problem: (path) => ({ type: 'busy', path }) },
  { result: 3, words: /access permission denied/, problem: (path) => ({ type: 'read-only', path }) },
  { result: 8, words: /readonly database/, problem: (path) => ({ type: 'read-only', path }) },
  { result: 10, words: /disk I\/O error/, problem: (path, code) => ({ type: 'failed', path, code }) },
  { result: 11, words: /malformed/, problem: (path, detail) => ({ type: 'corrupt', path, detail }) },
  { result: 13, words: /disk is full/, problem: (path) => ({ type: 'disk-full', path }) },
  { result: 14, words: /unable to open database/, problem: (path, code) => ({ type: 'failed', path, code }) },
  { result: 18, words: /too big/, problem: (path, detail) => ({ type: 'corrupt', path, detail }) },
  { result: 20, words: /datatype mismatch/, problem: (path, detail) => ({ type: 'corrupt', path, detail }) },
  { result: 26, words: /not a database/, problem: (path) => ({ type: 'not-a-ledger', path }) },
]

/**
 * What an error of the engine or of the file system means for a ledger.
 *
 * @returns any other error as it is: a broken constraint or wrong SQL is a defect
 */
export function problemOf(error: unknown, path: string): unknown {
  if (error instanceof LedgerError || !(error instanceof Error)) return error
  const { code } = error as { readonly code?: unknown }
  const problem = code === 'ERR_SQLITE_ERROR' ? engineProblem(error, path) : systemProblem(code, path)
  return problem ? new LedgerError(problem, { cause: error }) : error
}

function engineProblem(error: Error, path: string): LedgerProblem | undefined {
  const { errcode, sqliteCodeName } = error as { readonly errcode?: unknown; readonly sqliteCodeName?: unknown }
  // The lower byte is the result, the rest says more about it.
  const result = typeof errcode === 'number' ? errcode & 0xff : undefined
  const meaning = meanings.find((each) =>
    result === undefined ? each.words.test(error.message) : each.result === result,
  )
  return meaning?.problem(path, typeof sqliteCodeName === 'string' ? sqliteCodeName : error.message)
}

function systemProblem(code: unknown, path: string): LedgerProblem | undefined {
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return { type: 'disk-full', path }
  return code === 'EROFS' ? { type: 'read-only', path } : { type: 'failed', path, code }
}
