import { koreanTime } from '../text/korean-time.ts'
import type { Language } from '../words/language.ts'

/** The process that holds the lock of a ledger. */
export interface LockHolder {
  /** Process id. */
  readonly pid: number
  /** Name of its machine. */
  readonly host: string
  /** In milliseconds since 1970. */
  readonly since: number
}

export type LedgerErrorCode =
  | 'backup'
  | 'busy'
  | 'cancelled'
  | 'connection-lost'
  | 'copied'
  | 'corrupt'
  | 'database-busy'
  | 'disk-full'
  | 'exists'
  | 'failed'
  | 'in-use'
  | 'known'
  | 'locked'
  | 'login-refused'
  | 'lost-release'
  | 'main-lost'
  | 'missing'
  | 'move-unfinished'
  | 'moved-away'
  | 'network-file-system'
  | 'newer-version'
  | 'no-connections'
  | 'no-database'
  | 'not-a-ledger'
  | 'not-complete'
  | 'not-granted'
  | 'older'
  | 'other-lineage'
  | 'other-target'
  | 'other-template'
  | 'paused'
  | 'read-only'
  | 'restored'
  | 'server-too-old'
  | 'standby'
  | 'unknown-release'
  | 'unreachable'

/** Two sentences: the problem, and the remedy. */
export type LedgerText = { readonly [L in Language]: readonly [wrong: string, toDo: string] }

interface ErrorDetails extends ErrorOptions {
  readonly holder?: LockHolder | undefined
  readonly note?: string
}

/** A ledger cannot be used, or refuses what was asked. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError'
  readonly code: LedgerErrorCode
  readonly text: LedgerText
  /** The process that has a `locked` ledger, if it is known. */
  readonly holder: LockHolder | undefined
  /** The note of the worker that stopped all others, if this one was `paused`. */
  readonly note: string | undefined

  constructor(code: LedgerErrorCode, text: LedgerText, { holder, note, ...options }: ErrorDetails = {}) {
    super(text.en.join(' '), options)
    this.code = code
    this.text = text
    this.holder = holder
    this.note = note
  }
}

/** A warning about a ledger that can be used all the same. */
export interface LedgerNotice {
  /** Where this machine keeps how far ledgers are: it cannot be written, so an older copy would not be noticed. */
  readonly folder: string
  readonly code: string
}

export const missing = (path: string): LedgerError =>
  new LedgerError('missing', {
    en: [
      `${path}: there is no ledger.`,
      'Put the ledger of your earlier deploys there. Only where nothing was ever sent, deploy with --new-ledger.',
    ],
    ko: [
      `${path}: 발송 기록이 없습니다.`,
      '지금까지 쓰던 발송 기록을 그 자리에 두세요. 한 번도 발송한 적이 없을 때만 deploy --new-ledger로 새로 만드세요.',
    ],
  })

export const exists = (path: string): LedgerError =>
  new LedgerError('exists', {
    en: [`${path}: something is there already.`, 'Name a path where nothing is.'],
    ko: [`${path}: 이미 파일이 있습니다.`, '아무것도 없는 경로를 지정하세요.'],
  })

export const notALedger = (path: string): LedgerError =>
  new LedgerError('not-a-ledger', {
    en: [
      `${path}: is not a ledger.`,
      'Check the path that the configuration gives as "ledger"; if it is right, the file is damaged.',
    ],
    ko: [
      `${path}: 발송 기록 파일이 아닙니다.`,
      '설정의 "ledger" 경로를 확인하세요. 경로가 맞다면 파일이 손상된 것입니다.',
    ],
  })

export const diskFull = (path: string): LedgerError =>
  new LedgerError('disk-full', {
    en: [`${path}: the disk is full.`, 'Make room, then run the same command again.'],
    ko: [`${path}: 디스크에 남은 공간이 없습니다.`, '공간을 확보한 뒤 같은 명령을 다시 실행하세요.'],
  })

/** @param detail the engine's name for the damage, or the damaged row */
export const corrupt = (path: string, detail: string): LedgerError =>
  new LedgerError('corrupt', {
    en: [
      `${path}: the ledger is damaged (${detail}).`,
      'Keep the file: it is the record of what was sent. Put the newest backup in its place; if messages were sent since, friendtalk ledger recover --reason "…" makes them unknown.',
    ],
    ko: [
      `${path}: 발송 기록이 손상되었습니다(${detail}).`,
      '무엇을 발송했는지 적힌 파일이니 지우지 마세요. 가장 최근 백업으로 바꾸세요. 백업 뒤에 발송한 메시지가 있다면 friendtalk ledger recover --reason "…"을 실행해 확인 필요 상태로 바꾸세요.',
    ],
  })

