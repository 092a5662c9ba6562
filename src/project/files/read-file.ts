import { fileSize } from '../../words/phrases.ts'
import { withoutByteOrderMark } from '../../diagnostic.ts'
import { isUtf8 } from 'node:buffer'
import { closeSync, constants, createReadStream, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { maxFileBytes } from '../../compile.ts'
import { hasUtf16Mark } from '../../text/text.ts'
import { jsonFaultOffset } from '../../text/json-text.ts'
import { LineIndex } from '../../language/document.ts'
import { type Violation, violation } from '../../violation.ts'
import type { Unreadable } from '../../finding-types.ts'
import { firstWrongByte } from '../../recipients/text.ts'
import { isWithin, kindOf, onDisk, suggestionForPath } from './paths.ts'
import { reasonOf, UsageError, unreadable, noSuchFile } from '../usage-error.ts'

/** The largest file that a person writes by hand: a configuration, a manifest. */
export const maxHandWrittenBytes: number = 1024 * 1024
/** The largest file that a command wrote for another to read: a plan, a baseline. */
export const maxWrittenBytes: number = 64 * 1024 * 1024

/** A file of which a command line, a configuration or a message speaks, open for reading. */
interface OpenFile {
  /** Its path as the disk spells it. */
  readonly file: string
  readonly descriptor: number
  readonly bytes: number
}

/** The names of a file for people. */
export interface Named {
  /** As they are shown it. */
  readonly shown: string
  /** The flag that names it, and the folder that `shown` is relative to: what was likely meant is suggested. */
  readonly flag?: { readonly name: string; readonly folder: string }
}

/**
 * Opens a regular file. Whatever else stands there is refused at once: a named pipe would wait for a writer, and a
 * device may never end.
 *
 * @param flags beside those for reading
 * @returns a reason of `systemReason` where it is not opened
 */
function openRegular(path: string, flags = 0): OpenFile | { readonly reason: string } {
  const file = onDisk(path)
  let descriptor: number
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | flags)
  } catch (error) {
    // A socket cannot be opened at all.
    return { reason: reasonOf(error) === 'ENXIO' ? 'socket' : reasonOf(error) }
  }
  const stats = fstatSync(descriptor)
  const kind = kindOf(stats)
  if (kind === 'file') return { file, descriptor, bytes: stats.size }
  closeSync(descriptor)
  return { reason: kind ?? 'internal' }
}

/**
 * Opens a file that the user named. The caller closes it.
 *
 * @throws UsageError for what is not there, is no regular file or may not be read
 */
export function openInput(file: string, { shown, flag }: Named): OpenFile {
  const opened = openRegular(file)
  if ('descriptor' in opened) return opened
  if (flag !== undefined && ['ENOENT', 'ENOTDIR'].includes(opened.reason)) {
    throw noSuchFile(flag.name, shown, suggestionForPath(shown, flag.folder).suggestion)
  }
  throw unreadable(shown, opened.reason)
}

/**
 * Returns the text of a file that the user named, with its byte order mark.
 *
 * @throws UsageError for what cannot be read, is larger or is not UTF-8
 */
export function readInput(file: string, { maxBytes, ...named }: Named & { readonly maxBytes: number }): string {
  const opened = openInput(file, named)
  let read: Content
  try {
    read = readAndClose(opened, maxBytes)
  } catch (error) {
    throw unreadable(named.shown, reasonOf(error))
  }
  if (read.type === 'too-large')
    throw new UsageError('input-too-large', {
      en: `${named.shown}: is larger than the ${fileSize(maxBytes)} that are read.`,
      ko: `${named.shown}: 너무 큽니다. ${fileSize(maxBytes)}까지만 읽습니다.`,
    })
  const { content } = read
  if (isUtf8(content)) return content.toString('utf8')
  throw new UsageError('input-not-utf8', {
    en: `${named.shown}: is ${isUtf16(content) ? 'UTF-16' : 'not UTF-8; Korean text from older programs is often in EUC-KR (CP949)'}. Open it in that encoding and save it as UTF-8.`,
    ko: `${named.shown}: ${isUtf16(content) ? 'UTF-16입니다' : 'UTF-8이 아닙니다. 오래된 프로그램은 한글을 EUC-KR(CP949)로 저장하곤 합니다'}. 그 인코딩으로 연 뒤 UTF-8로 다시 저장하세요.`,
  })
}

/**
 * Parses JSON that a person may have written.
 *
 * @param shown its file as people are shown it
 * @throws UsageError with the place where it stops being JSON
 */
export function parseJson(text: string, shown: string): unknown {
  const json = withoutByteOrderMark(text)
  try {
    return JSON.parse(json)
  } catch {
    const { line, column } = new LineIndex(json).at(jsonFaultOffset(json))
    throw new UsageError('not-json', {
      en: `${shown}:${line}:${column}: not JSON from here on: names and texts stand in double quotes, and nothing follows the last value.`,
      ko: `${shown}:${line}:${column}: 여기부터 JSON이 아닙니다. 이름과 글은 큰따옴표로 묶고 마지막 값 뒤에는 쉼표를 쓰지 않습니다.`,
    })
  }
}

