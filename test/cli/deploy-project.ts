import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import type { SendCounts, SendRecord } from '../../src/ledger/ledger.ts'
import { deadlineMs } from '../deadline.ts'
import { tempFolder, type Tree } from '../project/temp-folder.ts'
import type { CliResult } from './run-cli.ts'
import { runCli } from './run-inside.ts'
import { sendsIn } from '../ledger/temp-ledger.ts'

/** Values that must be nowhere but in requests. */
export const secrets = {
  DEPLOY_SECRET_KEY: 'emulator_not_a_secret',
  DEPLOY_SENDER_KEY: 'sender-key-canary-5c1f',
  DEPLOY_FAILBACK_KEY: 'emulator_failback_canary_77aa',
} as const

export const environment: Readonly<Record<string, string>> = { DEPLOY_USER_ID: 'emulator', ...secrets }

const release = 'r1'
const target = 'local'

export interface ProjectOptions {
  readonly recipients?: number
  readonly rate?: number
  readonly concurrency?: number
  /** Numbers that may be sent to. */
  readonly safeList?: readonly string[]
  /** Whether the permitted hours hold; they do not when absent. */
  readonly window?: boolean
  readonly exclude?: readonly string[]
  readonly headers?: Readonly<Record<string, string | { readonly env: string }>>
  readonly tooManyRequests?: 'unknown' | 'not-taken'
  /** Beside `hello.md`, whose recipients are in `list.csv`. */
  readonly files?: Tree
}

/** A project whose target `local` is an emulator, at any hour. */
export function deployProject({ url }: Pick<Emulator, 'url'>, options: ProjectOptions = {}): string {
  const { recipients = 25, files = {}, safeList, ...pace } = options
  const env = (name: string): object => ({ env: name })
  const config = {
    messages: ['*.md'],
    senders: { default: { sender_key: env('DEPLOY_SENDER_KEY'), sender_number: '02-1234-5678' } },
    targets: {
      [target]: {
        uploadUrl: url,
        baseUrl: url,
        userId: env('DEPLOY_USER_ID'),
        secretKey: env('DEPLOY_SECRET_KEY'),
        failbackSecretKey: env('DEPLOY_FAILBACK_KEY'),
        rate: 100_000,
        // However slow the machine is, no request is late.
        requestTimeoutMs: deadlineMs,
        window: false,
        ...(safeList && { recipients: safeList }),
        ...pace,
      },
    },
  }
  return tempFolder({
    'friendtalk.config.json': JSON.stringify(config),
    'hello.md': hello(),
    'list.csv': listOf(recipients),
    ...files,
  })
}

export function hello(text = '오늘 주문하신 상품이 출발했어요.'): string {
  return `---\nkind: ft-text\nrecipients: list.csv\nvars:\n  name: { max: 10 }\n---\n#{name}님, ${text}\n`
}

/** Recipients whose numbers and names no other text has. */
export function listOf(recipients: number): string {
  const rows = Array.from({ length: recipients }, (_, index) => `010${String(73_310_000 + index)},고객${index}호`)
  return `receiver_number,name\n${rows.join('\n')}\n`
}

/** Runs a command in a project, with everything that the target needs in its environment. */
export function friendtalk(root: string, ...args: readonly string[]): Promise<CliResult> {
  return runCli(args, { cwd: root, env: environment })
}

export const toLocal = ['deploy', '--target', target, '--release', release, '--new-ledger', '--yes']

export function deploy(root: string, ...args: readonly string[]): Promise<CliResult> {
  return friendtalk(root, ...toLocal, ...args)
}

export function ledgerFile(root: string): string {
  return join(root, '.friendtalk', `ledger.${target}.db`)
}

/** What the ledger holds of the release. */
export async function inLedger(
  root: string,
): Promise<{ readonly counts: SendCounts; readonly sends: readonly SendRecord[] }> {
  const reader = await ledgerStore({ path: ledgerFile(root), target }).read()
  try {
    return { counts: await reader.counts(release), sends: await sendsIn(reader, { release }) }
  } finally {
    await reader.close()
  }
}

/** Every file below a folder with its bytes as text, for looking for what must not be there. */
export function everythingIn(folder: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }))
}