export const older = (path: string): LedgerError =>
  new LedgerError('older', {
    en: [
      `${path}: this ledger is older than what this machine knows of it: messages were sent since, or what was written last is lost or damaged.`,
      'Put the newest ledger there, with its -wal file. If it is lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent since.',
    ],
    ko: [
      `${path}: 이 컴퓨터가 아는 것보다 오래된 발송 기록입니다. 그 뒤에 발송한 메시지가 있거나 마지막에 쓴 내용이 없어졌거나 손상되었습니다.`,
      '가장 최근 발송 기록을 -wal 파일과 함께 그 자리에 두세요. 잃어버렸다면 friendtalk ledger recover --reason "…"을 실행하세요. 그 뒤에 발송했을 수 있는 메시지는 모두 확인 필요 상태가 됩니다.',
    ],
  })

export const busy = (path: string): LedgerError =>
  new LedgerError('busy', {
    en: [
      `${path}: another program keeps the ledger from being written.`,
      'Close what has the file open, such as a database viewer or a backup, then run the same command again.',
    ],
    ko: [
      `${path}: 다른 프로그램이 파일을 잡고 있어 기록할 수 없습니다.`,
      '데이터베이스 뷰어나 백업처럼 파일을 연 프로그램을 닫은 뒤 같은 명령을 다시 실행하세요.',
    ],
  })

/** @param code the name of the system or the engine for it, such as `EACCES` or `SQLITE_IOERR` */
export const failed = (path: string, code: string): LedgerError =>
  new LedgerError('failed', {
    en: [`${path}: the system refuses (${code}).`, 'Check the permissions of the file and its folder, and the disk.'],
    ko: [`${path}: 시스템이 거부했습니다(${code}).`, '파일과 폴더의 권한, 디스크 상태를 확인하세요.'],
  })

/** @param code the name of the system or the server for it */
export const connectionLost = (path: string, code: string): LedgerError =>
  new LedgerError('connection-lost', {
    en: [
      `${path}: the connection to the database of the ledger was lost (${code}) and did not come back in time.`,
      'Run the same command again: what could not be recorded is unknown then.',
    ],
    ko: [
      `${path}: 발송 기록 데이터베이스와의 연결이 끊겼고(${code}) 제때 다시 연결하지 못했습니다.`,
      '같은 명령을 다시 실행하세요. 결과를 적지 못한 메시지는 확인 필요 상태가 됩니다.',
    ],
  })

export const movedAway = (path: string, to: string): LedgerError =>
  new LedgerError('moved-away', {
    en: [`${path}: this ledger was moved to ${to}.`, 'Use it there; this one sends nothing any more.'],
    ko: [
      `${path}: 이 발송 기록은 ${to}(으)로 옮겼습니다.`,
      '옮긴 곳의 발송 기록을 사용하세요. 여기에서는 더 이상 발송하지 않습니다.',
    ],
  })

/** @param at milliseconds since 1970 */
export const cancelled = (release: string, at: number): LedgerError =>
  new LedgerError('cancelled', {
    en: [
      `The release "${release}" was called off at ${koreanTime(at)}, and nothing more of it is sent.`,
      'Send under another release name.',
    ],
    ko: [
      `"${release}" 릴리스는 ${koreanTime(at)}에 발송을 취소해 더 보내지 않습니다.`,
      '다른 릴리스 이름으로 보내세요.',
    ],
  })

export const otherTemplate = (release: string, id: string): LedgerError =>
  new LedgerError('other-template', {
    en: [
      `The release "${release}" holds another version of the message "${id}".`,
      'Deploy the message as it was, or send the new version as a new release (--release).',
    ],
    ko: [
      `"${release}" 릴리스에는 "${id}" 메시지의 다른 버전이 들어 있습니다.`,
      '메시지를 원래대로 되돌려 배포하거나, 새 버전은 새 릴리스(--release)로 보내세요.',
    ],
  })

export const holderName: { readonly [L in Language]: (holder: LockHolder) => string } = {
  en: ({ pid, host, since }) => `process ${pid} on ${host}, since ${koreanTime(since)}`,
  ko: ({ pid, host, since }) => `${host}의 프로세스 ${pid}, ${koreanTime(since)}부터`,
}
