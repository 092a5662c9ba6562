import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Emulator } from '../../../src/emulator/emulator.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { LedgerError } from '../../../src/ledger/ledger-error.ts'
import { logFiles } from '../../../src/ledger/sqlite/claim-log.ts'
import { openLedgerReader } from '../../../src/ledger/sqlite/open-ledger.ts'
import { deploy, deployProject, friendtalk, ledgerFile } from '../../cli/deploy-project.ts'
import { startDeploy } from '../../cli/started-deploy.ts'
import { type CliResult, stateHomeOf } from '../../cli/run-cli.ts'
import { tempFolder } from '../../project/temp-folder.ts'
import { type Damage, type LedgerFile, ledgerFiles, type Moment } from './damage.ts'
import { sendsIn } from '../temp-ledger.ts'

/** A damage at a moment of a deploy, by processes. */
export interface Case {
  readonly moment: Moment
  readonly name: string
  /** Changes what is on the disk; false when there is nothing to change. */
  readonly apply: (round: Round) => boolean | Promise<boolean>
}

export interface Seen {
  /** Of all commands after the damage; empty when there was nothing to damage. */
  readonly codes: readonly (number | null)[]
  /** What is wrong, in words; none should be. */
  readonly faults: readonly string[]
  readonly received: number
  readonly stderr: string
}

const recipients = 60
const release = 'r1'
const target = 'local'
const firstPart = 20

/** A project with a ledger, and what arrives at its service, which outlives all processes. */
export class Round {
  readonly root: string
  readonly emulator: Emulator
  readonly random: () => number
  /** The files as they were earlier, each named as it is in `ledgerFiles`. */
  readonly older: string = tempFolder({}, 'older')
  lineage = ''

  constructor(emulator: Emulator, random: () => number) {
    this.emulator = emulator
    this.random = random
    this.root = deployProject(emulator, { recipients, concurrency: 1 + Math.floor(random() * 4) })
  }

  get ledger(): string {
    return ledgerFile(this.root)
  }

  get stateFolder(): string {
    return join(stateHomeOf(this.root), 'friendtalk')
  }

  fileOf(file: LedgerFile): string {
    if (file === 'main') return this.ledger
    return file === 'mark' ? join(this.stateFolder, 'ledgers', `${this.lineage}.json`) : this.ledger + file
  }

  keep(): void {
    for (const file of ledgerFiles) {
      if (existsSync(this.fileOf(file))) copyFileSync(this.fileOf(file), join(this.older, file))
    }
  }
}

/** Brings a deploy to a moment, does the damage, and looks at what the commands after that send and say. */
export async function damagedRound({ moment, apply }: Case, random: () => number): Promise<Seen> {
  const emulator = await startEmulator()
  const round = new Round(emulator, random)
  const results: CliResult[] = []
  const faults: string[] = []
  const run = async (...args: readonly string[]): Promise<CliResult> => {
    const [command = '', ...rest] = args
    const isDeploy = command === 'deploy'
    const result = await (isDeploy ? deploy(round.root, ...rest) : friendtalk(round.root, ...args))
    results.push(result)
    const found = isDeploy ? await faultsAfter(result, round) : faultsOf(result, round)
    faults.push(...found.map((fault) => `${args.join(' ')}: ${fault}`))
    return result
  }
  try {
    const live = await bringTo(moment, round)
    const isDamaged = await apply(round)
    if (moment === 'running, killed') live?.kill('SIGKILL')
    const ended = await live?.ended()
    if (!isDamaged) return { codes: [], faults: [], received: 0, stderr: '' }
    if (ended && moment === 'running, ended') {
      results.push(ended)
      faults.push(...(await faultsAfter(ended, round)))
    }
    emulator.faults.clear()
    const { code } = await run('deploy')
    await run('ledger', 'check', '--target', target)
    if (code !== 0) await run('deploy')
    if (code === 2) {
      await run('ledger', 'recover', '--target', target, '--reason', 'test')
      await run('deploy')
    }
    await run('status', '--json')
    return {
      codes: results.map((result) => result.code),
      faults,
      received: emulator.counts().messages,
      stderr: results.map(({ stderr }) => stderr).join(''),
    }
  } finally {
    await emulator.close()
    for (const folder of [round.root, round.older]) rmSync(folder, { recursive: true, force: true })
  }
}

