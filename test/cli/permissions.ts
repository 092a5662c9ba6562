import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Root without the capabilities to pass over permissions. It still owns what the tests made, and comes into every folder
 * that root alone may enter: somebody else could not even start the command where root has it in a folder of its own.
 */
const withoutOverride = [
  'setpriv',
  ...['--inh-caps', '--bounding-set'].map((set) => `${set}=-dac_override,-dac_read_search`),
]

/** Whether no permission stops this process. */
const overrides = opensWhatNobodyMay()
const canGiveUp = overrides && spawnSync(withoutOverride[0] ?? '', [...withoutOverride.slice(1), 'true']).status === 0

/** A command line that is stopped by permissions as anybody's is. */
export function heldByPermissions(command: readonly string[]): readonly string[] {
  return canGiveUp ? [...withoutOverride, ...command] : command
}

function opensWhatNobodyMay(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-permissions-'))
  const file = join(folder, 'file')
  try {
    closeSync(openSync(file, 'w'))
    chmodSync(file, 0o000)
    closeSync(openSync(file, 'r'))
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}