/** Returns the text of a file; empty if it is missing, larger or unreadable. */
export function textIfAny(file: string, maxBytes: number = maxHandWrittenBytes): string {
  const opened = openRegular(file)
  try {
    const read = 'descriptor' in opened ? readAndClose(opened, maxBytes) : undefined
    return read?.type === 'content' ? read.content.toString('utf8') : ''
  } catch {
    return ''
  }
}

/**
 * Yields the bytes of a file of any size, piece by piece.
 *
 * @throws UsageError while it is read, when it cannot be: it may be gone since it was found
 */
export async function* streamInput(file: string, named: Named): AsyncGenerator<Uint8Array> {
  const { descriptor } = openInput(file, named)
  try {
    yield* createReadStream('', { fd: descriptor })
  } catch (error) {
    throw unreadable(named.shown, reasonOf(error))
  }
}

/** Returns the content of an open file, and closes it. */
function readAndClose({ descriptor, bytes }: OpenFile, maxBytes: number): Content {
  try {
    // The file may have grown, and those of `/proc` say that they are empty.
    return bytes > maxBytes ? { type: 'too-large', bytes, maxBytes } : sized(readFileSync(descriptor), maxBytes)
  } finally {
    closeSync(descriptor)
  }
}

type Content =
  | { readonly type: 'content'; readonly content: Buffer }
  | { readonly type: 'too-large'; readonly bytes: number; readonly maxBytes: number }

/** Returns a content unless it is larger. */
export function sized(content: Buffer, maxBytes: number): Content {
  const { length: bytes } = content
  return bytes > maxBytes ? { type: 'too-large', bytes, maxBytes } : { type: 'content', content }
}

type SourceResult =
  | { readonly type: 'source'; readonly source: string }
  | { readonly type: 'unreadable'; readonly violation: Violation; readonly source: string }

/** Reads a message file of a project: a regular file inside the root, of a sane size, in UTF-8. */
export function readSource(root: string, path: string): SourceResult {
  const read = readInside(root, path, maxFileBytes)
  const start = { start: 0, end: 0 }
  const unread = (found: Violation, source = ''): SourceResult => ({ type: 'unreadable', violation: found, source })
  if (read.type === 'unreadable') return unread(violation('file-unreadable', start, { reason: read.reason }))
  if (read.type === 'outside-root') return unread(violation('file-outside-root', start, {}))
  if (read.type === 'too-large') {
    return unread(violation('file-too-large', start, { bytes: read.bytes, maxBytes: read.maxBytes }))
  }
  const { content } = read
  if (isUtf8(content)) return { type: 'source', source: withoutByteOrderMark(content.toString('utf8')) }
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
  const source = decode(content)
  const { length: firstWrong } = decode(content.subarray(0, firstWrongByte(content)))
  const span = { start: firstWrong, end: Math.min(source.length, firstWrong + 1) }
  return unread(violation('file-not-utf8', span, isUtf16(content) ? { isUtf16: true } : {}), source)
}

/** Returns whether a file starts with the byte order mark of UTF-16, or with an ASCII character in it. */
function isUtf16(content: Uint8Array): boolean {
  return hasUtf16Mark(content) || content[0] === 0 || content[1] === 0
}

/** The result of opening a file that must lie inside a root after symbolic links are resolved. */
type Opened =
  | ({ readonly type: 'open' } & OpenFile)
  | { readonly type: 'outside-root' }
  | { readonly type: 'unreadable'; readonly reason: Unreadable }

/** Opens a regular file inside the root, also where a symbolic link leads. The caller closes it. */
export function openInside(root: string, path: string): Opened {
  let real: string
  try {
    real = realpathSync.native(onDisk(join(root, path)))
  } catch (error) {
    return { type: 'unreadable', reason: unreadableReasons[reasonOf(error)] ?? 'io' }
  }
  if (!isWithin(real, root)) return { type: 'outside-root' }
  // A link that has taken its place since may lead anywhere.
  const opened = openRegular(real, constants.O_NOFOLLOW)
  if ('descriptor' in opened) return { type: 'open', ...opened }
  return { type: 'unreadable', reason: unreadableReasons[opened.reason] ?? 'io' }
}

/** Reads a file inside the root, also where a symbolic link leads. */
export function readInside(root: string, path: string, maxBytes: number): Content | Exclude<Opened, { type: 'open' }> {
  const opened = openInside(root, path)
  if (opened.type !== 'open') return opened
  try {
    return readAndClose(opened, maxBytes)
  } catch {
    // Cut off while it was read.
    return { type: 'unreadable', reason: 'io' }
  }
}

/** Returns the content of a file inside the root; undefined where there is none that can be read, and for a larger one. */
export function contentInside(root: string, path: string, maxBytes: number): Buffer | undefined {
  const read = readInside(root, path, maxBytes)
  return read.type === 'content' ? read.content : undefined
}

const unreadableReasons: { readonly [reason: string]: Unreadable } = {
  EACCES: 'permission',
  EPERM: 'permission',
  ELOOP: 'loop',
  EISDIR: 'directory',
  folder: 'directory',
  ENOENT: 'not-found',
  ENOTDIR: 'not-found',
  ENAMETOOLONG: 'not-found',
  pipe: 'special-file',
  device: 'special-file',
  disk: 'special-file',
  socket: 'special-file',
  internal: 'special-file',
}
