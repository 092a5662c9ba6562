import { isAbsolute, join, parse, relative, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { databaseUrlOf, isDatabase, ledgerPlace, ledgersOf, shownPath } from '../../deploy/target.ts'
import type { LedgerStore } from '../../ledger/ledger.ts'
import { moveLedger } from '../../ledger/move.ts'
import { type DatabaseLocation, type FileLocation, ledgerStore } from '../../ledger/open.ts'
import { defaultSchema, schemaForm } from '../../project/config/user-config.ts'
import type { Project } from '../../project/project.ts'
import { flagMissing, flagNeeds, UsageError } from '../../project/usage-error.ts'
import type { Step, StepProgress } from '../../session/host.ts'
import { openProject } from '../../session/session.ts'
import { grouped } from '../../words/printable.ts'
import { asJson, command, type CommandGroup, flag, option } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { decided } from '../terminal/ask.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { InvalidValue } from '../typed-command.ts'
import { reportNotices } from './ledger/ledger-notices.ts'

/** The options of every command about ledgers. */
const shared = {
  target: option('--target <name>', {
    en: 'the target (default: the one that has a ledger)',
    ko: '발송 대상(기본값: 발송 기록이 하나뿐이면 그 대상)',
  }),
  json: asJson,
}

const check = command({
  usage: 'check',
  summary: { en: 'Verifies a ledger.', ko: '발송 기록을 검사합니다.' },
  examples: ['friendtalk ledger check --target production'],
  options: shared,
  async run({ options, terminal }) {
    const { lang, cwd } = terminal
    const stores = await ledgersOf(await openProject(options, terminal), options.target, terminal)
    const checked = await Promise.all(
      stores.map(async (store) => ({ target: store.target, path: store.path, error: await store.check() })),
    )
    return {
      exit: checked.some(({ error }) => error) ? exitCodes.usage : exitCodes.done,
      json: {
        ledgers: checked.map(({ target, path, error }) => {
          const [meaning, remedy] = error?.text[lang] ?? []
          return { target, path, sound: error === undefined, problem: error?.code, meaning, remedy }
        }),
      },
      lines: checked.flatMap(({ target, path, error }) => {
        if (error) return [`✗ ${target}  ${error.text[lang][0]}`, `  ${error.text[lang][1]}`]
        const shown = shownPath(path, cwd)
        const sound = {
          en: `✓ ${target}  ${shown} is whole, and no older than what this machine knows.`,
          ko: `✓ ${target}  발송 기록 ${shown}은(는) 온전하며, 이 컴퓨터가 아는 것보다 오래되지 않았습니다.`,
        }
        return [sound[lang]]
      }),
    }
  },
})

const backup = command({
  usage: 'backup <file>',
  summary: {
    en: 'Copies a ledger to a file, also while a deploy runs.',
    ko: '발송 기록을 파일로 복사합니다. 발송 중에도 할 수 있습니다.',
  },
  examples: ['friendtalk ledger backup backups/june.db --target production'],
  options: shared,
  async run({ args: [file], options, terminal }) {
    const store = await chosenLedger(await openProject(options, terminal), options.target, terminal)
    if (isDatabase(store))
      throw new UsageError('ledger-in-database', {
        en: 'ledger backup takes ledgers in files, and this one is in a database. Back the database up with its own tools, such as pg_dump.',
        ko: 'ledger backup은 파일로 된 발송 기록에만 쓸 수 있습니다. 이 발송 기록은 데이터베이스에 있으니 pg_dump처럼 데이터베이스의 도구로 백업하세요.',
      })
    const copy = resolve(terminal.cwd, file)
    const reader = await store.read()
    await reader.copyTo(copy).finally(() => reader.close())
    const shown = relative(terminal.cwd, copy)
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
  },
})

const recover = command({
  usage: 'recover',
  summary: { en: 'Accepts a ledger that is refused.', ko: '거부된 발송 기록을 받아들입니다.' },
  examples: ['friendtalk ledger recover --target production --reason "the disk is lost"'],
  options: {
    ...shared,
    reason: option('--reason <text>', {
      en: 'why the ledger is accepted; kept in it with your name',
      ko: '받아들이는 이유. 이름과 함께 발송 기록에 남음',
    }),
    complete: flag('--complete', {
      en: 'nothing was lost: the file was moved, or a synchronous standby took over. What is left stays to be sent',
      ko: '잃은 기록이 없을 때(파일을 옮겼거나 동기 대기 서버로 전환). 남은 메시지를 그대로 둠',
    }),
  },
  async run({ options: { complete: isComplete = false, ...flags }, terminal }) {
    const decision = decided(flags.reason, terminal)
    const store = await chosenLedger(await openProject(flags, terminal), flags.target, terminal)
    const { target, path } = store
    const problem = (await store.check())?.code
    if (problem === undefined) {
      const nothing = {
        en: 'Nothing is wrong with the ledger, so nothing was changed.',
        ko: '발송 기록에 문제가 없어 아무것도 바꾸지 않았습니다.',
      }
      return { json: { target, path, unknown: 0 }, lines: [nothing] }
    }
    const { unknown, notices } = await store.accept({ ...decision, isComplete })
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
      json: { target, path, problem, unknown },
      lines: problem === 'backup' && !isComplete ? [accepted, begunSince] : [accepted],
      next: [terminal.command('status', [['--target', target]])],
    }
  },
})

