import type { Language, Lines, Text } from '../words/language.ts'
import { suggestionIn } from '../words/phrases.ts'
import { systemReason } from './system-reason.ts'

/** A value that is wrong, with its place: `friendtalk.config.ts (senders.shop)` or `friendtalk.config.json:3:1`. */
export interface WrongValue {
  readonly place: string
  readonly message: Text
}

/**
 * Wrong usage or configuration: what was given has to be corrected before anything can be done. On the command line the exit
 * code is 2; the library throws nothing else but defects.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** Tells apart what is wrong, such as `target-unknown`. */
  readonly code: string
  /** The lines that say it, in each language. */
  readonly text: { readonly [L in Language]: readonly string[] }
  /** The places in a configuration, where they are known. */
  readonly values: readonly WrongValue[]

  /** The message is English. */
  constructor(code: string, { en, ko }: Lines, values: readonly WrongValue[] = []) {
    const text = { en: [en].flat(), ko: [ko].flat() }
    super(text.en.join('\n'))
    this.code = code
    this.text = text
    this.values = values
  }
}

export function wrongValues(values: readonly WrongValue[]): UsageError {
  const linesIn = (lang: Language): readonly string[] =>
    values.map(({ place, message }) => `${place}: ${message[lang]}`)
  return new UsageError('configuration', { en: linesIn('en'), ko: linesIn('ko') }, values)
}

export const wrongValue = (place: string, message: Text): UsageError => wrongValues([{ place, message }])

export const flagsExclusive = (one: string, other: string): UsageError =>
  new UsageError('flags-exclusive', {
    en: `${one} and ${other} do not go together; leave out one.`,
    ko: `${one}, ${other} 옵션은 함께 쓸 수 없습니다. 하나를 빼세요.`,
  })

export const flagNeeds = (flag: string, needed: string): UsageError =>
  new UsageError('flag-needs', { en: `${flag} needs ${needed}.`, ko: `${flag} 옵션에는 ${needed} 옵션이 필요합니다.` })

export const flagMissing = (flag: string): UsageError =>
  new UsageError('flag-missing', { en: `${flag} is missing.`, ko: `${flag} 옵션이 빠졌습니다.` })

export const fileExists = (path: string): UsageError =>
  new UsageError('file-exists', {
    en: `${path}: is there already and is left as it is; name another file.`,
    ko: `${path}: 이미 있는 파일이므로 그대로 둡니다. 다른 이름을 지정하세요.`,
  })

export const outsideRoot = (path: string, root: string): UsageError =>
  new UsageError('outside-root', {
    en: `${path}: is outside the root ${root}; name another with --root.`,
    ko: `${path}: 루트 ${root} 밖에 있습니다. --root로 다른 루트를 지정하세요.`,
  })

export const noSuchFile = (flag: string, path: string, suggestion?: string): UsageError =>
  new UsageError(
    'no-such-file',
    path === '-'
      ? {
          en: `${flag} takes a file, not the standard input.`,
          ko: `${flag} 옵션에는 표준 입력을 쓸 수 없습니다. 파일을 지정하세요.`,
        }
      : {
          en: `${flag} ${path}: there is no such file.${suggestionIn.en(suggestion) || ' Check the path.'}`,
          ko: `${flag} ${path}: 파일이 없습니다.${suggestionIn.ko(suggestion) || ' 경로를 확인하세요.'}`,
        },
  )

/** @param reason a code of `systemReason` */
export const unreadable = (path: string, reason: string): UsageError =>
  new UsageError('unreadable', {
    en: `${path}: cannot be read (${systemReason('en', reason)}).`,
    ko: `${path}: 읽을 수 없습니다(${systemReason('ko', reason)}).`,
  })

/** @param reason a code of `systemReason` */
export const unwritable = (path: string, reason: string): UsageError =>
  new UsageError('unwritable', {
    en: `${path}: cannot be written (${systemReason('en', reason)}).`,
    ko: `${path}: 쓸 수 없습니다(${systemReason('ko', reason)}).`,
  })

export const notReplaced = (path: string): UsageError =>
  new UsageError('not-replaced', {
    en: `${path}: is left as it is: it may be a message, a configuration, a list of recipients or a ledger. Name another file.`,
    ko: `${path}: 메시지, 설정, 수신자 목록, 발송 기록일 수 있어 그대로 둡니다. 다른 파일을 지정하세요.`,
  })

/** @param place the file, and the line and column where they are known */
export const notRunnable = (place: string, reason: string): UsageError => {
  const text = { en: `${place}: cannot be run: ${reason}`, ko: `${place}: 실행할 수 없습니다: ${reason}` }
  return new UsageError('not-runnable', text)
}

/** Returns the operating system's error, without the path that it repeats. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

/** Returns whether the operating system said it: anything else is a defect. */
export function isAboutFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_')
}

/** Returns the message of what a configuration threw, which need not be an error. Other objects may hold secrets. */
export function thrownMessage(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  return 'message' in thrown && typeof thrown.message === 'string'
    ? thrown.message
    : 'It threw an object that is no Error.'
}
