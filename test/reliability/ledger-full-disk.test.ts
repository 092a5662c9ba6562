import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../project/temp-folder.ts'

const child = fileURLToPath(new URL('../ledger/sqlite/full-disk.mjs', import.meta.url))
const canMount = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

interface Said {
  readonly whenFull: { readonly inflight: number }
  readonly unsettled: number
}

describe('A full disk sends to nobody twice', () => {
  it.skipIf(!canMount)('as nothing is claimed, and what has no outcome is unknown', () => {
    const folder = join(tempFolder(), 'disk')
    const script = 'mkdir -p "$1" && mount -t tmpfs -o size=3m tmpfs "$1" && exec "$2" "$3" "$1"'
    const { stdout, stderr } = spawnSync(
      'unshare',
      ['-Urm', 'sh', '-c', script, 'sh', folder, process.execPath, child],
      {
        encoding: 'utf8',
      },
    )
    expect(stderr).toBe('')
    const said = JSON.parse(stdout) as Said
    const { inflight } = said.whenFull
    expect(inflight).toBeGreaterThan(0)
    const others = { pending: 400 - 60 - inflight, accepted: 60, deferred: 0, cancelled: 0 }
    expect(said).toEqual({
      refused: 'disk-full',
      whenFull: { ...others, inflight, rejected: 0, unknown: 0 },
      unsettled: said.unsettled,
      afterwards: { ...others, inflight: 0, rejected: inflight - said.unsettled, unknown: said.unsettled },
      recovered: said.unsettled,
    })
  })
})
