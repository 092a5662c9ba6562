import { relative, resolve } from 'node:path'
import { isDatabase, ledgersOf, shownPath } from '../../deploy/target.ts'
import type { LedgerStore } from '../../ledger/ledger.ts'
import { ledgerStore } from '../../ledger/open.ts'
import type { Project } from '../../project/project.ts'
import { UsageError, flagMissing } from '../../project/usage-error.ts'
import { withoutNumbers } from '../../service/redact.ts'
import { openProject } from '../../session/session.ts'
import { asJson, command, type CommandGroup, flag, option, type OptionValues, type Printed } from '../command.ts'
import { nameOfSchema } from '../typed-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { deciderIn } from '../terminal/ask.ts'
import { nextLine } from '../../words/phrases.ts'
import { grouped } from '../../words/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { reportNotices } from './ledger/ledger-notices.ts'
import { moveToPlace } from './ledger/move.ts'

const options = {
  target: option('--target <name>', {
    en: 'the target (default: the one that has a ledger)',
    ko: '발송 대상(기본값: 발송 기록이 하나뿐이면 그 대상)',
  }),
  from: option('--from <ledger>', {
    en: 'ledger to move, a path or env:NAME (default: as configured)',
    ko: '옮길 발송 기록. 경로나 env:이름(기본값: 설정의 발송 기록)',
  }),
  to: option('--to <ledger>', {
    en: 'where it goes: a path, or env:NAME with the URL of a database',
    ko: '옮길 곳. 경로나 데이터베이스 URL이 든 환경 변수 env:이름',
  }),
  schema: option(
    '--schema <name>',
    {
      en: 'schema of a database that is named with env: (default: friendtalk)',
      ko: 'env:로 지정한 데이터베이스의 스키마(기본값: friendtalk)',
    },
    { parse: nameOfSchema },
  ),
  reason: option('--reason <text>', {
    en: 'why the ledger is accepted; kept in it with your name',
    ko: '받아들이는 이유. 이름과 함께 발송 기록에 남음',
  }),
  complete: flag('--complete', {
    en: 'nothing was lost: the file was moved, or a synchronous standby took over. What is left stays to be sent',
    ko: '잃은 기록이 없을 때(파일을 옮겼거나 동기 대기 서버로 전환). 남은 메시지를 그대로 둠',
  }),
  json: asJson,
}
const { target, from, to, schema, reason, complete, json } = options
type LedgerFlags = OptionValues<typeof options>

export const definition: CommandGroup = {
  usage: 'ledger',
  summary: { en: 'Checks, backs up, moves and recovers ledgers.', ko: '발송 기록을 검사, 백업, 이동, 복구합니다.' },
  commands: [
    command({
      usage: 'check',
      summary: { en: 'Verifies a ledger.', ko: '발송 기록을 검사합니다.' },
      examples: ['friendtalk ledger check --target production'],
      options: { target, json },
      run: check,
    }),
    command({
      usage: 'backup <file>',
      summary: {
        en: 'Copies a ledger to a file, also while a deploy runs.',
        ko: '발송 기록을 파일로 복사합니다. 발송 중에도 할 수 있습니다.',
      },
      examples: ['friendtalk ledger backup backups/june.db --target production'],
      options: { target, json },
      run: backup,
    }),
    command({
      usage: 'move',
      summary: {
        en: 'Moves a ledger to a path or a database.',
        ko: '발송 기록을 다른 경로나 데이터베이스로 옮깁니다.',
      },
      examples: [
        'friendtalk ledger move --to /srv/ledger.production.db --target production',
        'friendtalk ledger move --to env:FRIENDTALK_DATABASE_URL --target production',
      ],
      options: { from, to, target, schema, json },
      run: move,
    }),
    command({
      usage: 'recover',
      summary: { en: 'Accepts a ledger that is refused.', ko: '거부된 발송 기록을 받아들입니다.' },
      examples: ['friendtalk ledger recover --target production --reason "the disk is lost"'],
      options: { target, reason, complete, json },
      run: recover,
    }),
  ],
}

interface LedgerCall {
  readonly options: LedgerFlags
  readonly terminal: Terminal
}

async function check({ options: flags, terminal }: LedgerCall): Promise<Printed> {
  const { lang, cwd } = terminal
  const project = await openProject(flags, terminal)
  const stores = await ledgersOf(project, flags.target, terminal)
  const checked = await Promise.all(
    stores.map(async (store) => ({ target: store.target, path: store.path, error: await store.check() })),
  )
  return {
    exit: checked.some(({ error }) => error) ? exitCodes.usage : exitCodes.done,
    json: {
      ledgers: checked.map(({ target: name, path, error }) => {
        const [meaning, remedy] = error?.text[lang] ?? []
        return { target: name, path, sound: error === undefined, problem: error?.code, meaning, remedy }
      }),
    },
    lines: checked.flatMap(({ target: name, path, error }) => {
      if (error) return [`✗ ${name}  ${error.text[lang][0]}`, `  ${error.text[lang][1]}`]
      const shown = shownPath(path, cwd)
      const sound = {
        en: `✓ ${name}  ${shown} is whole, and no older than what this machine knows.`,
        ko: `✓ ${name}  발송 기록 ${shown}은(는) 온전하며, 이 컴퓨터가 아는 것보다 오래되지 않았습니다.`,
      }
      return [sound[lang]]
    }),
  }
}

