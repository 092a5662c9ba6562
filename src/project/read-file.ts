import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { maxFileBytes } from '../compile.ts'
import { type Fault, fault, type Unreadable } from '../fault.ts'

/** What came of reading a message file. */
export type SourceResult =
  | { readonly type: 'source'; readonly source: string }
  | { readonly type: 'fault'; readonly fault: Fault; readonly source: string }

/** Reads a message file of a project: a regular file inside the root, of a sane size, in UTF-8. */
export function readSource(root: string, path: string): SourceResult {
  const opened = openInside(root, path)
  const start = { start: 0, end: 0 }
  if (opened.type === 'unreadable') {
    return { type: 'fault', source: '', fault: fault('file-unreadable', start, { reason: opened.reason }) }
  }
  if (opened.type === 'outside-root') {
    return { type: 'fault', source: '', fault: fault('file-outside-root', start, {}) }
  }
  const { descriptor, bytes } = opened
  try {
    if (bytes > maxFileBytes) {
      const tooLarge = fault('file-too-large', start, { bytes, maxBytes: maxFileBytes })
      return { type: 'fault', source: '', fault: tooLarge }
    }
    const content = contentOf(descriptor, bytes)
    if (isUtf8(content)) return { type: 'source', source: content.toString('utf8').replace(/^\uFEFF/, '') }
    const { source, firstWrong } = decodeWrong(content)
    const span = { start: firstWrong, end: Math.min(source.length, firstWrong + 1) }
    return { type: 'fault', source, fault: fault('file-not-utf8', span, {}) }
  } catch {
    return { type: 'fault', source: '', fault: fault('file-unreadable', start, { reason: 'io' }) }
  } finally {
    closeSync(descriptor)
  }
}

/** The content of a file that had so many bytes a moment ago. */
function contentOf(descriptor: number, bytes: number): Buffer {
  // One byte more tells whether the file has grown since.
  const content = Buffer.allocUnsafe(bytes + 1)
  const read = readSync(descriptor, content, 0, bytes + 1, 0)
  return read === bytes ? content.subarray(0, bytes) : readFileSync(descriptor)
}

/** What came of opening a file that must lie inside a root after symbolic links are resolved. */
export type Opened =
  | { readonly type: 'open'; readonly descriptor: number; readonly bytes: number }
  | { readonly type: 'outside-root' }
  | { readonly type: 'unreadable'; readonly reason: Unreadable }

/** Opens a regular file inside the root, which has no symbolic links in its own path. The caller closes it. */
export function openInside(root: string, path: string): Opened {
  let descriptor: number
  try {
    const real = realpathSync.native(join(root, path))
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return { type: 'outside-root' }
    // Opening a named pipe to read would wait for a writer for ever.
    descriptor = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    return { type: 'unreadable', reason: reasonOf(error) }
  }
  const stats = fstatSync(descriptor)
  if (stats.isFile()) return { type: 'open', descriptor, bytes: stats.size }
  closeSync(descriptor)
  return { type: 'unreadable', reason: stats.isDirectory() ? 'directory' : 'special-file' }
}

function reasonOf(error: unknown): Unreadable {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission'
    case 'ELOOP':
      return 'loop'
    case 'EISDIR':
      return 'directory'
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
      return 'not-found'
    default:
      return 'io'
  }
}

/** The text of a file that is not UTF-8, and the offset of its first character that is not. */
function decodeWrong(content: Uint8Array): { source: string; firstWrong: number } {
  const source = new TextDecoder().decode(content)
  // Decoding has put U+FFFD where bytes were wrong: the first that the file does not really hold is the place.
  const isReplacement = (at: number): boolean =>
    content[at] === 0xef && content[at + 1] === 0xbf && content[at + 2] === 0xbd
  let bytes = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf ? 3 : 0
  for (let i = 0; i < source.length; i++) {
    const char = String.fromCodePoint(source.codePointAt(i) ?? 0)
    if (char === '\uFFFD' && !isReplacement(bytes)) return { source, firstWrong: i }
    bytes += Buffer.byteLength(char)
    i += char.length - 1
  }
  return { source, firstWrong: source.length }
}
