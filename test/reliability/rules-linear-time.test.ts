import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('../rules/linear-time.mjs', import.meta.url))
/** The CPU time of a process holds that of its collector, which has to work alike on every machine. */
const flags = ['--expose-gc', '--single-threaded-gc', '--max-semi-space-size=64']
/** Minutes of work; on a busy machine it waits for most of the time. */
const timeoutMs = 60 * 60_000

it('every rule and every directive takes linear time', { timeout: timeoutMs }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script])
  const { measured, unmeasured, superlinear } = JSON.parse(stdout)
  expect(superlinear).toEqual([])
  expect(unmeasured).toEqual([])
  expect(measured).toBeGreaterThan(300)
})
