import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { until } from '../deadline.ts'

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
const extension = fileURLToPath(new URL('../../editors/vscode/friendtalk.vsix', import.meta.url))

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
  execFileSync(process.execPath, [entry, ...own, '--install-extension', extension], { env, stdio: 'pipe' })

  const port = await freePort()
  const log = join(pictures, 'code-server.log')
  const output = openSync(log, 'w')
  const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override']
  const address = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`]
  const server = spawn(process.execPath, [entry, ...address, ...own, ...quiet], {
    env,
    stdio: ['ignore', output, output],
    // A group of its own: it starts a process for every window, and these start servers.
    detached: true,
  })
  const close = async (): Promise<void> => {
    await stop(server)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    process.stdout.write(`\nScreenshots are in ${pictures}\n`)
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await until(
      () => `code-server to start:\n${readFileSync(log, 'utf8')}`,
      async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true,
    )
  } catch (error) {
    await close()
    throw error
  }
  project.provide('codeServer', { url, userFolder, pictures })
  return close
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = createServer()
    asking.once('error', reject)
    asking.listen(0, '127.0.0.1', () => {
      const address = asking.address()
      asking.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.pid === undefined || server.exitCode !== null) {
      resolve()
      return
    }
    server.once('exit', () => resolve())
    process.kill(-server.pid, 'SIGKILL')
  })
}
