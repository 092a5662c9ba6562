import { relative, resolve } from 'node:path'
import { isDatabase, ledgersOf, shownPath } from '../../deploy/target.ts'
import type { LedgerStore } from '../../ledger/ledger.ts'
import { ledgerStore } from '../../ledger/open.ts'
import type { Project } from '../../project/project.ts'
import { UsageError, flagMissing } from '../../project/usage-error.ts'
import { withoutNumbers } from '../../service/redact.ts'
import { openProject } from '../../session/session.ts'
import { command, commandGroup, option } from '../command.ts'
import { nameOfSchema } from '../typed-command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { deciderIn } from '../terminal/ask.ts'
import { printableJson } from '../terminal/printable.ts'
import { printable } from '../../words/printable.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { ledgerWords, reportNotices } from './ledger/ledger-words.ts'
import { moveCommand } from './ledger/move.ts'

const targetOption = option('--target <name>', {
  en: 'the target (default: the one that has a ledger)',
  ko: '발송 대상(기본값: 발송 기록이 하나뿐이면 그 대상)',
})
const asJson = option('--json', { en: 'print the result as JSON', ko: '결과를 JSON으로 출력' })

export const definition = commandGroup({
  usage: 'ledger',
  commands: {
    check: command({
      usage: 'check',
      summary: { en: 'Verifies a ledger.', ko: '발송 기록을 검사합니다.' },
      examples: ['friendtalk ledger check --target production'],
      options: [targetOption, asJson],
      run: (terminal: Terminal, flags: LedgerFlags) => ledgerCommand(check, flags, terminal),
    }),
    backup: command({
      usage: 'backup <file>',
      summary: {
        en: 'Copies a ledger to a file, also while a deploy runs.',
        ko: '발송 기록을 파일로 복사합니다. 발송 중에도 할 수 있습니다.',
      },
      examples: ['friendtalk ledger backup backups/june.db --target production'],
      options: [targetOption, asJson],
      run: (terminal: Terminal, file: string, flags: LedgerFlags) =>
        ledgerCommand((session) => backup(file, session), flags, terminal),
    }),
    move: command({
      usage: 'move',
      summary: {
        en: 'Moves a ledger to a path or a database.',
        ko: '발송 기록을 다른 경로나 데이터베이스로 옮깁니다.',
      },
      examples: [
        'friendtalk ledger move --to /srv/ledger.production.db --target production',
        'friendtalk ledger move --to env:FRIENDTALK_DATABASE_URL --target production',
      ],
      options: [
        option('--from <ledger>', {
          en: 'ledger to move, a path or env:NAME (default: as configured)',
          ko: '옮길 발송 기록. 경로나 env:이름(기본값: 설정의 발송 기록)',
        }),
        option('--to <ledger>', {
          en: 'where it goes: a path, or env:NAME with the URL of a database',
          ko: '옮길 곳. 경로나 데이터베이스 URL이 든 환경 변수 env:이름',
        }),
        targetOption,
        option(
          '--schema <name>',
          {
            en: 'schema of a database that is named with env: (default: friendtalk)',
            ko: 'env:로 지정한 데이터베이스의 스키마(기본값: friendtalk)',
          },
          { parse: nameOfSchema },
        ),
        asJson,
      ],
      run: (terminal: Terminal, flags: LedgerFlags) => ledgerCommand(move, flags, terminal, 'to'),
    }),
    recover: command({
      usage: 'recover',
      summary: { en: 'Accepts a ledger that is refused.', ko: '거부된 발송 기록을 받아들입니다.' },
      examples: ['friendtalk ledger recover --target production --reason "the disk is lost"'],
      options: [
        targetOption,
        option('--reason <text>', {
          en: 'why the ledger is accepted; kept in it with your name',
          ko: '받아들이는 이유. 이름과 함께 발송 기록에 남음',
        }),
        option('--complete', {
          en: 'nothing was lost: the file was moved, or a synchronous standby took over. What is left stays to be sent',
          ko: '잃은 기록이 없을 때(파일을 옮겼거나 동기 대기 서버로 전환). 남은 메시지를 그대로 둠',
        }),
        asJson,
      ],
      run: (terminal: Terminal, flags: LedgerFlags) => ledgerCommand(recover, flags, terminal, 'reason'),
    }),
  },
})

export interface LedgerFlags extends GlobalFlags {
  readonly target?: string
  readonly from?: string
  readonly to?: string
  /** Of the database that `from` or `to` names. */
  readonly schema?: string
  readonly reason?: string
  /** Whether nothing was lost, so that what is left to send stays so. */
  readonly complete?: boolean
  readonly json?: boolean
}

interface Done {
  readonly exitCode: ExitCode
  readonly json: object
  readonly lines: readonly string[]
}

/**
 * `ledger`: verifies, backs up, moves and recovers the record of what was sent.
 *
 * @throws UsageError for a flag that is missing, and for a target without a ledger
 * @throws LedgerError for a ledger with which it cannot be done
 */
