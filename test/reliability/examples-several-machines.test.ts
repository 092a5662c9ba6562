import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { runBuilt, startCli } from '../cli/run-cli.ts'
import { commonServer } from '../postgres/server.ts'
import { tempFolder } from '../project/temp-folder.ts'

const folder = fileURLToPath(new URL('../../examples/several-machines/', import.meta.url))

interface Compose {
  readonly services: {
    readonly emulator: { readonly command: string }
    readonly deployer: {
      readonly deploy: { readonly replicas: number }
      readonly command: string
      readonly environment: Readonly<Record<string, string>>
    }
  }
}

interface Job {
  readonly spec: {
    readonly completions: number
    readonly parallelism: number
    readonly template: {
      readonly spec: {
        readonly containers: readonly { readonly command: readonly string[]; readonly args: readonly string[] }[]
      }
    }
  }
}

function read(file: string): unknown {
  const document = parseDocument(readFileSync(join(folder, file), 'utf8'), { strict: true })
  expect([...document.errors, ...document.warnings]).toEqual([])
  return document.toJS()
}

/** A text of the Compose file, its variables replaced by what they are where nobody sets them. */
function filledIn(text: string): string {
  return text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
}

/** What a command of the Compose file gives to friendtalk. */
function argumentsOf(command: string): string[] {
  const [node, main, ...args] = filledIn(command).split(' ')
  expect([node, main]).toEqual(['node', '/friendtalk/dist/bin/main.js'])
  return args
}

it('the commands of the Compose file send one release from three deployers', async () => {
  const { emulator, deployer } = (read('compose.yaml') as Compose).services
  const root = tempFolder()
  cpSync(folder, root, { recursive: true })
  const [port, ...rest] = argumentsOf(emulator.command).toReversed()
  const service = startCli([...rest.toReversed(), '0'], { cwd: root })
  await service.until('the emulator listens', () => /^baseUrl/m.test(service.output))
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(service.output)?.[0] ?? ''
  const file = join(root, 'friendtalk.config.json')
  const config = readFileSync(file, 'utf8')
  expect(config).toContain(`http://127.0.0.1:${port}`)
  // Faster than people watch it.
  writeFileSync(file, config.replaceAll(`http://127.0.0.1:${port}`, address).replace('"rate": 20,', '"rate": 400,'))
  const server = await commonServer()
  const database = await server.freshDatabase()
  const url = filledIn(deployer.environment['FRIENDTALK_DATABASE_URL'] ?? '')
  expect(url).toMatch(/^postgres:\/\/deployer:[^@]+@postgres\/messages$/)
  const env = { ...deployer.environment, FRIENDTALK_DATABASE_URL: server.url({ database }) }
  const machines = Array.from({ length: deployer.deploy.replicas }, () =>
    runBuilt(argumentsOf(deployer.command), { cwd: root, env: { ...env, XDG_STATE_HOME: tempFolder() } }),
  )
  expect(machines).toHaveLength(3)
  for (const { code, stderr } of await Promise.all(machines)) expect({ code, stderr }).toMatchObject({ code: 0 })
  const { stdout } = await runBuilt(['status', '--target', 'practice', '--json'], { cwd: root, env })
  expect(JSON.parse(stdout)).toMatchObject({ releases: [{ release: 'try-1', counts: { accepted: 200 } }] })
  service.kill('SIGTERM')
  const { stdout: said, stderr } = await service.ended()
  expect(said + stderr).toContain('200 messages came, 200 accepted.')
})

it('the Job runs as many pods, of the command itself, which SIGTERM has to reach', () => {
  const { completions, parallelism, template } = (read('job.yaml') as Job).spec
  const [container] = template.spec.containers
  expect({ completions, parallelism }).toEqual({ completions: 3, parallelism: 3 })
  expect(container?.command).toEqual(['node_modules/.bin/friendtalk'])
  expect(container?.args[0]).toBe('deploy')
})