/** Names the environment variable that has the connection string of a database. */
const variable = /^env:(.*)$/s

const move = command({
  usage: 'move',
  summary: { en: 'Moves a ledger to a path or a database.', ko: '발송 기록을 다른 경로나 데이터베이스로 옮깁니다.' },
  examples: [
    'friendtalk ledger move --to /srv/ledger.production.db --target production',
    'friendtalk ledger move --to env:FRIENDTALK_DATABASE_URL --target production',
  ],
  options: {
    from: option('--from <ledger>', {
      en: 'ledger to move, a path or env:NAME (default: as configured)',
      ko: '옮길 발송 기록. 경로나 env:이름(기본값: 설정의 발송 기록)',
    }),
    to: option('--to <ledger>', {
      en: 'where it goes: a path, or env:NAME with the URL of a database',
      ko: '옮길 곳. 경로나 데이터베이스 URL이 든 환경 변수 env:이름',
    }),
    target: shared.target,
    schema: option(
      '--schema <name>',
      {
        en: 'schema of a database that is named with env: (default: friendtalk)',
        ko: 'env:로 지정한 데이터베이스의 스키마(기본값: friendtalk)',
      },
      { parse: nameOfSchema },
    ),
    json: shared.json,
  },
  async run({ options: { from, to: typed = '', schema, ...flags }, terminal }) {
    const { cwd, stateFolder, env } = terminal
    if (typed.trim() === '') throw flagMissing('--to')
    if (schema !== undefined && ![from, typed].some((text) => variable.test(text ?? '')))
      throw flagNeeds('--schema', '--to env:…')
    const project = await openProject(flags, terminal)
    const chosen =
      from !== undefined && flags.target !== undefined
        ? // Only the name of the target is used: `--from` names the ledger.
          ledgerStore({ target: flags.target, path: resolve(cwd, from) })
        : await chosenLedger(project, flags.target, terminal)
    const { target } = chosen
    const placeOf = (flagName: string, text: string): FileLocation | DatabaseLocation => {
      const [, name] = variable.exec(text) ?? []
      if (name === undefined) return { path: resolve(cwd, text) }
      if (name.trim() === '')
        throw new UsageError('variable-missing', {
          en: `${flagName}: name the environment variable behind env:, as in env:FRIENDTALK_DATABASE_URL.`,
          ko: `${flagName}: env: 뒤에 환경 변수 이름을 쓰세요. 예: env:FRIENDTALK_DATABASE_URL`,
        })
      return { url: databaseUrlOf(name, target, env), schema: schema ?? defaultSchema }
    }
    const storeAt = (at: FileLocation | DatabaseLocation): LedgerStore => ledgerStore({ ...at, target, stateFolder })
    const place = placeOf('--to', typed)
    if ('path' in place) checkName(place.path, target)
    const source = from === undefined ? chosen : storeAt(placeOf('--from', from))
    const goal = storeAt(place)
    const { sends } = await moveShown(source, goal, terminal)
    const setting =
      'path' in place
        ? fileSetting(project, place.path, target)
        : `{ postgres: { env: '${typed.slice('env:'.length)}' }, schema: '${place.schema}' }`
    const shown = 'path' in place ? relative(cwd, place.path) : goal.place
    const moved = {
      en: `Moved to ${shown}: ${grouped(sends)} sends. Nothing is sent from the old ledger any more.`,
      ko: `${shown}(으)로 옮겼습니다. 발송 기록은 ${grouped(sends)}건입니다. 이전 발송 기록으로는 더 이상 발송하지 않습니다.`,
    }
    const toConfigure = {
      en: `Have the configuration say: ledger: ${setting}`,
      ko: `설정을 이렇게 바꾸세요. ledger: ${setting}`,
    }
    const { ledger } = project.config
    // Its variable may not be set where a ledger is moved away from it.
    const isUnset = typeof ledger === 'object' && (env[ledger.postgres.env] ?? '') === ''
    const isConfigured = !isUnset && isDeepStrictEqual(ledgerPlace(project, target, env), place)
    return {
      json: { target, from: source.place, to: goal.place, sends },
      lines: isConfigured ? [moved] : [moved, toConfigure],
    }
  },
})