async function ledgerCommand(
  work: (session: Session) => Promise<Done>,
  flags: LedgerFlags,
  terminal: Terminal,
  needed?: 'to' | 'reason',
): Promise<ExitCode> {
  if (needed && (flags[needed] ?? '').trim() === '') throw flagMissing(`--${needed}`)
  const project = await openProject(flags, terminal)
  const { exitCode, json, lines } = await work({ project, flags, terminal })
  if (flags.json) terminal.out(`${printableJson({ version: 1, ...json }, 2)}\n`)
  else for (const line of lines) terminal.out(`${printable(line)}\n`)
  return exitCode
}

interface Session {
  readonly project: Project
  readonly flags: LedgerFlags
  readonly terminal: Terminal
}

async function check({ project, flags, terminal }: Session): Promise<Done> {
  const { lang, cwd } = terminal
  const { red, green } = terminal.outColors
  const stores = await ledgersOf(project, flags.target, terminal)
  const checked = await Promise.all(
    stores.map(async (store) => ({
      target: store.target,
      path: store.path,
      error: await store.check(),
    })),
  )
  return {
    exitCode: checked.some(({ error }) => error) ? exitCodes.usage : exitCodes.done,
    json: {
      ledgers: checked.map(({ target, path, error }) => {
        const [meaning, remedy] = error?.text[lang] ?? []
        return { target, path, sound: error === undefined, problem: error?.code, meaning, remedy }
      }),
    },
    lines: checked.flatMap(({ target, path, error }) => {
      if (!error) return [`${green('✓')} ${target}  ${ledgerWords[lang].sound(shownPath(path, cwd))}`]
      const [wrong, toDo] = error.text[lang]
      return [`${red('✗')} ${target}  ${wrong}`, `  ${toDo}`]
    }),
  }
}

async function backup(file: string, { project, flags, terminal }: Session): Promise<Done> {
  const { lang, cwd } = terminal
  const store = await one(project, flags, terminal)
  if (isDatabase(store))
    throw new UsageError('ledger-in-database', {
      en: 'ledger backup takes ledgers in files, and this one is in a database. Back the database up with its own tools, such as pg_dump.',
      ko: 'ledger backup은 파일로 된 발송 기록에만 쓸 수 있습니다. 이 발송 기록은 데이터베이스에 있으니 pg_dump처럼 데이터베이스의 도구로 백업하세요.',
    })
  const { target, path } = store
  const to = resolve(cwd, file)
  const reader = await store.read()
  try {
    await reader.copyTo(to)
  } finally {
    await reader.close()
  }
  const words = ledgerWords[lang]
  return {
    exitCode: exitCodes.done,
    json: { target, path, backup: to },
    lines: [words.backedUp(relative(cwd, to)), words.backupIsRefused],
  }
}

async function move({ project, flags, terminal }: Session): Promise<Done> {
  const configured = await one(project, flags, terminal)
  const { target } = configured
  const { json, lines } = await moveCommand({ target, configured }, flags, { project, terminal })
  return { exitCode: exitCodes.done, json, lines }
}

async function recover({ project, flags, terminal }: Session): Promise<Done> {
  const { lang, env } = terminal
  const { complete: isComplete = false } = flags
  const store = await one(project, flags, terminal)
  const { target, path } = store
  const problem = (await store.check())?.code
  const words = ledgerWords[lang]
  if (problem === undefined)
    return { exitCode: exitCodes.done, json: { target, path, unknown: 0 }, lines: [words.nothingToRecover] }
  const who = deciderIn(env)
  const { unknown, notices } = await store.accept({
    who,
    reason: withoutNumbers((flags.reason ?? '').trim()),
    ...(isComplete && { isComplete }),
  })
  reportNotices(notices, terminal)
  const status = terminal.command('status', [['--target', target]])
  return {
    exitCode: exitCodes.done,
    json: { target, path, problem, unknown },
    lines: [
      isComplete ? words.recoveredComplete : words.recovered(unknown),
      ...(problem === 'backup' && !isComplete ? [words.begunSince] : []),
      words.next(status),
    ],
  }
}

async function one(project: Project, { target, from }: LedgerFlags, terminal: Terminal): Promise<LedgerStore> {
  if (from !== undefined && target !== undefined) {
    // Of the ledger itself nothing is asked: `--from` names it.
    return ledgerStore({ target, path: resolve(terminal.cwd, from) })
  }
  const ledgers = await ledgersOf(project, target, terminal)
  const [ledger, ...others] = ledgers
  if (ledger === undefined || others.length > 0) {
    const targets = ledgers.map((each) => each.target).join(', ')
    throw new UsageError('several-ledgers', {
      en: `Several targets have a ledger (${targets}): name one with --target.`,
      ko: `발송 기록이 있는 대상이 여러 개입니다(${targets}). --target으로 하나를 지정하세요.`,
    })
  }
  return ledger
}
