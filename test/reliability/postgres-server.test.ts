import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../deadline.ts'
import { password } from '../postgres/cluster.mjs'
import { startProxy } from '../postgres/proxy.mjs'
import { commonServer } from '../postgres/server.ts'

it('knows a plain role, one with a password, and databases of their own', async () => {
  const server = await commonServer()
  const database = await server.freshDatabase()
  await server.query('CREATE TABLE mine (n int)', { role: 'friendtalk', database })
  expect(await server.query('SELECT 1 AS n', { role: 'keyed', password, database })).toEqual([{ n: 1 }])
  await expect(server.query('SELECT 1', { role: 'keyed', password: 'wrong' })).rejects.toThrow(/password/)
  const role = await server.freshRole()
  await expect(server.query('SELECT * FROM mine', { role, database })).rejects.toThrow(/permission denied/)
})

it('is there again after it was stopped or has crashed', async () => {
  const server = await commonServer()
  const database = await server.freshDatabase()
  for (const mode of ['fast', 'immediate'] as const) {
    await server.query(`CREATE TABLE ${mode} (n int)`, { database })
    await server.restart(mode)
    expect(await server.query(`SELECT * FROM ${mode}`, { database })).toEqual([])
  }
})

it('goes with whoever started it, also when they are killed', async () => {
  const module = fileURLToPath(new URL('../postgres/cluster.mjs', import.meta.url))
  const script = `const { startCluster } = await import(${JSON.stringify(module)})
    console.log((await startCluster()).folder)
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const folder = said.toString().trim()
  expect(existsSync(folder)).toBe(true)
  child.kill('SIGKILL')
  await until(
    () => `${folder} to be removed`,
    () => !existsSync(folder),
  )
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(folder)
})

it('is reached by a way that fails when it is told to', async () => {
  const server = await commonServer()
  const proxy = await startProxy(server.port)
  onTestFinished(proxy.close)
  const client = new pg.Client(server.url({ at: proxy.port, role: 'postgres' }))
  client.on('error', () => {})
  await client.connect()
  expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  for (const what of ['all', 'questions', 'answers'] as const) {
    proxy.hold(what)
    let isAnswered = false
    const answer = client.query('CREATE SEQUENCE seen').then(() => (isAnswered = true))
    // The server itself is reached past the proxy, so this is longer than an answer takes.
    const isThere = async (): Promise<boolean> =>
      (await server.query("SELECT 1 FROM pg_class WHERE relname = 'seen'")).length > 0
    if (what === 'answers') await until(() => 'what was asked to be done', isThere)
    else expect(await isThere()).toBe(false)
    expect(isAnswered).toBe(false)
    proxy.release()
    await answer
    await client.query('DROP SEQUENCE seen')
  }
  const ended = new Promise((resolve) => client.once('end', resolve))
  proxy.cut()
  await ended
  expect(proxy.connections()).toBe(0)
})
