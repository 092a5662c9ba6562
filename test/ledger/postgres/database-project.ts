import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Emulator } from '../../../src/emulator/emulator.ts'
import { ledgerStore } from '../../../src/ledger/open.ts'
import type { LedgerStore } from '../../../src/ledger/ledger.ts'
import { deployProject, environment, type ProjectOptions } from '../../cli/deploy-project.ts'
import { type LongRun, startCli } from '../../cli/run-cli.ts'

/** A project whose target `local` is an emulator and whose ledger is in a database. */
export interface DatabaseProject {
  readonly root: string
  /** Starts the built command line with the ledger at an address. */
  readonly start: (url: string, ...args: readonly string[]) => LongRun
  readonly store: (url: string) => LedgerStore
}

export const deployCommand = ['deploy', '--target', 'local', '--new-ledger', '--yes', '--quiet', '--release']

export function databaseProject(emulator: Pick<Emulator, 'url'>, options: ProjectOptions = {}): DatabaseProject {
  const root = deployProject(emulator, options)
  const file = join(root, 'friendtalk.config.json')
  const config = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...config, ledger: { postgres: { env: 'LEDGER_URL' } } }))
  return {
    root,
    start: (url, ...args) => startCli(args, { cwd: root, env: { ...environment, LEDGER_URL: url } }),
    store: (url) => ledgerStore({ url, schema: 'friendtalk', target: 'local' }),
  }
}
