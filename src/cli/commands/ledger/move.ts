import { isAbsolute, join, parse, relative, resolve } from 'node:path'
import { databaseUrlOf, ledgerPlace } from '../../../deploy/target.ts'
import type { LedgerStore } from '../../../ledger/ledger.ts'
import { moveLedger, type OnMoving } from '../../../ledger/move.ts'
import { type DatabaseLocation, type FileLocation, ledgerStore } from '../../../ledger/open.ts'
import { defaultSchema } from '../../../project/config/user-config.ts'
import type { Project } from '../../../project/project.ts'
import { UsageError, flagNeeds } from '../../../project/usage-error.ts'
import type { StepProgress } from '../../../session/host.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { Printed } from '../../command.ts'
import { grouped } from '../../../words/printable.ts'

/** Names the environment variable that has the connection string of a database. */
const variable = /^env:(.*)$/s

/**
 * Moves the ledger of a target to another file or database.
 *
 * @param configured the ledger that the configuration names; `--from` goes before
 * @throws UsageError for a place that cannot have the ledger of the target
 * @throws LedgerError for a ledger that cannot be moved, or not there
 */
export async function moveToPlace(
  configured: LedgerStore,
  flags: { readonly from?: string | undefined; readonly to?: string | undefined; readonly schema?: string | undefined },
  { project, terminal }: { readonly project: Project; readonly terminal: Terminal },
): Promise<Printed> {
  const { target } = configured
  const { cwd, folders, env } = terminal
  if (flags.schema !== undefined && ![flags.from, flags.to].some((text) => variable.test(text ?? ''))) {
    throw flagNeeds('--schema', '--to env:…')
  }
  const placeOf = (flag: '--from' | '--to', text: string): FileLocation | DatabaseLocation => {
    const [, name] = variable.exec(text) ?? []
    if (name === undefined) return { path: resolve(cwd, text) }
    if (name.trim() === '')
      throw new UsageError('variable-missing', {
        en: `${flag}: name the environment variable behind env:, as in env:FRIENDTALK_DATABASE_URL.`,
        ko: `${flag}: env: 뒤에 환경 변수 이름을 쓰세요. 예: env:FRIENDTALK_DATABASE_URL`,
      })
    return { url: databaseUrlOf(name, target, env), schema: flags.schema ?? defaultSchema }
  }
  const storeAt = (place: FileLocation | DatabaseLocation): LedgerStore =>
    ledgerStore({ ...place, target, stateFolder: folders.state })
  const given = flags.to ?? ''
  const place = placeOf('--to', given)
  if ('path' in place) checkName(place.path, target)
  const from = flags.from === undefined ? configured : storeAt(placeOf('--from', flags.from))
  const to = storeAt(place)
  const { sends } = await withProgress(terminal, (onMoving) => moveLedger(from, to, onMoving))
  const setting = 'path' in place ? fileSetting(project, place.path, target) : databaseSetting(given, place.schema)
  const shown = 'path' in place ? relative(cwd, place.path) : to.place
  return {
    json: { target, from: from.place, to: to.place, sends },
    lines: [
      {
        en: `Moved to ${shown}: ${grouped(sends)} sends. Nothing is sent from the old ledger any more.`,
        ko: `${shown}(으)로 옮겼습니다. 발송 기록은 ${grouped(sends)}건입니다. 이전 발송 기록으로는 더 이상 발송하지 않습니다.`,
      },
      ...(isConfigured(project, place, { target, terminal })
        ? []
        : [
            {
              en: `Have the configuration say: ledger: ${setting}`,
              ko: `설정을 이렇게 바꾸세요. ledger: ${setting}`,
            },
          ]),
    ],
  }
}

async function withProgress<T>(terminal: Terminal, work: (onMoving: OnMoving) => Promise<T>): Promise<T> {
  let shown: { readonly step: Parameters<OnMoving>[0]; readonly progress: StepProgress } | undefined
  try {
    return await work((step, sends, total) => {
      if (shown?.step !== step) {
        shown?.progress.end()
        shown = { step, progress: terminal.progress(step, total) }
      }
      shown.progress.update(sends)
    })
  } finally {
    shown?.progress.end()
  }
}

function isConfigured(
  project: Project,
  place: FileLocation | DatabaseLocation,
  { target, terminal }: { readonly target: string; readonly terminal: Terminal },
): boolean {
  const { ledger } = project.config
  // Its variable may not be set where a ledger is moved away from it.
  if (typeof ledger === 'object' && (terminal.env[ledger.postgres.env] ?? '') === '') return false
  const configured = ledgerPlace(project, target, terminal.env)
  if ('path' in place) return 'path' in configured && configured.path === place.path
  return 'url' in configured && configured.url === place.url && configured.schema === place.schema
}

function databaseSetting(given: string, schema: string): string {
  const [, name = ''] = variable.exec(given) ?? []
  return `{ postgres: { env: '${name}' }, schema: '${schema}' }`
}

/** Returns the setting for a ledger of a target at a path. */
function fileSetting({ root }: Project, path: string, target: string): string {
  const { dir, name, ext } = parse(path)
  const shared = join(dir, `${name.slice(0, -1 - target.length)}${ext}`)
  const inside = relative(root, shared)
  return `'${inside.startsWith('..') || isAbsolute(inside) ? shared : inside}'`
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
