import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { deadlineMs, until } from '../deadline.ts'

/** A running VS Code, with the extension installed. */
export interface CodeServer {
  readonly url: string
  /** What its user has set. */
  readonly userFolder: string
  /** Screenshots of the last run. */
  readonly pictures: string
}

declare module 'vitest' {
  interface ProvidedContext {
    codeServer: CodeServer
  }
}

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'friendtalk')
// The version that code-server.sh installs there.
const installed = join(cache, 'code-server-4.96.4')
const entry = join(installed, 'node_modules/code-server/out/node/entry.js')
const extension = fileURLToPath(new URL('../../extras/vscode/friendtalk.vsix', import.meta.url))
const guard = fileURLToPath(new URL('guard.mjs', import.meta.url))

const settings = {
  // What differs from VS Code on a desktop, and what moves or asks without being asked for.
  'files.autoSave': 'off',
  'workbench.startupEditor': 'none',
  'workbench.reduceMotion': 'on',
  'workbench.tips.enabled': false,
  'editor.cursorBlinking': 'solid',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
}

/** Starts one VS Code for all tests, with folders of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-editors-'))
  const data = join(folder, 'data')
  const userFolder = join(data, 'User')
  const pictures = join(cache, 'editors')
  rmSync(pictures, { recursive: true, force: true })
  for (const made of [userFolder, pictures]) mkdirSync(made, { recursive: true })
  writeFileSync(join(userFolder, 'settings.json'), JSON.stringify(settings))
  writeFileSync(join(data, 'languagepacks.json'), JSON.stringify({ ko: koreanPack() }))

  const env = { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  const own = ['--user-data-dir', data, '--extensions-dir', join(folder, 'extensions')]
  try {
    say('installing the extension')
    await install([entry, ...own, '--install-extension', extension], env)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    throw error
  }

  say('starting VS Code')
  const log = join(pictures, 'code-server.log')
  writeFileSync(log, '')
  const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override']
  // The port is one that is free.
  const address = ['--auth', 'none', '--bind-addr', '127.0.0.1:0']
  const server = spawn(process.execPath, [guard, folder, log, process.execPath, entry, ...address, ...own, ...quiet], {
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
    // It outlives this process, however that ends, to end what it has started.
    detached: true,
  })
  const ended = once(server, 'exit')
  const close = async (): Promise<void> => {
    server.stdin.end()
    await ended
    say(`screenshots are in ${pictures}`)
  }
  try {
    const read = (): string => readFileSync(log, 'utf8')
    let url: string | undefined
    await until(
      () => `code-server to start:\n${read()}`,
      async () => {
        if (server.exitCode !== null) throw new Error(`code-server has ended:\n${read()}`)
        url ??= /HTTP server listening on (http:\/\/[\d.:]+)/.exec(read())?.[1]
        return url !== undefined && (await isHealthy(url))
      },
    )
    project.provide('codeServer', { url: url ?? '', userFolder, pictures })
  } catch (error) {
    await close()
    throw error
  }
  return close
}

/** Says what is waited for: a start takes a while. */
function say(what: string): void {
  process.stdout.write(`code-server: ${what}\n`)
}

async function install(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const running = promisify(execFile)(process.execPath, args, { env, timeout: deadlineMs, killSignal: 'SIGKILL' })
  running.child.stdin?.end()
  try {
    await running
  } catch (error) {
    const { killed, stdout, stderr } = error as Awaited<typeof running> & { readonly killed: boolean }
    const how = killed ? `has not ended after ${String(deadlineMs / 1000)} s` : 'has failed'
    throw new Error(`The installation of the extension ${how}:\n${stdout}${stderr}`, { cause: error })
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(deadlineMs) })).ok
  } catch {
    return false
  }
}

/** The Korean texts of VS Code, as it notes a language pack that was installed from its marketplace. */
function koreanPack(): unknown {
  const pack = join(installed, 'language-pack')
  const { name, publisher, version, contributes } = JSON.parse(readFileSync(join(pack, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly publisher: string
    readonly version: string
    readonly contributes: {
      readonly localizations: readonly [
        {
          readonly localizedLanguageName: string
          readonly translations: readonly { readonly id: string; readonly path: string }[]
        },
      ]
    }
  }
  const [{ localizedLanguageName: label, translations }] = contributes.localizations
  return {
    hash: version,
    label,
    extensions: [{ extensionIdentifier: { id: `${publisher}.${name}` }, version }],
    translations: Object.fromEntries(translations.map(({ id, path }) => [id, join(pack, path)])),
  }
}
