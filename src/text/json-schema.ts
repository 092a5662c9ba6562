/** A JSON Schema (2020-12) document or part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}