async function moveShown(
  source: LedgerStore,
  goal: LedgerStore,
  { progress: progressOf }: Terminal,
): Promise<{ readonly sends: number }> {
  let shown: { readonly step: Step; readonly progress: StepProgress } | undefined
  try {
    return await moveLedger(source, goal, (step, sends, total) => {
      if (shown?.step !== step) {
        shown?.progress.end()
        shown = { step, progress: progressOf(step, total) }
      }
      shown.progress.update(sends)
    })
  } finally {
    shown?.progress.end()
  }
}

/** Returns the setting for a ledger of a target at a path. */
function fileSetting({ root }: Project, path: string, target: string): string {
  const { dir, name, ext } = parse(path)
  const all = join(dir, `${name.slice(0, -1 - target.length)}${ext}`)
  const inside = relative(root, all)
  return `'${inside.startsWith('..') || isAbsolute(inside) ? all : inside}'`
}

/** @throws UsageError for a file name that the configuration cannot name: each target has its own */
function checkName(path: string, target: string): void {
  const { name, ext } = parse(path)
  if (!name.endsWith(`.${target}`))
    throw new UsageError('ledger-name', {
      en: `${path}: the file of the target "${target}" needs a name like ${name}.${target}${ext}.`,
      ko: `${path}: "${target}" 대상의 발송 기록 파일은 ${name}.${target}${ext}처럼 이름을 지어야 합니다.`,
    })
}

function nameOfSchema(value: string): string {
  if (schemaForm.test(value)) return value
  throw new InvalidValue({
    en: 'Write at most 63 letters from a to z, digits and "_", the first no digit and not "pg_".',
    ko: '영문 소문자, 숫자, "_"로 63자까지 쓰고, 숫자나 "pg_"로 시작하지 마세요.',
  })
}

/** Returns the one ledger that a command line means. @throws UsageError where several are meant */
async function chosenLedger(project: Project, target: string | undefined, terminal: Terminal): Promise<LedgerStore> {
  const ledgers = await ledgersOf(project, target, terminal)
  const [ledger, ...others] = ledgers
  if (ledger !== undefined && others.length === 0) return ledger
  const targets = ledgers.map((each) => each.target).join(', ')
  throw new UsageError('several-ledgers', {
    en: `Several targets have a ledger (${targets}): name one with --target.`,
    ko: `발송 기록이 있는 대상이 여러 개입니다(${targets}). --target으로 하나를 지정하세요.`,
  })
}

export const definition: CommandGroup = [check, backup, move, recover]