async function bringTo(moment: Moment, round: Round): Promise<ReturnType<typeof startDeploy> | undefined> {
  const { emulator, random, root } = round
  await deploy(root, '--limit', String(firstPart))
  round.lineage = await lineageOf(round.ledger)
  round.keep()
  if (moment === 'at rest') {
    await deploy(root, '--limit', String(firstPart))
    return undefined
  }
  if (moment === 'committing') {
    await killWhileCommitting(round, 1 + Math.floor(random() * 4))
    return undefined
  }
  // Long enough that the process is still at it when the damage is done.
  emulator.faults.add({ on: 'send', fault: { type: 'delay', ms: 40 } })
  const run = startDeploy(root)
  const wanted = firstPart + 1 + Math.floor(random() * 29)
  if (random() < 0.5) {
    await emulator.waitForMessages(firstPart + 1)
    round.keep()
  }
  await emulator.waitForMessages(wanted)
  if (moment !== 'killed') return run
  run.kill('SIGKILL')
  await run.ended()
  return undefined
}

/** Kills a deploy the nth time that its main file is about to be written, and has a journal for that. */
async function killWhileCommitting({ root, ledger }: Round, nth: number): Promise<void> {
  const run = startDeploy(root)
  const watcher = spawn(process.execPath, ['-e', watching, String(run.pid), `${ledger}-journal`, String(nth)])
  await Promise.all([run.ended(), once(watcher, 'close')])
}

const watching = `
const { statSync } = require('node:fs')
const [pid, journal, nth] = process.argv.slice(1)
const sizeOf = () => statSync(journal, { throwIfNoEntry: false })?.size ?? 0
const isRunning = () => { try { return process.kill(Number(pid), 0) } catch { return false } }
for (let seen = 0, before = 0; isRunning();) {
  const size = sizeOf()
  if (size > 0 && before === 0 && ++seen === Number(nth)) process.kill(Number(pid), 'SIGKILL')
  before = size
}
`

async function lineageOf(path: string): Promise<string> {
  const reader = await openLedgerReader({ path, target })
  try {
    return reader.lineage
  } finally {
    await reader.close()
  }
}

/** What every command must keep to, whatever it says. */
function faultsOf({ code, stdout, stderr }: CliResult, { emulator }: Round): string[] {
  const counts = new Map<string, number>()
  for (const { receiverNumber } of emulator.messages({ limit: 10_000 })) {
    counts.set(receiverNumber, (counts.get(receiverNumber) ?? 0) + 1)
  }
  const twice = [...counts.values()].filter((count) => count > 1).length
  return [
    ...(twice > 0 ? [`${twice} recipients received it more than once`] : []),
    ...([0, 2, 4, 5].includes(code ?? -1) ? [] : [`exit code ${String(code)}: ${stderr}`]),
    ...(/^ +at |A defect/m.test(stderr + stdout) ? [`a defect: ${stderr}`] : []),
    ...(code === 0 || /\w{3,} .*[.:]/.test(stderr + stdout) ? [] : [`exit code ${String(code)} without a word`]),
  ]
}

/** What a deploy must keep to. */
async function faultsAfter(result: CliResult, round: Round): Promise<string[]> {
  const received = new Set(round.emulator.messages({ limit: 10_000 }).map(({ msgKey }) => msgKey))
  return [...faultsOf(result, round), ...(await faultsInLedger(round, received, result.code))]
}

