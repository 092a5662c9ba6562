import type { CharacterReading } from '../contract/text.ts'
import type { RecipientViolation } from './violation.ts'

/** A recipients file. Its bytes may be asked for twice: to name the first of two equal rows it is read again. */
export interface RecipientSource {
  /** Decides the format by its extension: `.csv`, `.ndjson` or `.jsonl`. */
  readonly path: string
  /** The bytes from the start. What goes wrong while reading is thrown to whoever reads the rows. */
  readonly open: () => AsyncIterable<Uint8Array>
}

/** A variable of the message that the recipients receive. */
export interface RecipientVariable {
  readonly name: string
  /** Whether some use of it has no fallback, so that each recipient needs a value. */
  readonly isRequired: boolean
  /** The most characters a value may have. */
  readonly max?: number
}

export interface RecipientOptions {
  readonly variables: readonly RecipientVariable[]
  /** Normalised numbers; others are findings. Without it every number is taken. */
  readonly safeList?: ReadonlySet<string>
  /** How characters are counted; UTF-16 units when absent. */
  readonly characters?: CharacterReading
  /** How many findings are kept; the others are counted. 100 when absent. */
  readonly maxFindings?: number
}

/** Somebody who receives the message. */
export interface Recipient {
  /** The data row, from 1; the header is none. */
  readonly row: number
  /** The line of the file on which the row starts, from 1. */
  readonly line: number
  /** Digits alone: `01012345678`. */
  readonly receiver_number: string
  readonly msg_key?: string
  /** By variable name, in Unicode NFC, line breaks as LF. A variable that is not here takes its fallback. */
  readonly values: ReadonlyMap<string, string>
}

/** What reading a whole file came to. A file with an error sends nothing. */
export interface RecipientSummary {
  /** Data rows, faulty ones included, blank lines not. */
  readonly rows: number
  readonly errors: number
  readonly warnings: number
  /** The first findings, in the order of the file. */
  readonly findings: readonly RecipientViolation[]
  /** How many findings there are beyond those. */
  readonly more: number
  /**
   * `sha256:` and the hash of numbers, keys and values in the order of the rows; the same for CSV and NDJSON and for
   * any order of columns. Absent when there is an error.
   */
  readonly digest?: string
}
