/**
 * The canonical JSON of data (RFC 8785): keys sorted by UTF-16 units, no white space, so that equal data has equal
 * text. Keys without a value are left out; texts must be well-formed Unicode.
 */
export function canonicalJson(data: unknown): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data)
  let json = ''
  if (Array.isArray(data)) {
    for (const item of data as readonly unknown[]) json += `${json === '' ? '' : ','}${canonicalJson(item ?? null)}`
    return `[${json}]`
  }
  const record = data as { readonly [key: string]: unknown }
  // Without a comparison of its own, sorting compares UTF-16 units.
  for (const key of Object.keys(record).toSorted()) {
    const value = record[key]
    if (value !== undefined) json += `${json === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value)}`
  }
  return `{${json}}`
}
