import { printable, printableLines } from '../printable.ts'

/**
 * Data as indented JSON that is safe to print and still exact: what a reader could not see or trust is written as an
 * escape of JSON, so that paths and fixes are parsed as they are.
 */
export function jsonText(data: unknown): string {
  const json = JSON.stringify(data, null, 2)
  if (printableLines(json) === json) return `${json}\n`
  return `${json.replace(/[^\n -~]/gu, (char) => (printable(char) === char ? char : escapeOf(char)))}\n`
}

function escapeOf(char: string): string {
  return char
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
