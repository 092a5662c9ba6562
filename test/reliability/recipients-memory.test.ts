import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../recipients/many-rows.mjs', import.meta.url))
/** Loading the program takes a third of it; the rows alone would take more than all. */
const heapCap = ['--max-old-space-size=24', '--max-semi-space-size=2']

describe('the memory of a reading', () => {
  it.each(['csv', 'ndjson'])('does not grow with the rows of %s', async (format) => {
    const rows = 80_000
    const { stdout } = await promisify(execFile)(process.execPath, [...heapCap, script, format, String(rows)])
    expect(JSON.parse(stdout)).toEqual({ read: rows, errors: 0, hasValues: true })
  })

  it('is little for a list of a million numbers that are not sent to', async () => {
    const numbers = fileURLToPath(new URL('../recipients/million-numbers.mjs', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=128', numbers])
    const { numbers: read, residentMb } = JSON.parse(stdout) as { numbers: number; residentMb: number }
    expect(read).toBe(1_000_000)
    expect(residentMb).toBeLessThan(200)
  })
})
