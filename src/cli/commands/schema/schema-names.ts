/** The JSON Schemas that there are: `friendtalk schema <name>`, and `schemas/<name>.json` in the package. */
export const schemaNames = ['frontmatter', 'config', 'recipients', 'template', 'plan', 'lint', 'status'] as const
export type SchemaName = (typeof schemaNames)[number]
