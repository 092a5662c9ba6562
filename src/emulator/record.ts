/** A JSON object whose fields are not known yet. */
export type JsonRecord = { readonly [field: string]: unknown }

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
