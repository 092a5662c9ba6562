/**
 * The canonical JSON of data (RFC 8785): keys sorted by UTF-16 units, no white space, so that equal data has equal
 * text. Keys without a value are left out; texts must be well-formed Unicode.
 */
export function canonicalJson(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data)
  const entries = Object.entries(data).filter(([, value]) => value !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${canonicalJson(value)}`).join(',')}}`
}