async function backup({
  args: [file],
  options: flags,
  terminal,
}: LedgerCall & { readonly args: readonly [string] }): Promise<Printed> {
  const { cwd } = terminal
  const store = await chosenLedger(await openProject(flags, terminal), flags, terminal)
  if (isDatabase(store))
    throw new UsageError('ledger-in-database', {
      en: 'ledger backup takes ledgers in files, and this one is in a database. Back the database up with its own tools, such as pg_dump.',
      ko: 'ledger backup은 파일로 된 발송 기록에만 쓸 수 있습니다. 이 발송 기록은 데이터베이스에 있으니 pg_dump처럼 데이터베이스의 도구로 백업하세요.',
    })
  const copy = resolve(cwd, file)
  const reader = await store.read()
  try {
    await reader.copyTo(copy)
  } finally {
    await reader.close()
  }
  const shown = relative(cwd, copy)
  return {
    json: { target: store.target, path: store.path, backup: copy },
    lines: [
      { en: `Backed up to ${shown}.`, ko: `${shown}에 백업했습니다.` },
      {
        en: 'What is sent from now on is not in it, so nothing is sent from the backup before friendtalk ledger recover.',
        ko: '지금부터 발송하는 메시지는 백업에 없으므로, friendtalk ledger recover를 실행하기 전에는 이 백업으로 발송하지 않습니다.',
      },
    ],
  }
}

async function move({ options: flags, terminal }: LedgerCall): Promise<Printed> {
  if ((flags.to ?? '').trim() === '') throw flagMissing('--to')
  const project = await openProject(flags, terminal)
  return moveToPlace(await chosenLedger(project, flags, terminal), flags, { project, terminal })
}

async function recover({ options: flags, terminal }: LedgerCall): Promise<Printed> {
  const { env } = terminal
  const why = (flags.reason ?? '').trim()
  if (why === '') throw flagMissing('--reason')
  const isComplete = flags.complete === true
  const store = await chosenLedger(await openProject(flags, terminal), flags, terminal)
  const { path } = store
  const problem = (await store.check())?.code
  if (problem === undefined)
    return {
      json: { target: store.target, path, unknown: 0 },
      lines: [
        {
          en: 'Nothing is wrong with the ledger, so nothing was changed.',
          ko: '발송 기록에 문제가 없어 아무것도 바꾸지 않았습니다.',
        },
      ],
    }
  const { unknown, notices } = await store.accept({
    who: deciderIn(env),
    reason: withoutNumbers(why),
    ...(isComplete && { isComplete }),
  })
  reportNotices(notices, terminal)
  const accepted = isComplete
    ? {
        en: 'The ledger is accepted as complete: what was left to send stays so.',
        ko: '잃은 기록이 없는 발송 기록으로 받아들였습니다. 남은 메시지는 그대로 보낼 수 있습니다.',
      }
    : unknown === 0
      ? {
          en: 'The ledger is accepted. Nothing was left to send in it.',
          ko: '발송 기록을 받아들였습니다. 보낼 것이 남아 있지 않습니다.',
        }
      : {
          en: `The ledger is accepted. ${grouped(unknown)} sends may have been sent, so they are unknown now: reconcile settles them.`,
          ko: `발송 기록을 받아들였습니다. 이미 발송했을 수 있는 ${grouped(unknown)}건은 확인 필요 상태가 되었습니다. reconcile로 정리하세요.`,
        }
  const begunSince = {
    en: 'Begin no release again that was begun after the backup: this machine does not know them, and everybody would receive them again.',
    ko: '백업한 뒤에 시작한 릴리스는 다시 시작하지 마세요. 이 컴퓨터는 그런 릴리스를 알지 못해 모든 수신자에게 다시 발송합니다.',
  }
  return {
    json: { target: store.target, path, problem, unknown },
    lines: [
      accepted,
      ...(problem === 'backup' && !isComplete ? [begunSince] : []),
      nextLine(terminal.command('status', [['--target', store.target]])),
    ],
  }
}

/** Returns the one ledger that a command line means. @throws UsageError where several are meant */
async function chosenLedger(project: Project, flags: LedgerFlags, terminal: Terminal): Promise<LedgerStore> {
  // Only the name of the target is used: `--from` names the ledger.
  if (flags.from !== undefined && flags.target !== undefined)
    return ledgerStore({ target: flags.target, path: resolve(terminal.cwd, flags.from) })
  const ledgers = await ledgersOf(project, flags.target, terminal)
  const [ledger, ...others] = ledgers
  if (ledger !== undefined && others.length === 0) return ledger
  const targets = ledgers.map((each) => each.target).join(', ')
  throw new UsageError('several-ledgers', {
    en: `Several targets have a ledger (${targets}): name one with --target.`,
    ko: `발송 기록이 있는 대상이 여러 개입니다(${targets}). --target으로 하나를 지정하세요.`,
  })
}
