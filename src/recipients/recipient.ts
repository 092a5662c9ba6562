import { oneLineFields } from '../contract/contracts.ts'
import { type Renderable, prepareTemplate, textParts } from '../message/render.ts'
import { textAt, variableTexts } from '../rules/row-limits.ts'
import type { JsonSchema } from '../text/json-schema.ts'
import type { CharacterReading } from '../text/text.ts'
import type { RecipientViolation } from './violations.ts'
import { lastKeyOf } from '../text/json-text.ts'

/** Names of columns by what a list calls them. */
export interface RecipientColumns {
  readonly [header: string]: string
}

/** Deviations of a list that reading corrected or that are worth telling. */
export interface ListNotes {
  readonly encoding?: 'euc-kr'
  readonly delimiter?: ';' | '\t'
  readonly hasSeparatorLine?: true
  /** Numbers that a spreadsheet had taken the zero from, and that have it again. */
  readonly withoutZero?: number
  /** No recipient has a reference, by which results are joined to people. */
  readonly hasNoRef?: true
}

/** A recipients file. */
export interface RecipientSource {
  /** Decides the format by its extension: `.csv`, `.ndjson` or `.jsonl`. */
  readonly path: string
  /** Names of columns by what a CSV file calls them: `{ 휴대폰번호: 'receiver_number' }`. */
  readonly columns?: RecipientColumns
  /** The bytes from the start. What goes wrong while reading is thrown where the rows are read. */
  readonly open: () => AsyncIterable<Uint8Array>
}

/** A recipient: a row of a list, with a value for each variable under its name. */
export interface RecipientRow {
  /** A Korean mobile number: `010-1234-5678`. */
  readonly receiver_number: string
  readonly [column: string]: string | undefined
}

/** A list by its path, or its rows. */
export type GivenRecipients = string | readonly RecipientRow[]

/** A variable of the message that the recipients receive. */
export interface RecipientVariable {
  readonly name: string
  /** Some use of it has no fallback, so each recipient needs a value. */
  readonly isRequired: boolean
  /** The most characters a value may have. */
  readonly max?: number
  /** A field of one line that it stands in. */
  readonly oneLineField?: string
}

export interface RecipientOptions {
  readonly variables: readonly RecipientVariable[]
  /** Normalised numbers; others are violations. Without it every number is taken. */
  readonly safeList?: ReadonlySet<string> | undefined
  /** UTF-16 units if absent. */
  readonly characters?: CharacterReading
  /** Violations to keep; further ones are counted. 100 if absent. */
  readonly maxViolations?: number
  /** Rows that are left out, by their numbers: nothing is wrong with them. */
  readonly skip?: ReadonlySet<number> | undefined
  /** Called with each row that is wrong by itself; its number may then stand in another one. */
  readonly onInvalid?: (row: number, fields: readonly (readonly [column: string, value: unknown])[]) => void
}

/** A recipient of the message. */
export interface Recipient {
  /** As a spreadsheet counts it: from 1, the header of a CSV and blank rows included. */
  readonly row: number
  /** The line of the file on which the row starts, from 1. */
  readonly line: number
  /** Digits alone: `01012345678`. */
  readonly receiver_number: string
  /** The caller's own word for this person, as it stands in the file: at most 128 characters, no control characters. */
  readonly ref?: string
  /** By variable name, in Unicode NFC, line breaks as LF. A variable that is not here takes its fallback. */
  readonly values: ReadonlyMap<string, string>
}

/** Result of reading a whole file. A file with an error sends nothing. */
export interface RecipientSummary {
  /** Data rows, faulty ones included, blank lines not. */
  readonly rows: number
  readonly errors: number
  readonly warnings: number
  /** The first violations, in the order of the file. */
  readonly violations: readonly RecipientViolation[]
  /** Count of further violations. */
  readonly more: number
  readonly notes: ListNotes
  /**
   * `sha256:` and the hash of numbers, values and references; the same for CSV and NDJSON, any encoding and any order of
   * rows and columns. Absent when there is an error.
   */
  readonly digest?: string
}

/** The variables of a compiled template as columns of recipients. */
export function recipientVariables(template: Renderable): RecipientVariable[] {
  // A fallback may stand at each use: only rendering without values knows what is then missing.
  const missing = new Set(prepareTemplate(template)({}).missing)
  const inOneLine = new Map<string, string>()
  for (const pointer of variableTexts(template.payload)) {
    const field = lastKeyOf(pointer)
    if (!Object.hasOwn(oneLineFields, field)) continue
    for (const part of textParts(textAt(template.payload, pointer), template)) {
      if (typeof part !== 'string') inOneLine.set(part.name, field)
    }
  }
  return template.variables.map(({ name, max }) => {
    const oneLineField = inOneLine.get(name)
    return {
      name,
      isRequired: missing.has(name),
      ...(max !== undefined && { max }),
      ...(oneLineField && { oneLineField }),
    }
  })
}

/**
 * A line of an NDJSON file of recipients; a CSV has a column for each key. Which variables there are is known by the
 * message alone, and what no variable uses may hold anything.
 */
export const recipientSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk recipient',
  description: 'One line of an NDJSON file. Every other key is the value of a variable, as text.',
  type: 'object',
  required: ['receiver_number'],
  properties: {
    receiver_number: {
      type: 'string',
      minLength: 1,
      description: 'A Korean mobile number in quotes: 01012345678, 010-1234-5678 or +82 10-1234-5678.',
    },
    ref: {
      type: ['string', 'null'],
      maxLength: 128,
      description:
        "The caller's own word for this person, without control characters; it stays with the send when the number is erased.",
    },
  },
  additionalProperties: true,
}
