/** The value of a column. Whole numbers of 64 bits are read as numbers. */
export type SqlValue = string | number | null | Uint8Array

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, SqlValue>>

/** A statement, and the type of the rows that it gives. */
export type Statement<R = Row> = string & { readonly rows?: R }

/** Runs a statement of `statements.ts` with the values of `?1`, `?2` and so on. */
export type Run = <R = Row>(sql: Statement<R>, ...values: readonly SqlValue[]) => Promise<readonly R[]>

/** The row of a value: what may be absent is NULL. */
export type Stored<T> = { readonly [C in keyof T]-?: object extends Pick<T, C> ? T[C] | null : T[C] }

type WithoutNulls<R> = { readonly [C in keyof R as null extends R[C] ? never : C]: R[C] } & {
  readonly [C in keyof R as null extends R[C] ? C : never]?: Exclude<R[C], null>
}

export function withoutNulls<R extends object>(row: R): WithoutNulls<R> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<R>
}

/**
 * A database. Statements are written once: `{rows:1}` stands for the rows of the JSON array in `?1`, whose
 * fields are `j.value ->> 0` and so on; `{lock:send}` keeps others from the rows of that table that are read, `{share:meta}` from
 * changing them, and `{free}` leaves out the sends that others have.
 *
 * Every method rejects with LedgerError for what the world does.
 */
export interface Driver {
  /** Path or address to show to people. */
  readonly path: string
  readonly dialect: Dialect
  /** Runs one statement as a transaction of its own. What waits for a transaction of this driver waits in its order. */
  readonly run: Run
  /** Does work as a whole or not at all; it is durable when this resolves. `run` must not be used within it. */
  readonly transaction: <T>(work: (run: Run) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** Texts for what stands in braces in statements. */
interface DialectTexts {
  /** A column whose values the database gives. */
  readonly id: string
  /** A whole number of up to 53 bits. */
  readonly int: string
  readonly rows: (parameter: string) => string
  readonly lock: (table: string) => string
  readonly share: (table: string) => string
  readonly free: string
  /** Forgets the personal data of the sends in `?1`. */
  readonly forget: string
}

/** Differences between the two kinds of SQL. */
export interface Dialect extends DialectTexts {
  /** Keeps all others from changing what is read, until the end of the transaction. */
  readonly keepOthersOut: readonly string[]
  /** Statements to run after rows with their ids were copied into a table. */
  readonly copied: (table: string) => readonly string[]
}

export function inDialect(sql: string, dialect: Dialect): string {
  return sql.replaceAll(/\{(\w+):?(\w*)\}/g, (_, name: keyof DialectTexts, of: string) => {
    const text = dialect[name]
    return typeof text === 'string' ? text : text(of)
  })
}

/** One end of a move: no other process changes the ledger there until it is closed, and nothing of it is under way. */
export interface MovingLedger {
  readonly path: string
  /** The address that the moved ledger keeps of this place. */
  readonly place: string
  readonly driver: Driver
  /** Writes down where the ledger is now, so that a copy of it is noticed. */
  readonly notePlace: (run: Run) => Promise<void>
  /** Takes what was erased out of the log too. @throws LedgerError `busy` while another process blocks that */
  readonly scrub: () => Promise<void>
  readonly close: () => Promise<void>
}
