import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { SchemaName } from '../schema-names.ts'
import { schemaText } from '../schemas.ts'
import type { Terminal } from '../terminal.ts'

/** `schema`: prints a JSON Schema. */
export function schemaCommand(name: SchemaName, terminal: Terminal): ExitCode {
  terminal.out(schemaText(name))
  return exitCodes.done
}
