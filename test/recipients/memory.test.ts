import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('many-rows.ts', import.meta.url))
/** Loading the program takes most of it; the rows alone would take more than twice as much. */
const heapCap = ['--max-old-space-size=48', '--max-semi-space-size=4']

describe('the memory of a reading', () => {
  it.each(['csv', 'ndjson'])('does not grow with the rows of %s', { timeout: 180_000 }, async (format) => {
    const rows = 150_000
    const args = [...heapCap, '--import', 'jiti/register', script, format, String(rows)]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, JITI_FS_CACHE: 'false' },
    })
    expect(JSON.parse(stdout)).toEqual({ read: rows, errors: 0, hasValues: true })
  })
})