async function faultsInLedger(
  { ledger, lineage }: Round,
  received: ReadonlySet<string>,
  code: number | null,
): Promise<string[]> {
  const missing = recipients - received.size
  const silent = code === 0 && missing > 0 ? [`exit code 0, and ${missing} got nothing`] : []
  try {
    const reader = await openLedgerReader({ path: ledger, target })
    try {
      // What a person accepted in the place of the ledger may have sent everything by then, to another service.
      if (reader.lineage !== lineage) return []
      const sends = await sendsIn(reader, { release })
      const lost = sends.filter(({ key, state }) => state === 'accepted' && !received.has(key)).length
      const open = sends.filter(({ state }) => state !== 'accepted').length
      const unknown = sends.filter(({ state }) => state === 'unknown' || state === 'inflight').length
      return [
        ...silent,
        ...(lost > 0 ? [`${lost} accepted that nobody received`] : []),
        ...(sends.length === recipients ? [] : [`${sends.length} sends in the ledger`]),
        ...(code === 0 && open > 0 ? [`exit code 0 with ${open} that are not accepted`] : []),
        ...(code === 5 && unknown === 0 ? ['exit code 5 and nothing unknown'] : []),
      ]
    } finally {
      await reader.close()
    }
  } catch (error) {
    // A row that is damaged after its message was accepted is found by whoever reads it.
    if (!(error instanceof LedgerError)) throw error
    return silent
  }
}

/** Files of another ledger at each moment, each named as it is in `ledgerFiles`. */
export type OtherLedgers = ReadonlyMap<Moment, string>

export async function otherLedgers(random: () => number): Promise<OtherLedgers> {
  const folders = new Map<Moment, string>()
  for (const moment of ['at rest', 'killed', 'committing'] as const) {
    const emulator = await startEmulator()
    const round = new Round(emulator, random)
    await bringTo(moment, round)
    round.keep()
    folders.set(moment, round.older)
    await emulator.close()
  }
  const killed = folders.get('killed') ?? ''
  return folders.set('running, killed', killed).set('running, ended', killed)
}

/** A damage of one file. */
export function fileCase(
  file: LedgerFile,
  moment: Moment,
  { damage, others }: { readonly damage: Damage; readonly others: OtherLedgers },
): Case {
  return {
    moment,
    name: `${file} ${damage.name}`,
    apply: (round) => {
      const path = round.fileOf(file)
      if (!existsSync(path) && !damage.name.startsWith('replaced')) return false
      const other = join(others.get(file === '-journal' ? 'committing' : moment) ?? '', file)
      return damage.apply(path, { older: join(round.older, file), other, random: round.random })
    },
  }
}

/** Damages of more than one file, and of the place where this machine remembers ledgers. */
export const otherCases: readonly Case[] = (['at rest', 'killed', 'committing'] as const).flatMap((moment) => [
  {
    moment,
    name: 'both files of the claim log lost',
    apply: ({ ledger }) => {
      for (const log of logFiles(ledger)) rmSync(log)
      return true
    },
  },
  {
    moment,
    name: 'only the main file copied elsewhere',
    apply: ({ ledger }) => {
      const folder = dirname(ledger)
      copyFileSync(ledger, `${folder}.db`)
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      copyFileSync(`${folder}.db`, ledger)
      return true
    },
  },
  {
    moment,
    name: 'an older backup of all files put back',
    apply: (round) => {
      rmSync(dirname(round.ledger), { recursive: true })
      mkdirSync(dirname(round.ledger))
      for (const file of ledgerFiles) {
        const kept = join(round.older, file)
        if (file !== 'mark' && existsSync(kept)) copyFileSync(kept, round.fileOf(file))
      }
      return true
    },
  },
  {
    moment,
    name: 'a second copy used after the first went on',
    apply: async ({ root, ledger }) => {
      const copy = `${dirname(ledger)}-copy`
      cpSync(dirname(ledger), copy, { recursive: true })
      await deploy(root, '--limit', '5')
      rmSync(dirname(ledger), { recursive: true })
      cpSync(copy, dirname(ledger), { recursive: true })
      return true
    },
  },
  {
    moment,
    name: 'nothing remembered on this machine',
    apply: ({ stateFolder }) => {
      rmSync(stateFolder, { recursive: true })
      return true
    },
  },
  {
    moment,
    name: 'nothing to be remembered on this machine',
    apply: ({ stateFolder }) => {
      rmSync(stateFolder, { recursive: true })
      writeFileSync(stateFolder, '')
      return true
    },
  },
])
