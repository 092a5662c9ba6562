// A PostgreSQL server of one's own on loopback, in a folder that goes with the process that started it. Plain JavaScript,
// because scripts that run without Vitest start one too.
import { randomBytes } from 'node:crypto'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const installed = '/usr/lib/postgresql'
/** Where there is a file system in memory, a server starts in a third of the time. */
const memory = isSpacious('/dev/shm') ? '/dev/shm' : tmpdir()
/** The server refuses to be root. */
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups', '--'] : []
export const password = 'Open sesame / 1?'
const mayLogIn = 'host all keyed 127.0.0.1/32 scram-sha-256\nhost all,replication all 127.0.0.1/32 trust\n'

/** A server takes 100 MiB before anything is in it; what a container has in memory may be less. */
function isSpacious(folder) {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 1024 * 1024 * 1024
}

function binaries() {
  const versions = existsSync(installed) ? readdirSync(installed) : []
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  const folder = join(installed, newest ?? '', 'bin')
  if (!existsSync(join(folder, 'postgres'))) throw new Error('PostgreSQL is missing: npm run test:setup')
  return folder
}

/** Runs a program of the server as whom it may run, in a folder that it may read. */
async function program(folder, name, args) {
  const [file, ...rest] = [...asNobody, join(binaries(), name), ...args]
  const env = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' }
  try {
    return await run(file, rest, { cwd: folder, env })
  } catch (error) {
    const log = join(folder, 'log')
    const said = existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : ''
    throw new Error(`${name} failed: ${error.stderr ?? error.message}\n${said}`, { cause: error })
  }
}

/** A free port outside those that the system gives to clients, so that it is still free after a restart. */
async function freePort() {
  for (let port = 10_000 + Math.floor(Math.random() * 20_000); ; port++) {
    const probe = createServer()
    const isFree = await new Promise((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    probe.close()
    if (isFree) return port
  }
}

/** Starts a server with a superuser `postgres`, a plain role `friendtalk` and one with a password, `keyed`. */
export async function startCluster({ durable = true, keptIn = 'memory', settings = {}, initdb = [] } = {}) {
  const folder = makeFolder(keptIn === 'memory' ? memory : keptIn === 'disk' ? tmpdir() : keptIn)
  const remover = removerOf(folder)
  try {
    const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync', '--no-instructions']
    await program(folder, 'initdb', ['-D', join(folder, 'data'), ...options, ...initdb])
    writeFileSync(join(folder, 'data', 'pg_hba.conf'), mayLogIn)
    const cluster = await clusterIn(folder, remover, { fsync: durable ? 'on' : 'off', ...settings })
    await cluster.query('CREATE ROLE friendtalk LOGIN')
    await cluster.query(`CREATE ROLE keyed LOGIN PASSWORD '${password}'`)
    return cluster
  } catch (error) {
    await remover.remove()
    throw error
  }
}

function makeFolder(parent) {
  const folder = mkdtempSync(join(parent, 'friendtalk-postgres-'))
  if (isRoot) {
    const { uid, gid } = nobody()
    chownSync(folder, uid, gid)
  }
  return folder
}

function nobody() {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? 'nobody:x:65534:65534').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * Starts a process that outlives this one, however it ends: when the pipe between them closes, it stops the server and
 * removes the folder.
 */
function removerOf(folder) {
  const stop = [...asNobody, join(binaries(), 'pg_ctl'), 'stop', '-s', '-m', 'immediate', '-D', join(folder, 'data')]
  const script = 'folder=$1; shift; cat >/dev/null; cd "$folder"; "$@"; cd /; rm -rf "$folder"'
  const child = spawn('sh', ['-c', script, 'sh', folder, ...stop], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = once(child, 'exit')
  child.unref()
  child.stdin.unref()
  return {
    remove: async () => {
      child.ref()
      child.stdin.end()
      await exited
    },
  }
}

async function clusterIn(folder, remover, settings) {
  const data = join(folder, 'data')
  const port = await freePort()
  const all = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    // In the folder, so that nothing is left where it is removed.
    dynamic_shared_memory_type: 'mmap',
    max_connections: 60,
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'`)
  // What stands last counts: a standby has the lines of the server it was copied from.
  appendFileSync(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  const cluster = attachCluster({ folder, port }, remover.remove)
  await cluster.start()
  return cluster
}

/** Returns a server that another process started. */
export function attachCluster({ folder, port }, remove) {
  const data = join(folder, 'data')
  const start = () =>
    program(folder, 'pg_ctl', ['start', '-s', '-w', '-t', '60', '-D', data, '-l', join(folder, 'log')])
  const stop = (mode) => program(folder, 'pg_ctl', ['stop', '-s', '-w', '-t', '60', '-m', mode, '-D', data])
  const url = ({ role = 'friendtalk', password: word, database = 'postgres', at = port, ...parameters } = {}) => {
    const address = new URL(`postgresql://127.0.0.1:${at}/${database}`)
    address.username = role
    if (word !== undefined) address.password = word
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    return address.href
  }
  const query = async (sql, { values, ...where } = {}) => {
    const client = new pg.Client(url({ role: 'postgres', application_name: 'test', ...where }))
    // A server that is stopped says so on the connection as well.
    client.on('error', () => {})
    await client.connect()
    try {
      const { rows } = await client.query(sql, values)
      return rows ?? []
    } finally {
      await client.end()
    }
  }
  return {
    port,
    folder,
    url,
    query,
    start,
    stop,
    restart: async (mode) => {
      await stop(mode)
      await start()
    },
    freshDatabase: async (owner = 'friendtalk') => {
      const name = `d_${randomBytes(6).toString('hex')}`
      await query(`CREATE DATABASE ${name} OWNER ${owner}`)
      return name
    },
    freshRole: async () => {
      const name = `r_${randomBytes(6).toString('hex')}`
      await query(`CREATE ROLE ${name} LOGIN`)
      return name
    },
    terminate: async ({ application, database } = {}) => {
      const rows = await query(
        `SELECT pg_terminate_backend(pid, 60000) AS is_ended FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
           AND ($1::text IS NULL OR application_name = $1) AND ($2::text IS NULL OR datname = $2)`,
        { values: [application, database] },
      )
      return rows.length
    },
    program: (name, args) => program(folder, name, args),
    standby: () => standbyOf(url, folder),
    remove,
  }
}

/** Starts a server that follows another one and only reads. */
async function standbyOf(url, source) {
  const folder = makeFolder(memory)
  const remover = removerOf(folder)
  try {
    const from = url({ role: 'postgres' })
    await program(folder, 'pg_basebackup', ['-d', from, '-D', join(folder, 'data'), '-R', '-c', 'fast', '--no-sync'])
    return await clusterIn(folder, remover, {})
  } catch (error) {
    await remover.remove()
    throw new Error(`no standby of ${source}`, { cause: error })
  }
}
