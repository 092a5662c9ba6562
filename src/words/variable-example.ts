/** How a variable is declared: what was written instead of its settings was likely meant as its example. */
export function variableExample(name: string, written: string | undefined): string {
  const example = written !== undefined && /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u.test(written) ? written : undefined
  // YAML reads a number of digits alone as no text.
  const quoted = example !== undefined && /^\d/.test(example) ? `"${example}"` : example
  return `${name}: { max: 10${quoted === undefined ? '' : `, example: ${quoted}`} }`
}
