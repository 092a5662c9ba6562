/** Returns a module's code, of which `program` is the syntax tree, with its slow patterns made when they are used. */
export function withLazyPatterns(code: string, program: object): string
