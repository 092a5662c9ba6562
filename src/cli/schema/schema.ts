import type { JsonSchema } from '../../contract/schema.ts'
import { planSchema } from '../../deploy/plan.ts'
import { frontmatterSchema } from '../../message/frontmatter.ts'
import { configSchema } from '../../project/config/user-config.ts'
import { recipientSchema } from '../../recipients/recipient.ts'
import { configurableRules } from '../../rules/run.ts'
import { templateSchema } from '../../template.ts'
import type { SchemaName } from '../program/command.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import { lintOutputSchema } from '../reporters/json-schema.ts'
import { describedRules } from '../rules/rule-catalog.ts'
import { statusSchema } from '../status/status-schema.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What editors and other programs are told of each format. */
export const schemas: { readonly [N in SchemaName]: JsonSchema } = {
  frontmatter: frontmatterSchema,
  config: configForEditors(),
  recipients: recipientSchema,
  template: templateSchema,
  plan: planSchema,
  lint: lintOutputSchema,
  status: statusSchema,
}

/** The text of a schema's file. */
export function schemaText(name: SchemaName): string {
  return `${JSON.stringify(schemas[name], null, 2)}\n`
}

/** The schema of a configuration with the rules by their ids: an editor completes them and says what they are. */
function configForEditors(): JsonSchema {
  // Editors use it for JSON, in which there are no functions.
  const { rules, overrides, plugins: _, ...properties } = configSchema.properties
  const { description, additionalProperties: severity } = rules
  const settings = Object.fromEntries(
    describedRules('en', [])
      .filter(({ id }) => configurableRules.has(id))
      .map(({ id, summary }) => [id, { ...(severity as JsonSchema), description: summary }]),
  )
  const { items } = overrides
  return {
    ...configSchema,
    properties: {
      ...properties,
      rules: { description, $ref: '#/$defs/rules' },
      overrides: {
        ...overrides,
        items: { ...items, properties: { ...items.properties, rules: { $ref: '#/$defs/rules' } } },
      },
    },
    $defs: { rules: { type: 'object', additionalProperties: false, properties: settings } },
  }
}

/** `schema`: prints a JSON Schema. */
export function schemaCommand(name: SchemaName, terminal: Terminal): ExitCode {
  terminal.out(schemaText(name))
  return exitCodes.done
}
