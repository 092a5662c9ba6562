import { LedgerError, type LedgerProblem } from '../ledger-error.ts'

interface DatabaseError {
  readonly code: string
  readonly message: string
}

export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

export function isSystemError(error: unknown): error is Error & { readonly code?: string } {
  return (
    error instanceof Error && ('syscall' in error || /Connection terminated|timeout|not queryable/i.test(error.message))
  )
}

/** Returns what an error of the driver or the server means for the ledger. Its text may quote values and is left out. */
export function errorOf(error: unknown, path: string): LedgerError {
  if (error instanceof LedgerError) return error
  return new LedgerError(problemOf(error, path), { cause: error })
}

/** Classes and codes of the SQL standard and of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function problemOf(error: unknown, path: string): LedgerProblem {
  if (!isDatabaseError(error)) {
    const { code, message = '' } = error as { readonly code?: string; readonly message?: string }
    const isLate = /timeout/i.test(message)
    return { type: 'connection-lost', path, code: code ?? (isLate ? 'ETIMEDOUT' : 'closed') }
  }
  const { code } = error
  switch (code) {
    case '28000':
    case '28P01':
      return { type: 'login-refused', path }
    case '3D000':
      return { type: 'no-database', path }
    case '53300':
      return { type: 'no-connections', path }
    case '53100':
      return { type: 'disk-full', path }
    case '25006':
      return { type: 'standby', path }
    case '42501':
      return { type: 'not-granted', path, grants: [] }
    case '25P03':
    case '57P01':
    case '57P02':
    case '57P03':
    case '57P05':
      return { type: 'connection-lost', path, code }
    case '40001':
    case '40P01':
    case '55P03':
    case '57014':
      return { type: 'database-busy', path, code }
    default:
      // Class 08 is about connections; XX001 and XX002 are damaged pages.
      if (code.startsWith('08')) return { type: 'connection-lost', path, code }
      if (code.startsWith('XX00')) return { type: 'corrupt', path, detail: code }
      return { type: 'failed', path, code }
  }
}
