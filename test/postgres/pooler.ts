import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Cluster } from './cluster.mjs'

const program = '/usr/sbin/pgbouncer'

/** Whether there is a pooler to start. */
export const hasPooler = existsSync(program)

/**
 * Starts a pooler of a server on loopback, which goes when the test is over.
 *
 * @returns its port
 */
export async function startPooler(
  server: Cluster,
  mode: 'session' | 'transaction',
  settings: Readonly<Record<string, string | number>> = {},
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-pooler-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'users.txt'), '"friendtalk" ""\n')
  const port = 30_000 + (server.port % 2_000) + (mode === 'session' ? 0 : 2_000)
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    pool_mode: mode,
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(config, `[databases]\n* = host=127.0.0.1 port=${server.port}\n[pgbouncer]\n${lines.join('\n')}\n`)
  // It refuses to be root.
  const asNobody =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups', '--'] : []
  if (asNobody.length > 0) chmodSync(folder, 0o755)
  const [command, ...args] = [...asNobody, program, config]
  const child = spawn(command ?? program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('process up')) resolve()
    })
    child.once('exit', () => reject(new Error(`The pooler ended: ${said}`)))
  })
  return port
}
