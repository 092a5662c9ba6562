import { expect } from 'vitest'
import type { LedgerError } from '../../../src/ledger/ledger-error.ts'
import { databaseStore } from '../../../src/ledger/database-store.ts'
import { type CliResult } from '../../cli/run-cli.ts'
import { runCli } from '../../cli/run-inside.ts'
import { tempFolder, textMessage } from '../../project/temp-folder.ts'
import { closeLedger } from '../temp-ledger.ts'
import { target } from './postgres-ledger.ts'

export const deploy = ['deploy', '--target', target, '--release', 'r1', '--yes', '--new-ledger', '--quiet']

/** Runs a command of a project whose ledger is at an address. */
export function friendtalk(url: string, args: readonly string[]): Promise<CliResult> {
  const production = {
    uploadUrl: 'http://127.0.0.1:1',
    baseUrl: 'http://127.0.0.1:1',
    userId: { env: 'USER_ID' },
    secretKey: { env: 'SECRET_KEY' },
  }
  const senders = { default: { sender_key: { env: 'SENDER_KEY' }, sender_number: '0212345678' } }
  const ledger = { postgres: { env: 'LEDGER_URL' }, schema: 'friendtalk' }
  const config = { messages: ['messages/*.md'], targets: { production }, ledger }
  const cwd = tempFolder({
    'friendtalk.config.json': JSON.stringify({ ...config, senders }),
    'messages/sale.md': textMessage('안녕하세요', 'recipients: list.csv\n'),
    'messages/list.csv': 'receiver_number\n01012345678\n',
  })
  return runCli(args, { cwd, env: { USER_ID: 'user', SECRET_KEY: 'secret', SENDER_KEY: 'sender', LEDGER_URL: url } })
}

/** Opens a ledger that cannot be opened, and returns what is said about it. */
export async function refusal(url: string, schema = 'friendtalk'): Promise<LedgerError> {
  const error: unknown = await databaseStore({ url, schema, target })
    .open({ ifMissing: 'create' })
    .then(
      (ledger) => closeLedger(ledger),
      (reason: unknown) => reason,
    )
  expect(error).toBeInstanceOf(Error)
  return error as LedgerError
}
