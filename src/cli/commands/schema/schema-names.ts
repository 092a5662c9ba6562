/** The JSON Schemas that there are: `friendtalk schema <name>`, and `friendtalk/schemas/<name>.json`. */
export const schemaNames = ['frontmatter', 'config', 'recipients', 'template', 'lint', 'status'] as const
export type SchemaName = (typeof schemaNames)[number]
