import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startEmulator } from '../../src/emulator/emulator.ts'
import { until } from '../deadline.ts'
import { ownServer } from '../postgres/server.ts'
import { none } from '../ledger/temp-ledger.ts'
import { databaseProject, deployCommand } from '../ledger/postgres/database-project.ts'

/** A file system of its own in memory, which can be filled; undefined where the system lets nobody mount one. */
function smallDisk(
  megabytes: number,
): { readonly folder: string; readonly fill: () => void; readonly empty: () => void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-disk-'))
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return undefined
  }
  onTestFinished(() => {
    execFileSync('/bin/umount', ['--lazy', folder])
    rmdirSync(folder)
  })
  chmodSync(folder, 0o755)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize))
      } catch (error) {
        // The server took the rest meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    empty: () => rmSync(filler, { force: true }),
  }
}

it('a full disk stops a deploy, which goes on when there is room again', async ({ skip }) => {
  const disk = smallDisk(160)
  if (disk === undefined) return skip('Nothing may be mounted here.')
  const server = await ownServer({
    keptIn: disk.folder,
    initdb: ['--wal-segsize=1'],
    settings: { max_wal_size: 8, min_wal_size: 2 },
  })
  const emulator = await startEmulator()
  onTestFinished(() => emulator.close())
  const recipients = 3_000
  const project = databaseProject(emulator, { recipients, concurrency: 2 })
  const url = server.url({ database: await server.freshDatabase() })
  const deploy = [...deployCommand, 'r1']
  const stopped = { stderr: expect.stringMatching(/(?:the disk is full|was lost|cannot be reached)/) as string }
  // Of the server nothing may be left that still ends; then it is there again.
  const makeRoom = async (): Promise<void> => {
    disk.empty()
    await server.stop('immediate').catch(() => {})
    await server.start()
  }
  expect(await project.start(url, 'status', '--target', 'local').ended()).toMatchObject({ code: 2 })
  disk.fill()
  expect(await project.start(url, ...deploy).ended()).toMatchObject({ ...stopped, code: 4 })
  expect(emulator.counts().messages).toBe(0)
  await makeRoom()
  const sending = project.start(url, ...deploy)
  await until(
    () => 'some messages to be sent',
    () => emulator.counts().messages > 200,
  )
  disk.fill()
  // 5 goes before 4, where outcomes could not be recorded yet.
  expect([4, 5]).toContain((await sending.ended()).code)
  expect(await sending.ended()).toMatchObject(stopped)
  expect(emulator.counts().messages).toBeLessThan(recipients)
  await makeRoom()
  const { code } = await project.start(url, ...deploy).ended()
  expect([0, 5]).toContain(code)
  const reader = await project.store(url).read()
  try {
    const counts = await reader.counts('r1')
    expect(counts).toEqual({ ...none, accepted: counts.accepted, unknown: counts.unknown })
    expect(counts.accepted + counts.unknown).toBe(recipients)
    expect(new Set(emulator.messages({ limit: 2 * recipients }).map(({ msgKey }) => msgKey)).size).toBe(
      emulator.counts().messages,
    )
    expect(emulator.counts().messages).toBeGreaterThanOrEqual(counts.accepted)
  } finally {
    await reader.close()
  }
})
