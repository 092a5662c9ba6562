import type { JsonSchema } from '../../contract/schema.ts'
import { frontmatterSchema } from '../../message/frontmatter-schema.ts'
import { configSchema } from '../../project/config-schema.ts'
import { templateSchema } from '../../template-schema.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { lintOutputSchema } from '../reporters/json-schema.ts'
import type { SchemaName } from '../schema-names.ts'
import type { Terminal } from '../terminal.ts'

const schemas = {
  frontmatter: frontmatterSchema,
  config: configSchema,
  template: templateSchema,
  lint: lintOutputSchema,
} as const satisfies Record<SchemaName, JsonSchema>

/** `schema`: prints a JSON Schema. */
export function schemaCommand(name: SchemaName, terminal: Terminal): ExitCode {
  terminal.out(`${JSON.stringify(schemas[name], null, 2)}\n`)
  return exitCodes.done
}
