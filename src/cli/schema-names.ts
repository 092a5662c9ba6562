/** The schemas that `schema` prints. They stand apart from their names, which the command line needs at every start. */
export const schemaNames = ['frontmatter', 'config', 'template', 'lint'] as const

export type SchemaName = (typeof schemaNames)[number]
