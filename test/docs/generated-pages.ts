import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** `UPDATE_DOCS=1 npx vitest run test/docs` writes generated pages and what is found in the examples of rules; otherwise tests compare them. */
export const isUpdating = process.env['UPDATE_DOCS'] === '1'

/** The page that stands in the repository, after it was written where pages are to be written. */
export function pageAt(path: string, generated: string): string {
  const file = pathOf(path)
  if (isUpdating) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, generated)
  }
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** A page of the documentation. */
export function readPage(path: string): string {
  return readFileSync(pathOf(path), 'utf8')
}

/** Writes a page of the documentation. */
export function writePage(path: string, text: string): void {
  writeFileSync(pathOf(path), text)
}

/** Whether there is a file. */
export function isFile(path: string): boolean {
  return existsSync(pathOf(path))
}
